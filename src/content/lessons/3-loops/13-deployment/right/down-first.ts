/** Makes room first, and grows into it in the same step. */
import type { Resize, RollingUpdate, SetSize } from 'converge/sdk';

export function rollingStep(update: RollingUpdate): Resize[] {
  const { replicas, maxSurge, maxUnavailable, newSet, oldSets } = update;
  const promised = replicas - maxUnavailable;
  let spare = sum(oldSets, desired) + works(newSet) - promised;
  let extra = sum([newSet, ...oldSets], works) - promised;
  const resizes: Resize[] = [];
  const left = oldSets.map((set) => {
    const broken = Math.max(0, Math.min(spare, set.replicas - works(set)));
    spare -= broken;
    return { ...set, replicas: set.replicas - broken };
  });
  let gone = sum(oldSets, desired) - sum(left, desired);
  for (const set of left) {
    const taken = Math.max(0, Math.min(extra, set.replicas));
    extra -= taken;
    gone += taken;
    resizes.push({ name: set.name, to: set.replicas - taken });
  }
  const room = replicas + maxSurge - (sum(oldSets, desired) - gone) - newSet.replicas;
  const more = newSet.replicas > replicas ? replicas - newSet.replicas : Math.max(0, Math.min(room, replicas - newSet.replicas));
  return [...resizes, { name: newSet.name, to: newSet.replicas + more }];
}

const desired = (set: SetSize): number => set.replicas;
const works = (set: SetSize): number => Math.min(set.replicas, set.available);
const sum = (sets: readonly SetSize[], count: (set: SetSize) => number): number =>
  sets.reduce((all, set) => all + count(set), 0);
