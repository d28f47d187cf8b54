/**
 * Looks at the three oldest sets only: a fourth one takes up no room for it, and never shrinks.
 *
 * @cause made more Pods than the surge allows
 */
import type { Resize, RollingUpdate, SetSize } from 'converge/sdk';

export function rollingStep(update: RollingUpdate): Resize[] {
  const { replicas, maxSurge, maxUnavailable, newSet } = update;
  const oldSets = update.oldSets.slice(0, 3);
  const room = replicas + maxSurge - sum(oldSets, desired) - newSet.replicas;
  const more = Math.min(room, replicas - newSet.replicas);
  if (newSet.replicas > replicas) return [{ name: newSet.name, to: replicas }];
  if (more > 0) return [{ name: newSet.name, to: newSet.replicas + more }];
  const promised = replicas - maxUnavailable;
  let spare = sum(oldSets, desired) + works(newSet) - promised;
  let extra = sum([newSet, ...oldSets], works) - promised;
  const resizes: Resize[] = [];
  const sizes = oldSets.map(desired);
  oldSets.forEach((set, index) => {
    const broken = Math.max(0, Math.min(spare, set.replicas - works(set)));
    spare -= broken;
    sizes[index] = set.replicas - broken;
    if (broken > 0) resizes.push({ name: set.name, to: sizes[index] ?? 0 });
  });
  oldSets.forEach((set, index) => {
    const size = sizes[index] ?? 0;
    const taken = Math.max(0, Math.min(extra, size));
    extra -= taken;
    if (taken > 0) resizes.push({ name: set.name, to: size - taken });
  });
  return resizes;
}

const desired = (set: SetSize): number => set.replicas;
const works = (set: SetSize): number => Math.min(set.replicas, set.available);
const sum = (sets: readonly SetSize[], count: (set: SetSize) => number): number =>
  sets.reduce((all, set) => all + count(set), 0);
