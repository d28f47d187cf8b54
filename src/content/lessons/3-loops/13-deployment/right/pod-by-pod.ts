/** Makes a list of single Pods, and strikes out those that can go. */
import type { Resize, RollingUpdate, SetSize } from 'converge/sdk';

export function rollingStep(update: RollingUpdate): Resize[] {
  const { replicas, maxSurge, maxUnavailable, newSet, oldSets } = update;
  const room = replicas + maxSurge - sum(oldSets, desired) - newSet.replicas;
  const more = Math.min(room, replicas - newSet.replicas);
  if (newSet.replicas > replicas) return [{ name: newSet.name, to: replicas }];
  if (more > 0) return [{ name: newSet.name, to: newSet.replicas + more }];
  const promised = replicas - maxUnavailable;
  const pods = oldSets.flatMap((set) =>
    Array.from({ length: set.replicas }, (_, index) => ({ name: set.name, isWorking: index < works(set) })),
  );
  const broken = pods.filter(({ isWorking }) => !isWorking);
  const working = pods.filter(({ isWorking }) => isWorking);
  const gone = new Set(broken.slice(0, Math.max(0, pods.length + works(newSet) - promised)));
  for (const pod of working.slice(0, Math.max(0, working.length + works(newSet) - promised))) gone.add(pod);
  return oldSets.map(({ name }) => ({ name, to: pods.filter((pod) => pod.name === name && !gone.has(pod)).length }));
}

const desired = (set: SetSize): number => set.replicas;
const works = (set: SetSize): number => Math.min(set.replicas, set.available);
const sum = (sets: readonly SetSize[], count: (set: SetSize) => number): number =>
  sets.reduce((all, set) => all + count(set), 0);
