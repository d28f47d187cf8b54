/** WebKit (Debian's, through WebDriver): a learner walks through lesson 1. */
import { test } from '@playwright/test';
import { walkLesson1, walkLimitMs } from './walk.ts';
import { findWebKit, openWebKit } from './webkit.ts';

const programs = findWebKit();

test('a learner predicts, runs all cells, writes the loop and passes', async ({ baseURL }) => {
  test.skip(programs === undefined, 'WebKit isn’t here: apt-get install webkit2gtk-driver xvfb');
  test.setTimeout(walkLimitMs);
  if (programs === undefined || baseURL === undefined) return;
  const page = await openWebKit(programs);
  try {
    await walkLesson1(page, baseURL);
  } finally {
    await page.close();
  }
});
