/** An admission webhook: failed and passed by keyboard; and the lesson’s own API server asks it. */
import { expect, test } from '@playwright/test';
import { button, checked, checkedAndFailed, exercise, filesOf, listenForTrouble, openLesson, pane, said, writeExercise } from './steps.ts';

const file = filesOf('2-front-door/8-gatekeepers');

test('a guard that knows one list is shown the container that got by; a right one is asked by the API server', async ({ page }) => {
  test.setTimeout(180_000);
  const trouble = listenForTrouble(page);
  await openLesson(page, '/lessons/8-gatekeepers/');

  await test.step('the container that got by', async () => {
    await checkedAndFailed(
      page,
      file('wrong/no-ephemeral.ts'),
      ['let a privileged ephemeral container in', 'kubectl debug --profile=sysadmin'],
      'What request.oldObject hasn’t got is new.',
    );
  });

  await test.step('the API server asks the one that runs', async () => {
    await button(exercise(page), 'Run').click();
    await expect(said(page)).toContainText('The API server asks yours from now on.');
    await page.getByRole('tab', { name: 'Terminal' }).click();
    const screen = pane(page).locator('.xterm-rows');
    await expect(screen).toContainText('~ $');
    await page.keyboard.type('kubectl debug with-tag --image=busybox:1 --profile=sysadmin; echo let in: $?');
    await page.keyboard.press('Enter');
    await expect(screen).toContainText('let in: 0', { timeout: 30_000 });
    await writeExercise(page, file('solution/guard.ts'));
    await button(exercise(page), 'Run').click();
    await expect(said(page)).toContainText('The API server asks yours from now on.');
    await pane(page).locator('.xterm-helper-textarea').focus();
    await page.keyboard.type('clear; kubectl debug with-tag --image=busybox:1 --profile=sysadmin; kubectl delete pod with-tag');
    await page.keyboard.press('Enter');
    await expect(screen).toContainText('privileged: spec.ephemeralContainers[1].securityContext.privileged', { timeout: 30_000 });
    await expect(screen).toContainText('pod "with-tag" deleted', { timeout: 30_000 });
  });

  await test.step('it passes', async () => {
    await button(exercise(page), 'Check in 70 universes').click();
    await checked(page);
    await expect(said(page)).toHaveText('All 70 universes converged.');
    await expect(page.getByRole('region', { name: 'Passed' })).toContainText('You can write an admission webhook');
  });
  expect(trouble).toEqual([]);
});
