/** The kubelet's own check of a pod that was bound to its node (upstream lifecycle/predicate.go). */
import { isNativeResource, matchesNodeAffinity, type Node, type Pod, type Resources, tolerates } from '../sdk/index.ts';

export interface Refusal {
  readonly reason: string;
  readonly message: string;
}

/** Why the node can't take a pod that asks for so much; undefined when it can. `used`: sums over the pods it has taken. */
export function admissionRefusal(
  pod: Pod,
  requested: Resources,
  node: Node,
  allocatable: Resources,
  used: Resources,
): Refusal | undefined {
  const shortage =
    outOf('pods', 1, used.pods, allocatable.pods) ??
    outOf('cpu', requested.milliCpu, used.milliCpu, allocatable.milliCpu) ??
    outOf('memory', requested.memoryBytes, used.memoryBytes, allocatable.memoryBytes) ??
    outOf('ephemeral-storage', requested.ephemeralBytes, used.ephemeralBytes, allocatable.ephemeralBytes);
  if (shortage !== undefined) return shortage;
  for (const [name, amount] of requested.extended ?? []) {
    // What the node doesn't have at all is the cluster's (upstream removeMissingExtendedResources).
    if (!isNativeResource(name) && !name.startsWith('requests.') && allocatable.extended?.has(name) !== true) continue;
    const refusal = outOf(name, amount, used.extended?.get(name) ?? 0, allocatable.extended?.get(name) ?? 0);
    if (refusal !== undefined) return refusal;
  }
  if (!matchesNodeAffinity(pod, node))
    return predicateFailed('NodeAffinity', "node(s) didn't match Pod's node affinity/selector");
  const taint = (node.spec.taints ?? []).find(
    (each) => each.effect === 'NoExecute' && !tolerates(pod.spec.tolerations, each),
  );
  if (taint !== undefined) return predicateFailed('TaintToleration', "node(s) had taints that the pod didn't tolerate");
  const os = pod.spec.os?.name;
  if (os !== undefined && os !== 'linux') {
    const message = "Failed to admit pod as the OS field doesn't match node OS";
    return { reason: 'PodOSNotSupported', message };
  }
  return undefined;
}

function outOf(name: string, requested: number, used: number, capacity: number): Refusal | undefined {
  if (requested === 0 || requested <= capacity - used) return undefined;
  const amounts = `requested: ${requested}, used: ${used}, capacity: ${capacity}`;
  return { reason: `OutOf${name}`, message: `Node didn't have enough resource: ${name}, ${amounts}` };
}

function predicateFailed(reason: string, why: string): Refusal {
  return { reason, message: `Predicate ${reason} failed: ${why}` };
}
