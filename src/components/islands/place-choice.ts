/** Where a lesson's cluster is to run: the reader's choice, else the lesson's. */
import { isThrifty } from '../../lesson/editor/connection.ts';
import type { PlaceChoice, PlaceName } from '../../runtimes/place.ts';
import { placeKey, rememberedPlace } from './remembered-place.ts';

/** On iPhones and iPads, whose tabs run out of memory, and for readers who save data no WebContainer boots unasked. */
export function wantedPlace(slug: string, lesson: PlaceName | undefined): PlaceChoice {
  return rememberedPlace(slug) ?? (isSmall() || isThrifty() ? 'worker' : (lesson ?? 'auto'));
}

const isSmall = (): boolean => /iPhone|iPad/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

export function rememberPlace(slug: string, name: PlaceName): void {
  try {
    localStorage.setItem(placeKey(slug), name);
  } catch {
    // It holds for this visit.
  }
}
