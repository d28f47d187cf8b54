/** Which Pod can be spared first? (upstream controller_utils.go ActivePods) */
import { conditionOf, type Pod, timeMsOf } from 'converge/sdk';
import { restartsOf } from '../replicaset/restarts.ts';
import { indexOf } from './job-pods.ts';

/** The Pods in the order in which they should go: those that have come least far first. */
export function firstToGo(pods: readonly Pod[]): readonly Pod[] {
  return [...pods].sort(compare);
}

function compare(a: Pod, b: Pod): number {
  for (const rank of [assigned, phase, readiness]) {
    if (rank(a) !== rank(b)) return rank(a) - rank(b);
  }
  // The newest goes first, by the time it became ready and then by its age.
  for (const time of [readySinceMs, createdMs]) {
    if (time(a) !== time(b)) return time(b) - time(a);
    if (time !== readySinceMs) continue;
    const [one, other] = [restartsOf(a), restartsOf(b)];
    if (one.containers !== other.containers) return other.containers - one.containers;
    if (one.sidecars !== other.sidecars) return other.sidecars - one.sidecars;
  }
  return a.metadata.uid < b.metadata.uid ? -1 : 1;
}

const assigned = ({ spec }: Pod): number => (spec.nodeName === undefined || spec.nodeName === '' ? 0 : 1);
const phase = ({ status }: Pod): number => (status.phase === 'Running' ? 2 : status.phase === 'Unknown' ? 1 : 0);
const readiness = ({ status }: Pod): number => (conditionOf(status.conditions, 'Ready')?.status === 'True' ? 1 : 0);
const createdMs = ({ metadata }: Pod): number => timeMsOf(metadata.creationTimestamp);

function readySinceMs({ status }: Pod): number {
  const ready = conditionOf(status.conditions, 'Ready');
  return ready?.status === 'True' ? timeMsOf(ready.lastTransitionTime) : 0;
}

/**
 * At least `count` of an indexed Job's Pods: those that have no valid index, those whose index another has, then the first to go.
 * (upstream activePodsForRemoval)
 */
export function spareIndexed(pods: readonly Pod[], count: number, completions: number): readonly Pod[] {
  const spare: Pod[] = [];
  const kept: Pod[] = [];
  const byIndex = Map.groupBy(pods, indexOf);
  for (const [index, group] of [...byIndex].sort(([a = -1], [b = -1]) => a - b)) {
    const order = firstToGo(group);
    if (index === undefined || index >= completions) spare.push(...group);
    else {
      spare.push(...order.slice(0, -1));
      kept.push(...order.slice(-1));
    }
  }
  return [...spare, ...firstToGo(kept).slice(0, Math.max(0, count - spare.length))];
}
