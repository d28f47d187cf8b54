/** Lesson 25: of a fix in the panel one says which loop undoes it, or that none does; what was deleted can be named. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { awake, axe, button, checked, checkedAndFailed, exercise, filesOf, listenForTrouble, notice, openLesson, said, writeExercise } from './steps.ts';

const file = filesOf('6-living-with-loops/25-loop-wont-protect-you');
const solution = file('solution/fixes.diagnosis');
const fixes = (page: Page): Locator => page.locator('section.incidents');

test('a case is opened, a wrong loop gets a question, and none can be the answer; the file fails with a hint and passes', async ({ page }) => {
  test.setTimeout(180_000);
  const trouble = listenForTrouble(page);
  await openLesson(page, '/lessons/25-loop-wont-protect-you/');
  await awake(fixes(page));
  const it = page.locator('#incident-site');

  await test.step('by keyboard: no loop brings the DaemonSet back, and it can be named though it is gone', async () => {
    await button(it, /^Open this cluster/).focus();
    await page.keyboard.press('Enter');
    await expect(notice(page)).toContainText('Case 6: someone has changed something here.', { timeout: 60_000 });
    await it.getByLabel('which loop undoes it').selectOption('controller/daemonset');
    await it.getByLabel('which object to change instead').selectOption('DaemonSet/kube-system/kube-proxy');
    await it.getByLabel('when it was undone').fill('35');
    await button(it, 'Put it to the test').focus();
    await page.keyboard.press('Enter');
    await expect(it.getByRole('status')).toContainText('Which one would it act for here?', { timeout: 30_000 });
    expect(await axe(page, '.incidents')).toEqual([]);
    await it.getByLabel('which loop undoes it').selectOption({ label: 'no loop does' });
    await button(it, 'Put it to the test').click();
    await expect(it).toContainText('Found.', { timeout: 30_000 });
    await expect(fixes(page)).toContainText('1 of 9 found');
  });

  await checkedAndFailed(page, solution.replace('loop=none object=Deployment', 'loop=controller/deployment object=Deployment'), ['named another loop in “file”', 'Does it find a difference?'], 'how far is it from its desired state?');
  await writeExercise(page, solution);
  await button(exercise(page), 'Check in 9 universes').click();
  await checked(page);
  await expect(said(page)).toHaveText('All 9 universes converged.');
  expect(trouble).toEqual([]);
});
