/** One component's line to the API server: requests as promises, with time limits and retries when the server says "later". */
import type { Clock } from '../kernel/index.ts';
import {
  type ApiRequest,
  type ApiResponse,
  type Exchange,
  failure,
  type Handler,
  type Json,
  type Status,
  StatusError,
  type User,
} from '../meta/index.ts';
import { parseStatus } from './parse.ts';

export interface ConnectionOptions {
  readonly handler: Handler;
  readonly clock: Clock;
  /** Kernel.unsettled: promises are about to resolve. */
  readonly unsettled: () => void;
  readonly user: User;
  /** Its part before `/` becomes the field manager: `kube-controller-manager/v1.33`. */
  readonly userAgent: string;
}

export interface Call {
  readonly method: ApiRequest['method'];
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Json;
  /** `application/json` unless told. */
  readonly contentType?: string;
  /** Trace event on whose behalf; 0 when there is none. */
  readonly cause: number;
}

export interface Connection {
  /** Resolves with the body of a 2xx answer; rejects with a StatusError. */
  send(call: Call): Promise<Json>;
  /** Opens a watch. `exchange` hears nothing more once the returned function was called or the connection is closed. */
  stream(call: Call, exchange: Exchange): () => void;
  /** Hangs up: what is under way rejects, what comes later rejects at once, nothing is sent any more. */
  close(): void;
  readonly closed: boolean;
}

/** How long an answer may take: the API server's own limit of 60 s and something for the way, milliseconds. */
const requestTimeoutMs = 65_000;
/** How often a request is repeated when the server asks for it with Retry-After (client-go rest/request.go). */
const maxRetries = 10;
const foregroundWaitMs = 10_000;

interface Pending {
  readonly deadline: number;
  readonly fail: (status: Status) => void;
}

/** Opens a connection. It is only an agreement: nothing is sent before the first request. */
export function createConnection(options: ConnectionOptions): Connection {
  const { handler, clock, unsettled, user } = options;
  const plain = { 'user-agent': options.userAgent, accept: 'application/json' };
  const withJson = { ...plain, 'content-type': 'application/json' };
  // In order of their deadlines, since all wait equally long: one timer serves them all.
  const pending = new Set<Pending>();
  const streams = new Set<() => void>();
  let sweeping = false;

  function requestFor(call: Call): ApiRequest {
    const { method, path, query = {}, body, cause, contentType } = call;
    if (body === undefined) return { method, path, query, headers: plain, user, cause };
    const headers = contentType === undefined ? withJson : { ...plain, 'content-type': contentType };
    return { method, path, query, headers, body, user, cause };
  }

  function sweep(): void {
    sweeping = false;
    for (const each of pending) {
      if (each.deadline > clock.now()) break;
      each.fail(failure(504, 'Timeout', 'Timeout: the server did not answer in time'));
    }
    const [next] = pending;
    if (next !== undefined) sweepAfter(next.deadline - clock.now());
  }

  function sweepAfter(delayMs: number): void {
    if (sweeping) return;
    sweeping = true;
    clock.after(delayMs, sweep, { background: true });
  }

  function send(call: Call): Promise<Json> {
    if (connection.closed) return Promise.reject(new StatusError(hungUp()));
    return new Promise<Json>((resolve, reject) => {
      const request = requestFor(call);
      let attempt = 0;
      let hangUp: (() => void) | undefined;

      function fail(status: Status): void {
        if (!pending.delete(entry)) return;
        hangUp?.();
        unsettled();
        reject(new StatusError(status));
      }
      function settle(response: ApiResponse): void {
        if (response.code < 300) {
          if (!pending.delete(entry)) return;
          unsettled();
          resolve(response.body ?? null);
          return;
        }
        const waitMs = retryAfterMs(response);
        if (waitMs === undefined || attempt >= maxRetries) {
          fail(parseStatus(response.body, response.code));
          return;
        }
        attempt += 1;
        clock.after(waitMs, dial, { background: waitMs >= foregroundWaitMs });
      }
      function dial(): void {
        if (!pending.has(entry)) return;
        let answered = false;
        hangUp = handler(request, {
          respond(response) {
            answered = true;
            if (pending.has(entry)) settle(response);
          },
          write() {},
          end() {
            if (!answered) fail(failure(503, 'ServiceUnavailable', 'the connection to the server was lost'));
          },
        });
      }
      const entry: Pending = { deadline: clock.now() + requestTimeoutMs, fail };
      pending.add(entry);
      sweepAfter(requestTimeoutMs);
      dial();
    });
  }

  function stream(call: Call, exchange: Exchange): () => void {
    let open = !connection.closed;
    if (!open) return () => {};
    const hangUp = handler(requestFor(call), {
      respond: (response) => open && exchange.respond(response),
      write: (chunk) => open && exchange.write(chunk),
      end() {
        if (!open) return;
        stop();
        exchange.end();
      },
    });
    function stop(): void {
      if (!open) return;
      open = false;
      streams.delete(stop);
      hangUp();
    }
    streams.add(stop);
    return stop;
  }

  const connection = {
    send,
    stream,
    closed: false,
    close() {
      connection.closed = true;
      for (const stop of [...streams]) stop();
      for (const each of [...pending]) each.fail(hungUp());
    },
  };
  return connection;
}

function hungUp(): Status {
  return failure(503, 'ServiceUnavailable', 'the client has hung up');
}

/** Milliseconds to wait before the same request may be sent again; undefined: the answer stands. */
function retryAfterMs(response: ApiResponse): number | undefined {
  if (response.code !== 429 && response.code < 500) return undefined;
  const seconds = Number(response.headers['retry-after']);
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : undefined;
}
