/** A rolling step of one's own: failed with the sizes that break it, run live by the Deployment controller, and passed. */
import { expect, test } from '@playwright/test';
import { button, checked, checkedAndFailed, exercise, filesOf, listenForTrouble, openLesson, pane, said, writeExercise } from './steps.ts';

const file = filesOf('3-loops/13-deployment');

test('a step that trusts new Pods is shown the sizes; then the Deployment controller acts by others', async ({ page }) => {
  test.setTimeout(300_000);
  const trouble = listenForTrouble(page);
  await openLesson(page, '/lessons/13-deployment/');

  await test.step('the report names the sizes and what was written', async () => {
    await checkedAndFailed(
      page,
      file('wrong/trusts-new-pods.ts'),
      ['broke the promise', /The Deployment asks for \d+ Pods: at most.*Your step wrote, in this order: `?old-1/],
      'is what users reach',
    );
  });

  const run = async (text: string): Promise<void> => {
    await writeExercise(page, text);
    await button(exercise(page), 'Run').click();
    await expect(said(page)).toContainText('Yours runs in the cluster now');
    await page.getByRole('tab', { name: 'Terminal' }).click();
    await expect(pane(page).locator('.xterm-rows')).toContainText('~ $');
    await pane(page).locator('.xterm-helper-textarea').focus();
  };

  await test.step('by a step that does nothing, a new image changes nothing', async () => {
    await run('export const rollingStep = () => [];\n');
    await page.keyboard.type('clear; kubectl set image deployment web nginx=nginx:1.27; sleep 20; kubectl get deployment web');
    await page.keyboard.press('Enter');
    await expect(pane(page).locator('.xterm-rows')).toContainText(/web\s+10\/10\s+0\s+10/);
  });

  await test.step('a right one goes on', async () => {
    await run(file('right/one-by-one.ts'));
    await page.keyboard.type('clear; kubectl rollout status deployment web | tail -n 1; kubectl get deployment web');
    await page.keyboard.press('Enter');
    await expect(pane(page).locator('.xterm-rows')).toContainText(/web\s+10\/10\s+10\s+10/, { timeout: 60_000 });
  });

  await test.step('it passes', async () => {
    await writeExercise(page, file('right/both-at-once.ts'));
    await button(exercise(page), 'Check in 200 universes').click();
    await checked(page);
    await expect(said(page)).toHaveText('All 200 universes converged.');
    await expect(page.getByRole('region', { name: 'Passed' })).toContainText('without ever breaking the promise');
  });
  expect(trouble).toEqual([]);
});
