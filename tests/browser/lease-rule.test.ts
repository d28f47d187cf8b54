/** A lease rule: failed with the story of two leaders and passed, by keyboard; and the schedulers of the cluster elect a leader by it. */
import { expect, test } from '@playwright/test';
import { button, checked, checkedAndFailed, exercise, filesOf, listenForTrouble, openLesson, pane, said, wrongAnswer, writeExercise } from './steps.ts';

const slug = '26-three-control-planes';
const file = filesOf(`6-living-with-loops/${slug}`);

test('a rule by which two lead at once is shown how; schedulers elect a leader by a right one', async ({ page }) => {
  test.setTimeout(180_000);
  const trouble = listenForTrouble(page);
  await openLesson(page, `/lessons/${slug}/`);

  await test.step('two leaders, in the fewest moves', async () => {
    await checkedAndFailed(
      page,
      wrongAnswer(slug, 'no-deadline'),
      [
        'acted on an old lease',
        /Something that a sent as the leader arrives at [\d.]+ s\. By then b leads: what it sent arrived at [\d.]+ s\. What happened: .*a is about to act/,
      ],
      'renewedAtMs of a leader.',
    );
  });

  const type = async (line: string): Promise<void> => {
    await page.getByRole('tab', { name: 'Terminal' }).click();
    await expect(pane(page).locator('.xterm-rows')).toContainText('~ $');
    await pane(page).locator('.xterm-helper-textarea').focus();
    await page.keyboard.type(line);
    await page.keyboard.press('Enter');
  };
  const holder = `echo "held by $(kubectl get lease kube-scheduler -n kube-system -o jsonpath='{.spec.holderIdentity}')"`;

  // The cells have run by then: `scheduler-0` leads, and the clocks of the others are an hour off.
  await test.step('by a rule that never writes, nobody takes the Lease of a dead leader', async () => {
    await writeExercise(page, "export const decideLease = () => ({ do: 'wait' });\n");
    await button(exercise(page), 'Run').click();
    await expect(said(page)).toContainText('Yours runs in the cluster now');
    await type(`converge fault add crash scheduler-0 --down=healed; sleep 40; ${holder}`);
    await expect(pane(page).locator('.xterm-rows')).toContainText('held by scheduler-0', { timeout: 30_000 });
  });

  await test.step('by a right one another scheduler leads', async () => {
    await writeExercise(page, file('right/as-in-the-text.ts'));
    await button(exercise(page), 'Run').click();
    await expect(said(page)).toContainText('Yours runs in the cluster now');
    await type(`sleep 20; ${holder}`);
    await expect(pane(page).locator('.xterm-rows')).toContainText(/held by scheduler-[12]/, { timeout: 30_000 });
  });

  await test.step('it passes', async () => {
    await button(exercise(page), 'Check in 60 universes').click();
    await checked(page);
    await expect(said(page)).toHaveText('All 60 universes converged.');
    await expect(page.getByRole('region', { name: 'Passed' })).toContainText('one copy of a loop leads, never two');
  });
  expect(trouble).toEqual([]);
});
