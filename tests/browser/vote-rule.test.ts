/** A rule for votes: failed with the smallest example and passed, by keyboard; and members of etcd elect a leader by it. */
import { expect, test } from '@playwright/test';
import { button, checked, checkedAndFailed, exercise, filesOf, listenForTrouble, openLesson, pane, said, writeExercise } from './steps.ts';

const file = filesOf('2-front-door/6-quorum');

test('a rule that breaks a law is shown the smallest example; members vote by a right one', async ({ page }) => {
  test.setTimeout(180_000);
  const trouble = listenForTrouble(page);
  await openLesson(page, '/lessons/6-quorum/');

  await test.step('the smallest example that breaks the law', async () => {
    await checkedAndFailed(
      page,
      file('wrong/length-only.ts'),
      [
        'voted for a log that is behind',
        /The voter is in term \d.*wants to lead in term \d.*Your rule grants the vote; expected: it refuses it\. Found after/,
      ],
      'A longer log can end in an older term.',
    );
  });

  await test.step('by a rule that grants nothing, no leader is elected any more', async () => {
    await writeExercise(page, 'export const grantsVote = (): boolean => false;\n');
    await button(exercise(page), 'Run').click();
    await expect(said(page)).toContainText('Yours runs in the cluster now');
    await page.getByRole('tab', { name: 'Terminal' }).click();
    await expect(pane(page).locator('.xterm-rows')).toContainText('~ $');
    await page.keyboard.type('converge fault add crash etcd-0; converge fault heal --all; converge fault add crash etcd-1; converge fault heal --all; converge fault add crash etcd-2; converge fault heal --all; sleep 10; kubectl get cm');
    await page.keyboard.press('Enter');
    await expect(pane(page).locator('.xterm-rows')).toContainText('request timed out', { timeout: 30_000 });
  });

  await test.step('by a right one there is a leader again', async () => {
    await writeExercise(page, file('right/by-cases.ts'));
    await button(exercise(page), 'Run').click();
    await expect(said(page)).toContainText('Yours runs in the cluster now');
    await page.getByRole('tab', { name: 'Terminal' }).click();
    await pane(page).locator('.xterm-helper-textarea').focus();
    await page.keyboard.type('clear; sleep 10; kubectl get cm -o name');
    await page.keyboard.press('Enter');
    await expect(pane(page).locator('.xterm-rows')).toContainText('configmap/first', { timeout: 30_000 });
  });

  await test.step('it passes', async () => {
    await button(exercise(page), 'Check in 60 universes').click();
    await checked(page);
    await expect(said(page)).toHaveText('All 60 universes converged.');
    await expect(page.getByRole('region', { name: 'Passed' })).toContainText('two leaders in one term');
  });
  expect(trouble).toEqual([]);
});
