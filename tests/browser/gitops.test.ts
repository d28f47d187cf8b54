/** A GitOps agent follows commits that are pushed from the terminal, and passes; commands repair what drifted in a cloud, and pass. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { awake, button, checked, checkedAndFailed, exercise, filesOf, listenForTrouble, openLesson, pane, replaceText, said, wrongAnswer, writeExercise } from './steps.ts';

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

const second = (page: Page): Locator => page.getByRole('region', { name: 'Exercise drift', exact: true });

async function writeSecond(page: Page, text: string): Promise<void> {
  await awake(second(page));
  const editor = second(page).locator('.cm-content');
  if (!(await editor.isVisible())) await second(page).locator('.ed pre').focus();
  await editor.focus();
  await replaceText(page, text);
}

test('what drifted in a cloud: an apply that destroys is asked about its plan, and the repair passes', async ({ page }) => {
  test.setTimeout(240_000);
  const trouble = listenForTrouble(page);
  await openLesson(page, '/lessons/29-same-loop-elsewhere/');

  await test.step('the plan of the wrong one names the machine', async () => {
    await writeSecond(page, file('exercises/drift/wrong/applies-at-once.sh'));
    await page.keyboard.press('ControlOrMeta+Shift+Enter');
    const report = second(page).locator('.report');
    await expect(report).toContainText('destroyed a machine that was there', { timeout: 90_000 });
    await expect(report).toContainText('The machine web-1 was there when your commands began.');
    await button(report, 'Where to look').click();
    await expect(report).toContainText('# forces replacement');
  });

  await test.step('the repair passes', async () => {
    await writeSecond(page, file('exercises/drift/solution/repair.sh'));
    await button(second(page), 'Check in 45 universes').click();
    await expect(second(page).locator('.ed-say[role="status"]')).toHaveText('All 45 universes converged.', { timeout: 90_000 });
    await expect(second(page).getByRole('region', { name: 'Passed' })).toContainText('tell a wanted change from drift');
  });

  await test.step('Run repairs the lesson’s own cloud', async () => {
    await button(second(page), 'Run').click();
    await expect(second(page).locator('.ed-say[role="status"]')).toContainText('Your commands ran', { timeout: 90_000 });
    await expect(second(page).locator('.ed-log')).toContainText('Apply complete! Resources: 0 added, 1 changed, 0 destroyed.');
  });
  expect(trouble).toEqual([]);
});
