/**
 * Random requests against a served cluster: whatever comes, it is answered in the API's words, nothing breaks, and memory comes back. The same
 * seed sends the same requests (`--seed` and `--all`, or WIRE_FUZZ_SEED and WIRE_FUZZ_COUNT, send others and more).
 */
import { connect } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Served, serve } from '../src/cli/serve/serve.ts';
import { createRandom } from '../src/engine/index.ts';
import { withinCpu } from './request-cpu.ts';
import { chosenSeed, sampleSize } from './scope.ts';
import { type Asked, createAsker } from './wire-fuzz/ask.ts';
import { prepare } from './wire-fuzz/extensions.ts';

const count = Number(process.env['WIRE_FUZZ_COUNT'] ?? sampleSize(1_000, 10_000));
const timedCount = Number(process.env['WIRE_FUZZ_COUNT'] ?? sampleSize(500, 10_000));
const atOnce = 48;
const random = createRandom(process.env['WIRE_FUZZ_SEED'] ?? `wire-fuzz${chosenSeed ?? ''}`);

let served: Served;
const bugs: unknown[] = [];
beforeAll(async () => {
  const options = { nodes: 1, seed: '1', speed: 10, withoutControllers: [], kubeconfig: undefined, port: 0, noToken: true as const };
  served = await serve(options, { descriptions: () => '', failed: (error) => bugs.push(error) });
  await prepare(served.url);
});
afterAll(() => served.stop());

/** What is stored and its history stay; what requests took doesn't. */
const mostHeapGrowth = 64 * 1024 * 1024;

function heapBytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}

/** What upstream too answers with when it can't: a server that is busy, a proxy to nobody, a revision to come. */
const servers = new Set([503, 504]);

/** What is wrong with an answer, in words. */
function wrongWith({ what, code, text }: Asked): readonly string[] {
  const allowed = code < 500 || servers.has(code);
  return allowed ? [] : [`${code} ${text.slice(0, 400)} <- ${what}`];
}

test(`${count} random requests: each is answered, none with a bug, and memory returns`, {
  timeout: Math.max(120_000, count * 40),
}, async () => {
  const bad: string[] = [];
  const ask = createAsker(served.url, atOnce);
  const heapBefore = heapBytes();
  const codes = new Map<number, number>();
  let next = 0;
  async function worker(): Promise<void> {
    while (next < count && bad.length <= 20) {
      const from = random.fork(`request ${next++}`);
      try {
        const asked = await ask(from);
        codes.set(asked.code, (codes.get(asked.code) ?? 0) + 1);
        bad.push(...wrongWith(asked));
      } catch (error) {
        bad.push(String(error));
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker));
  if (process.env['WIRE_FUZZ_CODES'] !== undefined) console.log(codes);
  expect(bad).toEqual([]);
  expect(bugs).toEqual([]);
  expect(await (await fetch(`${served.url}/readyz`)).text()).toBe('ok');
  expect(heapBytes() - heapBefore).toBeLessThan(mostHeapGrowth);
});

test(`${timedCount} random requests one after the other: none takes more CPU than its size allows`, {
  timeout: Math.max(120_000, timedCount * 80),
}, async () => {
  const bad: string[] = [];
  const ask = createAsker(served.url, 1);
  for (let at = 0; at < timedCount && bad.length <= 20; at += 1) {
    const [asked, slow] = await withinCpu(() => ask(random.fork(`timed ${at}`)), ({ bytes }) => bytes);
    bad.push(...wrongWith(asked), ...(slow === undefined ? [] : [`${slow} <- ${asked.what}`]));
  }
  expect(bad).toEqual([]);
  expect(bugs).toEqual([]);
});

test('half requests, endless headers and noise on the socket break nothing', async () => {
  const { port } = new URL(served.url);
  const pieces = [
    'GET /api HTTP/1.1\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    `GET /api HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(2_000_000)}\r\n\r\n`,
    'POST /api/v1/namespaces HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{"a":',
    'POST /api/v1/namespaces HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  ];
  for (const piece of pieces) {
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => {});
    socket.resume();
    socket.end(piece, 'latin1');
    await new Promise((resolve) => setTimeout(resolve, 20));
    socket.destroy();
  }
  expect(await (await fetch(`${served.url}/readyz`)).text()).toBe('ok');
  expect(bugs).toEqual([]);
});
