/** Work that is kept, brought back, handed in, carried away and shared, as a learner does it. */
import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { unzipSync } from 'fflate';
import { parseArchive } from '../../src/lesson/share/archive.ts';
import { parseSubmission } from '../../src/lesson/submission.ts';
import {
  axe,
  awake,
  button,
  cell,
  exercise,
  exerciseText,
  lesson,
  listenForTrouble,
  openLesson,
  outputOf,
  pane,
  rewriteCell,
  runCell,
  writeExercise,
} from './steps.ts';

/** A dialog for everybody: axe in both themes, nothing cut off at 360 px, the focus goes in and stays in. */
async function forEverybody(page: Page, dialog: Locator): Promise<void> {
  const size = page.viewportSize() ?? { width: 1440, height: 900 };
  await page.setViewportSize({ width: 360, height: 740 });
  for (const theme of ['dark', 'light']) {
    await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme);
    expect.soft(await axe(page, 'dialog[open]'), theme).toEqual([]);
  }
  expect(await dialog.evaluate((each) => each.scrollWidth - each.clientWidth)).toBeLessThanOrEqual(0);
  const inside = (): Promise<boolean> => dialog.evaluate((each) => each.contains(document.activeElement) || document.activeElement === document.body);
  expect(await dialog.evaluate((each) => each.contains(document.activeElement))).toBe(true);
  for (let presses = 0; presses < 24; presses += 1) {
    await page.keyboard.press('Tab');
    expect(await inside()).toBe(true);
  }
  await page.setViewportSize(size);
}

test('a session outlives a reload, goes out as a link and as files, and comes back', async ({ page, context }) => {
  const trouble = listenForTrouble(page);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openLesson(page);
  await awake(cell(page, 'apply'));
  await runCell(page, 'apply');
  await rewriteCell(page, 'list', 'kubectl get rs');
  await runCell(page, 'list');
  await writeExercise(page, 'export const mine = 1;\n');
  const printed = await outputOf(page, 'list').innerText();
  const clock = await pane(page).locator('.clock').first().innerText();

  await test.step('a reload stands where one was', async () => {
    // At once: what isn't down yet goes with the page.
    await page.reload();
    await awake(cell(page, 'list'));
    await expect(cell(page, 'list')).toHaveClass(/\bfresh\b/);
    await expect.poll(() => outputOf(page, 'list').innerText()).toBe(printed);
    await expect(pane(page).locator('.clock').first()).toHaveText(clock, { useInnerText: true });
    await awake(exercise(page));
    await expect.poll(() => exerciseText(page)).toContain('export const mine = 1;');
  });

  const dialog = page.getByRole('dialog', { name: 'Your work' });
  const say = dialog.locator('.say');
  await test.step('what is handed in is what stands in the editor', async () => {
    await button(page, 'Your work').click();
    await forEverybody(page, dialog);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(button(page, 'Your work')).toBeFocused();
    await page.keyboard.press('Enter');
    const [file] = await Promise.all([page.waitForEvent('download'), button(dialog, 'Hand in: save the submission').click()]);
    expect(file.suggestedFilename()).toBe('converge-submission-12-replicaset.json');
    const submission = parseSubmission(readFileSync(await file.path(), 'utf8'));
    expect(submission).toMatchObject({ lesson: '12-replicaset', files: { 'reconcile.ts': 'export const mine = 1;\n' } });
    expect(submission.report).toBeUndefined();
  });

  await test.step('the workspace goes along as a folder for Node', async () => {
    const [file] = await Promise.all([page.waitForEvent('download'), button(dialog, 'Download, for Node').click()]);
    const files = unzipSync(readFileSync(await file.path()));
    expect(Object.keys(files)).toEqual(expect.arrayContaining(['run.mjs', 'engine.mjs', 'session.json', 'files/reconcile.ts']));
  });

  let archive = '';
  await test.step('all work is one file; a bad one changes nothing', async () => {
    const [file] = await Promise.all([page.waitForEvent('download'), button(dialog, 'Save all as a file').click()]);
    archive = readFileSync(await file.path(), 'utf8');
    expect(parseArchive(JSON.parse(archive), 'The file').lessons['12-replicaset']?.work.inputs).toEqual({ list: 'kubectl get rs' });
    const bring = dialog.getByLabel('Bring in a file');
    await bring.setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from(archive.replace('"hints": 0', '"hints": -1')) });
    await expect(say).toHaveText(/hints should be a number, 0 or more\. Nothing was changed\.$/);
  });

  await test.step('the link holds it all: another browser asks, then shows the same', async () => {
    await button(dialog, 'Copy a link to this moment').click();
    await expect(say).toContainText('Copied');
    const link = await dialog.getByLabel('The link').inputValue();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
    await button(dialog, 'Close').click();
    const other = await (await context.browser()?.newContext())?.newPage();
    if (other === undefined) throw new Error('no browser');
    await other.goto(link);
    await forEverybody(other, other.getByRole('dialog', { name: 'Someone else’s session' }));
    await button(other.getByRole('dialog', { name: 'Someone else’s session' }), 'Run their session').click();
    await awake(cell(other, 'list'));
    await expect(cell(other, 'list')).toHaveClass(/\bfresh\b/);
    await expect.poll(() => outputOf(other, 'list').innerText()).toBe(printed);
    // It was copied where the session stood: that is now, and no past.
    await expect(pane(other).locator('.clock').first()).toHaveText(clock, { useInnerText: true });
    await expect(other.getByRole('group', { name: 'The past' })).toHaveCount(0);
    await other.goto(lesson);
    await other.reload();
    await awake(cell(other, 'list'));
    await expect(cell(other, 'list')).toHaveClass(/\bnever\b/);
    await other.context().close();
  });

  await test.step('somebody else’s file of work asks before anything of it can run', async () => {
    const other = await (await context.browser()?.newContext())?.newPage();
    if (other === undefined) throw new Error('no browser');
    await openLesson(other);
    await button(other, 'Your work').click();
    const theirs = other.getByRole('dialog', { name: 'Your work' });
    const bring = (): Promise<void> =>
      theirs.getByLabel('Bring in a file').setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from(archive) });
    await bring();
    await expect(theirs).toContainText(/When 12-replicaset is opened, what was done there runs again: \d+ inputs, with the code in them/);
    await button(theirs, 'Leave everything as it is').click();
    await other.reload();
    await awake(cell(other, 'list'));
    await expect(cell(other, 'list')).toHaveClass(/\bnever\b/);
    await button(other, 'Your work').click();
    await bring();
    await button(theirs, 'Bring it in').click();
    await awake(cell(other, 'list'));
    await expect(cell(other, 'list')).toHaveClass(/\bfresh\b/);
    await other.context().close();
  });

  await test.step('another text in the same place: one is asked, and the other is an earlier version', async () => {
    await writeExercise(page, 'export const later = 2;\n');
    await button(page, 'Your work').click();
    await dialog.getByLabel('Bring in a file').setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from(archive) });
    await expect(dialog).toContainText('Which stays?');
    await button(dialog, 'The file’s').click();
    await expect(dialog).toHaveCount(0);
    await awake(exercise(page));
    await expect.poll(() => exerciseText(page)).toContain('mine = 1');
    await button(page, 'Your work').click();
    await dialog.locator('.versions li', { hasText: 'before a file was brought in' }).getByRole('button').click();
    await expect(say).toContainText('is back');
    await button(dialog, 'Close').click();
    await expect.poll(() => exerciseText(page)).toContain('later = 2');
  });

  await test.step('the session that gave way to the file’s is listed, and opens', async () => {
    await button(page, 'Your work').click();
    await expect(dialog.getByRole('region', { name: 'Earlier sessions' })).toContainText(/: \d+ inputs/);
    await button(dialog, 'Open this session').click();
    await expect(dialog).toHaveCount(0);
    await awake(cell(page, 'list'));
    await expect(cell(page, 'list')).toHaveClass(/\bfresh\b/);
  });
  expect(trouble).toEqual([]);
});

test('a tab and its duplicate begin with one session and keep each its own', async ({ page, context }) => {
  await openLesson(page);
  await awake(cell(page, 'apply'));
  await runCell(page, 'apply');
  // As a browser duplicates it: with what the tab alone remembers.
  const opened = context.waitForEvent('page');
  await page.evaluate(() => void window.open(location.href));
  const duplicate = await opened;
  await awake(cell(duplicate, 'list'));
  await expect(cell(duplicate, 'apply')).toHaveClass(/\bfresh\b/);
  await runCell(duplicate, 'list');
  for (const each of [page, duplicate]) {
    await each.reload();
    await awake(cell(each, 'list'));
    await expect(cell(each, 'apply')).toHaveClass(/\bfresh\b/);
  }
  await expect(cell(page, 'list')).toHaveClass(/\bnever\b/);
  await expect(cell(duplicate, 'list')).toHaveClass(/\bfresh\b/);
});
