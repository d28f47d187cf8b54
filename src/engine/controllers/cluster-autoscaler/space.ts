/** Whether Pods would fit on a node, as far as that can be told without a scheduler (upstream simulator/predicates, with fewer plugins). */
import { matchesNodeAffinity, type Node, type Pod, podRequests, type Resources, resourcesOf, untoleratedTaint } from 'converge/sdk';

/** A node with what is placed on it; placing changes it. */
export interface Space {
  readonly node: Node;
  readonly allocatable: Resources;
  readonly ports: Set<string>;
  milliCpu: number;
  memoryBytes: number;
  ephemeralBytes: number;
  pods: number;
}

export function spaceOf(node: Node, pods: readonly Pod[] = []): Space {
  const space: Space = { node, allocatable: resourcesOf(node.status.allocatable), ports: new Set(), milliCpu: 0, memoryBytes: 0, ephemeralBytes: 0, pods: 0 };
  for (const pod of pods) place(space, pod);
  return space;
}

export function place(space: Space, pod: Pod): void {
  const { milliCpu, memoryBytes, ephemeralBytes } = podRequests(pod);
  space.milliCpu += milliCpu;
  space.memoryBytes += memoryBytes;
  space.ephemeralBytes += ephemeralBytes;
  space.pods += 1;
  for (const port of hostPortsOf(pod)) space.ports.add(port);
}

/** Why it wouldn't, in the scheduler's words. */
export function problemOf({ node, allocatable, ports, ...used }: Space, pod: Pod): string | undefined {
  const requested = podRequests(pod);
  if (node.spec.unschedulable === true) return 'node(s) were unschedulable';
  if (untoleratedTaint(node.spec.taints ?? [], pod.spec.tolerations) !== undefined) return 'node(s) had untolerated taint(s)';
  if (!matchesNodeAffinity(pod, node)) return "node(s) didn't match Pod's node affinity/selector";
  if (hostPortsOf(pod).some((port) => ports.has(port))) return "node(s) didn't have free ports for the requested pod ports";
  if (used.pods + 1 > allocatable.pods) return 'Too many pods';
  if (requested.milliCpu > allocatable.milliCpu - used.milliCpu) return 'Insufficient cpu';
  if (requested.memoryBytes > allocatable.memoryBytes - used.memoryBytes) return 'Insufficient memory';
  if (requested.ephemeralBytes > allocatable.ephemeralBytes - used.ephemeralBytes) return 'Insufficient ephemeral-storage';
  return undefined;
}

/** Places it where it fits first; undefined where it fits nowhere. */
export function placeFirst(spaces: readonly Space[], pod: Pod): Space | undefined {
  const found = spaces.find((space) => problemOf(space, pod) === undefined);
  if (found !== undefined) place(found, pod);
  return found;
}

/** The larger share of the node's CPU and memory that its Pods request (upstream simulator/utilization). */
export function utilizationOf({ allocatable, milliCpu, memoryBytes }: Space): number {
  return Math.max(milliCpu / allocatable.milliCpu, memoryBytes / allocatable.memoryBytes);
}

function hostPortsOf({ spec }: Pod): readonly string[] {
  return spec.containers.flatMap(({ ports = [] }) => ports.flatMap(({ hostPort = 0, protocol = 'TCP' }) => (hostPort > 0 ? [`${hostPort}/${protocol}`] : [])));
}
