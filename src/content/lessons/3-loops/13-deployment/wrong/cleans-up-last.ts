/**
 * Removes old Pods that don’t work only when no working one can go.
 *
 * @cause took a working Pod and left a broken one
 */
import type { Resize, RollingUpdate, SetSize } from 'converge/sdk';

export function rollingStep(update: RollingUpdate): Resize[] {
  const { replicas, maxSurge, maxUnavailable, newSet, oldSets } = update;
  const room = replicas + maxSurge - sum(oldSets, desired) - newSet.replicas;
  const more = Math.min(room, replicas - newSet.replicas);
  if (newSet.replicas > replicas) return [{ name: newSet.name, to: replicas }];
  if (more > 0) return [{ name: newSet.name, to: newSet.replicas + more }];
  const promised = replicas - maxUnavailable;
  let spare = sum(oldSets, desired) + works(newSet) - promised;
  let extra = sum([newSet, ...oldSets], works) - promised;
  if (extra > 0) {
    return oldSets.map((set) => {
      const taken = Math.min(extra, works(set));
      extra -= taken;
      return { name: set.name, to: set.replicas - taken };
    });
  }
  return oldSets.map((set) => {
    const broken = Math.max(0, Math.min(spare, set.replicas - works(set)));
    spare -= broken;
    return { name: set.name, to: set.replicas - broken };
  });
}

const desired = (set: SetSize): number => set.replicas;
const works = (set: SetSize): number => Math.min(set.replicas, set.available);
const sum = (sets: readonly SetSize[], count: (set: SetSize) => number): number =>
  sets.reduce((all, set) => all + count(set), 0);
