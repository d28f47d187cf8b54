/**
 * Isolating a page where the host sends no headers for it: it is marked, a service worker at the site's base adds the headers, and the
 * page is loaded anew, once.
 */

const marks = 'converge-isolated';
/** The page that was just loaded anew for it. */
const tried = 'converge-isolating';

/**
 * Loads the page anew; resolves with why it can't be isolated, where it can't. `base`: the site's, ending in `/`. `stays`: whether the page is
 * to stay as it is after all, so that its next visit is isolated.
 */
export async function isolatePage(base: string, stays: () => boolean = () => false): Promise<string | undefined> {
  if (crossOriginIsolated) return undefined;
  if (!isSecureContext || !('serviceWorker' in navigator))
    return 'A WebContainer needs an isolated page, which this browser gives only over https and outside of private windows.';
  if (sessionStorage.getItem(tried) === location.pathname)
    return 'This page was reloaded for it, and the browser still doesn’t isolate it. The cluster runs in the worker.';
  try {
    await mark();
    await navigator.serviceWorker.register(`${base}service-worker.js`, { scope: base });
    await navigator.serviceWorker.ready;
    if (stays()) return undefined;
    sessionStorage.setItem(tried, location.pathname);
  } catch {
    return 'A WebContainer needs an isolated page, which this browser refuses here: its storage or service workers are blocked.';
  }
  location.reload();
  return undefined;
}

/** The page is isolated: the next attempt may load it anew again. */
export function settleIsolation(): void {
  sessionStorage.removeItem(tried);
}

async function mark(): Promise<void> {
  await (await caches.open(marks)).put(location.pathname, new Response(''));
}

/** From its next load on the page isn't isolated. */
export async function unmarkPage(): Promise<void> {
  sessionStorage.removeItem(tried);
  await (await caches.open(marks)).delete(location.pathname);
}
