/** What several measurements of the page do on lesson 12, as a learner would. */
import type { Page } from '@playwright/test';
import { readLesson } from '../../src/lesson/node/lesson-folder.ts';

/** The lesson that is measured. */
export const lesson = '/lessons/12-replicaset/';
export const viewport = { width: 1440, height: 900 };

const exercise = (page: Page) => page.getByRole('region', { name: 'Exercise', exact: true });
/** Waits until the exercise's status line says these words. */
export const exerciseSays = (page: Page, words: string): Promise<void> =>
  exercise(page).locator('.ed-say').filter({ hasText: words }).waitFor();

/** Types the solution into the editor, which opens at the first focus. */
export async function writeSolution(page: Page): Promise<void> {
  const text = readLesson('12-replicaset').exercise?.solution['reconcile.ts'] ?? '';
  await exercise(page).scrollIntoViewIfNeeded();
  await exercise(page).locator('xpath=ancestor::astro-island[not(@ssr)]').waitFor({ state: 'attached' });
  await exercise(page).locator('.ed pre').focus();
  await exercise(page).locator('.cm-content').focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await page.keyboard.insertText(text);
}

/** Milliseconds for all universes of the exercise, from the click to the report; they must all converge. */
export async function checkExercise(page: Page): Promise<number> {
  // Observed in the page: polling from outside would take time from the cores that the universes run on.
  await page.evaluate(() => {
    const place = document.querySelector('[aria-label="Exercise"]');
    const from = new Promise<number>((resolve) => {
      const clicked = ({ target }: Event): void => {
        if (target instanceof Element && target.closest('button')?.textContent?.startsWith('Check in') === true)
          resolve(performance.now());
      };
      document.addEventListener('click', clicked, { capture: true });
    });
    const checked = from.then(
      (start) =>
        new Promise<readonly [string, number]>((resolve) => {
          const onChange = (): void => {
            if (place?.getAttribute('aria-busy') !== 'false') return;
            resolve([place.querySelector('.ed-say')?.textContent ?? '', performance.now() - start]);
          };
          if (place !== null)
            new MutationObserver(onChange).observe(place, { attributes: true, subtree: true, childList: true });
        }),
    );
    Object.assign(globalThis, { checked });
  });
  await exercise(page).getByRole('button', { name: 'Check in 200 universes' }).click();
  const [words, ms] = await page.evaluate(
    () => Reflect.get(globalThis, 'checked') as Promise<readonly [string, number]>,
  );
  if (words !== 'All 200 universes converged.')
    throw new Error(`the solution was checked, and the page says: ${words}`);
  return ms;
}
