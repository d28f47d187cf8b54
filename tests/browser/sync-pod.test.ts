/** A kubelet of one's own decisions: failed with the moment that shows it, run live on the node, and passed. */
import { expect, test } from '@playwright/test';
import { button, checked, checkedAndFailed, exercise, filesOf, listenForTrouble, openLesson, pane, said, writeExercise } from './steps.ts';

const file = filesOf('5-hands/20-kubelet');

test('a function that restarts at once is shown the crash; then the kubelet acts by others', async ({ page }) => {
  test.setTimeout(300_000);
  const trouble = listenForTrouble(page);
  await openLesson(page, '/lessons/20-kubelet/');

  await test.step('the report names the moment and the action', async () => {
    await writeExercise(page, file('start/sync-pod.ts'));
    await checkedAndFailed(
      page,
      file('start/sync-pod.ts'),
      ['started two at a time', /is starting.*Your code starts `?b`? with a back-off of 0 s; expected: it waits/],
      'at all of them',
    );
  });

  const run = async (text: string): Promise<void> => {
    await writeExercise(page, text);
    await button(exercise(page), 'Run').click();
    await expect(said(page)).toContainText('Yours runs in the cluster now');
    await page.getByRole('tab', { name: 'Terminal' }).click();
    await expect(pane(page).locator('.xterm-rows')).toContainText('~ $');
    await pane(page).locator('.xterm-helper-textarea').focus();
  };

  await test.step('by a function that only waits, a new Pod is never started', async () => {
    await run("export const syncPod = () => ({ do: 'wait' });\n");
    await page.keyboard.type('clear; kubectl run web --image=nginx:1.29; sleep 20; kubectl get pod web');
    await page.keyboard.press('Enter');
    await expect(pane(page).locator('.xterm-rows')).toContainText(/web\s+0\/1\s+ContainerCreating/);
  });

  await test.step('a kubelet that starts again with a right one starts it', async () => {
    await run(file('right/by-states.ts'));
    await page.keyboard.type('clear; sleep 20; kubectl get pod web');
    await page.keyboard.press('Enter');
    await expect(pane(page).locator('.xterm-rows')).toContainText(/web\s+1\/1\s+Running/, { timeout: 60_000 });
  });

  await test.step('it passes', async () => {
    await writeExercise(page, file('right/as-in-the-start.ts'));
    await button(exercise(page), 'Check in 100 universes').click();
    await checked(page);
    await expect(said(page)).toHaveText('All 100 universes converged.');
    await expect(page.getByRole('region', { name: 'Passed' })).toContainText('a restart of the kubelet itself');
  });
  expect(trouble).toEqual([]);
});
