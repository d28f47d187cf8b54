/**
 * Who may ask at all. Any page that a browser on this machine shows can send requests to a port of it: by its address (a form, an image, a
 * websocket), or by a name that the page's own DNS rebinds to 127.0.0.1. `Host` gives the second away, `Origin` and `Sec-Fetch-Site` the first.
 */
import type { IncomingMessage } from 'node:http';
import type { Status } from '../../engine/index.ts';

export interface OriginRules {
  /** Names beside the loopback's that `Host` may carry, in lower case, without a port. */
  readonly hosts: readonly string[];
  /** Origins beside the server's own: `https://example.org`. */
  readonly origins: readonly string[];
}

export const loopbackOnly: OriginRules = { hosts: [], origins: [] };

/** Why a request is refused, before anything of it is read; undefined where it may go on. */
export function refusalOf(message: IncomingMessage, rules: OriginRules): Status | undefined {
  const { host = '', origin, 'sec-fetch-site': site } = message.headers;
  if (!isAllowedHost(host, rules)) {
    return refused(`the Host ${JSON.stringify(host)} is not a name of this machine; --allow-host names others`);
  }
  if (origin !== undefined) {
    if (isAllowedOrigin(origin, host, rules)) return undefined;
    return refused(`the Origin ${JSON.stringify(origin)} is not this server's own; --allow-origin names others`);
  }
  // Browsers leave out Origin where a page only embeds or links; scripts can't set or remove this header.
  if (site === undefined || site === 'none' || site === 'same-origin') return undefined;
  return refused('a page of another origin asks for it');
}

/**
 * What lets a page of an origin named by --allow-origin read answers (upstream: apiserver pkg/server/filters/cors.go). Empty where there is no
 * Origin, or it is the server's own.
 */
export function corsHeaders({ headers }: IncomingMessage, { origins }: OriginRules): Readonly<Record<string, string>> {
  const { origin } = headers;
  if (origin === undefined || !origins.includes(origin)) return {};
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-methods': 'POST, GET, OPTIONS, PUT, DELETE, PATCH',
    'access-control-allow-headers':
      'Content-Type, Content-Length, Accept-Encoding, X-CSRF-Token, Authorization, X-Requested-With, If-Modified-Since',
    'access-control-expose-headers': 'Date',
    'access-control-allow-credentials': 'true',
    vary: 'Origin',
  };
}

/** The name in a `Host` header, in lower case and without its port; brackets stay. */
function nameOf(host: string): string {
  return host.toLowerCase().replace(/:\d*$/, '');
}

function isAllowedHost(host: string, { hosts }: OriginRules): boolean {
  const name = nameOf(host);
  return name === 'localhost' || name === '[::1]' || isLoopbackAddress(name) || hosts.includes(name);
}

/** 127.0.0.0/8, written as four numbers: a name such as `127.evil.example` is none. */
function isLoopbackAddress(name: string): boolean {
  const parts = name.split('.');
  return parts.length === 4 && parts[0] === '127' && parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) < 256);
}

function isAllowedOrigin(origin: string, host: string, { origins }: OriginRules): boolean {
  const own = [`http://${host.toLowerCase()}`, `https://${host.toLowerCase()}`];
  return own.includes(origin) || origins.includes(origin);
}

function refused(message: string): Status {
  return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, reason: 'Forbidden', code: 403 };
}
