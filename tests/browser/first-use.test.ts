/** What a reader's first cell and first check fetch. It lives through 200 universes, which takes two minutes: with `npm test -- --all`. */
import { expect, test } from '@playwright/test';
import { firstUseBytes } from '../../scripts/bench/first-use.ts';
import { builtSite } from './serve.ts';

test('the first cell and the first check fetch no more than they may', async ({ browser }) => {
  test.setTimeout(240_000);
  const { cell, check, checkWithoutTypes } = await firstUseBytes(browser, builtSite);
  expect(cell).toBeLessThanOrEqual(620_000);
  expect(checkWithoutTypes).toBeLessThanOrEqual(800_000);
  expect(check).toBeLessThanOrEqual(1_900_000);
});
