/** The playground, as somebody uses it: another cluster, cells, a fault by hand, a controller rewritten, a link that another browser opens. */
import { expect, test } from '@playwright/test';
import { awake, button, cell, listenForTrouble, openLesson, outputOf, pane, pressTwice, replaceText, runCell, settled } from './steps.ts';

test('a cluster of five nodes, broken and rewritten, goes to somebody else as a link', async ({ page, context }) => {
  const trouble = listenForTrouble(page);
  await openLesson(page, '/playground/');
  const form = page.getByRole('form', { name: 'The cluster' });
  await awake(form);

  await test.step('a cluster of another shape: asked about once something would be lost', async () => {
    await runCell(page, 'sh-1');
    await form.getByRole('spinbutton', { name: 'Nodes' }).fill('500');
    await button(form, 'Start this cluster').click();
    await expect(form).toContainText('1 to 100 nodes');
    await form.getByRole('spinbutton', { name: 'Nodes' }).fill('5');
    await form.getByRole('combobox', { name: 'etcd members' }).selectOption('3');
    await button(form, 'Start this cluster').click();
    await expect(button(page, 'Start over')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(pane(page).locator('.node')).toHaveCount(5);
  });

  await test.step('a cell of one’s own, by keys; it moves, and another goes', async () => {
    await button(page, 'shell').click();
    await expect(cell(page, 'sh-3').locator('.cm-content')).toBeFocused();
    await replaceText(page, 'etcdctl member list | wc -l');
    await page.keyboard.press('ControlOrMeta+Enter');
    await settled(page, 'sh-3');
    await expect(outputOf(page, 'sh-3')).toContainText('3');
    await button(page, 'Move cell 3 up').click();
    await expect(button(page, 'Move cell 2 up')).toBeFocused();
    await expect(page.locator('.cell').nth(1)).toHaveId('cell-sh-3');
    await button(page, 'Remove cell 3').click();
    await expect(page.locator('.cell')).toHaveCount(2);
    // As in Jupyter: A, B, D D, where a cell is chosen.
    await expect(cell(page, 'sh-3').locator('.cell-in pre')).toBeFocused();
    await page.keyboard.press('a');
    await expect(page.locator('.cell').nth(1)).toHaveId('cell-sh-4');
    await expect(cell(page, 'sh-4').locator('.cell-in pre')).toBeFocused();
    await pressTwice(page, 'd');
    await expect(page.locator('.cell')).toHaveCount(2);
    await expect(cell(page, 'sh-3').locator('.cell-in pre')).toBeFocused();
  });

  await test.step('a member of etcd crashes: it is listed, on the timeline, and healed', async () => {
    await page.getByRole('heading', { name: 'Faults' }).scrollIntoViewIfNeeded();
    const fault = page.getByRole('form', { name: 'A fault' });
    await fault.getByRole('combobox', { name: 'Of' }).selectOption('etcd-1');
    await fault.getByRole('spinbutton', { name: 'For, seconds' }).fill('');
    await expect(fault).toContainText('converge fault add crash etcd-1 --down=healed');
    await button(fault, 'Cause it').click();
    await button(pane(page), 'Run').click();
    await expect(pane(page).locator('.time')).toContainText('crash, etcd-1');
    await button(page, 'Heal crash, etcd-1').click();
    await expect(page.getByRole('list', { name: 'Faults' })).toHaveCount(0);
    await button(pane(page), 'Pause').click();
  });

  await test.step('a built-in controller is opened, saved, and runs from here', async () => {
    await page.getByRole('tab', { name: 'Code' }).click();
    const code = page.getByRole('region', { name: 'Code', exact: true });
    await code.getByRole('combobox', { name: 'Open a controller or plugin' }).selectOption('replicaset');
    await button(code, 'Save and run').click();
    await expect(code.locator('.ed-say[role="status"]')).toContainText('runs from here now');
  });

  await test.step('a reload stands where one was', async () => {
    await page.reload();
    await expect(cell(page, 'sh-3')).toHaveClass(/\bfresh\b/);
    await expect(pane(page).locator('.node')).toHaveCount(5);
    await expect(form.getByRole('spinbutton', { name: 'Nodes' })).toHaveValue('5');
  });

  await test.step('the link holds it all: another browser asks, then shows the same', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const clock = await pane(page).locator('.clock').first().innerText();
    await button(pane(page), 'Copy a link to this moment').click();
    const dialog = page.getByRole('dialog', { name: 'Your work' });
    await expect(dialog.locator('.say')).toContainText('Copied');
    const link = await dialog.getByLabel('The link').inputValue();
    const other = await (await context.browser()?.newContext())?.newPage();
    if (other === undefined) throw new Error('no browser');
    const theirs = listenForTrouble(other);
    await other.goto(link);
    const asked = other.getByRole('dialog', { name: 'Someone else’s session' });
    await expect(asked).toContainText('Seed 1, 5 nodes.');
    await expect(asked).toContainText('etcdctl member list');
    await button(asked, 'Run their session').click();
    await expect(cell(other, 'sh-3')).toHaveClass(/\bfresh\b/);
    await expect(other.locator('.cell')).toHaveCount(2);
    await expect(pane(other).locator('.node')).toHaveCount(5);
    await expect(pane(other).locator('.clock').first()).toHaveText(clock, { useInnerText: true });
    await expect(form.getByRole('spinbutton', { name: 'Nodes' })).toHaveValue('5');
    await other.context().close();
    expect(theirs).toEqual([]);
  });
  expect(trouble).toEqual([]);
});
