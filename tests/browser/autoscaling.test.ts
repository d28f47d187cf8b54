/** An autoscaler of one’s own: failed with the Pods that break it, run live by the HorizontalPodAutoscaler controller, and passed. */
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { button, checked, checkedAndFailed, exercise, listenForTrouble, openLesson, pane, said, wrongAnswer, writeExercise } from './steps.ts';

const always = (count: number): string =>
  `export const recommendReplicas = () => ${count};\nexport const stabilizeReplicas = () => ${count};\nexport const boundReplicas = () => ${count};\n`;

test('a rule that leaves Pods out is shown the Pods; then the autoscaler acts by others', async ({ page }) => {
  test.setTimeout(300_000);
  const trouble = listenForTrouble(page);
  await openLesson(page, '/lessons/16-autoscaling/');

  await test.step('the report names the Pods and what was returned', async () => {
    await checkedAndFailed(
      page,
      wrongAnswer('16-autoscaling', 'leaves-out-missing'),
      ['grew for a Pod without a metric', /The Pods use, of what they request: .*Your `?recommendReplicas`? returned \d+; expected: \d+/],
      'when the ratio is above 1',
    );
  });

  await test.step('a file without all three functions is named', async () => {
    await writeExercise(page, 'export const recommendReplicas = () => 1;\n');
    await button(exercise(page), 'Run').click();
    // The cells above run first: a shop under load.
    await expect(exercise(page)).toContainText('doesn’t export stabilizeReplicas', { timeout: 60_000 });
  });

  await test.step('the autoscaler of the cluster acts by what is written', async () => {
    await writeExercise(page, always(7));
    await button(exercise(page), 'Run').click();
    await expect(said(page)).toContainText('Yours runs in the cluster now');
    await page.getByRole('tab', { name: 'Terminal' }).click();
    await expect(pane(page).locator('.xterm-rows')).toContainText('~ $');
    await pane(page).locator('.xterm-helper-textarea').focus();
    await page.keyboard.type('clear; sleep 25; kubectl get deployment web');
    await page.keyboard.press('Enter');
    await expect(pane(page).locator('.xterm-rows')).toContainText(/web\s+7\/7\s+7\s+7/, { timeout: 60_000 });
  });

  await test.step('it passes', async () => {
    await writeExercise(page, readFileSync('src/engine/parts/autoscaling.ts', 'utf8'));
    await button(exercise(page), 'Check in 60 universes').click();
    await checked(page);
    await expect(said(page)).toHaveText('All 60 universes converged.');
    await expect(page.getByRole('region', { name: 'Passed' })).toContainText('waits before it gives anything back');
  });
  expect(trouble).toEqual([]);
});
