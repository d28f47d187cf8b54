/** A definition of one's own: failed and passed by keyboard, applied to the lesson's cluster, and a failing universe opened. */
import { expect, test } from '@playwright/test';
import { button, checked, checkedAndFailed, exercise, filesOf, listenForTrouble, openLesson, pane, said, writeExercise, wrongAnswer } from './steps.ts';

const file = filesOf('2-front-door/9-new-nouns');

test('a definition that lets a thermostat move is shown one that moved; a right one works in the lesson’s cluster', async ({ page }) => {
  test.setTimeout(180_000);
  const trouble = listenForTrouble(page);
  await openLesson(page, '/lessons/9-new-nouns/');

  await test.step('the report names what was tried, and what the API server did', async () => {
    const report = await checkedAndFailed(
      page,
      wrongAnswer('9-new-nouns', 'room-never-empty'),
      ['let a thermostat move', /The room changes from .* the API server accepted it, and it ought to have been refused/],
      'is judged on updates only',
    );
    await button(report, 'Open the moment it broke').click();
    await expect(pane(page)).toContainText(/[Uu]niverse \d+/);
    await button(pane(page), 'Back to your session').click();
  });

  await test.step('what the API server refuses is said where Run is', async () => {
    await writeExercise(page, wrongAnswer('9-new-nouns', 'misspelled-in-a-rule'));
    await button(exercise(page), 'Run').click();
    await expect(said(page)).toContainText('undefined field');
  });

  await test.step('applied, the lesson’s cluster knows the kind', async () => {
    await writeExercise(page, file('right/rules-only.yaml'));
    await button(exercise(page), 'Run').click();
    await expect(said(page)).toContainText('Applied to the cluster');
    await page.getByRole('tab', { name: 'Terminal' }).click();
    await expect(pane(page).locator('.xterm-rows')).toContainText('~ $');
    await page.keyboard.type('echo "{apiVersion: example.com/v1, kind: Thermostat, metadata: {name: a}, spec: {room: hall, target: 31}}" | kubectl apply -f -');
    await page.keyboard.press('Enter');
    await expect(pane(page).locator('.xterm-rows')).toContainText('from 5 to 30 degrees');
  });

  await test.step('it passes', async () => {
    await button(exercise(page), 'Check in 80 universes').click();
    await checked(page);
    await expect(said(page)).toHaveText('All 80 universes converged.');
    await expect(page.getByRole('region', { name: 'Passed' })).toContainText('without a line of code');
  });
  expect(trouble).toEqual([]);
});
