/** Lesson 30: the account's rights, a refused verb, and Pods that wait for an image. */
import { spawnSync } from 'node:child_process';
import { expect, test } from '@playwright/test';
import { awake, axe, bakedLesson, button, cell, listenForTrouble, openLesson, outputOf, runAll } from './steps.ts';

const slug = '30-take-it-home';

test('what an account may do is guessed, and seen', async ({ page }) => {
  const trouble = listenForTrouble(page);
  await openLesson(page, `/lessons/${slug}/`);
  const guess = page.getByRole('radio', { name: 'patched' });
  await awake(guess);
  await guess.focus();
  await page.keyboard.press('Space');
  const commit = button(page.locator('.predict', { has: guess }), /^(Commit|I think)/);
  if (await commit.count()) await commit.press('Enter');
  await runAll(page, slug);
  for (const id of ['may', 'patch', 'lease', 'pods']) {
    const [first] = bakedLesson(slug).cells[id]?.output ?? [];
    for (const line of (first?.kind === 'text' ? first.text : '').trim().split('\n')) await expect(outputOf(page, id)).toContainText(line.trim());
  }
  await expect(page.getByText('But what does RBAC compare: the change, or the verb of the request?')).toBeVisible();
  await expect(cell(page, 'pods')).toContainText('pods: 2, ready: 0');
  expect(await axe(page, 'main')).toEqual([]);
  expect(trouble).toEqual([]);
});

test('the program that it names is on the site, and says what it can do', async ({ page }) => {
  await page.goto(`/lessons/${slug}/`);
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'converge.mjs' }).click()]);
  expect(download.suggestedFilename()).toBe('converge.mjs');
  const { stderr } = spawnSync(process.execPath, [await download.path()], { encoding: 'utf8' });
  for (const name of ['serve', 'run', 'package', 'sim']) expect(stderr).toContain(`  ${name} `);
});
