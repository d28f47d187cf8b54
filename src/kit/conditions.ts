/** Whether a condition of a scenario holds. */
import type { Condition, World } from './types.ts';

/** Thrown through the scenario once something is broken. */
export class UniverseBroken extends Error {}

export interface Unmet {
  readonly reason: unknown;
}

/** Judged at once: an invariant. */
export function unmetNow(condition: Condition, world: World): Unmet | undefined {
  try {
    return condition(world) === false ? { reason: undefined } : undefined;
  } catch (reason) {
    return { reason };
  }
}

/** What it requests may take time. */
export async function unmet(condition: Condition, world: World): Promise<Unmet | undefined> {
  try {
    return (await condition(world)) === false ? { reason: undefined } : undefined;
  } catch (reason) {
    if (reason instanceof UniverseBroken) throw reason;
    return { reason };
  }
}
