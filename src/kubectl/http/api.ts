/** Requests to the API server, and the errors it answers with. */
import {
  type ApiRequest,
  type ApiResponse,
  type Json,
  type JsonObject,
  type Method,
  type Status,
  StatusError,
  type StreamEnd,
} from '../../engine/index.ts';
import { type Connection, requireServer } from '../config/connection.ts';
import { Interrupted } from '../errors.ts';
import { isObject, text } from '../json.ts';
import type { Io } from '../types.ts';

export interface RequestOptions {
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly repeated?: Readonly<Record<string, readonly string[]>>;
  readonly body?: Json;
  /** Of the body; JSON by default. */
  readonly contentType?: string;
  readonly accept?: string;
}

/** A watch or a followed log. */
export interface Stream {
  /** The next piece, or undefined once it has ended. */
  next(): Promise<Json | undefined>;
  /** Hangs up. */
  stop(): void;
}

export interface Api {
  /** Resolves with the body of a success; rejects with a StatusError. */
  request(method: Method, path: string, options?: RequestOptions): Promise<Json>;
  /** The same with its headers. */
  respond(method: Method, path: string, options?: RequestOptions): Promise<ApiResponse>;
  /** GET of something that does not end by itself. */
  open(path: string, options?: RequestOptions): Promise<Stream>;
  /**
   * A two-way stream (exec, attach): `peer` gets what the server sends. Resolves when it is open; rejects with a StatusError when refused.
   * Ctrl+C ends it.
   */
  stream(path: string, options: RequestOptions, peer: StreamEnd): Promise<StreamEnd>;
  /** Virtual sleep that Ctrl+C ends. */
  sleep(ms: number): Promise<void>;
  /** Rejects what is under way, now and later. */
  interrupt(): void;
  /** How many different warnings the server gave. */
  warnings(): number;
  /** Hangs up every stream: the command is over. */
  close(): void;
}

export const JSON_TYPE = 'application/json';
export const TABLE_TYPE =
  'application/json;as=Table;v=v1;g=meta.k8s.io,application/json;as=Table;v=v1beta1;g=meta.k8s.io,application/json';
export const PATCH_TYPES = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  apply: 'application/apply-patch+yaml',
} as const;

const ADMINISTRATOR = { name: 'kubernetes-admin', groups: ['system:masters', 'system:authenticated'] };
const ANONYMOUS = { name: 'system:anonymous', groups: ['system:unauthenticated'] };

/** A client, with what is under way on it. */
interface ApiState {
  readonly io: Io;
  /** What runs: `kubectl get`. */
  readonly command: string;
  readonly connection: Connection;
  /** What hangs up each open stream. */
  readonly stops: Set<() => void>;
  /** What rejects each promise that waits. */
  readonly rejects: Set<(error: Error) => void>;
  /** Warnings that were printed. */
  readonly warned: Set<string>;
  interrupted: boolean;
}

/** A client over `io.connect`. `command` is what runs: `kubectl get`. */
export function createApi(io: Io, command: string, connection: Connection): Api {
  const state: ApiState = {
    io,
    command,
    connection,
    stops: new Set(),
    rejects: new Set(),
    warned: new Set(),
    interrupted: false,
  };
  const { stops, rejects, warned } = state;
  const respond: Api['respond'] = (method, path, options = {}) => send(state, method, path, options, undefined);
  return {
    respond,
    request: async (method, path, options) => (await respond(method, path, options)).body ?? null,
    async open(path, options = {}) {
      const stream = createStream(rejects, () => state.interrupted);
      const response = await send(state, 'GET', path, options, stream);
      if (response.body !== undefined) stream.write(response.body);
      return { next: stream.next, stop: () => stream.stop() };
    },
    stream: (path, options, peer) => openTwoWay(state, path, options, peer),
    sleep: (ms) =>
      new Promise((resolve, reject) => {
        if (state.interrupted) return reject(new Interrupted());
        rejects.add(reject);
        void io.sleep(ms).then(() => {
          rejects.delete(reject);
          resolve();
        });
      }),
    warnings: () => warned.size,
    interrupt() {
      state.interrupted = true;
      for (const stop of stops) stop();
      for (const reject of [...rejects]) reject(new Interrupted());
    },
    close() {
      for (const stop of stops) stop();
      stops.clear();
    },
  };
}

function requestOf(
  { command, connection }: ApiState,
  method: Method,
  path: string,
  options: RequestOptions,
): ApiRequest {
  requireServer(connection);
  return {
    method,
    path,
    query: present(options.query),
    ...(options.repeated === undefined ? {} : { repeated: options.repeated }),
    headers: {
      accept: options.accept ?? JSON_TYPE,
      'user-agent': 'kubectl/v1.33.1',
      'kubectl-command': command,
      ...connection.headers,
      ...(options.body === undefined ? {} : { 'content-type': options.contentType ?? JSON_TYPE }),
    },
    ...(options.body === undefined ? {} : { body: options.body }),
    user: connection.anonymous ? ANONYMOUS : ADMINISTRATOR,
  };
}

/** Resolves with a success; what comes after it goes to `stream`. */
function send(
  state: ApiState,
  method: Method,
  path: string,
  options: RequestOptions,
  stream: StreamState | undefined,
): Promise<ApiResponse> {
  const { io, stops, rejects } = state;
  return new Promise((resolve, reject) => {
    if (state.interrupted) return reject(new Interrupted());
    rejects.add(reject);
    let stop: (() => void) | undefined;
    const finish = (): void => {
      if (stop) stops.delete(stop);
      stream?.end();
    };
    stop = io.connect(requestOf(state, method, path, options), {
      respond(response) {
        rejects.delete(reject);
        warn(state, response.headers);
        if (response.code < 400) return resolve(response);
        finish();
        reject(new StatusError(statusFrom(response)));
      },
      write: (chunk) => stream?.write(chunk),
      end: finish,
    });
    if (stream) {
      stops.add(stop);
      stream.stop = () => {
        stop?.();
        finish();
      };
    }
  });
}

/** Resolves with the server's end once it has accepted the upgrade. */
function openTwoWay(state: ApiState, path: string, options: RequestOptions, peer: StreamEnd): Promise<StreamEnd> {
  const { io, stops, rejects } = state;
  return new Promise((resolve, reject) => {
    if (state.interrupted) return reject(new Interrupted());
    rejects.add(reject);
    const ended = (): void => {
      stops.delete(stop);
      peer.end();
    };
    const client: StreamEnd = { write: peer.write, close: peer.close, end: ended };
    const stop = io.connect(requestOf(state, 'GET', path, options), {
      respond(response) {
        rejects.delete(reject);
        warn(state, response.headers);
        reject(new StatusError(statusFrom(response)));
      },
      write() {},
      end: ended,
      upgrade(server) {
        rejects.delete(reject);
        resolve(server);
        return client;
      },
    });
    stops.add(stop);
  });
}

/** Prints the warnings of an answer, each text once. */
function warn({ io, warned }: ApiState, headers: Readonly<Record<string, string>>): void {
  for (const line of (headers['warning'] ?? '').split('\n')) {
    const found = /^299 \S+ "(.*)"$/.exec(line.trim());
    const message = found?.[1]?.replace(/\\(.)/g, '$1');
    if (!message || warned.has(message)) continue;
    warned.add(message);
    io.stderr(`Warning: ${message}\n`);
  }
}

interface StreamState {
  write(chunk: Json): void;
  end(): void;
  next(): Promise<Json | undefined>;
  stop: () => void;
}

function createStream(rejects: Set<(error: Error) => void>, interrupted: () => boolean): StreamState {
  const chunks: Json[] = [];
  let ended = false;
  let waiting: ((chunk: Json | undefined) => void) | undefined;
  return {
    write(chunk) {
      if (ended) return;
      if (waiting === undefined) {
        chunks.push(chunk);
        return;
      }
      const wake = waiting;
      waiting = undefined;
      wake(chunk);
    },
    end() {
      ended = true;
      waiting?.(undefined);
      waiting = undefined;
    },
    next: () =>
      new Promise((resolve, reject) => {
        if (interrupted()) return reject(new Interrupted());
        const chunk = chunks.shift();
        if (chunk !== undefined || ended) return resolve(chunk);
        rejects.add(reject);
        waiting = (next) => {
          rejects.delete(reject);
          if (interrupted()) reject(new Interrupted());
          else resolve(next);
        };
      }),
    stop: () => undefined,
  };
}

function present(query: RequestOptions['query']): Readonly<Record<string, string>> {
  const given: Record<string, string> = {};
  for (const [name, value] of Object.entries(query ?? {})) if (value !== undefined) given[name] = value;
  return given;
}

/** The Status of a failed response; one is made up, as client-go does, where the server sent none. */
function statusFrom(response: ApiResponse): Status {
  const body = response.body;
  if (isObject(body) && body['kind'] === 'Status') return asStatus(body, response.code);
  const words = typeof body === 'string' ? body.trim() : '';
  if (response.code === 404) {
    const message = 'the server could not find the requested resource';
    return {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      reason: 'NotFound',
      message,
      code: 404,
    };
  }
  const message = `an error on the server (${JSON.stringify(words || 'unknown')}) has prevented the request from succeeding`;
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    reason: 'InternalError',
    message,
    code: response.code,
  };
}

/** A Status as it came over the wire. */
export function asStatus(body: JsonObject, code: number): Status {
  const details = isObject(body['details']) ? { details: body['details'] } : {};
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message: text(body, 'message'),
    reason: text(body, 'reason') as NonNullable<Status['reason']>,
    ...(details as Pick<Status, 'details'>),
    code: typeof body['code'] === 'number' ? body['code'] : code,
  };
}
