/** Whether Pods would fit on a node, as far as that can be told without a scheduler (upstream simulator/predicates, with fewer plugins). */
import { matchesNodeAffinity, type Node, type Pod, podRequests, type Resources, resourcesOf, shortages, untoleratedTaint } from 'converge/sdk';

/** A node with what is placed on it; placing changes it. */
export interface Space {
  readonly node: Node;
  readonly allocatable: Resources;
  readonly ports: Set<string>;
  milliCpu: number;
  memoryBytes: number;
  ephemeralBytes: number;
  readonly extended: Map<string, number>;
  pods: number;
}

export function spaceOf(node: Node, pods: readonly Pod[] = []): Space {
  const space: Space = { node, allocatable: resourcesOf(node.status.allocatable), ports: new Set(), milliCpu: 0, memoryBytes: 0, ephemeralBytes: 0, extended: new Map(), pods: 0 };
  for (const pod of pods) place(space, pod);
  return space;
}

export function place(space: Space, pod: Pod): void {
  const { milliCpu, memoryBytes, ephemeralBytes, extended = [] } = podRequests(pod);
  space.milliCpu += milliCpu;
  space.memoryBytes += memoryBytes;
  space.ephemeralBytes += ephemeralBytes;
  for (const [name, amount] of extended) space.extended.set(name, (space.extended.get(name) ?? 0) + amount);
  space.pods += 1;
  for (const port of hostPortsOf(pod)) space.ports.add(port);
}

/** Why it wouldn't, in the scheduler's words: all that the first plugin says which refuses it. None: it would. */
export function problemsOf(space: Space, pod: Pod): readonly string[] {
  const { node, ports } = space;
  if (node.spec.unschedulable === true) return ['node(s) were unschedulable'];
  const taint = untoleratedTaint(node.spec.taints ?? [], pod.spec.tolerations);
  if (taint !== undefined) return [`node(s) had untolerated taint {${taint.key}: ${taint.value ?? ''}}`];
  if (!matchesNodeAffinity(pod, node)) return ["node(s) didn't match Pod's node affinity/selector"];
  if (hostPortsOf(pod).some((port) => ports.has(port))) return ["node(s) didn't have free ports for the requested pod ports"];
  return shortages(podRequests(pod), space.allocatable, space);
}

/** Places it where it fits first; undefined where it fits nowhere. */
export function placeFirst(spaces: readonly Space[], pod: Pod): Space | undefined {
  const found = spaces.find((space) => problemsOf(space, pod).length === 0);
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
