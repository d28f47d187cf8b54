/** Firefox (Debian's, through WebDriver BiDi): a learner walks through lesson 1; the others run and print what the build has printed. */
import { expect, test } from '@playwright/test';
import { lessonSlugs } from '../../src/lesson/node/lesson-folder.ts';
import { everyNth } from '../scope.ts';
import { type Firefox, type FirefoxPage, firefoxProgram, openFirefox, whyNoFirefox } from './firefox.ts';
import { holds, outputsOf, readOffline, runAllCells, runEmbedded, startStranger, strangersFrame, walkedLesson, walkLesson1, walkLimitMs } from './walk.ts';

let browser: Firefox;
test.beforeAll(async ({ browserName: _ }, info) => {
  info.skip(firefoxProgram === undefined, whyNoFirefox);
  if (firefoxProgram !== undefined) browser = await openFirefox(firefoxProgram);
});
test.afterAll(() => browser?.close());

async function open(url: string): Promise<FirefoxPage> {
  const opened = await browser.newPage();
  await opened.open(url);
  await opened.page.waitForSelector('body > p.sr[role="status"]');
  return opened;
}

test('a learner predicts, runs all cells, sees a wrong loop fail, comes back and passes', async ({ baseURL }) => {
  test.setTimeout(walkLimitMs);
  const opened = await browser.newPage();
  await walkLesson1(opened, baseURL ?? '');
  expect(opened.trouble).toEqual([]);
  await opened.page.close();
});

test('a lesson that is kept for offline is loaded and runs when its server has gone', async () => {
  const opened = await browser.newPage();
  await readOffline(opened);
  await opened.page.close();
});

test('a cell runs in a page of another site, and its frame has the cell’s height', async ({ baseURL }) => {
  const site = await startStranger(baseURL ?? '');
  const opened = await browser.newPage();
  await opened.open(site.url);
  const frame = await opened.page.waitForFrame((each) => each.url().includes('/embed/1-thermostats/'));
  const needed = await runEmbedded({ evaluate: (expression) => frame.evaluate(expression) }, async (selector) => (await frame.waitForSelector(selector))?.click());
  await holds(opened, `${strangersFrame}.getBoundingClientRect().height === ${needed}`);
  expect(opened.trouble).toEqual([]);
  await opened.page.close();
  site.close();
});

// The walk has been through the first. By default every fifteenth of the others.
for (const slug of everyNth(15, lessonSlugs().filter((each) => each !== walkedLesson))) {
  test(`${slug} runs, and prints what the build has printed`, async ({ baseURL }) => {
    const opened = await open(`${baseURL}/lessons/${slug}/`);
    const built = await outputsOf(opened);
    await runAllCells(opened, slug);
    expect(await outputsOf(opened)).toEqual(built);
    expect(opened.trouble).toEqual([]);
    await opened.page.close();
  });
}
