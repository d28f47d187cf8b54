/** Why? from a Pod back to the command, and forward from a cell: by keyboard. */
import { expect, type Page, test } from '@playwright/test';
import { axe, button, cell, listenForTrouble, openLesson, pane, runCell, settled } from './steps.ts';

const minds = (page: Page): Promise<readonly string[]> => axe(page, '#pane');

test('a Pod’s cause is read back to the cell, and what a cell caused is read forward', async ({ page }) => {
  const trouble = listenForTrouble(page);
  await openLesson(page);
  await runCell(page, 'apply');
  await settled(page, 'apply');

  await test.step('from a Pod to the command', async () => {
    await pane(page).locator('.tile').first().focus();
    await page.keyboard.press('Enter');
    await pane(page).getByRole('button', { name: /^Why/ }).first().press('Enter');
    const view = pane(page).getByRole('tabpanel', { name: 'Trace' });
    await expect(view).toBeVisible();
    await expect(view).toContainText(/scheduler/i);
    await expect(view).toContainText(/ReplicaSet loop/);
    await expect(view).toContainText('kubectl apply -f web.yaml');
    expect(await minds(page)).toEqual([]);
  });

  await test.step('the same as a table', async () => {
    await button(pane(page), 'Show as a table').press('Enter');
    await expect(pane(page).getByRole('columnheader', { name: /because/i })).toBeVisible();
  });

  await test.step('forward from the cell', async () => {
    await cell(page, 'apply').getByRole('button', { name: /caused/ }).press('Enter');
    await expect(pane(page).getByRole('tabpanel', { name: 'Trace' })).toContainText(/start/i);
  });
  expect(trouble).toEqual([]);
});
