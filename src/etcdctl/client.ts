/** One etcd client over the endpoints of a command line: the first that answers serves, until the deadline (clientv3). */
import type { Gateway, GatewayInput, GatewayResponse, JsonObject } from '../engine/index.ts';
import { number, record, text } from '../kubectl/json.ts';
import { CommandError, Interrupted, RpcError } from './errors.ts';
import type { Io } from './types.ts';

export interface Client {
  readonly endpoints: readonly string[];
  /** A single request. `timeoutMs` undefined: as long as it takes. Throws RpcError with what the server or the client says. */
  call(path: string, body: JsonObject, timeoutMs: number | undefined, endpoint?: string): Promise<JsonObject>;
  /** Opens a stream and sends one request on it; see Stream. */
  stream(path: string, body: JsonObject): Stream;
}

export interface Stream {
  /** The next line's result; undefined at the end. Throws RpcError when the stream breaks with one. */
  next(): Promise<JsonObject | undefined>;
  close(): void;
}

const deadline = 'context deadline exceeded';
/** gRPC's code for "can't be reached now". */
const unavailable = 14;
/** What waits for a connection looks again after this. */
const retryMs = 100;

/** `etcd-1` of `http://etcd-1:2379`. At another port no client is served: '' is no host. */
function hostOf(endpoint: string): string {
  return /^(?:\w+:\/\/)?([^:/]+)(?::2379)?$/.exec(endpoint)?.[1] ?? '';
}

/** A client of these endpoints. */
export function createClient(io: Io, endpoints: readonly string[]): Client {
  const gatewayOf = (endpoint: string): Gateway | undefined => io.etcd.gateway(hostOf(endpoint));

  /** Tries one endpoint after the other until one can be reached; then again, a little later. */
  function call(path: string, body: JsonObject, timeoutMs: number | undefined, only?: string): Promise<JsonObject> {
    const among = only === undefined ? endpoints : [only];
    return new Promise((resolve, reject) => {
      let over = false;
      let cancelRetry = (): void => {};
      const finish = (end: () => void): void => {
        if (over) return;
        over = true;
        cancelTimeout();
        cancelRetry();
        forget();
        end();
      };
      const cancelTimeout =
        timeoutMs === undefined ? () => {} : io.etcd.after(timeoutMs, () => finish(() => reject(new RpcError(deadline))));
      const forget = io.onInterrupt(() => finish(() => reject(new Interrupted())));

      function attempt(place: number): void {
        if (over) return;
        const gateway = gatewayOf(among[place % among.length] ?? '');
        if (gateway === undefined) return later(place + 1);
        gateway.request(path, body, (response) => {
          if (isUnreachable(response) || (repeatable.has(path) && isUnavailable(response))) return later(place + 1);
          finish(() => (response.code === 200 ? resolve(response.body ?? {}) : reject(errorOf(response))));
        });
      }
      function later(place: number): void {
        if (over) return;
        if (place % among.length !== 0) return attempt(place);
        cancelRetry = io.etcd.after(retryMs, () => attempt(place));
      }
      attempt(0);
    });
  }

  return {
    endpoints,
    call,
    stream(path, body) {
      const open = endpoints.map(gatewayOf).filter((gateway) => gateway !== undefined);
      return openStream(io, open, path, body);
    },
  };
}

function openStream(io: Io, gateways: readonly Gateway[], path: string, body: JsonObject): Stream {
  const lines: JsonObject[] = [];
  let ended = false;
  let failed: Error | undefined;
  let wake = (): void => {};
  let input: GatewayInput | undefined;
  const end = (error?: Error): void => {
    ended = true;
    failed ??= error;
    wake();
  };
  const forget = io.onInterrupt(() => {
    input?.close();
    end(new Interrupted());
  });
  function attempt(place: number): void {
    const gateway = gateways[place];
    if (gateway === undefined) return end(new RpcError(deadline));
    input = gateway.open(
      path,
      {
        respond: (response) => (isUnreachable(response) ? attempt(place + 1) : end(errorOf(response))),
        write(line) {
          lines.push(line);
          wake();
        },
        end: () => end(),
      },
      { requireLeader: true },
    );
    input.receive(body);
  }
  attempt(0);
  return {
    async next() {
      while (lines.length === 0 && !ended) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      const line = lines.shift();
      if (line === undefined) {
        if (failed !== undefined) throw failed;
        return undefined;
      }
      const refused = record(line, 'error');
      if (text(refused, 'message') !== '') throw new RpcError(text(refused, 'message'));
      return record(line, 'result');
    },
    close() {
      input?.close();
      forget();
    },
  };
}

/** Requests that do no harm when they are made twice: what is unavailable now is asked for again (clientv3/retry.go). */
const repeatable = new Set([
  '/v3/kv/range',
  '/v3/lease/grant',
  '/v3/lease/revoke',
  '/v3/lease/timetolive',
  '/v3/lease/leases',
  '/v3/cluster/member/list',
  '/v3/maintenance/alarm',
  '/v3/maintenance/status',
  '/v3/maintenance/hashkv',
  '/v3/maintenance/transfer-leadership',
]);

function isUnavailable({ code, body }: GatewayResponse): boolean {
  return code === 503 && number(body, 'code') === unavailable;
}

/** Refused before it reached a member: another one may be asked. */
function isUnreachable({ code, body }: GatewayResponse): boolean {
  return code === 503 && number(body, 'code') === unavailable && text(body, 'message').startsWith('all SubConns are in');
}

function errorOf({ body }: GatewayResponse): Error {
  const message = text(body, 'message');
  return message === '' ? new CommandError('the server answered nothing that can be read') : new RpcError(message);
}
