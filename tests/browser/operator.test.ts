/** An operator for a kind of one’s own: built up step by step, run live on objects that a CustomResourceDefinition defines, and passed. */
import { expect, test } from '@playwright/test';
import { button, checked, checkedAndFailed, exercise, filesOf, listenForTrouble, openLesson, pane, said, wrongAnswer, writeExercise } from './steps.ts';

const file = filesOf('6-living-with-loops/28-your-own-operator');

test('an operator is judged step by step, keeps Thermostats in the cluster, and passes', async ({ page }) => {
  test.setTimeout(400_000);
  const trouble = listenForTrouble(page);
  await openLesson(page, '/lessons/28-your-own-operator/');

  await test.step('what has no heater ends in the first step', async () => {
    await checkedAndFailed(page, wrongAnswer('28-your-own-operator', 'no-owner'), ['made a heater that is no Thermostat’s own', 'It has no controller'], 'ownerReferenceFor');
    await expect(said(page)).toHaveText(/^Heater: 0 of 10 universes converged/);
  });

  await test.step('without a finalizer the first three steps are passed', async () => {
    await checkedAndFailed(page, wrongAnswer('28-your-own-operator', 'no-finalizer'), ['opened a valve before its finalizer'], 'The order of two requests');
    await expect(said(page)).toHaveText(/^Finalizer: \d of 10 universes converged/);
  });

  await test.step('it runs in the cluster, for a kind that a cell has defined', async () => {
    await writeExercise(page, file('solution/operator.ts'));
    await button(exercise(page), 'Run').click();
    await expect(said(page)).toContainText('Yours runs in the cluster now');
    await page.getByRole('tab', { name: 'Terminal' }).click();
    await expect(pane(page).locator('.xterm-rows')).toContainText('~ $');
    await pane(page).locator('.xterm-helper-textarea').focus();
    await page.keyboard.type('clear; kubectl apply -f house.yaml; sleep 60; kubectl get th');
    await page.keyboard.press('Enter');
    await expect(pane(page).locator('.xterm-rows')).toContainText(/hall\s+21\s+2[012]\s+True\s+AtTarget/, { timeout: 90_000 });
  });

  await test.step('it passes in all weather', async () => {
    await button(exercise(page), 'Check in 500 universes').click();
    await expect(exercise(page)).toHaveAttribute('aria-busy', 'false', { timeout: 240_000 });
    await checked(page);
    await expect(said(page)).toHaveText('All 500 universes converged.');
    await expect(page.getByRole('region', { name: 'Passed' })).toContainText('leaves nothing behind');
  });
  expect(trouble).toEqual([]);
});
