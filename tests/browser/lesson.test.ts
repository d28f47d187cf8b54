/** What a lesson's parts do with each other: the editor with the types, the prediction with its cell. */
import { expect, test } from '@playwright/test';
import { awake, button, cell, exercise, lessonFile, onOneCore, openLesson, pane, runCell, said, writeExercise } from './steps.ts';

test('type errors stand under their line', async ({ page }) => {
  await onOneCore(page);
  await openLesson(page);
  await writeExercise(page, lessonFile('start/reconcile.ts').replace('get(key);', 'get(7);'));
  await expect(exercise(page).locator('.msg')).toContainText("'number' is not assignable", { timeout: 20_000 });
  await expect(exercise(page).locator('.ed-foot')).toContainText('1 type error');
});

test('a name is completed with the types of converge/sdk', async ({ page }) => {
  await onOneCore(page);
  await openLesson(page);
  await writeExercise(page, `${lessonFile('start/reconcile.ts')}\nexport const more = (tools: Tools) => tools.`);
  await page.keyboard.press('Control+Space');
  await expect(page.getByRole('option', { name: /^lister/ })).toBeVisible({ timeout: 20_000 });
});

test('a prediction is settled by its cell and stays so', async ({ page }) => {
  await openLesson(page);
  const prediction = page.locator('#predict');
  await awake(prediction);
  await prediction.getByRole('radio', { name: '4', exact: true }).check({ force: true });
  await awake(cell(page, 'delete'));
  await runCell(page, 'delete');
  await expect(prediction).toContainText('committed before cell 3 ran');
  await expect(prediction.locator('.choice.truth')).toContainText('5');
  await expect(page.locator('[data-tasks]')).toHaveText('1 of 10 tasks done');
  await page.reload();
  await expect(page.locator('[data-tasks]')).toHaveText('1 of 10 tasks done');
  await awake(prediction);
  await expect(prediction.locator('.choice.truth')).toContainText('5');
  await expect(prediction.getByRole('radio', { name: '4' })).toBeChecked();
});

test('what would give a prediction away waits for its cell', async ({ page }) => {
  await openLesson(page);
  const words = page.getByText('So the replacement starts at once');
  await awake(page.locator('#predict'));
  await expect(words).toBeHidden();
  await awake(cell(page, 'delete'));
  await runCell(page, 'delete');
  await expect(words).toBeVisible();
});

test('Run and Check go ahead with type errors, and say so where their results are read', async ({ page }) => {
  await openLesson(page);
  await writeExercise(page, lessonFile('start/reconcile.ts').replace('get(key);', 'get(key, 7);'));
  const words = /^1 type error, line \d+$/;
  await expect(exercise(page).locator('.ed-foot .bad')).toHaveText(words, { timeout: 20_000 });
  await button(exercise(page), 'Hints').click();
  await button(exercise(page), /^Check in/).focus();
  await page.keyboard.press('Enter');
  const headline = exercise(page).getByRole('heading', { name: /universes converged/ });
  await expect(headline.locator('.bad')).toHaveText(words, { timeout: 60_000 });
  await expect(headline).toBeInViewport();
  await expect(button(exercise(page), /^Check in/)).toBeFocused();
  await expect(exercise(page).locator('.hints ~ .report')).toBeVisible();
});

test('the check is there to be read, and comes when it is opened, before and after the editor', async ({ page }) => {
  const fetched: string[] = [];
  page.on('request', (request) => /\/check\.[\w-]+\.js$/.test(request.url()) && fetched.push(request.url()));
  await openLesson(page);
  await awake(exercise(page));
  const first = lessonFile('check.ts').split('\n')[0] ?? '';
  expect(fetched).toEqual([]);
  await exercise(page).getByRole('tab', { name: 'check.ts' }).click();
  await expect(exercise(page).locator('.ed pre')).toContainText(first);
  await exercise(page).locator('.ed pre').focus();
  await expect(exercise(page).locator('.cm-content')).toContainText(first);
  await expect(exercise(page).locator('.cm-content')).toHaveAttribute('aria-readonly', 'true');
  await expect(exercise(page).getByRole('tab', { name: 'check.ts' })).not.toContainText('changed');
  expect(fetched).toHaveLength(1);
});

test('what the learner’s loop logs stands under the editor', async ({ page }) => {
  await onOneCore(page);
  await openLesson(page);
  await writeExercise(page, lessonFile('start/reconcile.ts'));
  await runCell(page, 'apply');
  await button(exercise(page), 'Run').click();
  await expect(said(page)).toContainText('Yours runs in the cluster now');
  await expect(exercise(page).locator('.ed-log li').last()).toContainText(/[\d.]+ s\s*to create: \d/);
});

test('long lines of the exercise are wrapped at the editor’s width', async ({ page }) => {
  await onOneCore(page);
  await openLesson(page);
  const scrolls = (element: HTMLElement | SVGElement): boolean => element.scrollWidth > element.clientWidth;
  await awake(exercise(page));
  expect(await exercise(page).locator('.ed pre').evaluate(scrolls)).toBe(false);
  await writeExercise(page, lessonFile('start/reconcile.ts'));
  expect(await exercise(page).locator('.cm-scroller').evaluate(scrolls)).toBe(false);
});

test('a press on a line of the exercise opens the editor there, in sight', async ({ page }) => {
  await openLesson(page);
  await awake(exercise(page));
  await exercise(page).locator('.ed pre .l').nth(31).click();
  await expect(exercise(page).locator('.cm-content')).toBeFocused();
  await expect(exercise(page).locator('.ed-foot')).toContainText('line 32');
  await expect(exercise(page).locator('.cm-activeLine')).toBeInViewport();
});

test('on a phone Escape shuts the cluster’s sheet', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await openLesson(page);
  await awake(pane(page).locator('.sheet-bar'));
  await pane(page).locator('.sheet-bar').click();
  await expect(pane(page)).toHaveClass(/\bopen\b/);
  await pane(page).getByRole('tab', { name: 'Events' }).click();
  await page.keyboard.press('Escape');
  await expect(pane(page)).not.toHaveClass(/\bopen\b/);
  await expect(pane(page).locator('.sheet-bar')).toBeFocused();
});
