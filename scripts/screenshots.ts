/**
 * `npm run screenshots [-- FOLDER]`: pictures of the built site in FOLDER (`.generated/screenshots`), at 360, 800 and 1440 px, in light and
 * dark: home, each lesson's opening, checkpoints, a replay under way, lanes, a failed and a passed exercise. To be looked at, beside those of an earlier build.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';
import { checkpointSlug, checkpoints } from '../src/lesson/checkpoints/registry.ts';
import { lessonSlugs } from '../src/lesson/node/lesson-folder.ts';
import { findBrowser } from './machine/find-browser.ts';
import { serveFolder } from './serve-site.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = folderNamed(process.argv.slice(2)) ?? join(root, '.generated/screenshots');
const port = 4398;
const sizes = [
  { width: 360, height: 780 },
  { width: 800, height: 1100 },
  { width: 1440, height: 900 },
];
const themes = ['light', 'dark'] as const;
/** Its exercise is the shortest to pass; the cell that is replayed is in the other. */
const exerciseLesson = '1-thermostats';
const exerciseFolder = join(root, 'src/content/lessons/1-one-idea/1-thermostats');
const replayLesson = '12-replicaset';
const replayedCell = 'apply';
const patienceMs = 120_000;

/** Ends the program where the words are flags, or more than one. */
function folderNamed(words: readonly string[]): string | undefined {
  const [named, ...others] = words;
  if (others.length === 0 && named?.startsWith('-') !== true) return named;
  const isAsked = named === '--help' || named === '-h';
  (isAsked ? console.log : console.error)('npm run screenshots [-- FOLDER]: pictures of the built site; into .generated/screenshots without a folder');
  process.exit(isAsked ? 0 : 2);
}

/** Takes a picture in each size and theme; `arrange` brings the page into place before each. */
async function takeAll(page: Page, name: string, arrange: (page: Page) => Promise<void>, fullPage = false): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme });
      await arrange(page);
      // A new size and another theme come about in a moment, not at once.
      await page.evaluate(async () => {
        const changes = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
        await Promise.allSettled(changes.map(({ finished }) => finished));
      });
      await page.screenshot({ path: join(folder, `${name}-${size.width}-${colorScheme}.png`), fullPage });
    }
  }
}

const atTop = async (page: Page): Promise<void> => page.evaluate(() => scrollTo(0, 0));

async function open(page: Page, slug: string): Promise<void> {
  await page.goto(`/lessons/${slug}/`);
  await page.locator('body > p.sr[role="status"]').waitFor({ state: 'attached' });
}

async function pictureOpenings(page: Page): Promise<void> {
  await page.goto('/');
  await takeAll(page, 'home', atTop, true);
  for (const slug of lessonSlugs()) {
    await open(page, slug);
    await takeAll(page, slug, atTop);
  }
}

/** The replay takes two seconds: the picture is taken when the panel's clock has begun to move. */
async function pictureReplay(page: Page): Promise<void> {
  await open(page, replayLesson);
  const cell = page.locator(`#cell-${replayedCell}`);
  await cell.scrollIntoViewIfNeeded();
  await cell.getByRole('button', { name: /^Run cell/ }).click();
  await page.locator(`#cell-${replayedCell}.fresh`).waitFor({ timeout: patienceMs });
  await takeAll(page, 'replay', async () => {
    await cell.getByRole('button', { name: /^Play/ }).click();
    await page.waitForFunction(() => {
      const shown = Number(/t ([\d.]+)/.exec(document.querySelector('#pane .clock')?.textContent ?? '')?.[1]);
      return shown > 1 && shown < 2;
    });
  });
}

async function pictureExercise(page: Page): Promise<void> {
  await open(page, exerciseLesson);
  const exercise = page.getByRole('region', { name: 'Exercise', exact: true });
  await exercise.scrollIntoViewIfNeeded();
  const report = exercise.locator('.report');
  const check = async (): Promise<void> => {
    await exercise.getByRole('button', { name: /^Check in/ }).click();
    await exercise.and(page.locator('[aria-busy="false"]')).waitFor({ timeout: patienceMs });
  };
  const toReport = async (): Promise<void> => report.evaluate((place) => place.scrollIntoView({ block: 'center', behavior: 'instant' }));
  await write(page, readFileSync(join(exerciseFolder, 'wrong/only-heats.ts'), 'utf8'));
  await check();
  await takeAll(page, 'failed', toReport);
  await write(page, readFileSync(join(exerciseFolder, 'solution/thermostat.ts'), 'utf8'));
  await check();
  await takeAll(page, 'passed', toReport);
}

async function write(page: Page, text: string): Promise<void> {
  const editor = page.locator('.exercise .cm-content');
  if (!(await editor.isVisible())) await page.locator('.exercise .ed pre').focus();
  await editor.focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(text);
}

/** A checkpoint with a right and a wrong answer, and lanes with a row that is filled in wrongly. */
async function pictureCheckpoints(page: Page): Promise<void> {
  for (const checkpoint of checkpoints) {
    await page.goto(`/checkpoints/${checkpoint.part}/`);
    const question = page.locator('section.quiz');
    await question.nth(0).locator('.choice.right input').check();
    await question.nth(1).locator('.choice:not(.right) input').first().check();
    await takeAll(page, checkpointSlug(checkpoint), atTop);
  }
}

async function pictureLanes(page: Page): Promise<void> {
  await open(page, replayLesson);
  const cell = page.locator('#cell-late');
  await cell.scrollIntoViewIfNeeded();
  await cell.getByRole('button', { name: /^Run cell/ }).click();
  await page.locator('#cell-late.fresh').waitFor({ timeout: patienceMs });
  const lanes = page.locator('.lanesfig');
  const row = lanes.locator('li[data-pass="2"]');
  await row.getByLabel('begins with').selectOption({ index: 1 });
  await row.getByLabel('and sends').selectOption({ index: 1 });
  await row.getByRole('button').click();
  await takeAll(page, 'lanes', async () => lanes.evaluate((figure) => figure.scrollIntoView({ block: 'start', behavior: 'instant' })));
}

/** Each in a page and with kept work of its own. */
async function inNewPage(browser: Browser, picture: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ baseURL: `http://127.0.0.1:${port}` });
  await picture(await context.newPage());
  await context.close();
}

mkdirSync(folder, { recursive: true });
const server = await serveFolder(join(root, 'dist'), port);
const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox', '--disable-gpu'] });
try {
  for (const picture of [pictureOpenings, pictureCheckpoints, pictureReplay, pictureLanes, pictureExercise]) await inNewPage(browser, picture);
  console.log(`the pictures are in ${folder}`);
} finally {
  await browser.close();
  server.close();
  server.closeAllConnections();
}
