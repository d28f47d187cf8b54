/** Every page for everybody: axe, narrow and wide, light and dark, quiet consoles, the order of focus, less motion. */
import { expect, type Page, test } from '@playwright/test';
import { lessonSlugs } from '../../src/lesson/node/lesson-folder.ts';
import { everyNth } from '../scope.ts';
import {
  awake,
  axe,
  axeOfColors,
  button,
  cell,
  checkUntilFailing,
  codeOf,
  exercise,
  lesson,
  listenForTrouble,
  notice,
  openLesson,
  pane,
  runAll,
  tabTo,
  whereFocusIs,
  wrongAnswer,
  writeExercise,
} from './steps.ts';

const lessonPages = lessonSlugs().map((slug) => `/lessons/${slug}/`);
const pages = ['/', '/playground/', '/glossary/', '/checkpoints/3/', '/final/', '/fidelity/', '/instructors/', '/instructors/hosting/', '/certificate/', '/nowhere/'];

/** What sticks out of the window, if the page scrolls sideways. */
const overflow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const out = [...document.querySelectorAll('body *')].filter((each) => each.getBoundingClientRect().right > clientWidth + 1);
    return [`${scrollWidth} px in ${clientWidth}`, ...out.slice(-4).map((each) => each.outerHTML.slice(0, 120))];
  });

/** In both themes, by the button that a reader has. The second differs from the first in its colors. */
async function inBothThemes(page: Page, themes = 2): Promise<void> {
  for (let theme = 0; theme < themes; theme += 1) {
    const name = await page.evaluate(() => document.documentElement.dataset['theme']);
    expect.soft(await (theme === 0 ? axe : axeOfColors)(page), `axe, ${name}`).toEqual([]);
    await page.locator('[data-theme-button]').first().click();
    await expect(page.locator('html')).not.toHaveAttribute('data-theme', name ?? '');
  }
}

/** By default every fifth of the pages, each at one of the two widths, and two lessons: all are made of the same parts. */
const widths = [360, 1440];
const lessonsApart = 30;
for (const [nth, width] of widths.entries()) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } });

    for (const path of [...everyNth(10, pages, 4 * nth), ...everyNth(lessonsApart, lessonPages, 19 * nth)]) {
      test(`${path} has nothing axe minds, and says nothing to the console`, async ({ page }) => {
        const trouble = listenForTrouble(page);
        await page.goto(path);
        // Colours don't depend on the width.
        await inBothThemes(page, width === 360 ? 1 : 2);
        expect(await overflow(page)).toEqual([]);
        // A page that isn't there answers 404, which the browser notes.
        expect(trouble.filter((line) => !(path === '/nowhere/' && line.includes('404')))).toEqual([]);
      });
    }

  });
}

test('the lesson after all cells, a failed check, an open hint and the events, wide and on a phone', async ({ page }) => {
  // Axe five times: minutes on a machine that does other things besides.
  test.setTimeout(300_000);
  const trouble = listenForTrouble(page);
  await openLesson(page);
  await runAll(page);
  await writeExercise(page, wrongAnswer('12-replicaset', 'adopts-nothing'));
  await checkUntilFailing(page);
  await expect(exercise(page).locator('.hint')).toBeVisible();
  await button(exercise(page), 'Where to look').press('Enter');
  await expect(exercise(page).locator('.ladder li').nth(1)).toBeFocused();
  await button(exercise(page), 'Hints').click();
  await button(exercise(page), 'Compare with solution').click();
  await button(exercise(page), 'Reset').click();
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 900 });
    await inBothThemes(page, width === 360 ? 1 : 2);
    expect(await overflow(page), `${width} px`).toEqual([]);
    if (width === 360) await page.getByRole('button', { name: /Open the panel/ }).click();
    await page.getByRole('tab', { name: 'Cluster' }).click();
    await pane(page).locator('.tile').first().click();
    await page.getByRole('tab', { name: 'Events' }).click();
    expect(await axe(page), `${width} px`).toEqual([]);
  }
  expect(trouble).toEqual([]);
});

test('nothing scrolls sideways at 800 px; nor at any width after all cells', async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 900 });
  for (const path of [...pages, ...everyNth(10, lessonPages)]) {
    await page.goto(path);
    expect(await overflow(page), path).toEqual([]);
  }
  await openLesson(page);
  await runAll(page);
  for (const width of [360, 800, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await overflow(page), `${width} px`).toEqual([]);
  }
});

test('who wants less motion gets none', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const path of ['/', lesson]) {
    await page.goto(path);
    const moving = await page.evaluate(() =>
      [...document.querySelectorAll('*')].flatMap((each) => {
        const { transitionDuration, animationDuration, animationName } = getComputedStyle(each);
        const lasts = (durations: string): boolean => durations.split(',').some((one) => Number.parseFloat(one) > 0.01);
        return lasts(transitionDuration) || (animationName !== 'none' && lasts(animationDuration)) ? [each.outerHTML.slice(0, 100)] : [];
      }),
    );
    expect(moving, path).toEqual([]);
  }
  await openLesson(page);
  await runAll(page);
  // What follows the reader's own scrolling doesn't move by itself.
  const running = await page.evaluate(
    () => document.getAnimations().filter(({ playState, timeline }) => playState === 'running' && timeline instanceof DocumentTimeline).length,
  );
  expect(running).toBe(0);
});

test('the focus goes from the skip link through header, lessons and prose to the pane, and is always seen', async ({ page }) => {
  await openLesson(page);
  const places: string[] = [];
  const unseen: string[] = [];
  const editor = exercise(page).locator('.cm-content');
  let visited = false;
  for (let presses = 0; presses < 250; presses += 1) {
    await page.keyboard.press('Tab');
    const { place, seen, isCode } = await page.evaluate(() => {
      const at = document.activeElement;
      if (at === null || at === document.body) return { place: 'out', seen: true, isCode: false };
      const found = (['.skip', '.top', '.side', '.prose', '.pane'] as const).find((selector) => at.closest(selector) !== null);
      const { outlineStyle, outlineWidth } = getComputedStyle(at);
      // A hidden radio is drawn by its label.
      const drawn = (outlineStyle !== 'none' && outlineWidth !== '0px') || at.matches('input[type="radio"], .cm-content');
      return { place: found ?? at.outerHTML.slice(0, 100), seen: drawn, isCode: at.matches('.exercise .ed :is(pre, .cm-content)') };
    });
    if (place === 'out' && (visited || places.at(-1) !== '.prose')) break;
    if (!visited && (place === 'out' || isCode)) {
      // The editor takes the place of the text that had the focus; for a moment nothing has it.
      await expect(editor).toBeFocused();
      visited = true;
      continue;
    }
    if (!seen) unseen.push(await whereFocusIs(page));
    if (places.at(-1) !== place) places.push(place);
  }
  expect(visited).toBe(true);
  expect(places).toEqual(['.skip', '.top', '.side', '.prose', '.pane']);
  expect(unseen).toEqual([]);
});

test('the editor is no trap: Tab goes through unless one has typed, Escape and Tab leave it', async ({ page }) => {
  await openLesson(page);
  await tabTo(page, codeOf(page));
  const editor = exercise(page).locator('.cm-content');
  await expect(editor).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(button(exercise(page), 'Run')).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(editor).toBeFocused();
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.type('x');
  await page.keyboard.press('Tab');
  await expect(editor).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect(button(exercise(page), 'Run')).toBeFocused();
});

test('a cell’s editor is no trap either', async ({ page }) => {
  await openLesson(page);
  await tabTo(page, cell(page, 'list').locator('.cell-in pre'));
  await page.keyboard.press('Enter');
  const editor = cell(page, 'list').locator('.cm-content');
  await expect(editor).toBeFocused();
  await page.keyboard.type(' ');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect(editor).not.toBeFocused();
});

test('in the pane Space runs and pauses, a point steps, a Pod is chosen meanwhile; tabs go by arrows', async ({ page }) => {
  await openLesson(page);
  await awake(cell(page, 'apply'));
  await button(cell(page, 'apply'), 'Run cell 1').click();
  await expect(cell(page, 'apply')).toHaveClass(/\bfresh\b/);
  const view = pane(page).getByRole('tabpanel', { name: 'Cluster' });
  await view.focus();
  const clock = pane(page).locator('.clock');
  const before = await clock.innerText();
  await page.keyboard.press('.');
  await expect(clock).not.toHaveText(before);
  await page.keyboard.press('Space');
  await expect(button(pane(page), 'Pause')).toBeVisible();
  // While time runs a Pod is chosen, and stays it.
  await view.locator('.tile').last().press('Enter');
  const moment = await clock.innerText();
  await expect(clock).not.toHaveText(moment);
  await expect(view.locator('.tile').last()).toHaveAttribute('aria-pressed', 'true');
  await view.focus();
  await page.keyboard.press('Space');
  await expect(button(pane(page), 'Run')).toBeVisible();
  await page.getByRole('tab', { name: 'Cluster' }).focus();
  // Round by the left comes the last one, and before that the events.
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('tab', { name: 'Events' })).toHaveAttribute('aria-selected', 'true');
  await expect(pane(page).getByRole('region', { name: 'Events' })).toBeVisible();
  await expect(notice(page)).toHaveCount(0);
});
