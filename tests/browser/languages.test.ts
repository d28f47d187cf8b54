/** A lesson in another language: its page, its words, and that a learner’s work is the same in all. */
import { expect, type Page, test } from '@playwright/test';
import { awake, axe, cell, listenForTrouble, openLesson, outputOf, runCell, tabTo } from './steps.ts';
import { german } from './words.ts';

const english = '/lessons/1-thermostats/';
const translated = '/de/lessons/1-thermostats/';

const run = (page: Page, id: string) => cell(page, id).locator('.cell-head .btn').last();

async function chooseLanguage(page: Page, name: string): Promise<void> {
  const menu = page.locator('.top .language');
  await menu.focus();
  await page.keyboard.press('Enter');
  await tabTo(page, page.locator('.top .languages').getByRole('link', { name, exact: true }));
  await page.keyboard.press('Enter');
}

test('lesson 1 in German: chosen by keyboard, run, and the same work in both languages', async ({ page }) => {
  const trouble = listenForTrouble(page);
  await openLesson(page, english);
  await expect(page.locator('script[src*="/words/"]')).toHaveCount(0);
  await chooseLanguage(page, 'Deutsch');
  await expect(page).toHaveURL(translated);
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.locator('main')).toHaveAttribute('lang', 'de');
  await expect(page.getByRole('heading', { level: 2, name: 'Ein Skript' })).toBeVisible();

  await expect(run(page, 'room')).toHaveText(german('Run'));
  await runCell(page, 'room');
  await expect(cell(page, 'room')).toHaveClass(/\bfresh\b/);
  // Its part of the page has woken up, and says the same.
  await expect(run(page, 'room')).toHaveText(german('Run'));
  await expect(cell(page, 'room').locator('.cell-in')).toContainText('# das Thermometer');
  await runCell(page, 'cold');
  await expect(outputOf(page, 'cold')).toContainText('"actual":"16.0"');
  await page.locator('#predict').scrollIntoViewIfNeeded();
  await awake(page.locator('#predict'));
  await page.locator('#predict').getByRole('radio', { name: '32' }).check();
  expect(await axe(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

  await test.step('in English nothing has changed, and everything is there', async () => {
    await expect.poll(() => page.evaluate(async () => (await indexedDB.databases()).length)).toBeGreaterThan(0);
    await chooseLanguage(page, 'English');
    await expect(page).toHaveURL(english);
    await awake(cell(page, 'room'));
    await expect(cell(page, 'room')).toHaveClass(/\bfresh\b/, { timeout: 20_000 });
    await expect(cell(page, 'room').locator('.cell-in')).toContainText('# the thermometer');
    await awake(page.locator('#predict'));
    await expect(page.locator('#predict').locator('input:checked')).toHaveCount(1);
    await expect(page.getByText(/exercise has changed/)).toHaveCount(0);
  });
  expect(trouble).toEqual([]);
});

test('a lesson that isn’t translated stays among German pages, and says so', async ({ page }) => {
  await openLesson(page, translated);
  const next = page.locator('a.next').last();
  await expect(next).toHaveAttribute('href', /^\/de\/lessons\/2-/);
  await next.click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.locator('main')).toHaveAttribute('lang', 'en');
  await expect(page.locator('main > .note, main .note').first()).toHaveAttribute('lang', 'de');
  const links = await page.locator('a[href]').evaluateAll((all) => [...new Set(all.flatMap((link) => (link instanceof HTMLAnchorElement && link.origin === location.origin ? [link.pathname] : [])))]);
  for (const link of links) expect((await page.request.get(link)).status(), link).toBe(200);
});
