/** What the reader chose for a lesson: where its cluster runs. */
import type { PlaceChoice, PlaceName } from '../../runtimes/place.ts';

const key = (slug: string): string => `converge-runtime:${slug}`;

/** The reader's choice, else the lesson's. On iPhones and iPads, whose tabs run out of memory, no WebContainer boots unasked. */
export function wantedPlace(slug: string, lesson: PlaceName | undefined): PlaceChoice {
  const small = /iPhone|iPad/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
  return rememberedPlace(slug) ?? (small ? 'worker' : (lesson ?? 'auto'));
}

/** The reader's own choice; undefined: there is none. */
export function rememberedPlace(slug: string): PlaceName | undefined {
  try {
    const kept = localStorage.getItem(key(slug));
    return kept === 'worker' || kept === 'webcontainer' ? kept : undefined;
  } catch {
    // A browser that keeps nothing.
    return undefined;
  }
}

export function rememberPlace(slug: string, name: PlaceName): void {
  try {
    localStorage.setItem(key(slug), name);
  } catch {
    // It holds for this visit.
  }
}
