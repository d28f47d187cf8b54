/** A reflector of one's own: failed and passed by keyboard, and run live by the caches of a built-in controller. */
import { expect, test } from '@playwright/test';
import { button, checked, checkedAndFailed, exercise, filesOf, listenForTrouble, openLesson, pane, said, writeExercise } from './steps.ts';

const file = filesOf('3-loops/10-watch');

test('rules that keep what was deleted are shown the events; then the ReplicaSet controller runs on right ones', async ({ page }) => {
  test.setTimeout(180_000);
  const trouble = listenForTrouble(page);
  await openLesson(page, '/lessons/10-watch/');

  await test.step('the report names the events, the answer, and what the store has', async () => {
    await checkedAndFailed(
      page,
      file('wrong/forgets-deletions.ts'),
      ['kept what was deleted', /Events: start,.*DELETED/, 'which is gone'],
      'Which effect takes an object out of the store?',
    );
  });

  await test.step('the caches of the lesson’s own cluster follow it', async () => {
    await writeExercise(page, file('right/as-in-the-text.ts'));
    await button(exercise(page), 'Run').click();
    await expect(said(page)).toContainText('Yours runs in the cluster now');
    await page.getByRole('tab', { name: 'Terminal' }).click();
    await expect(pane(page).locator('.xterm-rows')).toContainText('~ $');
    await page.keyboard.type('kubectl delete pod -l app=web --wait=false; sleep 5; kubectl get rs web');
    await page.keyboard.press('Enter');
    await expect(pane(page).locator('.xterm-rows')).toContainText(/web\s+3\s+3\s+3/);
  });

  await test.step('it passes', async () => {
    await button(exercise(page), 'Check in 100 universes').click();
    await checked(page);
    await expect(said(page)).toHaveText('All 100 universes converged.');
    await expect(page.getByRole('region', { name: 'Passed' })).toContainText('keep a cache equal to the API server');
  });
  expect(trouble).toEqual([]);
});
