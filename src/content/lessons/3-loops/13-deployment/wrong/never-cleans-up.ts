/**
 * Takes only what more is available than was promised.
 *
 * @cause left old Pods that don’t work
 */
import type { Resize, RollingUpdate, SetSize } from 'converge/sdk';

export function rollingStep(update: RollingUpdate): Resize[] {
  const { replicas, maxSurge, maxUnavailable, newSet, oldSets } = update;
  const room = replicas + maxSurge - sum(oldSets, desired) - newSet.replicas;
  const more = Math.min(room, replicas - newSet.replicas);
  if (newSet.replicas > replicas) return [{ name: newSet.name, to: replicas }];
  if (more > 0) return [{ name: newSet.name, to: newSet.replicas + more }];
  let extra = sum([newSet, ...oldSets], works) - (replicas - maxUnavailable);
  return oldSets.flatMap((set) => {
    const taken = Math.max(0, Math.min(extra, works(set)));
    extra -= taken;
    return taken > 0 ? [{ name: set.name, to: set.replicas - taken }] : [];
  });
}

const desired = (set: SetSize): number => set.replicas;
const works = (set: SetSize): number => Math.min(set.replicas, set.available);
const sum = (sets: readonly SetSize[], count: (set: SetSize) => number): number =>
  sets.reduce((all, set) => all + count(set), 0);
