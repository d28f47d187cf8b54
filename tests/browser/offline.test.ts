/** Pages without a network: those that were visited or are kept, and new versions of the course. */
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { serveFolder } from '../../scripts/serve-site.ts';
import { awake, axe, button, cell, exercise, openLesson, runAndCheck } from './steps.ts';

test.use({ serviceWorkers: 'allow' });

const dist = process.env['CONVERGE_DIST'] ?? fileURLToPath(new URL('../../dist', import.meta.url));
const thermostats = '/lessons/1-thermostats/';

const menu = (page: Page): Locator => page.getByRole('group', { name: 'Reading offline' });
const offer = (page: Page): Locator => page.locator('.new-version');

async function keepPage(page: Page): Promise<void> {
  await button(menu(page), 'Keep this page offline').click();
  await expect(menu(page).getByRole('status')).toHaveText('This page works offline.', { timeout: 60_000 });
}

test('a page that was visited runs and checks without a network; one that was not says so', async ({ page, context }) => {
  await page.clock.install();
  await openLesson(page, thermostats);
  await page.waitForLoadState('load');
  // A minute later.
  await page.clock.fastForward(61_000);
  await expect(menu(page).getByRole('status')).toHaveText('This page works offline.', { timeout: 60_000 });
  await page.clock.resume();
  await expect(button(menu(page), 'Keep this page offline')).toHaveAttribute('aria-pressed', 'false');
  await context.setOffline(true);
  await openLesson(page, thermostats);
  await runAndCheck(page);
  await page.goto('/lessons/5-etcd/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page isn’t on this device');
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('in the drawer of a phone a page is kept, and given up again', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openLesson(page, thermostats);
  await button(page, 'Lessons').click();
  await keepPage(page);
  const keep = button(menu(page), 'Keep this page offline');
  await expect(keep).toHaveAttribute('aria-pressed', 'true');
  expect(await axe(page, '[data-offline]')).toEqual([]);
  expect(await menu(page).evaluate((place) => place.scrollWidth <= place.clientWidth)).toBe(true);
  await keep.click();
  await expect(keep).toHaveAttribute('aria-pressed', 'false');
  await expect(menu(page).getByRole('status')).toHaveText('');
});

/** The built site in a folder where its service worker can be replaced. */
async function openOwnSite(): Promise<{ readonly url: string; deploy(version: string): void; close(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'converge-offline-'));
  const worker = join(folder, 'service-worker.js');
  for (const name of readdirSync(dist)) if (name !== 'service-worker.js') symlinkSync(join(dist, name), join(folder, name));
  copyFileSync(join(dist, 'service-worker.js'), worker);
  const server: Server = await serveFolder(folder, 0);
  const bound = server.address();
  return {
    url: `http://127.0.0.1:${typeof bound === 'object' && bound !== null ? bound.port : 0}`,
    deploy: (version) => writeFileSync(worker, readFileSync(worker, 'utf8').replace(/(version:")\w+/, `$1${version}`)),
    close() {
      server.closeAllConnections();
      server.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Two elements that can be seen lie over each other. */
const overlap = (page: Page, one: string, other: string): Promise<boolean> =>
  page.evaluate(
    (names) => {
      const [a, b] = names.map((name) => document.querySelector(name));
      if (!a || !b?.checkVisibility({ visibilityProperty: true })) return false;
      const [left, right] = [a.getBoundingClientRect(), b.getBoundingClientRect()];
      return left.left < right.right && right.left < left.right && left.top < right.bottom && right.top < left.bottom;
    },
    [one, other],
  );

const versions = (page: Page): Promise<string[]> => page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('converge-version-')));

test('a new version is offered, and taken by a click alone; what was kept is kept in it', async ({ page, context }) => {
  const site = await openOwnSite();
  try {
    await openLesson(page, site.url + thermostats);
    await keepPage(page);
    const before = await versions(page);
    site.deploy('next');
    await page.reload();
    await expect(offer(page)).toContainText('There is a new version of the course.', { timeout: 60_000 });
    expect(await axe(page, '.new-version')).toEqual([]);
    for (const [width, height] of [[1440, 900], [820, 740], [820, 1100], [360, 740]] as const) {
      await page.setViewportSize({ width, height });
      for (const covered of ['#pane .tabs', '#pane .sheet-bar', '#pane .scrub'])
        // The panel takes a moment to its new height.
        await expect.poll(() => overlap(page, '.new-version', covered), { message: `${covered} at ${width} px` }).toBe(false);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await button(offer(page), 'Later').click();
    await page.reload();
    await expect(offer(page)).toBeVisible();
    // The page would be another one if the version had taken over by itself.
    await page.evaluate(() => Object.assign(globalThis, { same: true }));
    await awake(exercise(page));
    expect(await page.evaluate(() => Reflect.get(globalThis, 'same'))).toBe(true);
    await Promise.all([page.waitForEvent('load'), button(offer(page), 'Load it').click()]);
    expect(await page.evaluate(() => Reflect.get(globalThis, 'same'))).toBeUndefined();
    expect(await versions(page)).toEqual([...before, 'converge-version-next']);
    await context.setOffline(true);
    await openLesson(page, site.url + thermostats);
    await expect(offer(page)).toHaveCount(0);
    await expect(cell(page, 'cold')).toBeVisible();
    await expect(button(menu(page), 'Keep this page offline')).toHaveAttribute('aria-pressed', 'true');
  } finally {
    site.close();
  }
});
