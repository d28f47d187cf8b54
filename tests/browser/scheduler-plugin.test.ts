/** A plugin of the scheduler: failed and passed by keyboard; and the lesson’s own scheduler runs it. */
import { expect, test } from '@playwright/test';
import { button, checked, checkedAndFailed, exercise, filesOf, listenForTrouble, openLesson, pane, said, writeExercise } from './steps.ts';

const file = filesOf('4-place-to-run/17-scheduler');

test('a score of amounts is shown the node it chose; a right one packs the lesson’s Pods, and passes', async ({ page }) => {
  test.setTimeout(180_000);
  const trouble = listenForTrouble(page);
  await openLesson(page, '/lessons/17-scheduler/');

  await test.step('the node it chose', async () => {
    await checkedAndFailed(
      page,
      file('wrong/without-the-pod.ts'),
      ['left the Pod itself out', /The Pod went to \w+; expected: \w+\. So full would each node be with the Pod on it: /],
      'what this Pod adds to the node',
    );
  });

  await test.step('the lesson’s scheduler packs', async () => {
    await writeExercise(page, file('solution/packing.ts'));
    await button(exercise(page), 'Run').click();
    await expect(said(page)).toContainText('The scheduler has started again, with yours.');
    await page.getByRole('tab', { name: 'Terminal' }).click();
    const screen = pane(page).locator('.xterm-rows');
    await expect(screen).toContainText('~ $');
    await page.keyboard.type("kubectl delete pod -l app=web; sleep 5; kubectl get pods -l app=web -o custom-columns=N:.spec.nodeName --no-headers | sort | uniq -c");
    await page.keyboard.press('Enter');
    await expect(screen).toContainText(/3 node-\d/, { timeout: 30_000 });
  });

  await test.step('it passes', async () => {
    await button(exercise(page), 'Check in 80 universes').click();
    await checked(page);
    await expect(said(page)).toHaveText('All 80 universes converged.');
    await expect(page.getByRole('region', { name: 'Passed' })).toContainText('You can write a score plugin');
  });
  expect(trouble).toEqual([]);
});
