/**
 * Boots the WebContainer of this page. `boot()` of the client neither rejects nor times out when its frame can't be loaded, there is
 * one instance a page, and a boot that hangs can only be had going again by loading its frame again. So: a probe first, one promise,
 * timers beside it.
 */
import type { WebContainer } from '@webcontainer/api';
import { withTimeout } from './with-timeout.ts';

export interface Booted {
  readonly container: WebContainer;
  /** False when the frame it lives in has been taken out of the page. */
  present(): boolean;
}

export interface BootTimes {
  /** It is said that it takes long. */
  readonly slowMs: number;
  readonly giveUpMs: number;
}

export const bootTimes: BootTimes = { slowMs: 9_000, giveUpMs: 30_000 };

const blocked =
  'The WebContainer could not be loaded from stackblitz.com: you are offline, or a shield, strict tracking protection or a proxy blocks it.';

let booting: Promise<WebContainer> | undefined;
let booted: Booted | undefined;
let frame: HTMLIFrameElement | undefined;

/** Where the client takes its frame from; another origin in tests and for development. */
function origin(): string {
  const given: unknown = Reflect.get(globalThis, 'WEBCONTAINER_API_IFRAME_URL');
  return new URL(typeof given === 'string' ? given : 'https://stackblitz.com').origin;
}

/** Why this page can't have one, before anything is loaded. */
export function unsupportedHere(): string | undefined {
  if (typeof SharedArrayBuffer !== 'undefined' && crossOriginIsolated) return undefined;
  return isSecureContext
    ? 'This page is not isolated from other origins, which a WebContainer needs.'
    : 'A WebContainer needs a page that came over https.';
}

/** The one container. Rejects with a sentence; may be called again then. */
export async function bootContainer(slow: () => void, times: BootTimes = bootTimes): Promise<Booted> {
  if (booted !== undefined) {
    if (booted.present()) return booted;
    throw new Error('The WebContainer’s frame has gone. Reload the page to have another.');
  }
  await probe();
  const late = setTimeout(slow, times.slowMs);
  try {
    const container = await withTimeout(
      begin(),
      times.giveUpMs,
      `The WebContainer did not start within ${Math.round(times.giveUpMs / 1000)} seconds. Something in between may hold its requests back: a proxy, a shield, or blocked third-party cookies.`,
    );
    booted = { container, present: () => frame?.isConnected !== false };
    return booted;
  } finally {
    clearTimeout(late);
  }
}

/** Rejects at once where nothing can be loaded from there. */
async function probe(): Promise<void> {
  try {
    await withTimeout(fetch(`${origin()}/headless`, { mode: 'no-cors' }), 8_000, blocked);
  } catch {
    throw new Error(blocked);
  }
}

function begin(): Promise<WebContainer> {
  if (booting !== undefined) {
    // It hangs: its frame is loaded again, and the same promise then resolves.
    // biome-ignore lint/correctness/noSelfAssign: assigning it is what loads it
    if (frame !== undefined) frame.src = frame.src;
    return booting;
  }
  booting = import('@webcontainer/api').then(({ WebContainer }) => {
    const before = new Set(document.querySelectorAll('iframe'));
    const promise = WebContainer.boot({ coep: 'require-corp', workdirName: 'converge' });
    void findFrame(before);
    return promise;
  });
  booting.catch((error: unknown) => {
    booting = undefined;
    throw error;
  }).catch(() => undefined);
  return booting;
}

/** The client doesn't give its frame away: it is the one that has come. */
async function findFrame(before: ReadonlySet<Element>): Promise<void> {
  // The client waits for its lock before it makes the frame.
  for (let turn = 0; turn < 20 && frame === undefined; turn += 1) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    frame = [...document.querySelectorAll('iframe')].find((each) => !before.has(each) && each.src.includes('/headless'));
  }
  if (frame === undefined) return;
  frame.title = 'WebContainer';
  frame.tabIndex = -1;
  frame.setAttribute('aria-hidden', 'true');
}
