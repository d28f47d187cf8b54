/** A page that is to have a WebContainer, on a host that didn't isolate it: it is loaded again, once. */
import type { PlaceName } from '../../runtimes/place.ts';
import { isolatePage } from '../../runtimes/webcontainer/isolation.ts';
import { wantedPlace } from './place-choice.ts';
import { rememberedPlace } from './remembered-place.ts';

const base = import.meta.env.BASE_URL.replace(/\/?$/, '/');

/** What can't be done is said when the session begins. Where it is the lesson's wish, a page in use is let alone: its next visit is isolated. */
export async function isolateOnce(slug: string, lesson: PlaceName | undefined): Promise<void> {
  if (wantedPlace(slug, lesson) !== 'webcontainer') return;
  let used = false;
  for (const type of ['keydown', 'pointerdown']) addEventListener(type, () => (used = true), { once: true, capture: true });
  await isolatePage(base, () => used && rememberedPlace(slug) === undefined);
}
