/**
 * The page, in Chromium on the built site: what a lesson loads before anybody touches it, how soon the first cell answers, an edited
 * controller runs, and 200 universes are lived through; how it bears 300 Pods, and 2,000. Beside it, in the same run, the same page with
 * nothing in it that runs.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { type Browser, chromium, type Page } from '@playwright/test';
import { lessonSlugs } from '../../src/lesson/node/lesson-folder.ts';
import { findBrowser } from '../machine/find-browser.ts';
import { serveFolder } from '../serve-site.ts';
import { crowdFigures } from './crowd.ts';
import type { Figure } from './figure.ts';
import { firstUseFigures } from './first-use.ts';
import { frameFigures } from './frames.ts';
import { checkExercise, exerciseSays, lesson, viewport, writeSolution } from './page-steps.ts';

/** A learner reads their code over this long before they check it; graders get ready meanwhile. */
const readOverMs = 8_000;
const port = 4398;

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

/** Milliseconds from Mod+S to the learner's controller in the running cluster; the second time, when all is loaded. */
async function timeSwap(page: Page): Promise<number> {
  const runs = 'Yours runs in the cluster now.';
  await page.keyboard.press('ControlOrMeta+s');
  await exerciseSays(page, runs);
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
      const onChange = (): void => {
        if (place?.getAttribute('aria-busy') === 'false' && performance.now() >= from)
          resolve(performance.now() - from);
      };
      if (place !== null) new MutationObserver(onChange).observe(place, { attributes: true });
    });
    Object.assign(globalThis, { swapped });
  });
  await page.keyboard.press('ControlOrMeta+s');
  return page.evaluate(() => Reflect.get(globalThis, 'swapped') as Promise<number>);
}

/** A fresh page on which the solution is written and checked at the same moment: nothing is ready. */
async function timeCheckAtOnce(page: Page): Promise<number> {
  await writeSolution(page);
  return checkExercise(page);
}

interface Site {
  readonly browser: Browser;
  readonly origin: string;
}

/** Lesson 12 from opening it to a checked exercise, as a learner goes through it. */
async function lessonFigures({ browser, origin }: Site): Promise<Figure[]> {
  const url = `${origin}${lesson}`;
  const empty = await timeLoad(browser, url, true);
  await empty.page.close();
  const { page, bytes, ms } = await timeLoad(browser, url, false);
  const cold = await timeFirstCell(page);
  const warm = await timeFirstCell(page);
  await writeSolution(page);
  const swap = await timeSwap(page);
  await page.waitForTimeout(readOverMs);
  const first = await checkExercise(page);
  const second = await checkExercise(page);
  await page.close();
  const hasty = (await timeLoad(browser, url, false)).page;
  const atOnce = await timeCheckAtOnce(hasty);
  await hasty.close();
  return [
    // Of the lesson that loads most.
    { name: 'page.initial_js.gzip_bytes', value: await mostScriptBytes({ browser, origin }, bytes), unit: 'bytes' },
    { name: 'page.empty.initial_js.gzip_bytes', value: empty.bytes, unit: 'bytes' },
    { name: 'page.load_ms', value: ms, unit: 'ms' },
    { name: 'page.empty.load_ms', value: empty.ms, unit: 'ms' },
    { name: 'page.first_cell.cold_ms', value: cold, unit: 'ms' },
    { name: 'page.first_cell.warm_ms', value: warm, unit: 'ms' },
    { name: 'page.edit_to_swap_ms', value: swap, unit: 'ms' },
    { name: 'page.universes200_ms', value: first, unit: 'ms' },
    // Without a pause before the check.
    { name: 'page.universes200.at_once_ms', value: atOnce, unit: 'ms' },
    // The graders of the check before are still there.
    { name: 'page.universes200.again_ms', value: second, unit: 'ms' },
  ];
}

/** Bytes of initial scripts of the lesson that loads most; `most` is what lesson 12 loads. */
async function mostScriptBytes({ browser, origin }: Site, most: number): Promise<number> {
  const urls = lessonSlugs().map((slug) => `/lessons/${slug}/`);
  const all = [most];
  for (const url of urls.filter((each) => each !== lesson)) {
    const { page, bytes } = await timeLoad(browser, `${origin}${url}`, false);
    all.push(bytes);
    await page.close();
  }
  return Math.max(...all);
}

/** Many Pods on a page: how evenly it draws, and how long it is held. */
async function manyPodsFigures({ browser, origin }: Site): Promise<Figure[]> {
  const { page } = await timeLoad(browser, `${origin}${lesson}`, false);
  const frames = await frameFigures(page);
  await page.close();
  const playground = await timeLoad(browser, `${origin}/playground/`, false);
  const crowd = await crowdFigures(playground.page);
  await playground.page.close();
  return [...frames, ...crowd];
}

const dist = fileURLToPath(new URL('../../dist', import.meta.url));

/** Measures in a browser of its own. The site must have been built before. */
async function inBrowser(measure: (browser: Browser) => Promise<Figure[]>): Promise<Figure[]> {
  if (!existsSync(dist)) throw new Error('dist/ is missing: run `npm run build` first');
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    return await measure(browser);
  } finally {
    await browser.close();
  }
}

/** What the first click and the first check of a fresh reader cost. */
export const firstUse = (): Promise<Figure[]> => inBrowser((browser) => firstUseFigures(browser, dist));

/** Times in the loaded page. */
export const pageTimes = (): Promise<Figure[]> =>
  inBrowser(async (browser) => {
    const server = await serveFolder(dist, port);
    try {
      const site = { browser, origin: `http://127.0.0.1:${port}` };
      return [...(await lessonFigures(site)), ...(await manyPodsFigures(site))];
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
