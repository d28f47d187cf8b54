/** Old Pods that don’t work go before anything else. */
import type { Resize, RollingUpdate, SetSize } from 'converge/sdk';

export function rollingStep(update: RollingUpdate): Resize[] {
  const { replicas, maxSurge, maxUnavailable, newSet, oldSets } = update;
  const promised = replicas - maxUnavailable;
  let spare = sum(oldSets, desired) + works(newSet) - promised;
  for (const set of oldSets) {
    const broken = Math.min(spare, set.replicas - works(set));
    if (broken > 0) return [{ name: set.name, to: set.replicas - broken }];
  }
  if (newSet.replicas > replicas) return [{ name: newSet.name, to: replicas }];
  const room = replicas + maxSurge - sum([newSet, ...oldSets], desired);
  const to = Math.min(replicas, newSet.replicas + Math.max(0, room));
  if (to > newSet.replicas) return [{ name: newSet.name, to }];
  spare = sum([newSet, ...oldSets], works) - promised;
  for (const set of oldSets) {
    const taken = Math.min(spare, set.replicas);
    if (taken > 0) return [{ name: set.name, to: set.replicas - taken }];
  }
  return [];
}

const desired = (set: SetSize): number => set.replicas;
const works = (set: SetSize): number => Math.min(set.replicas, set.available);
const sum = (sets: readonly SetSize[], count: (set: SetSize) => number): number =>
  sets.reduce((all, set) => all + count(set), 0);
