/** An exercise that is a part of the engine: failed and passed by keyboard, run live in a built-in controller, handed in and graded. */
import { expect, test } from '@playwright/test';
import { button, checked, checkedAndFailed, exercise, filesOf, listenForTrouble, openLesson, pane, said, writeExercise } from './steps.ts';

const file = filesOf('3-loops/11-work-queues');

test('a work queue of one’s own: refused by calls, then run by the ReplicaSet controller, and passed', async ({ page }) => {
  test.setTimeout(180_000);
  const trouble = listenForTrouble(page);
  await openLesson(page, '/lessons/11-work-queues/');

  await test.step('a queue that hands out a key twice is shown the fewest calls that do so', async () => {
    await checkedAndFailed(
      page,
      file('wrong/newest-first.ts'),
      ['let a later key go first', /Calls: add\('/, 'Which of the keys has waited for longest?'],
      'The oldest key is at one end only.',
    );
    // There is no cluster that could be opened.
    await expect(button(exercise(page), /Open the moment/)).toHaveCount(0);
  });

  await test.step('the ReplicaSet controller of the lesson’s own cluster runs on it', async () => {
    await writeExercise(page, file('right/one-state-a-key.ts'));
    await button(exercise(page), 'Run').click();
    await expect(said(page)).toContainText('Yours runs in the cluster now');
    await page.getByRole('tab', { name: 'Terminal' }).click();
    await expect(pane(page).locator('.xterm-rows')).toContainText('~ $');
    await page.keyboard.type('kubectl scale rs web --replicas=5; sleep 5; kubectl get rs web');
    await page.keyboard.press('Enter');
    await expect(pane(page).locator('.xterm-rows')).toContainText(/web\s+5\s+5\s+5/);
  });

  await test.step('it passes, and the lesson says what was learned', async () => {
    await button(exercise(page), 'Check in 100 universes').click();
    await checked(page);
    await expect(said(page)).toHaveText('All 100 universes converged.');
    await expect(page.getByRole('region', { name: 'Passed' })).toContainText('the queue that every controller rests on');
  });
  expect(trouble).toEqual([]);
});
