/** The kubelet's own check of a pod that was bound to its node (upstream lifecycle/predicate.go). */
import { isNativeResource, matchesNodeAffinity, type Node, type Pod, type Resources, tolerates } from '../sdk/index.ts';

export interface Refusal {
  readonly reason: string;
  readonly message: string;
}

/** So much of a resource isn't there, in the units of `Resources`. */
export interface Shortage {
  readonly resource: string;
  readonly amount: number;
}

/** One reason why the node can't take a pod. `shortage`: it could if others made room. */
export interface AdmissionFailure extends Refusal {
  readonly shortage?: Shortage;
}

/** What a node has for pods. */
export interface NodeRoom {
  readonly node: Node;
  readonly allocatable: Resources;
  /** Sums over the pods it has taken. */
  readonly used: Resources;
  /** Why its host ports don't do for the pod; undefined where they do. */
  readonly hostPorts: Refusal | undefined;
}

/** Why the node can’t take a pod that asks for so much: every reason, in upstream’s order. Of an operating system alone, where that is another one. */
export function admissionFailures(pod: Pod, requested: Resources, room: NodeRoom): readonly AdmissionFailure[] {
  const os = pod.spec.os?.name;
  if (os !== undefined && os !== 'linux') {
    return [{ reason: 'PodOSNotSupported', message: "Failed to admit pod as the OS field doesn't match node OS" }];
  }
  const { node, hostPorts } = room;
  const fits = matchesNodeAffinity(pod, node);
  const isRepelled = (node.spec.taints ?? []).some((each) => each.effect === 'NoExecute' && !tolerates(pod.spec.tolerations, each));
  const failures = [
    ...shortagesOf(requested, room),
    fits ? undefined : predicateFailed('NodeAffinity', "node(s) didn't match Pod's node affinity/selector"),
    hostPorts,
    isRepelled ? predicateFailed('TaintToleration', "node(s) had taints that the pod didn't tolerate") : undefined,
  ];
  return failures.filter((each) => each !== undefined);
}

function shortagesOf(requested: Resources, { allocatable, used }: NodeRoom): readonly (AdmissionFailure | undefined)[] {
  // What the node doesn't have at all is the cluster's (upstream removeMissingExtendedResources).
  const isOfNode = (name: string): boolean => isNativeResource(name) || name.startsWith('requests.') || allocatable.extended?.has(name) === true;
  const extended = [...(requested.extended ?? [])].filter(([name]) => isOfNode(name));
  return [
    outOf('pods', 1, used.pods, allocatable.pods),
    outOf('cpu', requested.milliCpu, used.milliCpu, allocatable.milliCpu),
    outOf('memory', requested.memoryBytes, used.memoryBytes, allocatable.memoryBytes),
    outOf('ephemeral-storage', requested.ephemeralBytes, used.ephemeralBytes, allocatable.ephemeralBytes),
    ...extended.map(([name, amount]) => outOf(name, amount, used.extended?.get(name) ?? 0, allocatable.extended?.get(name) ?? 0)),
  ];
}

/** What is missing of one resource. */
export function outOf(resource: string, requested: number, used: number, capacity: number): AdmissionFailure | undefined {
  const amount = requested - (capacity - used);
  if (requested === 0 || amount <= 0) return undefined;
  const amounts = `requested: ${requested}, used: ${used}, capacity: ${capacity}`;
  return { reason: `OutOf${resource}`, message: `Node didn't have enough resource: ${resource}, ${amounts}`, shortage: { resource, amount } };
}

function predicateFailed(reason: string, why: string): Refusal {
  return { reason, message: `Predicate ${reason} failed: ${why}` };
}
