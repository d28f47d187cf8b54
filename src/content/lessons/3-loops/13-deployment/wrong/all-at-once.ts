/**
 * Makes the new set whole at once, and the old ones go.
 *
 * @cause made more Pods than the surge allows
 */
import type { Resize, RollingUpdate, SetSize } from 'converge/sdk';

export function rollingStep(update: RollingUpdate): Resize[] {
  const { replicas, newSet, oldSets } = update;
  if (newSet.replicas !== replicas) return [{ name: newSet.name, to: replicas }];
  if (works(newSet) < replicas) return [];
  return oldSets.map(({ name }) => ({ name, to: 0 }));
}

const works = (set: SetSize): number => Math.min(set.replicas, set.available);
