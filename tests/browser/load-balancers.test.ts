/** The service loop of the cloud controller manager: failed and passed; run live, it rents in the cluster's cloud. */
import { expect, test } from '@playwright/test';
import { button, checkedAndFailed, exercise, filesOf, listenForTrouble, openLesson, pane, said, wrongAnswer, writeExercise } from './steps.ts';

const file = filesOf('5-hands/24-cloud-and-disk');

test('the loop of load balancers: failed, passed and run live in a cloud', async ({ page }) => {
  test.setTimeout(120_000);
  const trouble = listenForTrouble(page);
  await openLesson(page, '/lessons/24-cloud-and-disk/');
  await checkedAndFailed(
    page,
    wrongAnswer('24-cloud-and-disk', 'lets-go-early'),
    ['let go too early', /the load balancer of .*default\/web.* is deleting/],
    'Return, and look again two seconds later',
  );
  await writeExercise(page, file('solution/load-balancers.ts'));
  await button(exercise(page), 'Check in 200 universes').click();
  await expect(said(page)).toHaveText('All 200 universes converged.', { timeout: 60_000 });
  await button(exercise(page), 'Run').click();
  await expect(said(page)).toContainText('Yours runs in the cluster now');
  await page.getByRole('tab', { name: 'Terminal' }).click();
  await expect(pane(page).locator('.xterm-rows')).toContainText('~ $');
  await page.keyboard.type('kubectl create service loadbalancer open --tcp=80; sleep 9; clear; converge cloud list balancers');
  await page.keyboard.press('Enter');
  await expect(pane(page).locator('.xterm-rows')).toContainText('default/open', { timeout: 30_000 });
  expect(trouble).toEqual([]);
});
