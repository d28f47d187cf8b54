import type { Pod } from 'converge/sdk';

/** The names of the Pods that are too many. */
export function surplusPods(
  pods: readonly Pod[],
  wanted: number,
): readonly string[] {
  // Yours. Leave out Pods that are being deleted.
  // Sort by deletion cost, then by name, and take the first.
  return [];
}
