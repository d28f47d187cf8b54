/**
 * Pages that were marked by `runtimes/webcontainer/isolation.ts`, and those whose lesson begins in a WebContainer, are given the headers that
 * isolate them on their way; no others.
 */

const marks = 'converge-isolated';

interface Isolation {
  /** Holds the marks. */
  readonly caches: Pick<CacheStorage, 'open'>;
  /** It is such a lesson's page. */
  readonly always: boolean;
}

/** The answer to a navigation or to a worker's script, isolated where it has to be. */
export async function isolate(response: Response, request: Pick<Request, 'destination' | 'mode' | 'url'>, { caches, always }: Isolation): Promise<Response> {
  // A worker of an isolated page, and the page of its engine's frames, have to say that they embed nothing, too.
  const inside = request.destination === 'worker' || request.url.endsWith('/engine/isolated/');
  if (!inside && request.mode !== 'navigate') return response;
  // Redirects and what comes from elsewhere can't be changed. What was stored is `default`.
  if (response.type !== 'basic' && response.type !== 'default') return response;
  const marked = inside || always || (await (await caches.open(marks)).match(new URL(request.url).pathname)) !== undefined;
  if (!marked) return response;
  const headers = new Headers(response.headers);
  headers.set('Cross-Origin-Embedder-Policy', 'require-corp');
  if (!inside) headers.set('Cross-Origin-Opener-Policy', 'same-origin');
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}
