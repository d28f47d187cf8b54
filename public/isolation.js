/**
 * Isolates pages on hosts that can't set headers: pages that were marked (a WebContainer needs it), and no others, are given the two
 * headers on their way. Stands at the site's base, for a service worker's scope is its folder.
 */
const marks = 'converge-isolated';

addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('fetch', (event) => {
  const { request } = event;
  // Workers of an isolated page and the page of its engine's frames have to say that they are, too.
  if (request.destination === 'worker' || request.url.endsWith('/engine/isolated/')) event.respondWith(answer(request, true));
  else if (request.mode === 'navigate' && request.method === 'GET') event.respondWith(answer(request, false));
});

async function answer(request, worker) {
  const response = await fetch(request);
  // Redirects and what comes from elsewhere can't be changed.
  if (response.type !== 'basic') return response;
  const marked = worker || (await (await caches.open(marks)).match(new URL(request.url).pathname));
  if (!marked) return response;
  const headers = new Headers(response.headers);
  headers.set('Cross-Origin-Embedder-Policy', 'require-corp');
  if (!worker) headers.set('Cross-Origin-Opener-Policy', 'same-origin');
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}
