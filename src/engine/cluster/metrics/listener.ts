import type { Listener } from '../../node/index.ts';
import type { HttpHandler } from '../../sdk/index.ts';

const reviews = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';
const headers = { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' };

/** Tells a document at `/metrics`. Who may get that path of the API server may get it here: upstream's components ask that server, too. */
export function metricsListener(api: HttpHandler, text: () => string | undefined): Listener {
  const open = new Set<() => void>();
  const http: HttpHandler = ({ path, headers: given }, answer, remote) => {
    if (path !== '/metrics') return answer({ code: 404, headers, body: '404 page not found\n' });
    const body = JSON.stringify({ spec: { nonResourceAttributes: { path, verb: 'get' } } });
    const review = { method: 'POST', path: reviews, headers: { ...given, 'content-type': 'application/json' }, body };
    api(
      review,
      (reviewed) => {
        const document = text();
        // Its process is down.
        if (document === undefined) for (const end of [...open]) end();
        else if (/"allowed":true/.test(reviewed.body)) answer({ code: 200, headers, body: document });
        else if (reviewed.code === 401) answer({ code: 401, headers, body: 'Unauthorized\n' });
        else answer({ code: 403, headers, body: `forbidden: cannot get path "${path}"\n` });
      },
      remote,
    );
  };
  return { http, open };
}
