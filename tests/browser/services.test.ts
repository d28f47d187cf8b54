/** The loop behind a Service and the rules of a node: each failed and passed, by keyboard; packets follow the rules that run. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { awake, button, checkedAndFailed, exercise, filesOf, listenForTrouble, openLesson, pane, replaceText, said, wrongAnswer, writeExercise } from './steps.ts';

const file = filesOf('5-hands/23-services');
const second = (page: Page): Locator => page.getByRole('region', { name: 'Exercise rules', exact: true });
const saidInSecond = (page: Page): Locator => second(page).locator('.ed-say[role="status"]');

async function writeSecond(page: Page, text: string): Promise<void> {
  await awake(second(page));
  const editor = second(page).locator('.cm-content');
  if (!(await editor.isVisible())) await second(page).locator('.ed pre').focus();
  await editor.focus();
  await replaceText(page, text);
}

test('the EndpointSlice loop and the rules of one Service: failed, run live and passed', async ({ page }) => {
  test.setTimeout(300_000);
  const trouble = listenForTrouble(page);
  await openLesson(page, '/lessons/23-services/');

  await test.step('a loop that hides unready Pods is asked about them', async () => {
    await checkedAndFailed(
      page,
      wrongAnswer('23-services', 'unready-left-out'),
      ['left out a Pod that isn’t ready', /is behind .* and in none of its slices/],
      'the Pod’s readiness is for its conditions to say',
    );
  });

  await test.step('the whole loop passes', async () => {
    await writeExercise(page, file('solution/reconcile.ts'));
    await button(exercise(page), 'Check in 200 universes').click();
    await expect(said(page)).toHaveText('All 200 universes converged.', { timeout: 180_000 });
  });

  await test.step('rules that drop what they should reject are shown the Service', async () => {
    await writeSecond(page, file('exercises/rules/right/one-loop.ts').replace("elsewhere ? 'drop' : 'reject'", "'drop'"));
    await page.keyboard.press('ControlOrMeta+Shift+Enter');
    await expect(second(page).locator('.report')).toContainText('let a connection wait without end', { timeout: 60_000 });
    await expect(second(page).locator('.report')).toContainText('Your rules:');
  });

  await test.step('kube-proxies run on them', async () => {
    await button(second(page), 'Run').click();
    await expect(saidInSecond(page)).toContainText('Yours runs in the cluster now');
    await page.getByRole('tab', { name: 'Terminal' }).click();
    await expect(pane(page).locator('.xterm-rows')).toContainText('~ $');
    await page.keyboard.type('kubectl create service clusterip none --tcp=80; kubectl run box --image=nginx:1.29; sleep 9; clear; converge packet box none:80');
    await page.keyboard.press('Enter');
    await expect(pane(page).locator('.xterm-rows')).toContainText('DROP', { timeout: 30_000 });
  });

  await test.step('the right rules pass', async () => {
    await writeSecond(page, file('exercises/rules/right/one-loop.ts'));
    await button(second(page), 'Check in 60 universes').click();
    await expect(saidInSecond(page)).toHaveText('All 60 universes converged.', { timeout: 60_000 });
    await expect(second(page).getByRole('region', { name: 'Passed' })).toContainText('an address that no machine has');
  });
  expect(trouble).toEqual([]);
});
