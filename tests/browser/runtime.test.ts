/** The worker runtime in Chromium: the conformance suite, what its sandbox keeps out, and equal histories with Node. */
import { expect, type Page, test } from '@playwright/test';
import { createNodeRuntime } from '../../src/runtimes/node/node-runtime.ts';
import { nodePlatform } from '../../src/runtimes/platforms.ts';
import { conformance, longSession } from '../../src/runtimes/testing/conformance.ts';
import { loops } from '../../src/runtimes/testing/loops.ts';
import { sessionParts } from '../../src/session/parts.ts';
import { everyNth } from '../scope.ts';
import { openPage, origin, prepareScript } from './runtime-site.ts';

/** One page for all runtimes: each starts a frame and a worker of its own. */
let shared: Page;
test.beforeAll(async ({ browser }) => {
  await prepareScript();
  shared = await browser.newPage();
  await openPage(shared);
});
test.afterAll(() => shared.close());

/** By default every fifth, and one seed of three. */
for (const { name } of everyNth(5, [...conformance, ...loops])) {
  test(`worker runtime: ${name}`, async () => {
    await shared.evaluate((wanted) => globalThis.runtimeTests.run(wanted), name);
  });
}

for (const seed of everyNth(3, [1, 42, 20_260_101])) {
  test(`seed ${seed} has the same history in Node and in Chromium`, async () => {
    const there = await shared.evaluate((each) => globalThis.runtimeTests.longSession(each), seed);
    const here = await longSession(() => createNodeRuntime(sessionParts(nodePlatform())), seed);
    expect(there).toBe(here);
  });
}

test('code in the sandbox reaches neither network, nor storage, nor the page', async ({ page }) => {
  const { served } = await openPage(page);
  served.length = 0;
  const outcome = await page.evaluate(
    (to) =>
      globalThis.runtimeTests.inSandbox(`
        const attempt = async (run) => { try { return 'done: ' + String(await run()); } catch (error) { return 'refused'; } };
        const opened = (request) => new Promise((resolve, reject) => { request.onsuccess = () => resolve('open'); request.onerror = reject; });
        port.postMessage({
          fetch: await attempt(() => fetch('${to}/course/leak').then((response) => response.text())),
          noCors: await attempt(() => fetch('${to}/course/leak', { mode: 'no-cors' }).then((response) => response.type)),
          dataUrl: await attempt(() => fetch('data:text/plain,x').then((response) => response.text())),
          xhr: await attempt(() => new Promise((resolve, reject) => { const x = new XMLHttpRequest(); x.onload = resolve; x.onerror = reject; x.open('GET', '${to}/course/leak'); x.send(); })),
          socket: await attempt(() => new Promise((resolve, reject) => { const s = new WebSocket('wss://runtime.test/socket'); s.onopen = resolve; s.onerror = reject; })),
          events: await attempt(() => new Promise((resolve, reject) => { const s = new EventSource('${to}/course/leak'); s.onopen = resolve; s.onerror = reject; })),
          transport: await attempt(() => new WebTransport('https://runtime.test:443/').ready),
          script: await attempt(() => importScripts('${to}/course/page.js')),
          module: await attempt(() => import('${to}/course/page.js')),
          nested: await attempt(() => new Promise((resolve, reject) => {
            const url = URL.createObjectURL(new Blob(["fetch('${to}/course/leak').then((r) => r.text()).then((t) => postMessage('ok ' + t), () => postMessage('no'))"]));
            const w = new Worker(url); w.onerror = reject; w.onmessage = (e) => (e.data === 'no' ? reject() : resolve(e.data));
          })),
          database: await attempt(() => opened(indexedDB.open('x'))),
          caches: await attempt(() => caches.open('x')),
          broadcast: await attempt(() => { new BroadcastChannel('converge').postMessage('x'); return self.origin; }),
          page: await attempt(() => [typeof document, typeof parent, typeof localStorage, self.origin].join()),
        });`),
    origin,
  );
  const refused = Object.fromEntries(
    [
      'fetch',
      'noCors',
      'dataUrl',
      'xhr',
      'socket',
      'events',
      'transport',
      'script',
      'module',
      'nested',
      'database',
      'caches',
    ].map((name) => [name, 'refused']),
  );
  expect(outcome).toEqual({
    ...refused,
    broadcast: 'done: null',
    page: 'done: undefined,undefined,undefined,null',
  });
  expect(served).toEqual([]);
});

test('an engine that doesn’t start, or isn’t one, is told in a sentence', async ({ page }) => {
  await openPage(page);
  const silent = await page.evaluate(() => globalThis.runtimeTests.stateAfter('1 + 1;'));
  expect(silent).toMatchObject({ state: 'failed', because: expect.stringContaining('didn’t start') });
  const broken = await page.evaluate(() => globalThis.runtimeTests.stateAfter('throw new Error("torn");'));
  expect(broken).toMatchObject({ state: 'failed', because: expect.stringContaining('torn') });
});

test('the sandbox works in a cross-origin isolated page, too', async ({ page }) => {
  await openPage(page, {
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
    'cross-origin-resource-policy': 'same-origin',
  });
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  await page.evaluate(() => globalThis.runtimeTests.run('a manifest cell is applied and runs on until quiet'));
});
