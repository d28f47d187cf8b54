/** What a lesson's parts do with each other: the editor with the types, the prediction with its cell. */
import { expect, test } from '@playwright/test';
import { awake, cell, exercise, lessonFile, openLesson, runCell, writeExercise } from './steps.ts';

test('type errors stand under their line', async ({ page }) => {
  await openLesson(page);
  await writeExercise(page, lessonFile('start/reconcile.ts').replace('get(key);', 'get(7);'));
  await expect(exercise(page).locator('.msg')).toContainText("'number' is not assignable", { timeout: 20_000 });
  await expect(exercise(page).locator('.ed-foot')).toContainText('1 type error');
});

test('a name is completed with the types of converge/sdk', async ({ page }) => {
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
  await expect(page.locator('[data-tasks]')).toHaveText('1 of 5 tasks done');
  await page.reload();
  await expect(page.locator('[data-tasks]')).toHaveText('1 of 5 tasks done');
  await awake(prediction);
  await expect(prediction.locator('.choice.truth')).toContainText('5');
  await expect(prediction.getByRole('radio', { name: '4' })).toBeChecked();
});
