/** Steps that several browser tests take, as a reader takes them. None of them sleeps: each waits for what it needs. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Locator, type Page } from '@playwright/test';
import { type BakedLesson, parseBakedLesson } from '../../src/lesson/baked.ts';
import { readLesson } from '../../src/lesson/node/lesson-folder.ts';
import { inAnyLanguage } from './words.ts';

/** The only lesson with an exercise so far, and where it stands. */
export const lesson = '/lessons/12-replicaset/';
const root = fileURLToPath(new URL('../..', import.meta.url));

/** What the build has printed into a lesson's page. */
export const bakedLesson = (slug: string): BakedLesson =>
  parseBakedLesson(readFileSync(`${root}.generated/lessons/${slug}.json`, 'utf8'));

/** The same key twice, as quickly as a hand does it: waiting for a busy page in between would make two single presses of it. */
export async function pressTwice(page: Page, key: string): Promise<void> {
  await Promise.all([page.keyboard.press(key), page.keyboard.press(key)]);
}

/** Reads files of a lesson by their paths in its folder, such as `start/reconcile.ts`. */
export const filesOf =
  (lesson: string) =>
  (path: string): string =>
    readFileSync(`${root}src/content/lessons/${lesson}/${path}`, 'utf8');

/** The text of a wrong answer of a lesson, also where it is written as edits. */
export function wrongAnswer(lesson: string, name: string): string {
  const answer = readLesson(lesson).exercise?.wrong.find((each) => each.name === name);
  if (answer === undefined) throw new Error(`lesson ${lesson} has no wrong answer ${name}`);
  return answer.text;
}

/** A file of lesson 12. */
export const lessonFile = filesOf('3-loops/12-replicaset');

/** What axe minds in the page or in a part of it, in a line each. In one frame: the engine's shows nothing. */
export const axe = (page: Page, within?: string): Promise<string[]> => analyze(page, within, {});

/** The same by the rules that are about colors: all that another theme can break. */
export const axeOfColors = (page: Page, within?: string): Promise<string[]> => analyze(page, within, { runOnly: ['color-contrast', 'link-in-text-block'] });

async function analyze(page: Page, within: string | undefined, rules: { readonly runOnly?: string[] }): Promise<string[]> {
  const builder = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'], ...rules });
  const { violations } = await (within === undefined ? builder : builder.include(within)).analyze();
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id}: ${help} at ${target.join(' ')}`));
}

/** Not there in tests: see playwright.config.ts. */
const stackBlitz = 'https://stackblitz.com/';

/** Errors and warnings of the page from now on: a list that fills. */
export function listenForTrouble(page: Page): string[] {
  const trouble: string[] = [];
  page.on('console', (message) => {
    // Playwright's own (`serviceWorkers` in playwright.config.ts).
    if (message.text().startsWith('Service Worker registration blocked')) return;
    // Lessons that prefer a WebContainer look for one. The browser writes down what no reader sees: that there is none.
    if (message.location().url.startsWith(stackBlitz)) return;
    if (message.type() === 'error' || message.type() === 'warning') trouble.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => trouble.push(`thrown: ${error.message}`));
  page.on('requestfailed', (request) => {
    // The browser gives up what a page that is left still loads.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED' && !request.url().startsWith(stackBlitz)) trouble.push(`failed: ${request.url()}`);
  });
  return trouble;
}

/**
 * Opens a lesson and waits for the script that is there at once: the status line is its doing. Lesson 12 sees all cores of the machine; the
 * others see one: a grader on each core, warmed up on its own, costs more than it gains where four tests run at a time.
 */
export async function openLesson(page: Page, path = lesson): Promise<void> {
  if (path !== lesson) await onOneCore(page);
  await page.goto(path);
  await expect(page.locator('body > p.sr[role="status"]')).toBeAttached();
}

/**
 * The page sees one core, as on a small machine. A second after an edit of the exercise its graders rehearse on every core that the page
 * sees: where nothing is checked, they would take them from the other tests. Before the page is opened.
 */
export const onOneCore = (page: Page): Promise<unknown> =>
  page.addInitScript(() => Object.defineProperty(navigator, 'hardwareConcurrency', { get: () => 1 }));

export const cell = (page: Page, id: string): Locator => page.locator(`#cell-${id}`);
export const outputOf = (page: Page, id: string): Locator => cell(page, id).locator('.cell-out');
/** In English and in German. */
const exerciseNames = inAnyLanguage('Exercise');
export const exercise = (page: Page): Locator => page.getByRole('region', { name: exerciseNames });
/** The exercise's code: text until it has the focus, then the editor that takes its place. */
export const codeOf = (page: Page): Locator => exercise(page).locator('.ed :is(pre, .cm-content)');
/** What the exercise says of itself, under its buttons. */
export const said = (page: Page): Locator => exercise(page).locator('.ed-say[role="status"]');
export const pane = (page: Page): Locator => page.locator('aside#pane');
export const notice = (page: Page): Locator => pane(page).locator('.notice');
export const button = (within: Page | Locator, name: string | RegExp): Locator => within.getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) });

/** Waits for the script of the part of the page that this lies in. */
export async function awake(target: Locator): Promise<void> {
  // A page that isolates itself is loaded anew meanwhile and stands elsewhere then, and an island may draw its part anew.
  await expect(async () => {
    await target.scrollIntoViewIfNeeded({ timeout: 2_000 });
    await expect(target.locator('xpath=ancestor::astro-island[@ssr]')).toHaveCount(0, { timeout: 5_000 });
  }).toPass();
}

/** Presses Tab (or Shift+Tab) until this has the focus; fails when a whole round doesn't reach it. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 250; presses += 1) {
    if (await hasFocus(target)) return void (await expect(target.locator('xpath=ancestor::astro-island[@ssr]')).toHaveCount(0));
    await page.keyboard.press(key);
  }
  throw new Error(`${key} doesn't reach ${target}; the focus is at ${await whereFocusIs(page)}`);
}

const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluateAll((found) => found.length === 1 && found[0] === document.activeElement);

export const whereFocusIs = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200) ?? 'nothing');

/** Every cell, in order, has run in this browser and nothing waits. */
export async function runAll(page: Page, slug = '12-replicaset'): Promise<void> {
  await page.getByRole('button', { name: 'Run all' }).click();
  await allHaveRun(page, slug);
}

export async function allHaveRun(page: Page, slug = '12-replicaset'): Promise<void> {
  for (const [id, { output, foot }] of Object.entries(bakedLesson(slug).cells)) {
    const failed = output.some(({ kind }) => kind === 'error');
    const ended = foot?.quiet === false ? /\bunquiet\b/ : /\bfresh\b/;
    // Cells far away wake up when they come near.
    await awake(cell(page, id));
    await expect(cell(page, id)).toHaveClass(failed ? /\berror\b/ : ended, { timeout: 20_000 });
    await expect(cell(page, id).locator('[aria-busy="true"]')).toHaveCount(0);
  }
}

/** Puts a text into a cell, with the keys a person would press. */
export async function rewriteCell(page: Page, id: string, text: string): Promise<void> {
  const input = cell(page, id).locator('.cell-in :is(pre, .cm-content):visible').first();
  await awake(input);
  if (!(await cell(page, id).locator('.cm-content').isVisible())) {
    await input.focus();
    await page.keyboard.press('Enter');
  }
  const editor = cell(page, id).locator('.cm-content');
  await editor.focus();
  await replaceText(page, text);
}

/** The text of the editor that has the focus is now this one. */
export async function replaceText(page: Page, text: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await page.keyboard.insertText(text);
}

/** Runs a cell and waits until it isn't running any more. */
export async function runCell(page: Page, id: string): Promise<void> {
  await button(cell(page, id), inAnyLanguage('Run cell {number}')).click();
  // Pressed while its part of the page was still asleep, it begins when that has woken up.
  await awake(cell(page, id));
  await settled(page, id);
}

export async function settled(page: Page, id: string): Promise<void> {
  await expect(cell(page, id)).not.toHaveClass(/running|queued/, { timeout: 30_000 });
}

/** Opens the editor of the exercise and replaces its text. */
export async function writeExercise(page: Page, text: string): Promise<void> {
  await awake(exercise(page));
  const editor = exercise(page).locator('.cm-content');
  if (!(await editor.isVisible())) await exercise(page).locator('.ed pre').focus();
  await editor.focus();
  await replaceText(page, text);
}

/** The text in the exercise's editor, also where it isn't drawn because it is out of sight. */
export const exerciseText = (page: Page): Promise<string> =>
  exercise(page).locator('.ed').evaluate((place) => {
    // CodeMirror draws what is near only; its own handle on the element (EditorView.findFromDOM) has the whole text.
    const content: (Element & { cmTile?: { root: { view: { state: { doc: unknown } } } } }) | null = place.querySelector('.cm-content');
    if (content?.cmTile) return String(content.cmTile.root.view.state.doc);
    return [...place.querySelectorAll('.l')].map((line) => line.textContent?.slice(line.querySelector('.ln')?.textContent?.length)).join('');
  });

/** Checks; a stage isn't passed. */
export async function checkUntilFailing(page: Page): Promise<void> {
  await button(exercise(page), /^Check in/).click();
  await checked(page);
  await expect(said(page)).toHaveText(/^[A-Z][a-z ]+: \d+ of \d+ universes converged\.$/);
}

/** Checks this text by keyboard. The report has what is expected, and says on request where to look. Returns the report. */
export async function checkedAndFailed(page: Page, text: string, expected: readonly (string | RegExp)[], whereToLook: string): Promise<Locator> {
  await writeExercise(page, text);
  await page.keyboard.press('ControlOrMeta+Shift+Enter');
  await checked(page);
  const report = exercise(page).locator('.report');
  for (const each of expected) await expect(report).toContainText(each);
  await button(report, 'Where to look').click();
  await expect(report).toContainText(whereToLook);
  // What was returned may be long.
  expect(await report.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  expect(await axe(page, '.exercise')).toEqual([]);
  return report;
}

export async function checked(page: Page): Promise<void> {
  await expect(exercise(page)).toHaveAttribute('aria-busy', 'false', { timeout: 240_000 });
}

/** In lesson 1: a cell prints what the build printed, and the exercise as it starts is checked. */
export async function runAndCheck(page: Page): Promise<void> {
  await awake(cell(page, 'cold'));
  const built = await outputOf(page, 'cold').innerText();
  await runCell(page, 'cold');
  await expect(cell(page, 'cold')).toHaveClass(/\bfresh\b/);
  expect(await outputOf(page, 'cold').innerText()).toBe(built);
  await awake(exercise(page));
  await button(exercise(page), /^Check in/).click();
  await expect(exercise(page).locator('.report h3')).toContainText('universes converged');
}
