/** The time machine in Chromium, by keyboard: look back, fork there, go another way, compare, go back for good. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { awake, axe, button, cell, listenForTrouble, openLesson, pane, runCell, tabTo } from './steps.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const slider = (page: Page): Locator => pane(page).getByRole('slider', { name: 'Revision' });
const seen = (page: Page): Locator => pane(page).locator('.clock');
const status = (page: Page): Locator => page.locator('body > p.sr[role="status"]');
/** What the Cluster view says of the set: wants and ready. */
const wish = (page: Page): Locator => pane(page).locator('.wish p').first();

async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await target.focus();
  await page.keyboard.press(key);
}

/** A session in which four Pods have come up. */
async function lived(page: Page): Promise<void> {
  await openLesson(page);
  await runCell(page, 'apply');
  await runCell(page, 'list');
  await expect(wish(page)).toContainText('ready 4');
}

test('the scrubber goes through the past by keyboard, and everything in the pane shows that moment', async ({ page }) => {
  const trouble = listenForTrouble(page);
  await lived(page);
  const now = await seen(page).innerText();
  await tabTo(page, slider(page));
  const end = await slider(page).getAttribute('aria-valuetext');
  await page.keyboard.press('Home');
  await expect(wish(page)).toContainText('wants 4 · ready 0');
  await expect(slider(page)).toHaveAttribute('aria-valuetext', /^revision \d+, t = \d+\.\d{3} s$/);
  await expect(pane(page).getByRole('group', { name: 'The past' })).toContainText(/You see revision \d+, t = .* Now is/);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('.');
  await page.keyboard.press(',');
  await expect(seen(page)).not.toHaveText(now);
  await page.keyboard.press('End');
  await expect(slider(page)).toHaveAttribute('aria-valuetext', end ?? '');
  await expect(seen(page)).toHaveText(now);
  await expect(pane(page).getByRole('group', { name: 'The past' })).toHaveCount(0);
  expect(trouble).toEqual([]);
});

test('a fork goes another way, the original stands still, and the two are compared', async ({ page }) => {
  const trouble = listenForTrouble(page);
  await lived(page);
  const now = await seen(page).innerText();
  await press(page, button(pane(page), /^Fork/));
  await expect(status(page)).toHaveText(/^This is fork 1: it begins at revision \d+/);
  await awake(cell(page, 'delete'));
  await runCell(page, 'delete');
  await expect(seen(page)).not.toHaveText(now);
  await press(page, pane(page).getByRole('tab', { name: 'Cluster' }), 'ArrowLeft');
  await expect(pane(page).getByRole('tab', { name: 'Forks' })).toHaveAttribute('aria-selected', 'true');
  await press(page, button(pane(page), 'Compare main with fork 1'));
  const rows = pane(page).getByRole('region', { name: 'What differs' }).getByRole('row');
  await expect(rows.filter({ hasText: /Pod\/web-\w+.*only here/ }).first()).toBeVisible();
  expect(await axe(page, '#pane')).toEqual([]);
  await press(page, button(pane(page), 'Go to main'));
  await expect(seen(page)).toHaveText(now);
  await expect(cell(page, 'delete')).toHaveAttribute('aria-label', /has not run here$/);
  await press(page, button(pane(page), 'Go to fork 1'));
  await expect(cell(page, 'delete')).toHaveAttribute('aria-label', /has run/);
  expect(trouble).toEqual([]);
});

test('going back for good asks first, and then what came later has not happened', async ({ page }) => {
  await lived(page);
  await tabTo(page, slider(page));
  await page.keyboard.press('Home');
  await press(page, button(pane(page), 'Go back for good'));
  await expect(button(pane(page), 'Go back')).toBeFocused();
  await press(page, button(pane(page), 'Leave it'));
  await expect(cell(page, 'list')).toHaveAttribute('aria-label', /has run$/);
  await press(page, button(pane(page), 'Go back for good'));
  await expect(button(pane(page), 'Go back')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(status(page)).toHaveText(/^The session is back at revision/);
  await expect(cell(page, 'list')).toHaveAttribute('aria-label', /has not run here$/);
  await runCell(page, 'list');
  await expect(wish(page)).toContainText('ready 4');
});

test('etcd’s keys move with the scrubber, and a key leads to its revisions', async ({ page }) => {
  await lived(page);
  await press(page, pane(page).getByRole('tab', { name: 'Cluster' }), 'ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(pane(page).locator('.members')).toContainText('leader');
  await pane(page).getByRole('textbox', { name: 'Keys that begin with' }).fill('/registry/pods/default/');
  await expect(pane(page).locator('.etcd-key')).toHaveCount(4);
  await press(page, pane(page).locator('.etcd-key').first());
  const created = pane(page).locator('.revisions li').last();
  await expect(created).toContainText('created, version 1');
  await press(page, created.getByRole('button', { name: /^revision/ }));
  await expect(pane(page).locator('.etcd-key[aria-pressed="true"]')).toHaveCount(1);
  await expect(pane(page).locator('.revisions li')).toHaveCount(1);
  await expect(pane(page).getByRole('group', { name: 'The past' })).toBeVisible();
  expect(await axe(page, '#pane')).toEqual([]);
});

for (const width of [360, 800]) {
  test(`at ${width} px nothing scrolls sideways while looking back`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await lived(page);
    if (width < 800) await pane(page).locator('.sheet-bar').click();
    await press(page, slider(page), 'Home');
    await expect(pane(page).getByRole('group', { name: 'The past' })).toBeInViewport();
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(wider).toBeLessThanOrEqual(0);
  });
}
