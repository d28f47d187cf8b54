/** A node lifecycle loop of one’s own: failed with the node that it gave up, run live on a node that is cut off, and passed. */
import { expect, test } from '@playwright/test';
import { button, checked, checkedAndFailed, exercise, filesOf, listenForTrouble, openLesson, pane, said, wrongAnswer, writeExercise } from './steps.ts';

const file = filesOf('5-hands/22-node-dies');

test('a loop that trusts the clocks of nodes is shown the node; a right one marks a node that is cut off, and passes', async ({ page }) => {
  test.setTimeout(300_000);
  const trouble = listenForTrouble(page);
  await openLesson(page, '/lessons/22-node-dies/');

  await test.step('the node that it gave up', async () => {
    await checkedAndFailed(
      page,
      wrongAnswer('22-node-dies', 'once'),
      ['marked a node that was alive', /your loop marked `?node-\d`? as `?Unknown`?\. Its last sign of life had been stored \d+\.\d s before\./],
      'Which times do you compare?',
    );
  });

  await test.step('the lesson’s cluster runs the right one', async () => {
    await writeExercise(page, file('solution/monitor.ts'));
    await button(exercise(page), 'Run').click();
    await expect(said(page)).toContainText('Yours runs in the cluster now');
    await page.getByRole('tab', { name: 'Terminal' }).click();
    const screen = pane(page).locator('.xterm-rows');
    await expect(screen).toContainText('~ $');
    await pane(page).locator('.xterm-helper-textarea').focus();
    await page.keyboard.type('clear; converge fault add partition kubelet/node-2; sleep 75; kubectl describe node node-2 | grep unreachable');
    await page.keyboard.press('Enter');
    await expect(screen).toContainText('node.kubernetes.io/unreachable:NoExecute', { timeout: 60_000 });
  });

  await test.step('it passes', async () => {
    await button(exercise(page), 'Check in 200 universes').click();
    await checked(page);
    await expect(said(page)).toHaveText('All 200 universes converged.');
    await expect(page.getByRole('region', { name: 'Passed' })).toContainText('finds dead nodes by its own clock');
  });
  expect(trouble).toEqual([]);
});
