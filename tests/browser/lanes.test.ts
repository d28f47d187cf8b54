/** Lesson 12's lanes: covered until the cell has run, then filled in by keyboard from what the reader's own run has traced. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { awake, axe, listenForTrouble, openLesson, runCell } from './steps.ts';

const figure = (page: Page): Locator => page.locator('.lanesfig');
const row = (page: Page, pass: number): Locator => figure(page).locator(`li[data-pass="${pass}"]`);

test('passes of a loop are read from the reader’s run, and rows are filled in', async ({ page }) => {
  test.setTimeout(120_000);
  const trouble = listenForTrouble(page);
  await openLesson(page);
  await expect(figure(page).locator('.passes')).toBeHidden();
  await runCell(page, 'late');
  await awake(figure(page).locator('.passes'));
  await expect(row(page, 1)).toContainText(/begins with r \d+, web .* and sends\s+POST pods \(stored as r/);
  const drawn = await figure(page).locator('svg .stored').count();

  await test.step('a wrong row gets a question', async () => {
    const begins = row(page, 2).getByLabel('begins with');
    const values = await begins.locator('option').evaluateAll((all) => all.map((option) => option.getAttribute('value') ?? ''));
    await begins.selectOption(values[1] ?? '');
    await row(page, 2).getByLabel('and sends').selectOption('PUT replicasets/status web');
    await row(page, 2).getByRole('button').focus();
    await page.keyboard.press('Enter');
    await expect(row(page, 2).getByRole('status')).toContainText('Which write is that');
    expect(await axe(page, '.lanesfig')).toEqual([]);
  });

  await test.step('a right one is drawn, and stays filled in', async () => {
    await row(page, 2).getByLabel('begins with').selectOption({ label: (await row(page, 2).locator('option', { hasText: /web-/ }).textContent()) ?? '' });
    await row(page, 2).getByRole('button').press('Enter');
    await expect(row(page, 2)).toContainText(/begins with r \d+, web-\w{5}/);
    await expect(figure(page).locator('svg .stored')).toHaveCount(drawn + 1);
    await page.reload();
    await awake(figure(page).locator('.passes'));
    await expect(row(page, 2).getByRole('button')).toHaveCount(0);
    await expect(row(page, 3).getByRole('button')).toHaveCount(1);
  });

  await test.step('it scrolls in its own box on a phone', async () => {
    await page.setViewportSize({ width: 360, height: 780 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
  });
  expect(trouble).toEqual([]);
});
