/** Commands as an exercise: run in the lesson’s shell, failed and passed by keyboard. */
import { expect, test } from '@playwright/test';
import { button, checked, checkedAndFailed, exercise, filesOf, listenForTrouble, openLesson, pane, said, writeExercise } from './steps.ts';

const file = filesOf('4-place-to-run/18-pending');

test('commands that do harm are shown it; what they print stands below; right ones repair the lesson’s cluster, and pass', async ({ page }) => {
  test.setTimeout(180_000);
  const trouble = listenForTrouble(page);
  await openLesson(page, '/lessons/18-pending/');

  await test.step('what they harmed', async () => {
    await checkedAndFailed(
      page,
      file('wrong/removes-the-taint.sh'),
      ['opened a node that is reserved', 'The node node-3 has no taint dedicated=db:NoSchedule any more.'],
      'A toleration belongs to one Deployment.',
    );
  });

  await test.step('what they print, and that the last one failed', async () => {
    await writeExercise(page, 'kubectl get nodes -o name\nkubectl get deployment nothing\n');
    await button(exercise(page), 'Run').click();
    await expect(said(page)).toContainText('The last of your commands failed, with exit code 1.');
    await expect(exercise(page)).toContainText('node/node-3');
    await expect(exercise(page)).toContainText('deployments.apps "nothing" not found');
  });

  await test.step('the lesson’s cluster is repaired', async () => {
    await writeExercise(page, file('solution/repair.sh'));
    await button(exercise(page), 'Run').click();
    await expect(said(page)).toContainText('Your commands ran');
    await page.getByRole('tab', { name: 'Terminal' }).click();
    const screen = pane(page).locator('.xterm-rows');
    await expect(screen).toContainText('~ $');
    await page.keyboard.type('sleep 30; kubectl get pods -A | grep -c Pending');
    await page.keyboard.press('Enter');
    await expect(screen).toContainText(/Pending\s*0\s*~/, { timeout: 30_000 });
  });

  await test.step('it passes', async () => {
    await button(exercise(page), 'Check in 20 universes').click();
    await checked(page);
    await expect(said(page)).toHaveText('All 20 universes converged.');
    await expect(page.getByRole('region', { name: 'Passed' })).toContainText('You can tell from events why a Pod waits');
  });
  expect(trouble).toEqual([]);
});
