/** The steps of an update: failed with the fewest moves that show it, run in the API server, and passed. */
import { expect, test } from '@playwright/test';
import { button, checked, checkedAndFailed, exercise, filesOf, listenForTrouble, openLesson, pane, said, writeExercise } from './steps.ts';

const file = filesOf('2-front-door/5-etcd');

test('an update that loses a rival’s write is shown how; the API server updates by the learner’s steps', async ({ page }) => {
  test.setTimeout(180_000);
  const trouble = listenForTrouble(page);
  await openLesson(page, '/lessons/5-etcd/');
  // Cell 1 only reads: the first Pods come from the next one.
  await expect(pane(page)).toContainText('No Pods. Run cell 2.');

  await test.step('the fewest moves that lose a write', async () => {
    await checkedAndFailed(
      page,
      file('wrong/sends-it-again.ts'),
      ['overwrote a rival’s write', /The request: .*start.*lost.*Your code returned swap/],
      'was made of the old object',
    );
  });

  await test.step('by the start, every update meets a conflict', async () => {
    await writeExercise(page, file('start/update.ts'));
    await button(exercise(page), 'Run').click();
    await expect(said(page)).toContainText('Yours runs in the cluster now');
    await page.getByRole('tab', { name: 'Terminal' }).click();
    await expect(pane(page).locator('.xterm-rows')).toContainText('~ $');
    await page.keyboard.type('kubectl label namespace default a=b');
    await page.keyboard.press('Enter');
    await expect(pane(page).locator('.xterm-rows')).toContainText('has been modified', { timeout: 30_000 });
  });

  await test.step('by right ones it is written', async () => {
    await writeExercise(page, file('right/if-after-if.ts'));
    await button(exercise(page), 'Run').click();
    await expect(said(page)).toContainText('Yours runs in the cluster now');
    await page.getByRole('tab', { name: 'Terminal' }).click();
    await pane(page).locator('.xterm-helper-textarea').focus();
    await page.keyboard.type('clear; kubectl label namespace default a=b');
    await page.keyboard.press('Enter');
    await expect(pane(page).locator('.xterm-rows')).toContainText('namespace/default labeled', { timeout: 30_000 });
  });

  await test.step('it passes', async () => {
    await button(exercise(page), 'Check in 100 universes').click();
    await checked(page);
    await expect(said(page)).toHaveText('All 100 universes converged.');
    await expect(page.getByRole('region', { name: 'Passed' })).toContainText('lose neither their writes nor yours');
  });
  expect(trouble).toEqual([]);
});
