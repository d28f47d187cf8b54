/** Clients that open too much or read nothing, over plain http and over TLS. */
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { afterEach, expect, test } from 'vitest';
import type { Exchange, Handler, Json } from '../../engine/index.ts';
import { makeCertificate } from './certificate.ts';
import { type ConnectionLimits, defaultLimits } from './connection-limits.ts';
import { type HttpServer, startHttpServer } from './http-server.ts';

const json = { 'content-type': 'application/json' };
const certificate = makeCertificate(Date.now());
let server: HttpServer | undefined;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await server?.close();
});

async function start(limits: Partial<ConnectionLimits>) {
  const watches: Exchange[] = [];
  const gone: string[] = [];
  const handler: Handler = ({ path }, exchange) => {
    if (path === '/watch') {
      watches.push(exchange);
      exchange.respond({ code: 200, headers: json });
    } else exchange.respond({ code: 200, headers: json, body: path === '/large' ? 'x'.repeat(32 * 1024 * 1024) : {} });
    return () => void gone.push(path);
  };
  server = await startHttpServer(handler, { port: 0, certificate, limits: { ...defaultLimits, ...limits } });
  return { url: server.url, port: Number(new URL(server.url).port), watches, gone };
}

/** Sends a request and reads nothing of what comes. */
function ask(port: number, path: string, tls = false): Promise<Socket> {
  const options = { port, host: '127.0.0.1', highWaterMark: 1024 };
  return new Promise((resolve) => {
    const sent = (): void => {
      socket.pause();
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
      resolve(socket);
    };
    const socket: Socket = tls ? connectTls({ ...options, ca: certificate.authority }, sent) : connect(options, sent);
    socket.on('error', () => {});
    sockets.push(socket);
  });
}

/** Reads a watch line by line. */
function read(url: string, seen: (line: string) => void): void {
  const sent = request(`${url}/watch`, { agent: false }, (response) => {
    let rest = '';
    response.setEncoding('utf8').on('data', (piece: string) => {
      const lines = (rest + piece).split('\n');
      rest = lines.pop() ?? '';
      lines.forEach(seen);
    });
    response.on('error', () => {});
  });
  sent.on('error', () => {});
  sent.end();
}

test.each([false, true])('a client that reads nothing of its answer is cut off, a watch without events stays (TLS: %s)', async (tls) => {
  const { url, port, watches, gone } = await start({ stalledMs: 200 });
  const lines: string[] = [];
  read(url, (line) => lines.push(line));
  await expect.poll(() => watches.length).toBe(1);
  await ask(port, '/large', tls);
  await expect.poll(() => gone, { timeout: 10_000 }).toEqual(['/large']);
  watches[0]?.write({ type: 'ADDED' });
  await expect.poll(() => lines).toEqual(['{"type":"ADDED"}']);
});

test('one connection more than the limit is closed as it comes', async () => {
  const { url, port } = await start({ connections: 2 });
  await ask(port, '/watch');
  await ask(port, '/watch');
  await expect(fetch(url)).rejects.toThrow();
  sockets.pop()?.destroy();
  await expect.poll(() => fetch(url).then(({ status }) => status, () => 0)).toBe(200);
});

test('those with the most unread are cut off where all together have too much', async () => {
  const { port, gone } = await start({ unreadBytes: 50 * 1024 * 1024 });
  for (let at = 0; at < 3; at += 1) await ask(port, '/large');
  await expect.poll(() => gone.length).toBe(2);
});

const events = 50_000;
/** Events that the reader may be behind. */
const readAhead = 5_000;

test(`${events} events: a watch that isn’t read is cut off, memory stays bounded, a watch that is read gets all`, async () => {
  const { url, port, watches, gone } = await start({});
  let got = 0;
  read(url, () => {
    got += 1;
  });
  await ask(port, '/watch');
  await expect.poll(() => watches.length).toBe(2);
  const { rss: before } = process.memoryUsage();
  let most = 0;
  const filler = 'x'.repeat(2048);
  for (let at = 0; at < events; at += 1) {
    const event: Json = { type: 'MODIFIED', object: { metadata: { name: `m${at}` }, data: { filler } } };
    for (const watch of watches) watch.write(event);
    if (at % 100 < 99) continue;
    // One that is read gets time to be: on a busy machine its reader, in this very process, would fall behind like one that isn't.
    do await new Promise((resolve) => setImmediate(resolve));
    while (at - got > readAhead && gone.length < 2);
    most = Math.max(most, process.memoryUsage().rss - before);
  }
  await expect.poll(() => got, { timeout: 20_000 }).toBe(events);
  expect(gone).toEqual(['/watch']);
  if (process.env['CONVERGE_SHOW_MEMORY'] !== undefined) console.log(`${Math.round(most / 1e6)} MB at most`);
  expect(most).toBeLessThan(400 * 1024 * 1024);
}, 60_000);
