/** The notebook by keys alone, as in Jupyter: choosing, editing, running, restarting, interrupting, and finding out which keys there are. */
import { expect, type Page, test } from '@playwright/test';
import { allHaveRun, axe, cell, listenForTrouble, openLesson, outputOf, pressTwice, replaceText, tabTo } from './steps.ts';

const status = (page: Page) => page.locator('body > p.sr[role="status"]');
const chosen = (page: Page, id: string) => cell(page, id).locator('.cell-in pre');
const editor = (page: Page, id: string) => cell(page, id).locator('.cm-content');
const dialog = (page: Page) => page.locator('dialog.commands');

test('cells are chosen, edited, run and restarted by keys; the palette and the list of keys tell how', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const trouble = listenForTrouble(page);
  await openLesson(page);

  await test.step('? lists the keys, filters, and gives the focus back', async () => {
    const runAll = page.getByRole('button', { name: 'Run all' });
    await tabTo(page, runAll);
    await page.keyboard.press('?');
    await expect(dialog(page).getByRole('textbox', { name: 'Keys for' })).toBeFocused();
    await page.keyboard.type('interrupt');
    await expect(dialog(page).locator('dt')).toHaveText(['Interrupt what runs']);
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    await expect(runAll).toBeFocused();
  });

  await test.step('j and k choose, Shift+Enter runs and goes on, Mod+Enter runs in place', async () => {
    await page.keyboard.press('j');
    await expect(chosen(page, 'apply')).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('k');
    await page.keyboard.press('Shift+Enter');
    await expect(chosen(page, 'list')).toBeFocused();
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(cell(page, 'list')).toHaveClass(/\bfresh\b/);
    await expect(chosen(page, 'list')).toBeFocused();
  });

  await test.step('Enter edits, Escape leaves; what has changed is marked until it runs', async () => {
    await page.keyboard.press('Enter');
    await expect(editor(page, 'list')).toBeFocused();
    await replaceText(page, 'kubectl get pods -l app=web -o wide');
    await page.keyboard.press('Escape');
    await expect(chosen(page, 'list')).toBeFocused();
    await expect(cell(page, 'list')).toHaveClass(/\bstale\b/);
    await expect(chosen(page, 'list').locator('.changed')).not.toHaveCount(0);
    await page.keyboard.press('Enter');
    await expect(editor(page, 'list')).toBeFocused();
    await page.keyboard.press('ControlOrMeta+z');
    await expect(editor(page, 'list')).not.toContainText('wide');
    await page.keyboard.press('ControlOrMeta+Shift+z');
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(outputOf(page, 'list')).toContainText('NOMINATED NODE');
  });

  await test.step('Tab passes through an editor that wasn’t typed in; Mod+S keeps and opens nothing', async () => {
    await page.keyboard.press('Enter');
    await expect(editor(page, 'list')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(editor(page, 'list')).not.toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(editor(page, 'list')).toBeFocused();
    await page.keyboard.press('ControlOrMeta+s');
    await expect(status(page)).toHaveText('Kept in this browser.');
    await page.keyboard.press('Escape');
    await page.keyboard.press('c');
    await expect(status(page)).toHaveText('Cell 2 is copied.');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('kubectl get pods -l app=web -o wide');
  });

  await test.step('the palette restarts and runs everything', async () => {
    await page.keyboard.press('ControlOrMeta+Shift+p');
    await page.keyboard.type('restart all');
    await expect(dialog(page).getByRole('option')).toHaveText([/^Restart and run all cells/]);
    await page.keyboard.press('Enter');
    await expect(status(page)).toHaveText(/runs|has run|starts again/);
    await allHaveRun(page);
    await expect(outputOf(page, 'list')).toContainText('NOMINATED NODE');
  });

  await test.step('a cell that takes long says what it waits for; i i interrupts it', async () => {
    await tabTo(page, chosen(page, 'owners'));
    await page.keyboard.press('Enter');
    await expect(editor(page, 'owners')).toBeFocused();
    await replaceText(page, 'while (true) await client.list(Pod)');
    // The first may close a list of completions, which a busy machine opens late.
    await expect(async () => {
      await page.keyboard.press('Escape');
      await expect(chosen(page, 'owners')).toBeFocused({ timeout: 1_000 });
    }).toPass();
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(outputOf(page, 'owners').locator('.say')).toContainText('Hasn’t ended yet, t =');
    await pressTwice(page, 'i');
    await expect(cell(page, 'owners')).not.toHaveClass(/\brunning\b/);
  });
  expect(trouble).toEqual([]);
});

test('the two dialogs are accessible in both themes, and on a phone', async ({ page }) => {
  await openLesson(page);
  for (const theme of ['light', 'dark']) {
    await page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme);
    for (const [key, width] of [['p', 1440], ['?', 360]] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.locator('h1').focus();
      await page.keyboard.press(key);
      await expect(dialog(page)).toBeVisible();
      expect(await axe(page, 'dialog.commands')).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      await page.keyboard.press('Escape');
    }
  }
});
