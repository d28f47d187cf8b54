/** Firefox (Debian's, through WebDriver BiDi): a learner walks through lesson 1; the others run and print what the build has printed. */
import { expect, test } from '@playwright/test';
import { type Browser, launch, type Page } from 'puppeteer-core';
import { findProgram } from '../../scripts/machine/programs.ts';
import { lessonSlugs } from '../../src/lesson/node/lesson-folder.ts';
import { everyNth } from '../scope.ts';
import { type DrivenPage, outputsOf, runAllCells, walkedLesson, walkLesson1, walkLimitMs } from './walk.ts';

const binary = findProgram('firefox-esr', 'firefox');

let browser: Browser;
test.beforeAll(async ({ browserName: _ }, info) => {
  info.skip(binary === undefined, 'Firefox isn’t here: apt-get install firefox-esr');
  if (binary === undefined) return;
  browser = await launch({ browser: 'firefox', executablePath: binary, headless: true });
});
test.afterAll(() => browser?.close());

interface Opened extends DrivenPage {
  readonly page: Page;
  readonly trouble: string[];
}

async function newPage(): Promise<Opened> {
  const page = await browser.newPage();
  page.setDefaultTimeout(60_000);
  await page.setViewport({ width: 1440, height: 900 });
  const trouble: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') trouble.push(message.text());
  });
  page.on('pageerror', (error) => trouble.push(String(error)));
  return {
    page,
    trouble,
    open: async (url) => void (await page.goto(url, { waitUntil: 'load' })),
    evaluate: (expression) => page.evaluate(expression),
    click: (selector) => page.click(selector),
  };
}

async function open(url: string): Promise<Opened> {
  const opened = await newPage();
  await opened.open(url);
  await opened.page.waitForSelector('body > p.sr[role="status"]');
  return opened;
}

test('a learner predicts, runs all cells, sees a wrong loop fail, comes back and passes', async ({ baseURL }) => {
  test.setTimeout(walkLimitMs);
  const opened = await newPage();
  await walkLesson1(opened, baseURL ?? '');
  expect(opened.trouble).toEqual([]);
  await opened.page.close();
});

// The walk has been through the first. By default every fourth of the others.
for (const slug of everyNth(4, lessonSlugs().filter((each) => each !== walkedLesson))) {
  test(`${slug} runs, and prints what the build has printed`, async ({ baseURL }) => {
    const opened = await open(`${baseURL}/lessons/${slug}/`);
    const built = await outputsOf(opened);
    await runAllCells(opened, slug);
    expect(await outputsOf(opened)).toEqual(built);
    expect(opened.trouble).toEqual([]);
    await opened.page.close();
  });
}
