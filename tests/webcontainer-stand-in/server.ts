/**
 * Stands in for StackBlitz, at the boundary the client of @webcontainer/api sees: a frame from another origin, and behind it a machine.
 * For tests and development only: `globalThis.WEBCONTAINER_API_IFRAME_URL` set before the boot leads the client here.
 * It runs commands, so only pages of this machine may hold its frame.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { WebSocketServer } from 'ws';
import { createMachine, type Machine } from './machine.ts';

/** `blocked`: the frame can't be loaded. `hangs`: the browser refuses it, and says nothing. `reject`, `silent`: so does its `build`. */
export type Behaviour = 'well' | 'blocked' | 'hangs' | 'reject' | 'silent';

export interface StandIn {
  readonly url: string;
  behaviour: Behaviour;
  /** Machines that are up. */
  readonly machines: number;
  /** Every process of every machine dies. */
  killAll(): void;
  close(): Promise<void>;
}

const file = (path: string): string => readFileSync(fileURLToPath(new URL(path, import.meta.url)), 'utf8');

export async function startStandIn(port = 0): Promise<StandIn> {
  const machines = new Map<string, { readonly machine: Machine; tell(event: string, value: unknown): void }>();
  let behaviour: Behaviour = 'well';
  let url = '';
  let made = 0;
  const scripts: Readonly<Record<string, string>> = {
    '/frame.js': file('frame.js'),
    '/comlink.js': file('../../node_modules/@webcontainer/api/dist/vendor/index.js'),
  };

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', url);
    if (pathname === '/headless') {
      if (behaviour === 'blocked') return void request.socket.destroy();
      // Without both of these a boot hangs.
      if (behaviour !== 'hangs') response.setHeader('cross-origin-embedder-policy', 'require-corp');
      response.setHeader('cross-origin-resource-policy', 'cross-origin');
      response.setHeader('content-security-policy', 'frame-ancestors http://127.0.0.1:* http://localhost:*');
      response.setHeader('content-type', 'text/html');
      return void response.end(`<!doctype html><html data-behaviour="${behaviour}"><title>stand-in</title><script type="module" src="/frame.js"></script>`);
    }
    if (pathname === '/port') {
      const { tell } = machines.get(searchParams.get('machine') ?? '') ?? {};
      const actual = searchParams.get('port');
      tell?.('port', { port: Number(searchParams.get('wanted')), type: searchParams.get('type'), url: `http://127.0.0.1:${actual}` });
      return void response.end();
    }
    const script = scripts[pathname];
    if (script === undefined) return void response.writeHead(404).end();
    response.setHeader('content-type', 'text/javascript');
    response.setHeader('cross-origin-resource-policy', 'same-origin');
    response.setHeader('access-control-allow-origin', 'null');
    response.end(script);
  });

  const sockets = new WebSocketServer({ server, path: '/machine', verifyClient: ({ origin }: { origin: string }) => origin === url });
  sockets.on('connection', (socket) => {
    made += 1;
    const id = String(made);
    const tell = (event: string, value: unknown): void => socket.send(JSON.stringify({ event, value }));
    const machine = createMachine(id, url, tell);
    machines.set(id, { machine, tell });
    socket.on('message', (data) => {
      const { id: call, name, args } = JSON.parse(String(data));
      try {
        socket.send(JSON.stringify({ id: call, value: machine.call(String(name), args) }));
      } catch (error) {
        socket.send(JSON.stringify({ id: call, error: String(error) }));
      }
    });
    socket.on('close', () => {
      machines.delete(id);
      machine.close();
    });
  });

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const bound = server.address();
  url = `http://127.0.0.1:${typeof bound === 'object' && bound !== null ? bound.port : port}`;

  return {
    url,
    get behaviour() {
      return behaviour;
    },
    set behaviour(next) {
      behaviour = next;
    },
    get machines() {
      return machines.size;
    },
    killAll() {
      for (const { machine } of machines.values()) machine.killAll();
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets.clients) socket.terminate();
        for (const { machine } of machines.values()) machine.close();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
