/** A GitOps agent: commits are pushed from the terminal, a running agent follows them, and it passes. */
import { expect, test } from '@playwright/test';
import { button, checked, checkedAndFailed, exercise, filesOf, listenForTrouble, openLesson, pane, said, wrongAnswer, writeExercise } from './steps.ts';

const file = filesOf('6-living-with-loops/29-same-loop-elsewhere');

test('an agent follows a branch that is pushed from the terminal, and passes', async ({ page }) => {
  test.setTimeout(300_000);
  const trouble = listenForTrouble(page);
  await openLesson(page, '/lessons/29-same-loop-elsewhere/');

  await test.step('what no Application owns is named, with a question', async () => {
    await checkedAndFailed(page, wrongAnswer('29-same-loop-elsewhere', 'no-owner'), ['made a ConfigMap that no Application owns', 'It has no controller'], 'The metadata of your create');
  });

  await test.step('it follows a push', async () => {
    await writeExercise(page, file('solution/agent.ts'));
    await button(exercise(page), 'Run').click();
    await expect(said(page)).toContainText('Yours runs in the cluster now');
    await page.getByRole('tab', { name: 'Terminal' }).click();
    await expect(pane(page).locator('.xterm-rows')).toContainText('~ $');
    await pane(page).locator('.xterm-helper-textarea').focus();
    await page.keyboard.type('clear; cd shop; sed -i s/4/5/ prices.json; git commit -am Five; git push; sleep 12; kubectl get cm prices -n shop -o jsonpath={.data}');
    await page.keyboard.press('Enter');
    await expect(pane(page).locator('.xterm-rows')).toContainText('{"tea":"5"}', { timeout: 90_000 });
  });

  await test.step('it passes', async () => {
    await button(exercise(page), 'Check in 300 universes').click();
    await expect(exercise(page)).toHaveAttribute('aria-busy', 'false', { timeout: 200_000 });
    await checked(page);
    await expect(said(page)).toHaveText('All 300 universes converged.');
    await expect(page.getByRole('region', { name: 'Passed' })).toContainText('what a branch says');
  });
  expect(trouble).toEqual([]);
});
