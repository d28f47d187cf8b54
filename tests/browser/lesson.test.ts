/** Lesson 12 in Chromium: read, run, write the loop wrongly, see the universe that fails, mend it, come back tomorrow. */
import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';

const lesson = '/lessons/12-replicaset/';
const folder = 'src/content/lessons/3-loops/12-replicaset';
const text = (name: string): string => readFileSync(`${folder}/${name}`, 'utf8');

/** What a cell shows below its input, as text. */
const printed = (page: Page, id: string): Promise<string> =>
  page.locator(`#cell-${id} .cell-out pre`).first().innerText();
const cellIds = (page: Page): Promise<string[]> =>
  page.locator('[data-cell]').evaluateAll((cells) => cells.map((cell) => cell.getAttribute('data-cell') ?? ''));

/** Focus and Enter: nothing in these tests is clicked. */
async function press(page: Page, name: string | RegExp): Promise<void> {
  const button = page.getByRole('button', { name }).first();
  await button.focus();
  await page.keyboard.press('Enter');
}

async function write(page: Page, source: string): Promise<void> {
  const exercise = page.locator('.exercise');
  await exercise.scrollIntoViewIfNeeded();
  if ((await exercise.locator('.cm-content').count()) === 0) await exercise.locator('.ed pre').focus();
  const editor = exercise.locator('.cm-content');
  await editor.waitFor();
  await editor.focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await page.keyboard.insertText(source);
}

const said = (page: Page) => page.locator('.exercise .ed-say');

test('every cell prints in the browser what it printed in the build', async ({ page }) => {
  await page.goto(lesson);
  const ids = await cellIds(page);
  const built: Record<string, string> = {};
  for (const id of ids) built[id] = await printed(page, id);
  await press(page, 'Run all');
  for (const id of ids) {
    await page.locator(`#cell-${id}`).scrollIntoViewIfNeeded();
    await expect(page.locator(`#cell-${id}`)).toHaveAttribute('aria-label', /has run|stopped by an error/, {
      timeout: 30_000,
    });
    expect(await printed(page, id), id).toBe(built[id]);
  }
});

test('a wrong loop fails in some universes, opens at the moment it broke, and is mended; the work is kept', async ({
  page,
}) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(lesson);
  await write(page, text('wrong/no-expectations.ts'));
  await press(page, /^Check in/);
  const report = page.locator('.report');
  await expect(report).toContainText('made too many Pods', { timeout: 60_000 });
  await expect(report.locator('.hint')).toContainText(/wanted \d+\. .* made web-\w+/);
  await press(page, 'Open the moment it broke');
  await expect(page.locator('.notice')).toContainText(/^Universe \d+, .* at t = /);
  await expect(page.locator('.pane .wish, .pane .sock').first()).toBeVisible();

  await write(page, text('solution/reconcile.ts'));
  await expect(report).toContainText('checked before you changed line');
  await press(page, /^Check in/);
  await expect(said(page)).toHaveText(/^All \d+ universes converged\.$/, { timeout: 60_000 });

  await page.waitForTimeout(500);
  await page.reload();
  await page.locator('.exercise').scrollIntoViewIfNeeded();
  await expect(page.locator('.exercise .ed')).toContainText('tools.expect.satisfied(key)');
  await expect(page.locator('.report')).toContainText('100 of 100 universes converged');
  await expect(page.locator('[data-tasks]')).toHaveText(/^1 of \d tasks done$/);
  expect(errors).toEqual([]);
});

test('type errors stand under their line, and Escape, Tab leaves the editor', async ({ page }) => {
  await page.goto(lesson);
  await write(page, text('start/reconcile.ts').replace('get(key);', 'get(7);'));
  await expect(page.locator('.exercise .msg')).toContainText("'number' is not assignable", { timeout: 20_000 });
  await expect(page.locator('.ed-foot')).toContainText('1 type error');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect(page.locator('.exercise .cm-content')).not.toBeFocused();
});

test('an endless loop is survived: the session is back, and the edit is shown', async ({ page }) => {
  await page.goto(lesson);
  await page.locator('#cell-apply').scrollIntoViewIfNeeded();
  await press(page, 'Run cell 1');
  await expect(page.locator('#cell-apply')).toHaveAttribute('aria-label', /has run$/, { timeout: 20_000 });
  const looping = text('start/reconcile.ts').replace('  // Observe', '  for (;;) {}\n  // Observe');
  const line = looping.split('\n').indexOf('  for (;;) {}') + 1;
  await write(page, looping);
  await page.keyboard.press('ControlOrMeta+s');
  await expect(said(page)).toHaveText(
    `Your edit of line ${line} never gave the turn back. The session is back as it was before it.`,
    { timeout: 20_000 },
  );
  await expect(page.locator('.exercise .cm-content')).toContainText('for (;;) {}');
  await page.locator('#cell-list').scrollIntoViewIfNeeded();
  await press(page, 'Run cell 2');
  await expect(page.locator('#cell-list')).toHaveAttribute('aria-label', /has run$/, { timeout: 20_000 });
  expect(await printed(page, 'list')).toContain('Running');
});

test('a prediction is settled by the cell, and the quiz remembers its first answer', async ({ page }) => {
  await page.goto(lesson);
  await page.locator('#predict').scrollIntoViewIfNeeded();
  await page.locator('#predict input[value="4"]').check({ force: true });
  await page.locator('#cell-delete').scrollIntoViewIfNeeded();
  await press(page, 'Run cell 3');
  await page.locator('#predict').scrollIntoViewIfNeeded();
  await expect(page.locator('#predict .n')).toHaveText('committed before cell 3 ran', { timeout: 20_000 });
  await expect(page.locator('#predict .choice.truth')).toContainText('5');
  await page.locator('input[name="quiz-1"][value="0"]').check({ force: true });
  await page.locator('input[name="quiz-1"][value="2"]').check({ force: true });
  await page.waitForTimeout(500);
  await page.reload();
  await expect(page.locator('input[name="quiz-1"][value="2"]')).toBeChecked();
  await expect(page.locator('[data-first-tag]:visible')).toHaveCount(1);
  await expect(page.locator('[data-tasks]')).toHaveText(/^2 of \d tasks done$/);
});

test('the lesson reads whole without a script', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(lesson);
  for (const id of await page
    .locator('[data-cell]')
    .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('data-cell') ?? ''))) {
    await expect(page.locator(`#cell-${id} .cell-out`)).not.toBeEmpty();
  }
  await expect(page.locator('.exercise .ed')).toContainText('export const reconcile');
  await context.close();
});
