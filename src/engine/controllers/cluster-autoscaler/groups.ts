/** Node groups: how many machines of a kind there may be (the cloud provider for Hetzner names them in this way, `--nodes=1:10:CPX51:FSN1:pool1`). */
import type { Machine, Node } from 'converge/sdk';

export interface NodeGroup {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  readonly instanceType: string;
  readonly zone: string;
}

/** What a machine of a type has for Pods. */
const capacities: Readonly<Record<string, { readonly cpu: string; readonly memory: string }>> = {
  'standard-2': { cpu: '2', memory: '4Gi' },
  'standard-4': { cpu: '4', memory: '8Gi' },
  'standard-8': { cpu: '8', memory: '16Gi' },
};

const shape = /^(\d{1,3}):(\d{1,3}):([\w-]+):([\w-]+):([a-z0-9][a-z0-9-]{0,40})$/;
const groupTag = 'cluster-autoscaler/node-group';

/** One a line: `1:5:standard-4:converge-1a:pool`. What can't be read is no group; `problem` sees it. */
export function parseGroups(text: string, problem: (line: string) => void): readonly NodeGroup[] {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.flatMap((line) => {
    if (line === '') return [];
    const [, min, max, instanceType = '', zone = '', name = ''] = shape.exec(line) ?? [];
    if (min !== undefined && Number(min) <= Number(max) && capacities[instanceType] !== undefined) return [{ name, min: Number(min), max: Number(max), instanceType, zone }];
    problem(line);
    return [];
  });
}

/** Those that are the group's, by the tag that it gives them. */
export function membersOf({ name }: NodeGroup, machines: readonly Machine[]): readonly Machine[] {
  return machines.filter(({ tags, state }) => tags?.[groupTag] === name && state !== 'deleting');
}

/** A machine to be rented. */
export function newMachine({ name, zone, instanceType }: NodeGroup, suffix: string) {
  return { name: `${name}-${suffix}`, zone, instanceType, tags: { [groupTag]: name } };
}

/** The Node that a machine of the group will be. */
export function templateNode({ name, zone, instanceType }: NodeGroup, nodeName = `template-of-${name}`): Node {
  const allocatable = { ...capacities[instanceType], pods: '110', 'ephemeral-storage': '100Gi' };
  const labels = {
    'kubernetes.io/arch': 'amd64',
    'kubernetes.io/hostname': nodeName,
    'kubernetes.io/os': 'linux',
    'node.kubernetes.io/instance-type': instanceType,
    'topology.kubernetes.io/region': zone.slice(0, -1),
    'topology.kubernetes.io/zone': zone,
  };
  return { apiVersion: 'v1', kind: 'Node', metadata: { name: nodeName, uid: nodeName, resourceVersion: '', creationTimestamp: '', labels }, spec: {}, status: { allocatable } };
}
