/**
 * The two pictures at the top of README.md show the pages as they are: what stands on them is kept beside them as text. `npm run pictures`
 * takes both again, in light and dark.
 */
import { fileURLToPath } from 'node:url';
import { expect, type Page, test, type TestInfo } from '@playwright/test';
import sharp from 'sharp';
import { awake, button, cell, checkUntilFailing, exercise, openLesson, pane, runCell, wrongAnswer, writeExercise } from './steps.ts';

const folder = fileURLToPath(new URL('../../docs/pictures', import.meta.url));
const themes = ['light', 'dark'] as const;

test.use({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });

/** Takes the picture where pictures are wanted, and holds its text beside the one that is kept. */
async function hold(page: Page, name: string, text: string, { config }: TestInfo): Promise<void> {
  if (config.updateSnapshots === 'all')
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme });
      await sharp(await page.screenshot({ animations: 'disabled' })).webp({ quality: 88 }).toFile(`${folder}/${name}-${colorScheme}.webp`);
    }
  expect(`${text.trim()}\n`).toMatchSnapshot(`${name}.txt`);
}

const toTop = (page: Page, selector: string): Promise<void> =>
  page.locator(selector).evaluate((place) => {
    scrollTo({ top: place.getBoundingClientRect().top + scrollY - 90, behavior: 'instant' });
  });

test('the picture of a lesson is up to date', async ({ page }, info) => {
  await openLesson(page);
  await awake(cell(page, 'apply'));
  await runCell(page, 'apply');
  await expect(cell(page, 'apply')).toHaveClass(/\bfresh\b/);
  await toTop(page, '#cell-apply');
  await hold(page, 'lesson', await cell(page, 'apply').innerText(), info);
});

test('the picture of a failing universe is up to date', async ({ page }, info) => {
  await openLesson(page);
  await writeExercise(page, wrongAnswer('12-replicaset', 'no-expectations'));
  await checkUntilFailing(page);
  const report = exercise(page).locator('.report');
  await button(report, 'Open the moment it broke').click();
  await expect(pane(page)).toContainText('universe');
  await toTop(page, '.exercise .report');
  await hold(page, 'failing-universe', await report.innerText(), info);
});
