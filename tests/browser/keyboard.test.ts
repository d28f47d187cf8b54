/** A reader takes the lesson from its first line to the finished exercise, with the keyboard alone. */
import { expect, test } from '@playwright/test';
import {
  allHaveRun,
  bakedLesson,
  button,
  cell,
  checked,
  codeOf,
  exercise,
  exerciseText,
  lessonFile,
  listenForTrouble,
  notice,
  openLesson,
  outputOf,
  pane,
  replaceText,
  said,
  tabTo,
  wrongAnswer,
} from './steps.ts';

test('by keyboard alone: read, run, predict, write it wrongly, see why, mend it, pass, come back', async ({ page }) => {
  // A check in 200 universes, and a part of another: minutes on a machine that does other things besides.
  test.setTimeout(480_000);
  const trouble = listenForTrouble(page);
  const editor = exercise(page).locator('.cm-content');
  const check = button(exercise(page), 'Check in 200 universes');
  await openLesson(page);

  await test.step('the skip link leads to the lesson', async () => {
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to the lesson' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });

  await test.step('a prediction is made with the arrows', async () => {
    const choices = page.locator('#predict').getByRole('radio');
    await tabTo(page, choices.first());
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(choices.nth(2)).toBeChecked();
    await expect(page.locator('#predict')).toContainText('now run cell 3');
  });

  await test.step('Shift+Enter runs a cell, and those before it', async () => {
    await tabTo(page, cell(page, 'list').locator('.cell-in pre'), 'Shift+Tab');
    const built = await outputOf(page, 'list').innerText();
    await page.keyboard.press('Shift+Enter');
    await expect(cell(page, 'list')).toHaveClass(/\bfresh\b/);
    await expect(cell(page, 'apply')).toHaveClass(/\bfresh\b/);
    expect(await outputOf(page, 'list').innerText()).toBe(built);
    await expect(cell(page, 'delete')).toHaveClass(/\bnever\b/);
  });

  await test.step('Run all runs the rest; each prints what the build has printed', async () => {
    await tabTo(page, page.getByRole('button', { name: 'Run all' }), 'Shift+Tab');
    const built = new Map<string, string>();
    for (const id of Object.keys(bakedLesson('12-replicaset').cells))
      built.set(id, (await outputOf(page, id).textContent()) ?? '');
    await page.keyboard.press('Enter');
    await allHaveRun(page);
    for (const [id, text] of built) expect.soft(await outputOf(page, id).textContent(), id).toBe(text);
    await expect(page.locator('#predict')).toContainText('you and the cluster');
  });

  await test.step('the editor opens where the text was; a wrong controller goes in', async () => {
    await tabTo(page, codeOf(page));
    await expect(editor).toBeFocused();
    await replaceText(page, wrongAnswer('12-replicaset', 'no-expectations'));
    await page.keyboard.press('Escape');
    await tabTo(page, button(exercise(page), 'Run'));
    await page.keyboard.press('Enter');
    await expect(said(page)).toContainText('Yours runs in the cluster now. Run cells again');
  });

  await test.step('a check is stopped; another goes on to the first stage that isn’t passed', async () => {
    await tabTo(page, check);
    await page.keyboard.press('Enter');
    await expect(said(page)).toHaveText(/^[a-z ]+: \d+ of \d+ universes/);
    await tabTo(page, button(exercise(page), 'Stop'));
    await page.keyboard.press('Enter');
    await checked(page);
    await expect(said(page)).toHaveText(/^[A-Z][a-z ]+: \d+ of \d+ universes converged; \d+ were not run\.$/);
    await tabTo(page, check);
    await page.keyboard.press('Enter');
    await checked(page);
    await expect(said(page)).toHaveText(/^Late and double: \d+ of \d+ universes converged\.$/);
    const stages = exercise(page).getByRole('list', { name: 'Stages of the check' }).getByRole('listitem');
    await expect(stages).toHaveText(['calm passed', 'late and double not yet', 'refused opens after the one before', 'restarted opens after the one before', 'all weather opens after the one before'].map((text) => new RegExp(text.replace(/ (?=passed|not|opens)/, '\\s*'))));
    await expect(stages.nth(1)).toHaveAttribute('aria-current', 'step');
    await expect(exercise(page).getByRole('group', { name: /universes? made too many Pods/ })).toBeVisible();
  });

  await test.step('a failing universe: its hint, then the moment it broke', async () => {
    const group = exercise(page).getByRole('group', { name: /made too many Pods/ });
    await tabTo(page, group.getByRole('button').first());
    await page.keyboard.press('ArrowRight');
    const second = group.getByRole('button').nth(1);
    await expect(second).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(second).toHaveAttribute('aria-pressed', 'true');
    const seed = /^Universe (\d+),/.exec((await second.getAttribute('aria-label')) ?? '')?.[1];
    const hint = exercise(page).locator('.hint');
    await expect(hint).toContainText(`Universe ${seed}`);
    await expect(hint).toContainText(/wanted \d+\. .* made [\w-]+/);
    await expect(hint.locator('.q')).toContainText('?');
    await tabTo(page, button(hint, 'Open the moment it broke'));
    await page.keyboard.press('Enter');
    await expect(notice(page)).toContainText(`Universe ${seed}`);
    const at = /t = ([\d.]+ s)/.exec((await notice(page).textContent()) ?? '')?.[1];
    await expect(pane(page).locator('.clock')).toContainText(at ?? 'a time in the notice');
    await expect(pane(page)).toContainText(/too many|gap/);
  });

  await test.step('mended, it passes everywhere', async () => {
    await tabTo(page, editor, 'Shift+Tab');
    await replaceText(page, lessonFile('solution/reconcile.ts'));
    await expect(exercise(page).locator('.report .old')).toContainText('checked before you changed line');
    await page.keyboard.press('Escape');
    await tabTo(page, check);
    await page.keyboard.press('Enter');
    await checked(page);
    await expect(said(page)).toHaveText('All 200 universes converged.');
    await expect(exercise(page).getByRole('heading', { name: '200 of 200 universes converged' })).toBeVisible();
    await expect(exercise(page).locator('.unis')).toHaveCount(0);
    await expect(exercise(page).locator('.stages li.met')).toHaveCount(5);
  });

  await test.step('after a reload it is all still there', async () => {
    await page.reload();
    await expect(page.locator('[data-tasks]')).toHaveText('2 of 10 tasks done');
    await tabTo(page, codeOf(page));
    await expect(editor).toBeFocused();
    expect(lessonFile('solution/reconcile.ts')).toContain(await exerciseText(page));
    await expect(exercise(page).getByRole('heading', { name: '200 of 200 universes converged' })).toBeVisible();
    await expect(page.locator('#predict').getByRole('radio').nth(2)).toBeChecked();
    await expect(page.locator('[data-course-sum]').first()).toHaveText('1 of 30');
  });
  expect(trouble).toEqual([]);
});

test('the quiz answers the keyboard, and remembers even what was answered just before leaving', async ({ page }) => {
  await openLesson(page);
  // Where the right answer stands is drawn: one that doesn't come first.
  const first = page.locator('[data-quiz]').filter({ has: page.locator('label:first-of-type:not(.right)') }).first();
  const right = first.locator('.choice.right input');
  await tabTo(page, first.getByRole('radio').first());
  await page.keyboard.press('Space');
  await expect(first.locator('.because').first()).toBeVisible();
  for (let presses = 0; presses < 3 && !(await right.isChecked()); presses += 1) await page.keyboard.press('ArrowDown');
  await expect(first.getByText('Right.')).toBeVisible();
  await expect(page.locator('[data-tasks]')).toHaveText('1 of 10 tasks done');
  await page.reload();
  await expect(page.locator('[data-tasks]')).toHaveText('1 of 10 tasks done');
  await expect(right).toBeChecked();
  await expect(first.locator('[data-first-tag]:visible')).toHaveText('your first answer');
});

test('reset asks first, then puts the start back', async ({ page }) => {
  await openLesson(page);
  await tabTo(page, codeOf(page));
  await expect(exercise(page).locator('.cm-content')).toBeFocused();
  const start = await exerciseText(page);
  await replaceText(page, '// mine');
  await page.keyboard.press('Escape');
  await tabTo(page, button(exercise(page), 'Reset'));
  await page.keyboard.press('Enter');
  const asked = exercise(page).getByRole('group', { name: 'Reset the exercise' });
  await tabTo(page, button(asked, 'Keep'));
  await page.keyboard.press('Enter');
  expect(await exerciseText(page)).toBe('// mine');
  await tabTo(page, button(exercise(page), 'Reset'), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await tabTo(page, button(asked, 'Reset'));
  await page.keyboard.press('Enter');
  await expect.poll(() => exerciseText(page)).toBe(start);
});
