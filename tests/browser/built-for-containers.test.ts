/** Lessons that are to run in a WebContainer: a course that was built for it, none to be had, and hosts without headers. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { writeHeaderFiles } from '../../scripts/hosting/write-hosting.ts';
import { serveFolder } from '../../scripts/serve-site.ts';
import { type StandIn, startStandIn } from '../webcontainer-stand-in/server.ts';
import { badge, bootFrom, inContainer, inWorker, openShell, operatorPage, takeHomePage, typeIn } from './container-steps.ts';
import { builtSite } from './serve.ts';
import { button, lesson, listenForTrouble, notice, openLesson, outputOf, pane, runCell } from './steps.ts';

// The stand-in has another address than the one that pages allow.
test.use({ bypassCSP: true });

let standIn: StandIn;
/** Addresses of these two sites. */
let [forContainers, headless] = ['', ''];
test.beforeAll(async () => {
  standIn = await startStandIn();
  [forContainers, headless] = await Promise.all([serveForContainers(), serveWithoutHeaders()]);
});
test.afterAll(async () => {
  await standIn.close();
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});
test.beforeEach(({ page }) => bootFrom(page, standIn.url));
test.afterEach(() => {
  standIn.behaviour = 'well';
});

/**
 * The site as `npm run build -- --runtime webcontainer` makes it, as far as lesson 12 goes: one word in its page, and the headers that the build
 * writes for it. All else is that of `dist/`.
 */
async function serveForContainers(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'converge-containers-'));
  const slug = '12-replicaset';
  const page = join('lessons', slug, 'index.html');
  mkdirSync(join(folder, 'lessons', slug), { recursive: true });
  for (const name of readdirSync(builtSite)) if (name !== 'lessons' && name !== '_headers') symlinkSync(join(builtSite, name), join(folder, name));
  writeFileSync(join(folder, page), readFileSync(join(builtSite, page), 'utf8').replace(`"slug":"${slug}"`, '$&,"runtime":"webcontainer"'));
  writeHeaderFiles({ root: process.cwd(), out: folder, base: '/', runtime: 'webcontainer' });
  return serve(folder);
}

/** The site on a host that sends no headers. */
function serveWithoutHeaders(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'converge-headless-'));
  for (const name of readdirSync(builtSite)) if (name !== '_headers') symlinkSync(join(builtSite, name), join(folder, name));
  return serve(folder);
}

const servers: Server[] = [];
async function serve(folder: string): Promise<string> {
  const server = await serveFolder(folder, 0);
  server.once('close', () => rmSync(folder, { recursive: true }));
  servers.push(server);
  const bound = server.address();
  return `http://127.0.0.1:${typeof bound === 'object' && bound !== null ? bound.port : 0}`;
}

test('in a course built with --runtime webcontainer a lesson begins in the worker, and moves with its session', async ({ page }) => {
  const trouble = listenForTrouble(page);
  await openLesson(page, forContainers + lesson);
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  // No frame comes before something runs.
  expect(standIn.machines).toBe(0);
  // What the container is to run is held back until a cell has run without it.
  const released = Promise.withResolvers<void>();
  await page.route('**/container-engine.*', async (route) => {
    await released.promise;
    await route.continue();
  });
  await runCell(page, 'apply');
  await expect(badge(page)).toHaveText('runs in: worker · WebContainer starting');
  released.resolve();
  await inContainer(page);
  await runCell(page, 'list');
  await expect(outputOf(page, 'list')).toContainText('web-');
  await openShell(page, 'Shell of the WebContainer');
  await typeIn(page, 'kubectl get replicasets', ['web ']);
  // The reader's own word counts more, also on the next visit.
  await badge(page).click();
  await button(pane(page), 'worker').click();
  await inWorker(page);
  await page.reload();
  await runCell(page, 'list');
  await inWorker(page);
  expect(trouble).toEqual([]);
});

test('where no WebContainer can be had the worker goes on, no notice comes, and the badge’s menu says why', async ({ page }) => {
  standIn.behaviour = 'blocked';
  await openLesson(page, forContainers + lesson);
  await runCell(page, 'apply');
  await badge(page).click();
  await expect(pane(page).getByRole('group', { name: 'Where the cluster runs' })).toContainText('The WebContainer could not be loaded from stackblitz.com');
  await inWorker(page);
  await expect(notice(page)).toHaveCount(0);
  await runCell(page, 'list');
  await expect(outputOf(page, 'list')).toContainText('web-');
});

test.describe('on a host without headers', () => {
  test.use({ serviceWorkers: 'allow' });

  test('the page of such a lesson loads again once, and the next one is isolated at once', async ({ page }) => {
    let loads = 0;
    page.on('load', () => (loads += 1));
    await page.goto(headless + operatorPage);
    await page.waitForFunction(() => crossOriginIsolated);
    await expect.poll(() => loads).toBe(2);
    await page.goto(headless + takeHomePage);
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    await page.goto(headless + lesson);
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
    expect(loads).toBe(4);
  });

  test('a page in use stays as it is, and is isolated when it is opened again', async ({ page }) => {
    // The reader presses a key before the service worker is there.
    await page.addInitScript(() => {
      const { register } = ServiceWorkerContainer.prototype;
      ServiceWorkerContainer.prototype.register = function (...args) {
        dispatchEvent(new KeyboardEvent('keydown', { key: 'Shift' }));
        return register.apply(this, args);
      };
    });
    let loads = 0;
    page.on('load', () => (loads += 1));
    await openLesson(page, headless + takeHomePage);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await runCell(page, 'define');
    await inWorker(page);
    expect(loads).toBe(1);
    await page.reload();
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  });
});
