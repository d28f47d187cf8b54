/**
 * For version 1 of client-node, which sends by Node's own HTTP: an agent whose connections stay in the process. Both of their ends are
 * streams, and Node's parser reads at each, so that nothing depends on when a socket of the machine is ready.
 */
import { AsyncResource } from 'node:async_hooks';
import { Agent, type ClientRequestArgs, createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { ClusterDispatcher } from './dispatcher.ts';

export class MemoryAgent extends Agent {
  readonly #server: Server;

  constructor(dispatcher: ClusterDispatcher) {
    super({ keepAlive: false });
    this.#server = createServer((message, response) => void serve(dispatcher, message, response));
  }

  override createConnection(_options: ClientRequestArgs): Duplex {
    const client = new MemorySocket();
    const server = new MemorySocket();
    client.connect(server);
    server.connect(client);
    this.#server.emit('connection', server);
    return client;
  }
}

/** One end. It has what Node's HTTP calls of a socket. */
class MemorySocket extends Duplex {
  #peer: MemorySocket | undefined;
  /** What arrives is handed on as who opened the connection: the program, at its end. */
  readonly receive = AsyncResource.bind((chunk: Uint8Array | null) => {
    if (!this.destroyed && !this.readableEnded) this.push(chunk);
  });

  connect(peer: MemorySocket): void {
    this.#peer = peer;
  }

  override _read(): void {}

  override _write(chunk: Uint8Array, _encoding: string, done: () => void): void {
    this.#peer?.receive(chunk);
    done();
  }

  override _final(done: () => void): void {
    this.#hangUp();
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#hangUp();
    done(error);
  }

  /** Once: the other end gets no more. */
  #hangUp(): void {
    this.#peer?.receive(null);
    this.#peer = undefined;
  }

  destroySoon(): void {
    this.end(() => this.destroy());
  }

  setTimeout(): this {
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }
}

/** Passes a request on to the dispatcher, and its answer back. */
async function serve(dispatcher: ClusterDispatcher, message: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await text(message);
  const { url = '/', method = 'GET', headers } = message;
  dispatcher.dispatch(
    { path: url, method, headers, body: body === '' ? null : body },
    {
      onRequestStart: (controller) => void response.once('close', () => controller.abort(new Error('the client hung up'))),
      onResponseStart(_, code, answered) {
        response.writeHead(code, { ...answered });
        response.flushHeaders();
      },
      onResponseData: (_, chunk) => void response.write(chunk),
      onResponseEnd: () => void response.end(),
      onResponseError: () => void response.destroy(),
    },
  );
}
