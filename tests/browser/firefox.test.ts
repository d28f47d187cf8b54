/** Firefox (Debian's, through WebDriver BiDi): a learner walks through lesson 1; the others run and print what the build has printed. */
import { expect, test } from '@playwright/test';
import { lessonSlugs } from '../../src/lesson/node/lesson-folder.ts';
import { everyNth } from '../scope.ts';
import { type Firefox, type FirefoxPage, firefoxProgram, openFirefox, whyNoFirefox } from './firefox.ts';
import { outputsOf, runAllCells, walkedLesson, walkLesson1, walkLimitMs } from './walk.ts';

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

// The walk has been through the first. By default every tenth of the others.
for (const slug of everyNth(10, lessonSlugs().filter((each) => each !== walkedLesson))) {
  test(`${slug} runs, and prints what the build has printed`, async ({ baseURL }) => {
    const opened = await open(`${baseURL}/lessons/${slug}/`);
    const built = await outputsOf(opened);
    await runAllCells(opened, slug);
    expect(await outputsOf(opened)).toEqual(built);
    expect(opened.trouble).toEqual([]);
    await opened.page.close();
  });
}
