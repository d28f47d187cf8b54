/// <reference lib="webworker" />
/**
 * The site's service worker. It answers for pages that are held (`store.ts`) from this device, and isolates pages that were marked (a
 * WebContainer needs it) on hosts that can't set headers. A new version waits until the reader takes it: nothing here calls `skipWaiting` by itself.
 */
import { registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';
import { isolate } from './isolate.ts';
import type { FromServiceWorker, OfflineFiles, ToServiceWorker } from './protocol.ts';
import { createOfflineStore } from './store.ts';

declare const self: ServiceWorkerGlobalScope;
/** Filled in by scripts/hosting/offline-files.ts. */
declare const offlineFiles: OfflineFiles;

const { scope } = self.registration;
const store = createOfflineStore({ files: offlineFiles, scope, caches, fetch: (...request) => fetch(...request) });

/** A path below the scope. A page may be written without its last slash. */
const pathOf = ({ href, search, hash }: URL): string => {
  const path = href.slice(scope.length, href.length - search.length - hash.length).replace(/(^|\/)index\.html$/, '$1');
  return offlineFiles.pages.includes(`${path}/`) ? `${path}/` : path;
};

async function openPage(request: Request, path: string): Promise<Response> {
  const known = await store.current(path);
  if (known !== undefined) return known;
  try {
    return await fetch(request);
  } catch (error) {
    const offline = await store.current('offline/');
    if (offline === undefined) throw error;
    return offline;
  }
}

registerRoute(
  ({ request, url }) => request.mode === 'navigate' && url.href.startsWith(scope),
  async ({ request, url }) => isolate(await openPage(request, pathOf(url)), request, { caches, always: offlineFiles.isolated.includes(pathOf(url)) }),
);

// The page wants to know whether its server answers: for a page that is held, this worker does.
registerRoute(
  ({ url }) => url.href.startsWith(scope),
  async ({ request, url }) => ((await store.current(pathOf(url))) === undefined ? fetch(request) : new Response(null)),
  'HEAD',
);

/** Files of `_astro/` from any version; what isn't there comes from the network, and is stored where something is held. */
const hashed = new CacheFirst({
  cacheName: `converge-version-${offlineFiles.version}`,
  matchOptions: { ignoreVary: true },
  plugins: [
    { cachedResponseWillBeUsed: async ({ cachedResponse, request }) => cachedResponse ?? (await store.any(request.url)) },
    { cacheWillUpdate: async ({ response }) => (response.status === 200 && (await store.current('')) !== undefined ? response : null) },
  ],
});
registerRoute(
  ({ url }) => url.href.startsWith(`${scope}_astro/`),
  async (options) => isolate(await hashed.handle(options), options.request, { caches, always: false }),
);

const unhashed = new Set([...offlineFiles.shell, ...offlineFiles.kept, ...Object.values(offlineFiles.beside).flat()].filter((path) => !path.startsWith('_astro/')));
registerRoute(
  ({ request, url }) => request.mode !== 'navigate' && url.href.startsWith(scope) && unhashed.has(pathOf(url)),
  async ({ request, url }) => (await store.current(pathOf(url))) ?? fetch(request),
);

self.addEventListener('install', (event) => event.waitUntil(store.takeOver()));
self.addEventListener('activate', (event) => event.waitUntil(store.removeOutdated().then(() => self.clients.claim())));

self.addEventListener('message', (event) => {
  const message: ToServiceWorker = event.data;
  if (message.type === 'take-over') return void self.skipWaiting();
  const [port] = event.ports;
  if (port !== undefined) event.waitUntil(answer(message, (each) => port.postMessage(each)));
});

async function answer(message: Exclude<ToServiceWorker, { type: 'take-over' }>, post: (message: FromServiceWorker) => void): Promise<void> {
  try {
    if (message.type === 'hold') await store.hold(message.pages, message.heldFor, (done, total) => post({ type: 'progress', done, total }));
    if (message.type === 'release') await store.release(message.pages);
    post({ type: 'held', pages: await store.held() });
  } catch (error) {
    post({ type: 'failed', because: error instanceof Error ? error.message : String(error) });
  }
}
