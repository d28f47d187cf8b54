/**
 * Gives the old set its Pods back while the new ones don’t work.
 *
 * @cause made an old set larger
 */
import type { Resize, RollingUpdate, SetSize } from 'converge/sdk';

export function rollingStep(update: RollingUpdate): Resize[] {
  const { replicas, maxSurge, maxUnavailable, newSet, oldSets } = update;
  const room = replicas + maxSurge - sum(oldSets, desired) - newSet.replicas;
  const more = Math.min(room, replicas - newSet.replicas);
  if (newSet.replicas > replicas) return [{ name: newSet.name, to: replicas }];
  if (more > 0) return [{ name: newSet.name, to: newSet.replicas + more }];
  const [oldest] = oldSets;
  const missing = replicas - maxUnavailable - sum([newSet, ...oldSets], works);
  if (oldest !== undefined && missing > 0) return [{ name: oldest.name, to: oldest.replicas + missing }];
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
