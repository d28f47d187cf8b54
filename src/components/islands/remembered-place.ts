/** What the reader chose for a lesson, as this browser keeps it. */
import type { PlaceName } from '../../runtimes/place.ts';

export const placeKey = (slug: string): string => `converge-runtime:${slug}`;

/** Undefined: nothing was chosen, or the browser keeps nothing. */
export function rememberedPlace(slug: string): PlaceName | undefined {
  try {
    const kept = localStorage.getItem(placeKey(slug));
    return kept === 'worker' || kept === 'webcontainer' ? kept : undefined;
  } catch {
    return undefined;
  }
}
