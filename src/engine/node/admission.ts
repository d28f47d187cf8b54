/** The kubelet's own check of a pod that was bound to its node (upstream lifecycle/predicate.go). */
import { matchesNodeAffinity, type Node, type Pod, podRequests, type Resources, tolerates } from '../sdk/index.ts';

export interface Refusal {
  readonly reason: string;
  readonly message: string;
}

/** Why the node can't take the pod; undefined when it can. `used`: sums over the pods it has taken. */
export function admissionRefusal(pod: Pod, node: Node, allocatable: Resources, used: Resources): Refusal | undefined {
  const asked = podRequests(pod);
  const checks: readonly (readonly [string, number, number, number])[] = [
    ['pods', 1, used.pods, allocatable.pods],
    ['cpu', asked.milliCpu, used.milliCpu, allocatable.milliCpu],
    ['memory', asked.memoryBytes, used.memoryBytes, allocatable.memoryBytes],
    ['ephemeral-storage', asked.ephemeralBytes, used.ephemeralBytes, allocatable.ephemeralBytes],
    ...[...(asked.extended ?? [])].map(
      ([name, amount]) => [name, amount, used.extended?.get(name) ?? 0, allocatable.extended?.get(name) ?? 0] as const,
    ),
  ];
  for (const [name, requested, inUse, capacity] of checks) {
    if (requested === 0 || requested <= capacity - inUse) continue;
    const amounts = `requested: ${requested}, used: ${inUse}, capacity: ${capacity}`;
    return { reason: `OutOf${name}`, message: `Node didn't have enough resource: ${name}, ${amounts}` };
  }
  if (!matchesNodeAffinity(pod, node))
    return predicateFailed('NodeAffinity', "node(s) didn't match Pod's node affinity/selector");
  const taint = (node.spec.taints ?? []).find(
    (each) => each.effect === 'NoExecute' && !tolerates(pod.spec.tolerations, each),
  );
  if (taint !== undefined) {
    return predicateFailed('TaintToleration', `node(s) had untolerated taint {${taint.key}: ${taint.value ?? ''}}`);
  }
  const os = pod.spec.os?.name;
  if (os !== undefined && os !== 'linux') {
    const message = "Failed to admit pod as the OS field doesn't match node OS";
    return { reason: 'PodOSNotSupported', message };
  }
  return undefined;
}

function predicateFailed(reason: string, why: string): Refusal {
  return { reason, message: `Predicate ${reason} failed: ${why}` };
}
