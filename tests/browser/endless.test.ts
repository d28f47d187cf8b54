/** Code that never gives the turn back: a sentence says so, the session is back, the text is kept. */
import { expect, type Page, test } from '@playwright/test';
import {
  awake,
  button,
  cell,
  exercise,
  exerciseText,
  lessonFile,
  notice,
  onOneCore,
  openLesson,
  outputOf,
  pane,
  replaceText,
  rewriteCell,
  runCell,
  said,
  settled,
  writeExercise,
} from './steps.ts';

const solution = lessonFile('solution/reconcile.ts');
const first = 'export const reconcile: Reconcile = async (key, tools) => {\n';
const withFirst = (statement: string): string => solution.replace(first, `${first}  ${statement}\n`);
const line = solution.slice(0, solution.indexOf(first)).split('\n').length + 1;

/** The cluster answers, with what the cells before have left. */
async function theClusterIsBack(page: Page): Promise<void> {
  await expect(pane(page).locator('.badge')).not.toHaveClass(/starting/, { timeout: 20_000 });
  await runCell(page, 'list');
  await expect(outputOf(page, 'list').locator('pre')).toContainText(/(web-\w+ +1\/1 +Running[\s\S]*){4}/);
}

/** A lesson with a cluster in which the learner's controller is the solution. */
async function theSolutionRuns(page: Page): Promise<void> {
  await onOneCore(page);
  await openLesson(page);
  await awake(cell(page, 'apply'));
  await runCell(page, 'apply');
  await writeExercise(page, solution);
  await button(exercise(page), 'Run').click();
  await expect(said(page)).toContainText('Yours runs in the cluster now. Run cells again');
}

test('an endless loop in the learner’s controller is survived, and the edit is shown', async ({ page }) => {
  await theSolutionRuns(page);
  await writeExercise(page, withFirst('while (true) {}'));
  await button(exercise(page), 'Run').click();
  const words = `Your edit of line ${line} ran without end. The session is back as it was before it.`;
  await expect(said(page)).toHaveText(words, { timeout: 20_000 });
  await expect(notice(page)).toContainText(words);
  expect(await exerciseText(page)).toContain('while (true) {}');
  await button(notice(page), 'Show the edit').click();
  await expect(exercise(page).locator('.cm-activeLine')).toHaveText('  while (true) {}');
  await theClusterIsBack(page);

  await test.step('mended, it runs', async () => {
    await exercise(page).locator('.cm-content').focus();
    await replaceText(page, solution);
    await button(exercise(page), 'Run').click();
    await expect(said(page)).toContainText('Yours runs in the cluster now. Run cells again');
  });
});

test('a check of an endless loop ends, says so, and keeps the text', async ({ page }) => {
  // On a busy machine a grader is given longer before it counts as hung.
  test.setTimeout(240_000);
  await openLesson(page);
  await writeExercise(page, withFirst('while (true) {}'));
  await button(exercise(page), /^Check in/).click();
  await expect(exercise(page)).toHaveAttribute('aria-busy', 'true');
  await expect(exercise(page)).toHaveAttribute('aria-busy', 'false', { timeout: 180_000 });
  await expect(exercise(page).locator('.report')).toContainText(/never (answered|gave)|hung|turn back/);
  expect(await exerciseText(page)).toContain('while (true) {}');
});

test('an endless loop in a cell is survived', async ({ page }) => {
  await openLesson(page);
  await rewriteCell(page, 'owners', 'print("before")\nwhile (true) {}');
  await runCell(page, 'owners');
  await expect(notice(page)).toHaveText('The cell ran without end. The session is back as it was before it.');
  await expect(cell(page, 'owners')).toHaveClass(/\bnever\b/);
  await expect(cell(page, 'owners').locator('.cm-content')).toContainText('while (true) {}');
  await theClusterIsBack(page);
  await rewriteCell(page, 'owners', 'print("after")');
  await runCell(page, 'owners');
  await expect(outputOf(page, 'owners').locator('pre')).toHaveText('after');
});

test('an endless loop that waits for nothing in a cell ends too', async ({ page }) => {
  await openLesson(page);
  await rewriteCell(page, 'owners', 'while (true) await undefined');
  await runCell(page, 'owners');
  await settled(page, 'owners');
  await expect(page.locator('body')).toContainText(/without end/);
  await expect(cell(page, 'owners').locator('.cm-content')).toContainText('while (true) await undefined');
  await theClusterIsBack(page);
});

test('an endless loop that waits for nothing in the controller ends too', async ({ page }) => {
  await onOneCore(page);
  await openLesson(page);
  await awake(cell(page, 'apply'));
  await runCell(page, 'apply');
  await writeExercise(page, withFirst('while (true) await undefined;'));
  await button(exercise(page), 'Run').click();
  await expect(said(page)).toContainText(/without end/, { timeout: 20_000 });
  expect(await exerciseText(page)).toContain('while (true) await undefined;');
  await theClusterIsBack(page);
});

test('a cell that works through the cluster without end is interrupted', async ({ page }) => {
  await openLesson(page);
  await rewriteCell(page, 'owners', 'while (true) await client.list(Pod)');
  await button(cell(page, 'owners'), /^Run cell/).click();
  await expect(cell(page, 'owners')).toHaveClass(/\brunning\b/);
  await button(cell(page, 'owners'), /^Interrupt cell/).click();
  await settled(page, 'owners');
  await expect(cell(page, 'owners').locator('.cm-content')).toContainText('while (true) await client.list(Pod)');
  await theClusterIsBack(page);
});

test('an endless loop in a watch expression is named and switched off; the learner’s controller is not to blame, and runs', async ({ page }) => {
  await theSolutionRuns(page);
  const text = '(() => { while (true); })()';
  await exercise(page).locator('.cm-content').focus();
  await page.keyboard.press('ControlOrMeta+Home');
  for (let at = 1; at <= line; at += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ControlOrMeta+Shift+b');
  await expect(exercise(page).getByRole('textbox', { name: /^Watch in line/ })).toBeFocused();
  await page.keyboard.insertText(text);
  await page.keyboard.press('Enter');
  await expect(exercise(page).locator('.cm-watch-value')).toContainText('not reached yet');
  await rewriteCell(page, 'owners', 'await client.deleteMany(Pod, await client.list(Pod))');
  await runCell(page, 'owners');
  await expect(notice(page)).toHaveText(`The watch expression “${text}” never came to an end: it is switched off. The session is back, and your code runs as before.`, { timeout: 20_000 });
  const watches = page.getByRole('list', { name: 'Watch expressions' });
  await expect(watches).toContainText('it never came to an end: switched off until you change it');
  await theClusterIsBack(page);
  await expect(watches).toContainText('switched off until you change it');
  expect(await exerciseText(page)).toContain('export const reconcile');
});
