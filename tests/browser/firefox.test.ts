/** Firefox (Debian's, through WebDriver BiDi): every lesson runs and prints what the build has printed; a learner passes exercise 12. */
import { expect, test } from '@playwright/test';
import { type Browser, launch, type Page } from 'puppeteer-core';
import { findProgram } from '../../scripts/machine/programs.ts';
import { lessonSlugs } from '../../src/lesson/node/lesson-folder.ts';
import { bakedLesson, lessonFile } from './steps.ts';

const binary = findProgram('firefox-esr', 'firefox');

let browser: Browser;
test.beforeAll(async ({ browserName: _ }, info) => {
  info.skip(binary === undefined, 'Firefox isn’t here: apt-get install firefox-esr');
  if (binary === undefined) return;
  browser = await launch({ browser: 'firefox', executablePath: binary, headless: true });
});
test.afterAll(() => browser?.close());

interface Opened {
  readonly page: Page;
  readonly trouble: string[];
}

async function open(url: string): Promise<Opened> {
  const page = await browser.newPage();
  page.setDefaultTimeout(60_000);
  await page.setViewport({ width: 1440, height: 900 });
  const trouble: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') trouble.push(message.text());
  });
  page.on('pageerror', (error) => trouble.push(String(error)));
  await page.goto(url, { waitUntil: 'load' });
  await page.waitForSelector('body > p.sr[role="status"]');
  return { page, trouble };
}

/** What each cell shows. How an exception puts it is the browser's own affair, up to its name. */
const outputs = (page: Page): Promise<Record<string, string>> =>
  page.$$eval('[id^="cell-"]', (cells) => {
    const textOf = (cell: Element): string => {
      const shown = cell.querySelector('.cell-out')?.cloneNode(true);
      if (!(shown instanceof Element)) return '';
      for (const title of shown.querySelectorAll('.err-title')) title.textContent = title.textContent.split(':')[0] ?? '';
      return shown.textContent;
    };
    return Object.fromEntries(cells.map((cell) => [cell.id, textOf(cell)]));
  });

for (const slug of lessonSlugs()) {
  test(`${slug} runs, and prints what the build has printed`, async ({ baseURL }) => {
    const { page, trouble } = await open(`${baseURL}/lessons/${slug}/`);
    const built = await outputs(page);
    await page.click('[data-lesson-action="run-all"]');
    const ids = Object.keys(bakedLesson(slug).cells);
    for (const id of ids) {
      // Cells far away wake up when they come near.
      await page.$eval(`#cell-${id}`, (cell) => cell.scrollIntoView());
      await page.waitForSelector(`#cell-${id}:is(.fresh, .error, .unquiet):not(:has([aria-busy="true"]))`);
    }
    expect(await outputs(page)).toEqual(built);
    expect(trouble).toEqual([]);
    await page.close();
  });
}

test('a learner passes exercise 12', async ({ baseURL }) => {
  const { page, trouble } = await open(`${baseURL}/lessons/12-replicaset/`);
  const exercise = await page.waitForSelector('section[aria-label="Exercise"], [role="region"][aria-label="Exercise"]');
  if (exercise === null) throw new Error('there is no exercise');
  await exercise.evaluate((place) => place.scrollIntoView());
  await page.waitForFunction((place) => place.closest('astro-island')?.hasAttribute('ssr') === false, {}, exercise);
  await page.focus('[aria-label="Exercise"] .ed pre');
  await page.waitForSelector('[aria-label="Exercise"] .cm-content');
  await page.focus('[aria-label="Exercise"] .cm-content');
  await page.keyboard.down('Control');
  await page.keyboard.press('a');
  await page.keyboard.up('Control');
  await page.keyboard.press('Delete');
  await page.evaluate((text) => document.execCommand('insertText', false, text), lessonFile('solution/reconcile.ts'));
  await page.click('[aria-label="Exercise"] ::-p-text(Check in 200 universes)');
  await page.waitForSelector('[aria-label="Exercise"] ::-p-text(All 200 universes converged.)', { timeout: 100_000 });
  expect(trouble).toEqual([]);
});
