/** Up and down in the same step, one write for each set. */
import type { Resize, RollingUpdate, SetSize } from 'converge/sdk';

export function rollingStep(update: RollingUpdate): Resize[] {
  const { replicas, maxSurge, maxUnavailable, newSet, oldSets } = update;
  const room = replicas + maxSurge - sum(oldSets, desired);
  const to = newSet.replicas >= replicas ? replicas : Math.max(newSet.replicas, Math.min(replicas, room));
  const promised = replicas - maxUnavailable;
  let spare = sum(oldSets, desired) + works(newSet) - promised;
  let extra = sum([newSet, ...oldSets], works) - promised;
  const sizes = new Map<string, number>();
  for (const set of oldSets) {
    const broken = Math.max(0, Math.min(spare, set.replicas - works(set)));
    spare -= broken;
    sizes.set(set.name, set.replicas - broken);
  }
  for (const { name } of oldSets) {
    const size = sizes.get(name) ?? 0;
    const taken = Math.max(0, Math.min(extra, size));
    extra -= taken;
    sizes.set(name, size - taken);
  }
  return [{ name: newSet.name, to }, ...Array.from(sizes, ([name, size]) => ({ name, to: size }))];
}

const desired = (set: SetSize): number => set.replicas;
const works = (set: SetSize): number => Math.min(set.replicas, set.available);
const sum = (sets: readonly SetSize[], count: (set: SetSize) => number): number =>
  sets.reduce((all, set) => all + count(set), 0);
