/**
 * The page, in Chromium on the built site: what a lesson loads before anybody touches it, how soon the first cell answers, an edited
 * controller runs, and 200 universes are lived through; how it bears 300 Pods, and 2,000. Beside it, in the same run, the same page with
 * nothing in it that runs.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { type Browser, chromium, type Page } from '@playwright/test';
import { lessonSlugs, readLesson } from '../../src/lesson/node/lesson-folder.ts';
import { findBrowser } from '../browser.ts';
import { serveFolder } from '../serve-site.ts';
import { crowdFigures } from './crowd.ts';
import type { Figure } from './figure.ts';
import { frameFigures } from './frames.ts';

const lesson = '/lessons/12-replicaset/';
/** So long somebody who has written looks at it before they check; graders get ready meanwhile. */
const readOverMs = 8_000;
const viewport = { width: 1440, height: 900 };

/** Milliseconds from pressing Run on the first cell until it says that it has run. */
async function timeFirstCell(page: Page): Promise<number> {
  const started = performance.now();
  await page.getByRole('button', { name: /^Run cell 1/ }).click();
  await page
    .locator('[data-cell="1"][data-state="fresh"], section[aria-label*="Cell 1"][aria-label*="has run"]')
    .first()
    .waitFor();
  return performance.now() - started;
}

/** The page as it is, or with everything that runs taken out of it: bytes of scripts, and milliseconds until nothing is loaded any more. */
async function timeLoad(
  browser: Browser,
  url: string,
  empty: boolean,
): Promise<{ page: Page; bytes: number; ms: number }> {
  const page = await browser.newPage({ viewport });
  if (empty) {
    await page.route(url, async (route) => {
      const response = await route.fetch();
      const html = await response.text();
      const bare = html.replace(/<script\b[\s\S]*?<\/script>/g, '').replace(/<link[^>]+modulepreload[^>]*>/g, '');
      await route.fulfill({ response, body: bare });
    });
  }
  const scripts = new Map<string, Promise<number>>();
  page.on('response', (response) => {
    if (!(response.headers()['content-type'] ?? '').includes('javascript')) return;
    const size = response.body().then(
      (body) => gzipSync(body, { level: 9 }).length,
      () => 0,
    );
    scripts.set(response.url(), size);
  });
  const started = performance.now();
  await page.goto(url, { waitUntil: 'networkidle' });
  const ms = performance.now() - started;
  const sizes = await Promise.all(scripts.values());
  return { page, bytes: sizes.reduce((sum, size) => sum + size, 0), ms };
}

const exercise = (page: Page) => page.getByRole('region', { name: 'Exercise', exact: true });
const said = (page: Page, words: string) => exercise(page).locator('.ed-say').filter({ hasText: words }).waitFor();

/** The solution, as if typed, into the editor that opens at the first focus. */
async function writeSolution(page: Page): Promise<void> {
  const text = readLesson('12-replicaset').exercise?.solution['reconcile.ts'] ?? '';
  await exercise(page).scrollIntoViewIfNeeded();
  await exercise(page).locator('xpath=ancestor::astro-island[not(@ssr)]').waitFor({ state: 'attached' });
  await exercise(page).locator('.ed pre').focus();
  await exercise(page).locator('.cm-content').focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await page.keyboard.insertText(text);
}

/** Milliseconds from Mod+S to the learner's controller in the running cluster; the second time, when all is loaded. */
async function timeSwap(page: Page): Promise<number> {
  const runs = 'Yours runs in the cluster now.';
  await page.keyboard.press('ControlOrMeta+s');
  await said(page, runs);
  // A change, so that there is something to swap; the words go when it begins.
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.insertText('// again\n');
  // In place before the key is pressed: input overtakes scripts.
  await page.evaluate(() => {
    const place = document.querySelector('[aria-label="Exercise"]');
    let from = Number.POSITIVE_INFINITY;
    document.addEventListener('keydown', ({ key }) => (from = key === 's' ? performance.now() : from), {
      capture: true,
    });
    const swapped = new Promise<number>((resolve) => {
      // Busy from the key until the learner's controller runs.
      const look = (): void => {
        if (place?.getAttribute('aria-busy') === 'false' && performance.now() >= from)
          resolve(performance.now() - from);
      };
      if (place !== null) new MutationObserver(look).observe(place, { attributes: true });
    });
    Object.assign(globalThis, { swapped });
  });
  await page.keyboard.press('ControlOrMeta+s');
  return page.evaluate(() => Reflect.get(globalThis, 'swapped') as Promise<number>);
}

/** Milliseconds for all universes of the exercise, from the click to the report; they must all converge. */
async function timeUniverses(page: Page): Promise<number> {
  // Looked for in the page, once a change: asking again and again would take from the cores that the universes run on.
  await page.evaluate(() => {
    const place = document.querySelector('[aria-label="Exercise"]');
    const from = new Promise<number>((resolve) => {
      const clicked = ({ target }: Event): void => {
        if (target instanceof Element && target.closest('button')?.textContent?.startsWith('Check in') === true)
          resolve(performance.now());
      };
      document.addEventListener('click', clicked, { capture: true });
    });
    const checked = from.then(
      (start) =>
        new Promise<readonly [string, number]>((resolve) => {
          const look = (): void => {
            if (place?.getAttribute('aria-busy') !== 'false') return;
            resolve([place.querySelector('.ed-say')?.textContent ?? '', performance.now() - start]);
          };
          if (place !== null)
            new MutationObserver(look).observe(place, { attributes: true, subtree: true, childList: true });
        }),
    );
    Object.assign(globalThis, { checked });
  });
  await exercise(page).getByRole('button', { name: 'Check in 200 universes' }).click();
  const [words, ms] = await page.evaluate(
    () => Reflect.get(globalThis, 'checked') as Promise<readonly [string, number]>,
  );
  if (words !== 'All 200 universes converged.')
    throw new Error(`the solution was checked, and the page says: ${words}`);
  return ms;
}

/** A fresh page on which the solution is written and checked at the same moment: nothing is ready. */
async function timeUniversesAtOnce(page: Page): Promise<number> {
  await writeSolution(page);
  return timeUniverses(page);
}

/** Measures the built site; it must have been built before. */
export async function pageFigures(): Promise<Figure[]> {
  const dist = fileURLToPath(new URL('../../dist', import.meta.url));
  if (!existsSync(dist)) throw new Error('dist/ is missing: run `npm run build` first');
  const port = 4398;
  const server = await serveFolder(dist, port);
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    const url = `http://127.0.0.1:${port}${lesson}`;
    const empty = await timeLoad(browser, url, true);
    await empty.page.close();
    const { page, bytes, ms } = await timeLoad(browser, url, false);
    const cold = await timeFirstCell(page);
    const warm = await timeFirstCell(page);
    await writeSolution(page);
    const swap = await timeSwap(page);
    await page.waitForTimeout(readOverMs);
    const first = await timeUniverses(page);
    const second = await timeUniverses(page);
    await page.close();
    const hasty = (await timeLoad(browser, url, false)).page;
    const atOnce = await timeUniversesAtOnce(hasty);
    await hasty.close();
    const others = lessonSlugs().map((slug) => `http://127.0.0.1:${port}/lessons/${slug}/`);
    let most = bytes;
    for (const other of others.filter((each) => each !== url)) {
      const loaded = await timeLoad(browser, other, false);
      most = Math.max(most, loaded.bytes);
      await loaded.page.close();
    }
    const lessonPage = (await timeLoad(browser, url, false)).page;
    const frames = await frameFigures(lessonPage);
    await lessonPage.close();
    const playground = await timeLoad(browser, `http://127.0.0.1:${port}/playground/`, false);
    const crowd = await crowdFigures(playground.page);
    return [
      // Of the lesson that loads most.
      { name: 'page.initial_js.gzip_bytes', value: most, unit: 'bytes' },
      { name: 'page.empty.initial_js.gzip_bytes', value: empty.bytes, unit: 'bytes' },
      { name: 'page.load_ms', value: ms, unit: 'ms' },
      { name: 'page.empty.load_ms', value: empty.ms, unit: 'ms' },
      { name: 'page.first_cell.cold_ms', value: cold, unit: 'ms' },
      { name: 'page.first_cell.warm_ms', value: warm, unit: 'ms' },
      { name: 'page.edit_to_swap_ms', value: swap, unit: 'ms' },
      { name: 'page.universes200_ms', value: first, unit: 'ms' },
      // Nobody has paused before.
      { name: 'page.universes200.at_once_ms', value: atOnce, unit: 'ms' },
      // The graders of the check before are still there.
      { name: 'page.universes200.again_ms', value: second, unit: 'ms' },
      ...frames,
      ...crowd,
    ];
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
  }
}
