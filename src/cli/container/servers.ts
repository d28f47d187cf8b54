/** The session's API server and etcd as servers of the container; where they listen is written down for kubectl and etcdctl. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { ApiResponse, Gateway, GatewayResponse, Handler, Json } from '../../engine/index.ts';
import type { ExternalInputs } from './external-inputs.ts';
import { startEtcdHttpServer } from '../serve/etcd-http.ts';
import { startHttpServer } from '../serve/http-server.ts';
import { kubeconfigText } from '../serve/kubeconfig-text.ts';

/** The cluster's time, for clients that tell ages. */
export const clockHeader = 'converge-now';

/** Where what listens in the container is found. */
export interface Addresses {
  readonly apiserver: string;
  /** By member: `etcd-0`. */
  readonly etcd: Readonly<Record<string, string>>;
}

const apiPort = 8001;
const etcdPort = 2379;
const streaming = /^\/v3\/(?:watch|lease\/keepalive|maintenance\/snapshot)$/;

export interface Servers {
  /** There are so many members of etcd. */
  members(count: number): void;
}

/** Where it is written down. */
export interface AddressFiles {
  readonly addresses: string;
  readonly kubeconfig: string;
}

export function startServers(inside: Pick<ExternalInputs, 'send'>, files: AddressFiles): Servers {
  const etcd: Record<string, string> = {};
  let apiserver = '';
  let asked = 0;

  const handler: Handler = (request, exchange) => {
    const { user: _, cause: __, body, ...rest } = request;
    const hangUp = inside.send('apiserver', { ...rest, ...(body === undefined ? {} : { body: textOf(body) }) }, (part) => {
      if ('respond' in part) {
        const headers = { ...part.respond.headers, [clockHeader]: String(part.nowMs) };
        exchange.respond({ ...part.respond, headers });
      } else if ('write' in part) exchange.write(part.write);
      else exchange.end();
    });
    // A request that has been answered leaves nothing to hang up.
    const streams = request.query['watch'] === 'true' || request.query['follow'] === 'true';
    return streams ? hangUp : () => {};
  };

  function writeDown(): void {
    const addresses: Addresses = { apiserver, etcd };
    mkdirSync(dirname(files.addresses), { recursive: true });
    writeFileSync(files.addresses, JSON.stringify(addresses));
    if (apiserver === '') return;
    const cluster = { name: 'converge', server: apiserver };
    writeFileSync(files.kubeconfig, kubeconfigText({ clusters: [cluster], current: cluster.name }));
  }

  void onPort(apiPort, (port) => startHttpServer(handler, { port })).then(({ url }) => {
    apiserver = url;
    writeDown();
  });

  return {
    members(count) {
      for (; asked < count; asked += 1) {
        const name = `etcd-${asked}`;
        const enter = (work: () => void): void => work();
        void onPort(etcdPort + 10 * asked, (port) => startEtcdHttpServer(gatewayTo(inside, name), enter, port)).then(({ url }) => {
          etcd[name] = url;
          writeDown();
        });
      }
    },
  };
}

/** An engine that was ended a moment ago may still have the port: then another one does, as its address is written down. */
const onPort = <T>(port: number, start: (port: number) => Promise<T>): Promise<T> => start(port).catch(() => start(0));

/** A member's gateway whose requests are inputs of the session. */
function gatewayTo(inside: Pick<ExternalInputs, 'send'>, member: string): Gateway {
  const outside = { query: {}, headers: {} };
  return {
    request(path, body, respond) {
      inside.send(member, { ...outside, method: 'POST', path, ...(body === undefined ? {} : { body: textOf(body) }) }, (part) => {
        if ('respond' in part) respond(gatewayAnswer(part.respond));
      });
    },
    get(path, respond) {
      inside.send(member, { ...outside, method: 'GET', path }, (part) => {
        if ('respond' in part) respond(gatewayAnswer(part.respond));
      });
    },
    streams: (path) => streaming.test(path),
    open(path, out) {
      let hangUp: (() => void) | undefined;
      return {
        receive(body) {
          hangUp ??= inside.send(member, { ...outside, method: 'POST', path, body: textOf(body) }, (part) => {
            if ('respond' in part) out.respond(gatewayAnswer(part.respond));
            else if ('write' in part) {
              if (isObject(part.write)) out.write(part.write);
            } else out.end();
          });
        },
        finish() {},
        close: () => hangUp?.(),
      };
    },
  };
}

const gatewayAnswer = ({ code, body }: ApiResponse): GatewayResponse => ({
  code,
  body: isObject(body) ? body : undefined,
});

const textOf = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body));

/** What the gateway says is objects. */
const isObject = (value: Json | undefined): value is NonNullable<GatewayResponse['body']> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
