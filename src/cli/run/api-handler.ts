/** The handler that stands for the API server: requests of the controller go out over HTTP, watches come in line by line. */
import { text as readText } from 'node:stream/consumers';
import type { IncomingMessage } from 'node:http';
import { createInterface } from 'node:readline';
import { type ApiRequest, type ApiResponse, type Exchange, failure, type Handler, type Json } from '../../engine/index.ts';
import { type Server, unknownUser } from './connect.ts';

export interface ApiHandlerOptions {
  readonly server: Server;
  /** Resolves when the next request may be sent. Watches don't ask. */
  turn(): Promise<void>;
  /** The request as it is to be sent, or why it isn't. */
  admit(request: ApiRequest): ApiRequest | ApiResponse;
  /** The server can't be reached, or can be again: each is said once. */
  trouble(words: string | undefined): void;
}

export interface ApiHandler {
  readonly handle: Handler;
  /** Hangs up all watches, and opens none any more. */
  endWatches(): void;
}

export function createApiHandler(options: ApiHandlerOptions): ApiHandler {
  return new HttpApiHandler(options);
}

class HttpApiHandler implements ApiHandler {
  readonly #options: ApiHandlerOptions;
  readonly #watches = new Set<AbortController>();
  #isEnding = false;
  #trouble: string | undefined;

  constructor(options: ApiHandlerOptions) {
    this.#options = options;
  }

  readonly handle: Handler = (request, exchange) => {
    const admitted = this.#options.admit(request);
    const hangUp = new AbortController();
    if ('code' in admitted) queueMicrotask(() => answer(exchange, admitted, hangUp.signal));
    else if (admitted.query['watch'] === 'true') void this.#watch(admitted, exchange, hangUp);
    else void this.#ask(admitted, exchange, hangUp.signal);
    return () => hangUp.abort();
  };

  endWatches(): void {
    this.#isEnding = true;
    for (const watch of this.#watches) watch.abort();
  }

  async #ask(request: ApiRequest, exchange: Exchange, signal: AbortSignal): Promise<void> {
    try {
      await this.#options.turn();
      if (signal.aborted) return;
      answer(exchange, await wholeOf(await this.#send(request, signal)), signal);
    } catch (error) {
      this.#lost(error, signal);
      if (!signal.aborted) exchange.end();
    }
  }

  async #watch(request: ApiRequest, exchange: Exchange, hangUp: AbortController): Promise<void> {
    const { signal } = hangUp;
    this.#watches.add(hangUp);
    try {
      if (this.#isEnding) hangUp.abort();
      const message = await this.#send(request, signal);
      if (message.statusCode !== 200) return answer(exchange, await wholeOf(message), signal);
      exchange.respond(headOf(message));
      for await (const line of createInterface({ input: message })) {
        if (signal.aborted) return;
        if (line !== '') exchange.write(JSON.parse(line));
      }
      if (!signal.aborted) exchange.end();
    } catch (error) {
      this.#lost(error, signal);
      if (!signal.aborted || this.#isEnding) exchange.end();
    } finally {
      this.#watches.delete(hangUp);
    }
  }

  async #send({ method, path, query, headers, body }: ApiRequest, signal: AbortSignal): Promise<IncomingMessage> {
    const search = new URLSearchParams(query).toString();
    const message = await this.#options.server.send(
      {
        method,
        path: search === '' ? path : `${path}?${search}`,
        headers,
        body: body === undefined ? undefined : JSON.stringify(body),
      },
      signal,
    );
    this.#say(message.statusCode === 401 ? unknownUser : undefined);
    return message;
  }

  #lost(error: unknown, signal: AbortSignal): void {
    // An event that broke off with the connection.
    if (signal.aborted || error instanceof SyntaxError) return;
    this.#say(`no answer from ${this.#options.server.url}: ${error instanceof Error ? error.message || error.name : String(error)}`);
  }

  #say(words: string | undefined): void {
    if (words === this.#trouble) return;
    this.#trouble = words;
    this.#options.trouble(words);
  }
}

function answer(exchange: Exchange, response: ApiResponse, signal: AbortSignal): void {
  if (signal.aborted) return;
  exchange.respond(response);
  exchange.end();
}

function headOf({ statusCode = 500, headers }: IncomingMessage): ApiResponse {
  const single = Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join('\n') : (value ?? '')] as const);
  return { code: statusCode, headers: Object.fromEntries(single) };
}

async function wholeOf(message: IncomingMessage): Promise<ApiResponse> {
  return { ...headOf(message), body: bodyOf(message, await readText(message)) };
}

/** What isn't JSON stays text: a proxy on the way may answer in its own words. */
function bodyOf({ headers }: IncomingMessage, text: string): Json {
  if (!(headers['content-type'] ?? '').includes('json')) return text;
  try {
    return JSON.parse(text);
  } catch {
    return failure(500, 'InternalError', 'the server’s answer is no JSON') as unknown as Json;
  }
}
