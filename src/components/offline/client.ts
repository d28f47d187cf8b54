/** The page's end of the service worker's messages. */
import type { FromServiceWorker, HeldPages, ToServiceWorker } from './protocol.ts';

/** Sends a request; resolves with the pages that are held then, rejects with a sentence. `progress` hears of every file. */
export function requestOf(
  worker: ServiceWorker,
  message: Exclude<ToServiceWorker, { type: 'take-over' }>,
  progress: (done: number, total: number) => void = () => undefined,
): Promise<HeldPages['pages']> {
  const { port1, port2 } = new MessageChannel();
  const { promise, resolve, reject } = Promise.withResolvers<HeldPages['pages']>();
  port1.onmessage = ({ data }: MessageEvent<FromServiceWorker>) => {
    if (data.type === 'progress') return progress(data.done, data.total);
    port1.close();
    if (data.type === 'held') resolve(data.pages);
    else reject(new Error(data.because));
  };
  worker.postMessage(message, [port2]);
  return promise;
}

/** The first version that is active; resolves with a later one where that has taken over. */
export async function activeWorker(): Promise<ServiceWorker> {
  const { active } = await navigator.serviceWorker.ready;
  if (active === null) throw new Error('The browser has no service worker for this page.');
  return active;
}

/** Calls `waits` with each new version that is installed and waits for the reader's word, now and later. */
export function onWaitingVersion(registration: ServiceWorkerRegistration, waits: (worker: ServiceWorker) => void): void {
  if (registration.waiting !== null && navigator.serviceWorker.controller !== null) waits(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => {
      // The first version of all replaces nothing.
      if (installing.state === 'installed' && navigator.serviceWorker.controller !== null) waits(installing);
    });
  });
}

/** The version takes over, and this page is loaded anew with it. Other pages stay as they are. */
export function takeVersion(worker: ServiceWorker): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  worker.postMessage({ type: 'take-over' } satisfies ToServiceWorker);
}
