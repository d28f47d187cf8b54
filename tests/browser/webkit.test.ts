/** WebKit (Debian's, through WebDriver): a learner walks through lesson 1. */
import { test } from '@playwright/test';
import { triesAll } from '../scope.ts';
import { holds, readOffline, runEmbedded, startStranger, strangersFrame, walkLesson1, walkLimitMs } from './walk.ts';
import { findWebKit, openWebKit, type WebKit } from './webkit.ts';

const programs = findWebKit();

let page: WebKit;
test.beforeAll(async ({ browserName: _ }, info) => {
  info.skip(programs === undefined, 'WebKit isn’t here: apt-get install webkit2gtk-driver xvfb');
  if (programs !== undefined) page = await openWebKit(programs);
});
test.afterAll(() => page?.close());

test('a learner predicts, runs all cells, sees a wrong loop fail and comes back', async ({ baseURL }) => {
  test.setTimeout(walkLimitMs);
  // A hundred universes take minutes there where other tests run: with `npm test -- --all`.
  await walkLesson1(page, baseURL ?? '', triesAll);
});

test('a lesson that is kept for offline is loaded and runs when its server has gone', async () => {
  test.setTimeout(walkLimitMs);
  await readOffline(page);
});

test('a cell runs in a page of another site, and its frame has the cell’s height', async ({ baseURL }) => {
  test.setTimeout(walkLimitMs);
  const site = await startStranger(baseURL ?? '');
  await page.open(site.url);
  await holds(page, strangersFrame);
  const needed = await page.within(strangersFrame, () => runEmbedded(page, page.click));
  await holds(page, `${strangersFrame}.getBoundingClientRect().height === ${needed}`);
  site.close();
});
