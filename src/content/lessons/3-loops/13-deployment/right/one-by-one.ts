/** One Pod a step. */
import type { Resize, RollingUpdate, SetSize } from 'converge/sdk';

export function rollingStep(update: RollingUpdate): Resize[] {
  const { replicas, maxSurge, maxUnavailable, newSet, oldSets } = update;
  if (newSet.replicas > replicas) return [{ name: newSet.name, to: newSet.replicas - 1 }];
  const all = sum([newSet, ...oldSets], desired);
  if (newSet.replicas < replicas && all < replicas + maxSurge) return [{ name: newSet.name, to: newSet.replicas + 1 }];
  const promised = replicas - maxUnavailable;
  if (sum(oldSets, desired) + works(newSet) <= promised) return [];
  const broken = oldSets.find((set) => works(set) < set.replicas);
  if (broken !== undefined) return [{ name: broken.name, to: broken.replicas - 1 }];
  const [oldest] = oldSets;
  if (oldest === undefined || sum([newSet, ...oldSets], works) <= promised) return [];
  return [{ name: oldest.name, to: oldest.replicas - 1 }];
}

const desired = (set: SetSize): number => set.replicas;
const works = (set: SetSize): number => Math.min(set.replicas, set.available);
const sum = (sets: readonly SetSize[], count: (set: SetSize) => number): number =>
  sets.reduce((all, set) => all + count(set), 0);
