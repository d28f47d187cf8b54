/** Who is let in, over the wire: requests and upgrades with the headers that browsers send and scripts can't. */
import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Handler } from '../../engine/index.ts';
import { type HttpServer, startHttpServer } from './http-server.ts';

const reached: string[] = [];
const handler: Handler = (asked, exchange) => {
  reached.push(`${asked.method} ${asked.path}`);
  exchange.respond({ code: 200, headers: { 'content-type': 'application/json' }, body: {} });
  return () => {};
};

let strict: HttpServer;
let open: HttpServer;
beforeAll(async () => {
  strict = await startHttpServer(handler, { port: 0 });
  const rules = { hosts: ['dev.example'], origins: ['https://app.example'] };
  open = await startHttpServer(handler, { port: 0, rules });
});
afterAll(() => Promise.all([strict, open].map((server) => server.close())));

interface Answer {
  readonly code: number;
  readonly text: string;
  readonly headers: NodeJS.Dict<string | string[]>;
}

function ask(server: HttpServer, headers: Record<string, string>, path = '/api', method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(server.url + path, { method, headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
      });
      response.on('end', () => resolve({ code: response.statusCode ?? 0, text, headers: response.headers }));
    });
    sent.on('upgrade', (response, socket) => {
      socket.destroy();
      resolve({ code: response.statusCode ?? 0, text: '', headers: response.headers });
    });
    sent.on('error', reject);
    sent.end();
  });
}

const upgrade = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'MDEyMzQ1Njc4OTAxMjM0NQ==',
};

/** Every way in: a plain request, a watch and an exec over a websocket. */
async function check(server: HttpServer, headers: Record<string, string>, refusal: RegExp | undefined): Promise<void> {
  reached.length = 0;
  const answers = [
    await ask(server, headers),
    await ask(server, { ...headers, ...upgrade }, '/api/v1/pods?watch=true'),
    await ask(server, { ...headers, ...upgrade }, '/api/v1/namespaces/a/pods/p/exec?command=id'),
  ];
  if (refusal === undefined) return expect(reached).toHaveLength(3);
  for (const { code, text } of answers) expect([code, JSON.parse(text).message]).toEqual([403, expect.stringMatching(refusal)]);
  expect(reached).toEqual([]);
}

test.each([
  'localhost',
  'LOCALHOST:8001',
  '127.0.0.1:1',
  '127.9.9.9',
  '[::1]:8001',
])('the Host %s is this machine’s', (host) => check(strict, { host }, undefined));

test.each([
  'evil.example',
  '127.evil.example',
  '127.0.0.1.evil.example',
  '127.0.0.999',
  'localhost.evil.example:8001',
  '10.0.0.1',
  'dev.example',
])('the Host %s is refused', (host) => check(strict, { host }, /--allow-host/));

test('a Host that is named is let in', () => check(open, { host: 'Dev.Example:8001' }, undefined));

test('an Origin is the server’s own, named, or refused; so is a page that only embeds', async () => {
  const host = '127.0.0.1:8001';
  for (const origin of [`http://${host}`, `https://${host}`]) await check(strict, { host, origin }, undefined);
  for (const origin of ['null', 'https://evil.example', 'http://127.0.0.1:8002', 'http://localhost:8001']) {
    await check(strict, { host, origin }, /--allow-origin/);
  }
  await check(open, { host, origin: 'https://app.example' }, undefined);
  for (const site of ['cross-site', 'same-site']) await check(open, { host, 'sec-fetch-site': site }, /another origin/);
  for (const site of ['none', 'same-origin']) await check(strict, { host, 'sec-fetch-site': site }, undefined);
});

test('a page of a named origin may read what it is answered, and a preflight says so', async () => {
  const origin = 'https://app.example';
  const before = await ask(open, { origin }, '/api', 'OPTIONS');
  expect([before.code, before.headers['access-control-allow-origin']]).toEqual([204, origin]);
  expect((await ask(open, { origin })).headers['access-control-allow-origin']).toBe(origin);
  expect((await ask(strict, {})).headers['access-control-allow-origin']).toBeUndefined();
  expect((await ask(strict, { origin }, '/api', 'OPTIONS')).code).toBe(403);
});
