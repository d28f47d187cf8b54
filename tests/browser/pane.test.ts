/** The pane's views in Chromium, as a learner walks through them: control plane, scheduler, queues, and many Pods. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { axe, axeOfColors, cell, listenForTrouble, openLesson, pane, rewriteCell, runCell } from './steps.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** What axe finds in the pane in these themes, in a line each. */
async function inThemes(page: Page, themes: readonly ('light' | 'dark')[] = ['light', 'dark']): Promise<string[]> {
  const found: string[] = [];
  for (const [index, colorScheme] of themes.entries()) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const find = index === 0 ? axe : axeOfColors;
    found.push(...(await find(page, '#pane')).map((line) => `${colorScheme} ${line}`));
  }
  return found;
}

async function openTab(page: Page, name: string): Promise<Locator> {
  await pane(page).getByRole('tab', { name }).click();
  return pane(page).getByRole('tabpanel', { name });
}

test('the views of the pane show the same session: what travels, how a node was chosen, what waits', async ({ page }) => {
  const trouble = listenForTrouble(page);
  await openLesson(page);
  await runCell(page, 'apply');

  const map = await openTab(page, 'Control plane');
  await expect(map.locator('.picked')).toContainText('Nothing in flight.');
  const slider = pane(page).getByRole('slider', { name: 'Revision' });
  await slider.focus();
  await page.keyboard.press('Home');
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowRight');
  await expect(map.locator('.picked')).toContainText(/r \d+ is on its way to/);
  await expect(map.getByRole('img', { name: /Only the API server has a line to etcd\. In flight: watch event/ })).toBeVisible();
  await expect(map.getByRole('list', { name: 'In flight' }).getByRole('listitem').first()).toContainText('watch event for');
  expect(await map.locator('.map .coming').count()).toBeLessThanOrEqual(6);
  expect(await inThemes(page)).toEqual([]);

  const queues = await openTab(page, 'Queues');
  await expect(queues).toContainText('memory isn’t stored');
  await expect(queues.getByRole('button', { name: 'Fork here' })).toBeVisible();
  await slider.focus();
  await page.keyboard.press('End');
  await expect(queues.getByRole('region', { name: 'Queues of the loops' }).getByRole('row', { name: /^replicaset/ })).toContainText('nothing to do');
  await queues.getByRole('button', { name: 'deployment', exact: true }).press('Enter');
  await expect(queues.getByRole('region', { name: 'Caches of deployment' })).toContainText('up to date');
  expect(await inThemes(page)).toEqual([]);

  const scheduler = await openTab(page, 'Scheduler');
  await expect(scheduler.getByRole('heading').first()).toHaveText(/^web-\w+, attempt 1 at .*: 3 of 3 nodes fit$/);
  const table = scheduler.getByRole('table');
  await expect(table.getByRole('columnheader', { name: /chosen$/ })).toHaveCount(1);
  await expect(table.getByRole('row', { name: /^NodeResourcesFit/ }).first()).toContainText('fits');
  await expect(scheduler).toContainText('active 0, backing off 0, unschedulable 0, gated 0');
  expect(await inThemes(page)).toEqual([]);
  expect(trouble).toEqual([]);
});

test('what a deletion waits for stands below its owner; an earlier moment shows the tree that was', async ({ page }) => {
  const trouble = listenForTrouble(page);
  await openLesson(page, '/lessons/14-owners/');
  await runCell(page, 'apply');
  const owners = await openTab(page, 'Owners');
  const tree = owners.getByRole('list', { name: 'Owners' });
  await expect(tree.getByRole('listitem').filter({ hasText: /^\s*Deployment/ })).toContainText(/web.*ReplicaSet\s*web-\w+.*Pod.*Pod/s);
  await expect(tree.locator('.owners .owners > li')).toHaveCount(2);
  for (const cell of ['owners', 'delete']) await runCell(page, cell);
  await expect(tree).not.toContainText('Deployment');
  await runCell(page, 'namespace');
  await expect(tree).toContainText('is being deleted, waits for the finalizer');
  await expect(tree.getByRole('listitem').filter({ hasText: /^\s*Namespace/ })).toContainText('waits for');
  expect(await inThemes(page)).toEqual([]);
  const slider = pane(page).getByRole('slider', { name: 'Revision' });
  await slider.focus();
  await page.keyboard.press('Home');
  await expect(tree).not.toContainText('is being deleted');
  await page.keyboard.press('End');
  await tree.getByRole('button', { name: 'fair' }).press('Enter');
  await expect(pane(page).getByRole('tabpanel')).toContainText('Why is');
  expect(trouble).toEqual([]);
});

test('many Pods are squares with their numbers in words; one that no node can take says why, on each', async ({ page }) => {
  const trouble = listenForTrouble(page);
  await openLesson(page);
  const text = await cell(page, 'apply').locator('.cell-in pre').first().innerText();
  await rewriteCell(page, 'apply', text.replace('replicas: 4', 'replicas: 400'));
  await runCell(page, 'apply');
  await expect(pane(page).locator('.crowd-words')).toContainText(/400 Pods: \d+ Pending, \d+ Running/);
  await expect(pane(page).getByRole('img', { name: /^node-1, \d+ Pods: / })).toBeVisible();
  await pane(page).getByText('List of 400 Pods').click();
  await pane(page).getByRole('region', { name: 'List of Pods' }).getByRole('button').first().press('Enter');
  await expect(pane(page).locator('.picked')).toContainText('no node fits');
  expect(await inThemes(page)).toEqual([]);
  const scheduler = await openTab(page, 'Scheduler');
  await expect(scheduler.locator('.outcome')).toContainText('0/3 nodes are available: 3 Too many pods');
  await scheduler.getByRole('button', { name: 'if tried now' }).click();
  await expect(scheduler.getByRole('row', { name: /^left on it/ })).toContainText('cpu');
  expect(await inThemes(page)).toEqual([]);
  expect(trouble).toEqual([]);
});

test('on a phone: every view of the sheet; a Pod is described and deleted by keys', async ({ page }) => {
  const trouble = listenForTrouble(page);
  await page.setViewportSize({ width: 360, height: 780 });
  await openLesson(page);
  await runCell(page, 'apply');
  await pane(page).getByRole('button', { name: 'Open the panel' }).press('Enter');
  const cluster = pane(page).getByRole('tabpanel', { name: 'Cluster' });
  const tile = cluster.getByRole('button', { name: /^web-/ }).first();
  await tile.press('Enter');
  const name = (await tile.locator('code').innerText()).trim();
  const asked = cluster.getByRole('button', { name: 'Describe' });
  await asked.press('Enter');
  const description = cluster.getByRole('region', { name: `Description of ${name}` });
  await expect(description).toBeFocused();
  await expect(description).toContainText(`Successfully assigned default/${name}`);
  await expect(description).toBeInViewport();
  expect(await inThemes(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(description).toHaveCount(0);
  await expect(asked).toBeFocused();
  for (const tab of ['Control plane', 'etcd', 'Trace', 'Scheduler', 'Queues', 'Events']) {
    const view = await openTab(page, tab);
    await expect(view.locator(':scope > *').first()).toBeVisible();
    // The others are looked at in both themes above; their colours are the same here.
    const themes = ['etcd', 'Trace', 'Events'].includes(tab) ? (['light', 'dark'] as const) : (['dark'] as const);
    expect(await inThemes(page, themes), tab).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), tab).toBe(360);
  }
  await openTab(page, 'Cluster');
  await cluster.getByRole('button', { name: 'Delete' }).press('Enter');
  await expect(cluster.getByRole('button', { name: new RegExp(`^${name}`) })).toHaveCount(0);
  await expect(cluster).toContainText('ready 4');
  expect(trouble).toEqual([]);
});
