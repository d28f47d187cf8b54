/** An exercise that is a part of the engine: failed and passed by keyboard, run live in a built-in controller, handed in and graded. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { axe, button, checked, exercise, listenForTrouble, openLesson, pane, said, writeExercise } from './steps.ts';

const file = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../../src/content/lessons/3-loops/11-work-queues/${path}`, import.meta.url)), 'utf8');

test('a work queue of one’s own: refused by calls, then run by the ReplicaSet controller, and passed', async ({ page }) => {
  test.setTimeout(180_000);
  const trouble = listenForTrouble(page);
  await openLesson(page, '/lessons/11-work-queues/');

  await test.step('a queue that hands out a key twice is shown the fewest calls that do so', async () => {
    await writeExercise(page, file('wrong/newest-first.ts'));
    await page.keyboard.press('ControlOrMeta+Shift+Enter');
    await checked(page);
    const report = exercise(page).locator('.report');
    await expect(report).toContainText('let a later key go first');
    await expect(report).toContainText(/Calls: add\('/);
    await expect(report).toContainText('Which of the keys has waited for longest?');
    await button(report, 'Where to look').click();
    await expect(report).toContainText('The oldest key is at one end only.');
    // There is no cluster that could be opened.
    await expect(button(exercise(page), /Open the moment/)).toHaveCount(0);
    expect(await axe(page, '.exercise')).toEqual([]);
  });

  await test.step('the ReplicaSet controller of the lesson’s own cluster runs on it', async () => {
    await writeExercise(page, file('right/one-state-a-key.ts'));
    await button(exercise(page), 'Run').click();
    await expect(said(page)).toContainText('Yours runs in the cluster now');
    await page.getByRole('tab', { name: 'Terminal' }).click();
    await expect(pane(page).locator('.xterm-rows')).toContainText('~ $');
    await page.keyboard.type('kubectl scale rs web --replicas=5; sleep 5; kubectl get rs web');
    await page.keyboard.press('Enter');
    await expect(pane(page).locator('.xterm-rows')).toContainText(/web\s+5\s+5\s+5/);
  });

  await test.step('it passes, and the lesson says what was learned', async () => {
    await button(exercise(page), 'Check in 100 universes').click();
    await checked(page);
    await expect(said(page)).toHaveText('All 100 universes converged.');
    await expect(page.getByRole('region', { name: 'Passed' })).toContainText('the queue that every controller rests on');
  });
  expect(trouble).toEqual([]);
});
