/** How processes find servers and send them requests: names, URLs, one request. */

import type { Clock } from '../../kernel/index.ts';
import type { HttpAnswer, HttpRequest, Socket } from '../../sdk/index.ts';
import { candidatesFor, type Dns } from './dns.ts';
import type { ConnectFailure, PodLink, PodNetwork } from './pod-network.ts';

/** The process that looks up a name or connects: its clock, and where it runs. */
export interface NetworkClient {
  readonly clock: Clock;
  readonly link: PodLink;
  readonly hostname: string;
  readonly dns: Dns;
}

export interface Target {
  readonly host: string;
  readonly port: number;
  readonly path: string;
  readonly scheme: string;
}

/** A query to the DNS server and its answer, milliseconds. */
const lookupMs = 1;

/** Parts of `http://web.default:8080/x`; undefined when it is no such address. The scheme is http by default. */
export function parseUrl(url: string): Target | undefined {
  const match =
    /^(?:([a-z][a-z0-9+.-]*):\/\/)?(?:[^@/]*@)?([^:/?#[\]]+|\[[^\]]+\])(?::(\d*))?([/?][^#]*)?(?:#.*)?$/i.exec(url);
  if (match === null) return undefined;
  const [, scheme = 'http', host = '', port = '', path = '/'] = match;
  const number = port === '' ? (scheme === 'https' ? 443 : 80) : Number(port);
  return { scheme, host: host.replace(/^\[|\]$/g, ''), port: number, path: path.startsWith('?') ? `/${path}` : path };
}

export interface Found {
  /** As the server has it. */
  readonly name: string;
  readonly addresses: readonly string[];
}

/** Addresses of a name as a process sees it now; undefined where there is none. */
export function lookupNow(network: PodNetwork, { link, hostname, dns }: NetworkClient, name: string): Found | undefined {
  if (/^\d+\.\d+\.\d+\.\d+$/.test(name)) return { name, addresses: [name] };
  if (name === 'localhost') return { name, addresses: ['127.0.0.1'] };
  if (name === hostname) return { name, addresses: [link.ip] };
  for (const candidate of candidatesFor(dns, name)) {
    const addresses = network.proxy?.lookup(link, candidate);
    if (addresses !== undefined && addresses.length > 0) return { name: candidate, addresses };
  }
  return undefined;
}

/** The same as a query over the network: answered a moment later. */
export function lookup(
  network: PodNetwork,
  client: NetworkClient,
  name: string,
  done: (found: Found | undefined) => void,
): void {
  const isKnown = /^[\d.]+$/.test(name) || name === 'localhost' || name === client.hostname;
  if (isKnown) done(lookupNow(network, client, name));
  else client.clock.after(lookupMs, () => done(lookupNow(network, client, name)));
}

/** One request to a URL; a text is why there was no answer. */
export function requestUrl(
  network: PodNetwork,
  client: NetworkClient,
  url: string,
  request: Partial<HttpRequest>,
  done: (answer: HttpAnswer | ConnectFailure | 'bad address' | 'bad url') => void,
): void {
  const target = parseUrl(url);
  if (target === undefined) return done('bad url');
  lookup(network, client, target.host, (found) => {
    const ip = found?.addresses[0];
    if (ip === undefined) return done('bad address');
    const { method = 'GET', headers = {}, body = '', path = target.path } = request;
    const host = target.port === 80 ? target.host : `${target.host}:${target.port}`;
    const sent = { method, path, headers: { host, ...headers }, body };
    network.request(client.link, { ip, port: target.port }, sent, done);
  });
}

/** A connection to a host; a text is why there is none. */
export function connectTo(
  network: PodNetwork,
  client: NetworkClient,
  host: string,
  port: number,
  peer: Socket,
  opened: (socket: Socket | ConnectFailure | 'bad address') => void,
): void {
  lookup(network, client, host, (found) => {
    const ip = found?.addresses[0];
    if (ip === undefined) opened('bad address');
    else network.connect(client.link, { ip, port }, peer, opened);
  });
}
