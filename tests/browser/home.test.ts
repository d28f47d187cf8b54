/** The home page's instrument: the real engine answers the dial, a killed Pod and an open window. */
import { expect, type Page, test } from '@playwright/test';
import { axe, listenForTrouble } from './steps.ts';

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
  });
  expect(trouble).toEqual([]);
});

test('where nothing may move, each act shows its end at once', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page);
  await instrument(page).getByRole('slider').fill('2');
  await running(page, 2);
});
