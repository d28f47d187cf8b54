/** When a lesson's page fetches the engine, and what it says while it can't. */
import { gzipSync } from 'node:zlib';
import { expect, type Page, test } from '@playwright/test';
import { lessonSlugs } from '../../src/lesson/node/lesson-folder.ts';
import { everyNth } from '../scope.ts';
import { awake, button, cell, openLesson, settled } from './steps.ts';

const core = /\/core\.[^/]*\.txt$/;

/** The browser says that its reader saves data. */
const saveData = (page: Page): Promise<unknown> =>
  page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } }));

/** The page has loaded, and the browser has had nothing to do twice since. */
const idle = async (page: Page): Promise<void> => {
  await page.waitForLoadState('load');
  await page.evaluate(async () => {
    for (let times = 0; times < 2; times += 1) await new Promise((resolve) => requestIdleCallback(resolve));
  });
};

test('the engine is fetched while the reader reads', async ({ page }) => {
  const fetched = page.waitForRequest(core);
  await openLesson(page);
  await fetched;
});

test('where data is saved, the engine is fetched by the first click', async ({ page }) => {
  await saveData(page);
  const fetched: string[] = [];
  page.on('request', (request) => core.test(request.url()) && fetched.push(request.url()));
  await openLesson(page);
  await idle(page);
  expect(fetched).toEqual([]);
  await awake(cell(page, 'apply'));
  await button(cell(page, 'apply'), /^Run cell/).click();
  await settled(page, 'apply');
  expect(fetched).toHaveLength(1);
});

test('a click without a connection says so, and goes on by itself', async ({ page, context }) => {
  await saveData(page);
  await openLesson(page);
  await awake(cell(page, 'apply'));
  await idle(page);
  await context.setOffline(true);
  await button(cell(page, 'apply'), /^Run cell/).click();
  await expect(cell(page, 'apply')).toContainText('You are offline. The cell runs when you are online again.');
  await context.setOffline(false);
  await expect(cell(page, 'apply')).toHaveClass(/\bfresh\b/, { timeout: 30_000 });
});

test('a click that waits for the engine says how much has come', async ({ page }) => {
  await saveData(page);
  const arrived = Promise.withResolvers<void>();
  await page.route(core, async (route) => {
    await arrived.promise;
    await route.continue();
  });
  await openLesson(page);
  await awake(cell(page, 'apply'));
  await button(cell(page, 'apply'), /^Run cell/).click();
  await expect(cell(page, 'apply')).toContainText(/Waits for the engine: [\d.]+ MB loaded\./);
  arrived.resolve();
  await expect(cell(page, 'apply')).toHaveClass(/\bfresh\b/, { timeout: 30_000 });
});

/** Bytes of scripts (gzip) that a lesson loads before anybody touches it. A page that needs more takes something else out, or loads it later. */
const mostScriptBytes = 60_000;

/** By default every fifteenth; the third lesson needs the most. */
for (const slug of everyNth(15, lessonSlugs(), 13)) {
  test(`${slug} loads at most ${mostScriptBytes} bytes of scripts before it is touched`, async ({ page }) => {
    const scripts = new Map<string, Promise<number>>();
    page.on('response', (response) => {
      if (!(response.headers()['content-type'] ?? '').includes('javascript')) return;
      // One that comes as the test ends can’t be read any more, and was none that the page waited for.
      scripts.set(response.url(), response.body().then((body) => gzipSync(body, { level: 9 }).length, () => 0));
    });
    await page.goto(`/lessons/${slug}/`, { waitUntil: 'networkidle' });
    const sizes = await Promise.all(scripts.values());
    expect(sizes.reduce((sum, size) => sum + size, 0), [...scripts.keys()].join('\n')).toBeLessThanOrEqual(mostScriptBytes);
  });
}
