/** What a Node in the cloud has that its kubelet doesn't know. Pure. */
import { deepEqual, type Machine, type Node, type NodeAddress } from 'converge/sdk';

const uninitializedTaint = 'node.cloudprovider.kubernetes.io/uninitialized';

export const isUninitialized = ({ spec }: Node): boolean => spec.taints?.some(({ key }) => key === uninitializedTaint) === true;

/** With its identity in the cloud and its zone, and without the taint that keeps Pods away until then (upstream getNodeModifiersFromCloudProvider). */
export function initializedNode(node: Node, machine: Machine): Node {
  const { metadata, spec } = node;
  const taints = (spec.taints ?? []).filter(({ key }) => key !== uninitializedTaint);
  const { taints: _taints, ...others } = spec;
  return {
    ...node,
    metadata: { ...metadata, labels: { ...metadata.labels, ...labelsOf(machine) } },
    spec: { ...others, providerID: spec.providerID ?? providerIdOf(machine), ...(taints.length > 0 && { taints }) },
  };
}

/** `converge://converge-1a/node-1` */
export const providerIdOf = ({ zone, name }: Machine): string => `converge://${zone}/${name}`;

/** A zone is a region and a letter. */
function labelsOf({ zone, instanceType }: Machine): Readonly<Record<string, string>> {
  const region = zone.slice(0, -1);
  return {
    'beta.kubernetes.io/instance-type': instanceType,
    'node.kubernetes.io/instance-type': instanceType,
    'failure-domain.beta.kubernetes.io/region': region,
    'failure-domain.beta.kubernetes.io/zone': zone,
    'topology.kubernetes.io/region': region,
    'topology.kubernetes.io/zone': zone,
  };
}

/** The Node's addresses as the cloud has them, its host name kept; undefined where they are that already. */
export function withAddresses({ status }: Node, { address }: Machine): readonly NodeAddress[] | undefined {
  const before = status.addresses ?? [];
  const hostnames = before.filter(({ type }) => type === 'Hostname');
  const addresses: readonly NodeAddress[] = [{ type: 'InternalIP', address }, ...hostnames];
  return deepEqual(before, addresses) ? undefined : addresses;
}
