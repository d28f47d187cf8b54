/** What the reader chose for a lesson: where its cluster runs. */
import type { PlaceName } from '../../runtimes/place.ts';

const key = (slug: string): string => `converge-runtime:${slug}`;

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
