/** Where a proxied request wants to go, as its path says. */

import type { Context } from '../../apiserver/context.ts';
import { refuse } from '../../apiserver/outcome.ts';
import { badRequest, serviceUnavailable } from '../../meta/index.ts';
import { pathWithQuery } from './proxy-message.ts';

export interface Target {
  readonly scheme: string;
  readonly name: string;
  readonly port: string;
}

/** Takes `scheme:name:port`, `name:port` and `name` apart (upstream: apimachinery pkg/util/net SplitSchemeNamePort). */
export function targetOf(id: string, what: string): Target {
  const parts = id.split(':');
  const [first = '', second = '', third = ''] = parts;
  const target =
    parts.length === 1
      ? { scheme: '', name: first, port: '' }
      : parts.length === 2
        ? { scheme: '', name: first, port: second }
        : { scheme: first, name: second, port: third };
  const knownScheme = target.scheme === '' || target.scheme === 'http' || target.scheme === 'https';
  if (parts.length > 3 || !knownScheme || target.name === '') {
    refuse(badRequest(`invalid ${what} request ${JSON.stringify(id)}`));
  }
  return target;
}

/** A port that something may listen on. */
export function portNumber(port: string): number {
  const number = Number(port);
  if (Number.isInteger(number) && number >= 1 && number <= 65_535) return number;
  return refuse(serviceUnavailable(`error trying to reach service: dial tcp: lookup tcp/${port}: unknown port`));
}

/** Whether a reader of a directory was sent to it with a slash, so that relative links work. */
export function redirectsToSlash({ request, info, exchange }: Context): boolean {
  const reads = request.method === 'GET' || request.method === 'HEAD';
  if (info.proxyPath !== '' || !reads) return false;
  const location = `${pathWithQuery(request, `${request.path}/`)}`;
  exchange.respond({ code: 301, headers: { location, 'content-type': 'text/plain; charset=utf-8' }, body: '' });
  return true;
}
