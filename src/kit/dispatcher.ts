/**
 * The way from undici's `fetch`, over which `@kubernetes/client-node` sends everything, watches too, to a simulated API server: no port, no
 * socket, and so nothing whose order the machine decides.
 */
import { STATUS_CODES } from 'node:http';
import { type ApiRequest, type ApiResponse, type Exchange, type Handler, type Json, type Method, onWire, type User } from '../engine/index.ts';

/** What of undici's `Dispatcher.DispatchOptions` a request is made of. */
export interface DispatchOptions {
  readonly path: string;
  readonly method: string;
  readonly headers?: unknown;
  readonly body?: unknown;
}

/** undici's `Dispatcher.DispatchController`. */
interface DispatchController {
  aborted: boolean;
  paused: boolean;
  reason: unknown;
  /** Names and values of the answer, by turns: `fetch` reads these. */
  rawHeaders: readonly Buffer[];
  abort(reason: unknown): void;
  pause(): void;
  resume(): void;
}

/** undici's `Dispatcher.DispatchHandler`. */
interface DispatchHandler {
  onRequestStart?(controller: DispatchController, context: object): void;
  onResponseStart?(controller: DispatchController, code: number, headers: Readonly<Record<string, string>>, words: string): void;
  onResponseData?(controller: DispatchController, chunk: Uint8Array): void;
  onResponseEnd?(controller: DispatchController, trailers: object): void;
  onResponseError?(controller: DispatchController, error: unknown): void;
}

export interface DispatcherOptions {
  readonly handler: Handler;
  readonly user: User;
  /** A request is about to be sent: returns the trace event that it is because of; undefined: its sender has ended, and it isn't sent. */
  sending(request: ApiRequest): number | undefined;
  /** Hands what has arrived to the sender's code. `what` says it in a line. */
  deliver(what: string, work: () => void): void;
  /** Called with what hangs up, when a request begins. Returns what is called when it is over. */
  opened(hangUp: () => void): () => void;
}

/** Stands where undici wants a `Dispatcher`; `fetch` uses no more of one. */
export interface ClusterDispatcher {
  dispatch(options: DispatchOptions, handler: DispatchHandler): boolean;
  /** Ends the open watches, as an API server does that has forgotten the versions they go on from. */
  expireWatches(): void;
}

export function createDispatcher(options: DispatcherOptions): ClusterDispatcher {
  const open = new Set<Carried>();
  return {
    dispatch(request, handler) {
      const carried = new Carried(options, handler, () => void open.delete(carried));
      open.add(carried);
      void carried.send(request);
      return true;
    },
    expireWatches() {
      for (const each of [...open]) each.expire();
    },
  };
}

const expired: Json = {
  type: 'ERROR',
  object: {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message: 'too old resource version',
    reason: 'Expired',
    code: 410,
  },
};

/** One request and its answer. */
class Carried {
  readonly #options: DispatcherOptions;
  readonly #handler: DispatchHandler;
  readonly #controller: DispatchController;
  #what = '';
  #hangUp = (): void => {};
  #closed = (): void => {};
  readonly #over: () => void;
  #isOver = false;
  #isAnswered = false;
  #isStream = false;

  constructor(options: DispatcherOptions, handler: DispatchHandler, over: () => void) {
    this.#options = options;
    this.#over = over;
    this.#handler = handler;
    this.#controller = {
      aborted: false,
      paused: false,
      reason: null,
      rawHeaders: [],
      abort: (reason) => this.#abort(reason),
      // What arrives is small, and waits in the reader's buffer.
      pause() {},
      resume() {},
    };
  }

  async send(given: DispatchOptions): Promise<void> {
    this.#handler.onRequestStart?.(this.#controller, {});
    const body = await bodyOf(given.body);
    if (this.#isOver) return;
    const request = requestOf(given, body, this.#options.user);
    this.#what = `${isStreamed(request) ? 'watch of' : request.method} ${request.path}`;
    const cause = this.#options.sending(request);
    if (cause === undefined) return;
    this.#closed = this.#options.opened(() => this.#end());
    this.#hangUp = this.#options.handler({ ...request, cause }, this.#exchange(request));
  }

  expire(): void {
    if (!this.#isStream || !this.#isAnswered || this.#isOver) return;
    this.#hangUp();
    this.#deliver(`${this.#what}: 410, too old resource version`, () => {
      this.#handler.onResponseData?.(this.#controller, bytesOf(expired));
      this.#finish();
    });
  }

  #exchange(request: ApiRequest): Exchange {
    this.#isStream = isStreamed(request);
    return {
      respond: (response) => this.#deliver(`${this.#what}: ${response.code}`, () => this.#respond(response)),
      write: (chunk) => this.#deliver(`watch: ${eventWords(chunk)}`, () => this.#handler.onResponseData?.(this.#controller, bytesOf(chunk))),
      end: () => {
        if (this.#isAnswered) this.#deliver(`${this.#what}: the watch ended`, () => this.#finish());
        else this.#lose();
      },
      lost: () => this.#lose(),
    };
  }

  #deliver(what: string, work: () => void): void {
    if (!this.#isOver) this.#options.deliver(what, work);
  }

  #respond(response: ApiResponse): void {
    this.#isAnswered = true;
    const { code, headers, body } = response;
    this.#controller.rawHeaders = Object.entries(headers).flatMap(([name, value]) => [Buffer.from(name), Buffer.from(value)]);
    this.#handler.onResponseStart?.(this.#controller, code, headers, STATUS_CODES[code] ?? '');
    if (body !== undefined) this.#handler.onResponseData?.(this.#controller, bytesOf(body));
    if (!this.#isStream || code !== 200) this.#finish();
  }

  #finish(): void {
    this.#end();
    this.#handler.onResponseEnd?.(this.#controller, {});
  }

  /** The connection broke. */
  #lose(): void {
    this.#deliver(`${this.#what}: the connection broke`, () => {
      this.#end();
      this.#handler.onResponseError?.(this.#controller, Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }));
    });
  }

  #abort(reason: unknown): void {
    if (this.#isOver) return;
    this.#end();
    this.#controller.aborted = true;
    this.#controller.reason = reason;
    this.#handler.onResponseError?.(this.#controller, reason);
  }

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#over();
    this.#closed();
    this.#hangUp();
  }
}

const isStreamed = ({ query }: ApiRequest): boolean => query['watch'] !== undefined || query['follow'] !== undefined;

/** `MODIFIED Pod default/web-0 at 412` */
function eventWords(chunk: Json): string {
  if (typeof chunk !== 'object' || chunk === null || !('object' in chunk)) return String(chunk);
  const { type, object } = chunk as { readonly type?: string; readonly object?: WatchedObject };
  const { namespace, name, resourceVersion } = object?.metadata ?? {};
  if (name === undefined) return `${type} at ${resourceVersion}`;
  return `${type} ${object?.kind} ${namespace === undefined ? '' : `${namespace}/`}${name} at ${resourceVersion}`;
}

interface WatchedObject {
  readonly kind?: string;
  readonly metadata?: { readonly namespace?: string; readonly name?: string; readonly resourceVersion?: string };
}

const bytesOf = (body: Json): Uint8Array => Buffer.from(typeof body === 'string' ? body : `${JSON.stringify(onWire(body))}\n`);

/** `fetch` hands its body over in pieces. */
async function bodyOf(body: unknown): Promise<string | undefined> {
  if (body === undefined || body === null) return undefined;
  if (typeof body === 'string') return body;
  if (body instanceof Uint8Array) return Buffer.from(body).toString('utf8');
  const chunks: Uint8Array[] = [];
  for await (const chunk of body as AsyncIterable<Uint8Array>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function requestOf({ path, method, headers }: DispatchOptions, body: string | undefined, user: User): ApiRequest {
  const url = new URL(path, 'http://universe');
  const query: Record<string, string> = {};
  for (const [name, value] of url.searchParams) query[name] ??= value;
  const named = Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), String(value)] as const);
  return {
    method: method as Method,
    path: url.pathname,
    query,
    headers: Object.fromEntries(named.filter(([name]) => name !== 'accept-encoding')),
    ...(body !== undefined && { body }),
    user,
  };
}
