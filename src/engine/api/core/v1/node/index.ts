import { ageColumn, defineKind, textColumn } from '../../../define.ts';
import type { Node as NodeObject } from '../../../generated/types.ts';
import type { KindDefinition } from '../../../types.ts';
import { validateNode } from './validation.ts';

export type Node = NodeObject;

const NONE = '<none>';
const UNKNOWN = '<unknown>';
const ROLE_PREFIX = 'node-role.kubernetes.io/';
const OLD_ROLE_LABEL = 'kubernetes.io/role';

/** A machine that runs pods; its kubelet writes the status. */
export const Node: KindDefinition<Node> = defineKind<Node>({
  group: '',
  version: 'v1',
  kind: 'Node',
  plural: 'nodes',
  namespaced: false,
  shortNames: ['no'],
  storageName: 'minions',
  subresources: { status: true, others: ['proxy'] },
  rules: { generation: 'none', default: setDefaults, validate: validateNode },
  selectable: { 'spec.unschedulable': ({ spec }) => String(spec.unschedulable ?? false) },
  columns: [
    textColumn('Status', 'Whether it is ready, and whether pods may be put on it.', nodeStatus),
    textColumn('Roles', 'Roles from its labels.', roles),
    ageColumn,
    textColumn('Version', 'Version of its kubelet.', ({ status }) => status.nodeInfo?.kubeletVersion ?? ''),
    textColumn('Internal-IP', 'Address inside the cluster.', (node) => address(node, 'InternalIP'), 'wide'),
    textColumn('External-IP', 'Address from outside.', (node) => address(node, 'ExternalIP'), 'wide'),
    textColumn('OS-Image', 'Its operating system.', ({ status }) => status.nodeInfo?.osImage || UNKNOWN, 'wide'),
    textColumn('Kernel-Version', 'Its kernel.', ({ status }) => status.nodeInfo?.kernelVersion || UNKNOWN, 'wide'),
    textColumn(
      'Container-Runtime',
      'What runs its containers.',
      ({ status }) => status.nodeInfo?.containerRuntimeVersion || UNKNOWN,
      'wide',
    ),
  ],
});

function nodeStatus({ spec, status }: Node): string {
  const ready = status.conditions?.find(({ type }) => type === 'Ready')?.status;
  const word = ready === 'True' ? 'Ready' : ready === undefined ? 'Unknown' : 'NotReady';
  return spec.unschedulable === true ? `${word},SchedulingDisabled` : word;
}

function roles({ metadata }: Node): string {
  const found = new Set<string>();
  for (const [label, value] of Object.entries(metadata.labels ?? {})) {
    if (label.startsWith(ROLE_PREFIX) && label.length > ROLE_PREFIX.length) found.add(label.slice(ROLE_PREFIX.length));
    else if (label === OLD_ROLE_LABEL && value !== '') found.add(value);
  }
  return found.size === 0 ? NONE : [...found].sort().join(',');
}

function address({ status }: Node, type: string): string {
  return status.addresses?.find((each) => each.type === type)?.address ?? NONE;
}

function setDefaults(node: Node): Node {
  const { status } = node;
  const spec = withOneRange(node.spec ?? {});
  const allocatable = status?.allocatable ?? status?.capacity;
  if (spec === node.spec && status !== undefined && allocatable === status.allocatable) return node;
  return { ...node, spec, status: { ...status, ...(allocatable === undefined ? {} : { allocatable }) } };
}

/** One range is the first of the ranges; where both are there and differ, the one counts (core/v1 Convert_v1_NodeSpec_To_core_NodeSpec). */
function withOneRange(spec: Node['spec']): Node['spec'] {
  const { podCIDR = '', podCIDRs: [first = ''] = [] } = spec;
  if (podCIDR === first) return spec;
  return podCIDR === '' ? { ...spec, podCIDR: first } : { ...spec, podCIDRs: [podCIDR] };
}
