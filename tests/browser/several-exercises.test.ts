/** A lesson with two exercises: each has its editor, its report and its kept work; the lesson is passed with the last of them. */
import { readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { gradeFile } from '../../src/cli/grade/grade-file.ts';
import { openJudges } from '../../src/cli/grade/judges.ts';
import { axe, awake, button, exercise, filesOf, listenForTrouble, openLesson, outputOf, replaceText, writeExercise } from './steps.ts';

const lesson = '/lessons/6-quorum/';
const file = filesOf('2-front-door/6-quorum');
const second = (page: Page): Locator => page.getByRole('region', { name: 'Exercise restore', exact: true });
const saidIn = (within: Locator): Locator => within.locator('.ed-say[role="status"]');

/** Opens the editor of the second exercise and replaces its text. */
async function writeSecond(page: Page, text: string): Promise<void> {
  await awake(second(page));
  const editor = second(page).locator('.cm-content');
  if (!(await editor.isVisible())) await second(page).locator('.ed pre').focus();
  await editor.focus();
  await replaceText(page, text);
}

const isDone = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.querySelector('[data-course] g[data-number="6"]')?.classList.contains('done') === true);

test('two exercises are written, checked by keyboard, kept and handed in; both pass the lesson', async ({ page }) => {
  test.setTimeout(240_000);
  const trouble = listenForTrouble(page);
  await openLesson(page, lesson);

  await test.step('the keys mean the exercise with the focus', async () => {
    await writeExercise(page, file('start/vote-rule.ts'));
    await writeSecond(page, file('exercises/restore/wrong/backup-only.sh'));
    await page.keyboard.press('ControlOrMeta+Shift+Enter');
    await expect(second(page).locator('.report')).toContainText('lost what a member still had', { timeout: 90_000 });
    await button(second(page).locator('.report'), 'Where to look').click();
    await expect(second(page).locator('.report')).toContainText('needs no majority');
    await expect(exercise(page).locator('.report')).toHaveCount(0);
    expect(await axe(page, '.exercise')).toEqual([]);
  });

  await test.step('the second is passed: the lesson is not', async () => {
    await writeSecond(page, file('exercises/restore/solution/restore.sh'));
    await button(second(page), 'Check in 20 universes').click();
    await expect(saidIn(second(page))).toHaveText('All 20 universes converged.', { timeout: 90_000 });
    await expect(second(page).getByRole('region', { name: 'Passed' })).toContainText('bring a cluster back');
    expect(await isDone(page)).toBe(false);
  });

  await test.step('it is kept over a reload, and so is the first', async () => {
    await writeExercise(page, file('wrong/no-log.ts'));
    await page.reload();
    await awake(second(page));
    await expect(second(page).locator('.ed')).toContainText('for member in etcd-0 etcd-1 etcd-2');
    await expect(second(page).getByRole('region', { name: 'Passed' })).toBeVisible();
    await awake(exercise(page));
    await expect(exercise(page).getByRole('tab', { name: /vote-rule\.ts/ })).toContainText('changed');
    await expect(exercise(page).getByRole('region', { name: 'Passed' })).toHaveCount(0);
    expect(await isDone(page)).toBe(false);
  });

  await test.step('with the first, the lesson is passed, also after a reload', async () => {
    await writeExercise(page, file('right/by-cases.ts'));
    await page.keyboard.press('ControlOrMeta+Shift+Enter');
    await expect(saidIn(exercise(page))).toHaveText('All 60 universes converged.', { timeout: 90_000 });
    await expect.poll(() => isDone(page)).toBe(true);
    await page.reload();
    await expect.poll(() => isDone(page)).toBe(true);
  });

  await test.step('the hand-in file has both, and each is graded', async () => {
    await awake(second(page));
    const coming = page.waitForEvent('download');
    await button(second(page).getByRole('region', { name: 'Passed' }), 'Hand in').click();
    await button(page, 'Hand in: save the submission').click();
    const handedIn = join(await mkdtemp(join(tmpdir(), 'converge-')), 'submission.json');
    await (await coming).saveAs(handedIn);
    const submission = JSON.parse(readFileSync(handedIn, 'utf8'));
    expect(Object.keys(submission.files).sort()).toEqual(['restore.sh', 'vote-rule.ts']);
    expect([submission.report.passed, submission.reports.restore.passed]).toEqual([60, 20]);
    const judges = openJudges('.generated/grade', 1);
    const graded = await gradeFile(handedIn, { universes: 4, grading: judges.grading });
    judges.close();
    expect(graded.map(({ lesson: key, report, notes }) => [key, report.passed, notes])).toEqual([
      ['6-quorum', 4, []],
      ['6-quorum/restore', 4, []],
    ]);
  });

  await test.step('Run restores the lesson’s own cluster', async () => {
    await page.keyboard.press('Escape');
    await button(second(page), 'Run').click();
    await expect(saidIn(second(page))).toContainText('Your commands ran', { timeout: 60_000 });
    await expect(second(page).locator('.ed-log')).toContainText('restored snapshot');
    await expect(outputOf(page, 'left')).toContainText('no leader');
  });
  expect(trouble).toEqual([]);
});
