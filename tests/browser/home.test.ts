/** The home page's instrument: the real engine answers the dial, a killed Pod and an open window. */
import { expect, type Page, test } from '@playwright/test';
import { axe, axeOfColors, listenForTrouble } from './steps.ts';

const instrument = (page: Page) => page.getByRole('group', { name: 'A loop you can disturb' });
const running = (page: Page, count: number) =>
  expect(instrument(page).getByRole('img', { name: `${count} wanted, ${count} running` })).toBeVisible();

async function open(page: Page): Promise<void> {
  await page.goto('/');
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
}

test('a dial, a Pod and a window, by keyboard', async ({ page }) => {
  const trouble = listenForTrouble(page);
  await open(page);
  const here = instrument(page);
  await expect(here.getByRole('img', { name: '5 wanted, 4 running' })).toBeVisible();
  const engines: string[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/core.')) engines.push(response.url());
  });

  await test.step('what is wanted is raised: Pods come', async () => {
    await here.getByRole('slider').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(here.locator('output')).toHaveText('7');
    await running(page, 7);
    expect(engines).toHaveLength(1);
  });

  await test.step('a Pod is killed: another one takes its place', async () => {
    const victim = here.getByRole('button', { name: /^Kill / }).first();
    const name = /web-\w+/.exec((await victim.textContent()) ?? '')?.[0] ?? 'no Pod';
    await victim.focus();
    await page.keyboard.press('Enter');
    await expect(here.locator('.note')).toContainText(`${name} is being deleted.`);
    await expect(here.getByRole('button', { name: new RegExp(name) })).toHaveCount(0);
    await running(page, 7);
  });

  await test.step('a room is another noun', async () => {
    await here.getByRole('button', { name: 'A room' }).press('Enter');
    await here.getByRole('button', { name: 'Open the window' }).press('Enter');
    await expect(here.getByText('Window open. Shut it.')).toBeVisible();
    await expect(here.getByText('Heating', { exact: true })).toBeVisible();
    await expect(here.locator('.loop')).toContainText('heat');
    expect(await axe(page, '.instrument')).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await axeOfColors(page, '.instrument')).toEqual([]);
  });
  expect(trouble).toEqual([]);
});

test('where nothing may move, each act shows its end at once', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page);
  await instrument(page).getByRole('slider').fill('2');
  await running(page, 2);
});

test('nothing is left empty at 800 px; the slider and the chart begin at one edge', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const width of [360, 800, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await open(page);
    const [grid, strip, dial, ...columns] = await page.evaluate(() =>
      ['.inst-grid', '.strip svg', '.dial input', '.wanted', '.inst-grid .loop', '.actual'].map((selector) => document.querySelector(selector)?.getBoundingClientRect().toJSON()),
    );
    expect(dial.left, `the slider at ${width} px`).toBe(strip.left);
    // Each row of the instrument reaches its right edge.
    const rows = Map.groupBy(columns, ({ top }) => Math.round(top / 40));
    for (const row of rows.values()) expect(Math.max(...row.map(({ right }) => right)), `a row at ${width} px`).toBeGreaterThan(grid.right - 30);
    expect(Math.max(...columns.map(({ bottom }) => bottom))).toBeCloseTo(grid.bottom, 0);
  }
});

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('no button is dead, and a phone has the menu', async ({ page }) => {
    for (const width of [360, 800]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto('/');
      await expect(page.getByRole('button', { name: /^web-/, disabled: true })).not.toHaveCount(0);
      await expect(page.locator('button:visible:enabled')).toHaveCount(width === 360 ? 1 : 0);
      await expect(page.locator('input:visible')).toHaveCount(0);
    }
  });
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'on a phone' : 'on a phone without a script', () => {
    test.use({ javaScriptEnabled, viewport: { width: 360, height: 780 } });

    test('the menu opens, is left by Escape, and leads to a part of the page', async ({ page }) => {
      await page.goto('/');
      const menu = page.getByRole('navigation', { name: 'Site' });
      await expect(menu).toBeHidden();
      await page.getByRole('button', { name: 'Menu' }).click();
      await expect(menu.getByRole('link', { name: 'Playground' })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(menu).toBeHidden();
      await page.getByRole('button', { name: 'Menu' }).click();
      await menu.getByRole('link', { name: 'For instructors' }).click();
      await expect(page.getByRole('heading', { name: 'Host it for your class' })).toBeInViewport();
      if (javaScriptEnabled) await expect(menu).toBeHidden();
    });
  });
}
