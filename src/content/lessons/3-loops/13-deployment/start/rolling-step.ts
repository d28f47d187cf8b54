import type {
  Resize, RollingUpdate, SetSize,
} from 'converge/sdk';

/**
 * Which sets get another size now? Of each set you get
 * `name`, `replicas` (Pods that it asks for) and
 * `available` (Pods that are available, by its status).
 */
export function rollingStep(update: RollingUpdate): Resize[] {
  const { replicas, maxSurge, maxUnavailable } = update;
  const { newSet, oldSets } = update;

  // 1. How large may the new set be now?

  // 2. Which old Pods that don’t work can go?

  // 3. How many old Pods that work can go?

  return [{ name: newSet.name, to: replicas }];
}

/** `sum(oldSets, desired)` */
function sum(
  sets: readonly SetSize[],
  count: (set: SetSize) => number,
): number {
  return sets.reduce((all, set) => all + count(set), 0);
}

const desired = (set: SetSize): number => set.replicas;
