/** Which pods would have to go, node by node, and where the fewest and least important ones go (upstream default_preemption.go). */
import {
  conditionOf,
  type NodeInfo,
  PodDisruptionBudget,
  type PodInfo,
  type Preemption,
  type Rejection,
  type SchedulingTools,
  timeMsOf,
} from 'converge/sdk';
import { splitByBudgets } from './budgets.ts';
import { NO_VICTIMS } from './no-victims.ts';

export interface Room {
  readonly nodeName: string;
  /** Most important first. */
  readonly victims: readonly PodInfo[];
  /** How many of them go against a budget. */
  readonly violations: number;
}

/** So many nodes are looked at: a share of them, at least this number (DefaultPreemptionArgs). */
const candidatePercentage = 10;
const candidatesAtLeast = 100;

/** The best node to make room on; what holds on each node without a way; or 'waiting' for pods that are going already. */
export function findRoom(
  pod: PodInfo,
  nodes: readonly NodeInfo[],
  rejections: ReadonlyMap<string, Rejection>,
  tools: SchedulingTools,
): Room | ReadonlyMap<string, Rejection> | 'waiting' {
  const { preemption } = tools;
  if (preemption === undefined) return new Map();
  if (isWaiting(pod, nodes, rejections, preemption)) return 'waiting';
  const possible = nodes.filter(({ name }) => rejections.get(name)?.resolvable === true);
  const none = new Map<string, Rejection>();
  if (possible.length === 0) return none;
  const budgets = tools.lister(PodDisruptionBudget).list();
  const enough = Math.min(possible.length, Math.max(candidatesAtLeast, Math.trunc((possible.length * candidatePercentage) / 100)));
  const offset = preemption.random(possible.length);
  const clean: Room[] = [];
  const violating: Room[] = [];
  for (let index = 0; index < possible.length; index += 1) {
    const node = possible[(offset + index) % possible.length];
    if (node === undefined) continue;
    const found = roomOn(node, pod, preemption, budgets);
    if ('reasons' in found) none.set(node.name, found);
    else (found.violations === 0 ? clean : violating).push(found);
    if (clean.length > 0 && clean.length + violating.length >= enough) break;
  }
  return best([...clean, ...violating]) ?? none;
}

/** Less important pods are leaving the node where room is being made. */
function isWaiting(
  pod: PodInfo,
  nodes: readonly NodeInfo[],
  rejections: ReadonlyMap<string, Rejection>,
  preemption: Preemption,
): boolean {
  const nominated = preemption.nodeFor(pod);
  const node = nodes.find(({ name }) => name === nominated);
  if (node === undefined || rejections.get(node.name)?.resolvable === false) return false;
  for (const other of node.pods.values()) {
    const { metadata, status } = other.pod;
    if (other.priority >= pod.priority || metadata.deletionTimestamp === undefined) continue;
    const target = conditionOf(status.conditions, 'DisruptionTarget');
    if (target?.status === 'True' && target.reason === 'PreemptionByScheduler') return true;
  }
  return false;
}

/** All less important pods go; then, the most important first, each that can stay comes back, before all those that a budget protects. */
function roomOn(
  node: NodeInfo,
  pod: PodInfo,
  preemption: Preemption,
  budgets: readonly PodDisruptionBudget[],
): Room | Rejection {
  const lesser = [...node.pods.values()].filter(({ priority }) => priority < pod.priority).sort(byImportance);
  if (lesser.length === 0) return NO_VICTIMS;
  const staying = new Map(node.pods);
  for (const { uid } of lesser) staying.delete(uid);
  const rejection = preemption.rejection(pod, node, staying);
  if (rejection !== undefined) return rejection;
  const victims: PodInfo[] = [];
  const { violating, others } = splitByBudgets(lesser, budgets);
  let violations = 0;
  for (const candidate of [...violating, ...others]) {
    staying.set(candidate.uid, candidate);
    if (preemption.rejection(pod, node, staying) === undefined) continue;
    staying.delete(candidate.uid);
    victims.push(candidate);
    if (violating.includes(candidate)) violations += 1;
  }
  return { nodeName: node.name, victims: victims.sort(byImportance), violations };
}

/** Higher priority first, then those that run longer; uids last, so that the order is total. */
function byImportance(a: PodInfo, b: PodInfo): number {
  if (a.priority !== b.priority) return b.priority - a.priority;
  const [startA, startB] = [startMs(a), startMs(b)];
  if (startA !== startB) return startA - startB;
  return a.uid < b.uid ? -1 : 1;
}

/** One that hasn't started counts as starting last. */
function startMs({ pod: { status } }: PodInfo): number {
  return status.startTime === undefined ? Number.MAX_SAFE_INTEGER : timeMsOf(status.startTime);
}

/** What is compared, in this order: the least wins. */
const measures: readonly ((room: Room) => number)[] = [
  ({ violations }) => violations,
  ({ victims }) => victims[0]?.priority ?? 0,
  // Priorities may be negative: each victim counts.
  ({ victims }) => victims.reduce((sum, { priority }) => sum + priority + 2 ** 31, 0),
  ({ victims }) => victims.length,
  // Of the most important victims, the one that has run longest: the later it started the better.
  ({ victims }) => -Math.min(...victims.filter(({ priority }) => priority === victims[0]?.priority).map(startMs)),
];

function best(rooms: readonly Room[]): Room | undefined {
  let left = rooms;
  for (const measure of measures) {
    const least = Math.min(...left.map(measure));
    left = left.filter((room) => measure(room) === least);
  }
  return left[0];
}
