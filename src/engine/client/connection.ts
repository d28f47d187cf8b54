/** One component's connection to the API server: requests as promises, with time limits and retries when the server says "later". */
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
  /** `application/json` by default. */
  readonly contentType?: string;
  /** Trace event on whose behalf; 0 when there is none. */
  readonly cause: number;
}

export interface Connection {
  /** Resolves with the body of a 2xx answer; rejects with a StatusError. */
  send(call: Call): Promise<Json>;
  /** Opens a watch. `exchange` gets nothing more once the returned function was called or the connection is closed. */
  stream(call: Call, exchange: Exchange): () => void;
  /** Closes the connection: what is under way rejects, what comes later rejects at once, nothing is sent any more. */
  close(): void;
  readonly closed: boolean;
}

/** How long an answer may take: the API server's own limit of 60 s and something for the way, milliseconds. */
const requestTimeoutMs = 65_000;
/** How often a request is repeated when the server demands it by Retry-After (client-go rest/request.go). */
const maxRetries = 10;
const foregroundWaitMs = 10_000;
/** So long a request waits that is made when the connection is closed; milliseconds. */
const afterCloseMs = 1000;

interface Pending {
  readonly deadline: number;
  readonly fail: (status: Status) => void;
}

/** What one connection remembers. */
interface Open {
  readonly options: ConnectionOptions;
  /** Headers of requests without and with a body in JSON. */
  readonly plain: Readonly<Record<string, string>>;
  readonly withJson: Readonly<Record<string, string>>;
  /** In order of their deadlines, since all wait equally long: one timer serves them all. */
  readonly pending: Set<Pending>;
  readonly streams: Set<() => void>;
  sweeping: boolean;
  readonly connection: { closed: boolean };
}

/** Opens a connection. It is only an agreement: nothing is sent before the first request. */
export function createConnection(options: ConnectionOptions): Connection {
  const plain = { 'user-agent': options.userAgent, accept: 'application/json' };
  const connection = {
    closed: false,
    send: (call: Call) => send(open, call),
    stream: (call: Call, exchange: Exchange) => stream(open, call, exchange),
    close() {
      connection.closed = true;
      for (const stop of [...open.streams]) stop();
      for (const each of [...open.pending]) each.fail(hungUp());
    },
  };
  const open: Open = {
    options,
    plain,
    withJson: { ...plain, 'content-type': 'application/json' },
    pending: new Set(),
    streams: new Set(),
    sweeping: false,
    connection,
  };
  return connection;
}

function requestFor({ options, plain, withJson }: Open, call: Call): ApiRequest {
  const { user } = options;
  const { method, path, query = {}, body, cause, contentType } = call;
  if (body === undefined) return { method, path, query, headers: plain, user, cause };
  const headers = contentType === undefined ? withJson : { ...plain, 'content-type': contentType };
  return { method, path, query, headers, body, user, cause };
}

/** Fails the requests that have waited too long. */
function sweep(open: Open): void {
  const { pending, options } = open;
  open.sweeping = false;
  for (const each of pending) {
    if (each.deadline > options.clock.now()) break;
    each.fail(failure(504, 'Timeout', 'Timeout: the server did not answer in time'));
  }
  const [next] = pending;
  if (next !== undefined) sweepAfter(open, next.deadline - options.clock.now());
}

function sweepAfter(open: Open, delayMs: number): void {
  if (open.sweeping) return;
  open.sweeping = true;
  open.options.clock.after(delayMs, () => sweep(open), { background: true });
}

function send(open: Open, call: Call): Promise<Json> {
  if (open.connection.closed) return refuseLater(open.options.clock);
  return new Promise<Json>((resolve, reject) => {
    const { options, pending } = open;
    const { handler, clock, unsettled } = options;
    const request = requestFor(open, call);
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
    sweepAfter(open, requestTimeoutMs);
    dial();
  });
}

/** Time passes first: code of a process that has ended may ask again and again. */
function refuseLater(clock: ConnectionOptions['clock']): Promise<never> {
  return new Promise((_, reject) => {
    clock.after(afterCloseMs, () => reject(new StatusError(hungUp())), { background: true });
  });
}

function stream(open: Open, call: Call, exchange: Exchange): () => void {
  if (open.connection.closed) return () => {};
  const { options, streams } = open;
  let live = true;
  const hangUp = options.handler(requestFor(open, call), {
    respond: (response) => live && exchange.respond(response),
    write: (chunk) => live && exchange.write(chunk),
    end() {
      if (!live) return;
      stop();
      exchange.end();
    },
  });
  function stop(): void {
    if (!live) return;
    live = false;
    streams.delete(stop);
    hangUp();
  }
  streams.add(stop);
  return stop;
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
