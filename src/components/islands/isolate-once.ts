/** A page whose lesson is to run in a WebContainer, on a host that didn't isolate it: it is loaded anew, once. */
import { isThrifty } from '../../lesson/editor/connection.ts';
import { isolatePage } from '../../runtimes/webcontainer/isolation.ts';
import { rememberedPlace } from './place-choice.ts';

const base = import.meta.env.BASE_URL.replace(/\/?$/, '/');

/** What can't be done is said when the session begins. Where it is the lesson's wish, a page in use is let alone: its next visit is isolated. */
export async function isolateOnce(slug: string): Promise<void> {
  const unasked = rememberedPlace(slug) === undefined;
  if (unasked && isThrifty()) return;
  let used = false;
  for (const type of ['keydown', 'pointerdown']) addEventListener(type, () => (used = true), { once: true, capture: true });
  await isolatePage(base, () => unasked && used);
}
