/** A learner's walk through lesson 1, in any browser that something can drive: predict, run all, write a loop, see it fail, mend it, pass. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { serveFolder } from '../../scripts/serve-site.ts';
import { builtSite } from './serve.ts';
import { bakedLesson } from './steps.ts';

export interface AskedPage {
  /** The value of an expression in the page: plain data. */
  evaluate(expression: string): Promise<unknown>;
}

/** What the walk needs of a browser. */
export interface DrivenPage extends AskedPage {
  open(url: string): Promise<void>;
  /** A click with the mouse; the place is in sight. */
  click(selector: string): Promise<void>;
}

export const walkedLesson = '1-thermostats';
/** Generous: a hundred universes share the cores with other tests. */
export const walkLimitMs = 300_000;
const exercise = '.exercise';
const lessonFile = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../../src/content/lessons/1-one-idea/1-thermostats/${path}`, import.meta.url)), 'utf8');

const quoted = (text: string): string => JSON.stringify(text);
/** The expression of the first element that a selector means. */
export const found = (selector: string): string => `document.querySelector(${quoted(selector)})`;

/** Waits until an expression holds in the page. Generous: four browsers share two cores. */
export async function holds(page: AskedPage, expression: string, timeout = 60_000): Promise<void> {
  await expect.poll(() => page.evaluate(`Boolean(${expression})`), { timeout, message: expression }).toBe(true);
}

export const says = (page: AskedPage, selector: string, text: string, timeout?: number): Promise<void> =>
  holds(page, `${found(selector)}?.textContent.includes(${quoted(text)})`, timeout);

/** Brings a part of the page into sight and waits for its script. */
export async function wake(page: DrivenPage, selector: string): Promise<void> {
  await holds(page, found(selector));
  await page.evaluate(`${found(selector)}.scrollIntoView({ block: 'center', behavior: 'instant' })`);
  await holds(page, `${found(selector)}.closest('astro-island')?.hasAttribute('ssr') !== true`);
}

/** What each cell shows. How an exception puts it is the browser's own affair, up to its name. */
export const outputsOf = async (page: DrivenPage): Promise<unknown> =>
  page.evaluate(`Object.fromEntries([...document.querySelectorAll('[id^="cell-"]')].map((cell) => {
    const shown = cell.querySelector('.cell-out')?.cloneNode(true);
    for (const title of shown?.querySelectorAll('.err-title') ?? []) title.textContent = title.textContent.split(':')[0];
    return [cell.id, shown?.textContent ?? ''];
  }))`);

/** Presses Run all and waits for every cell of a lesson. */
export async function runAllCells(page: DrivenPage, of: string): Promise<void> {
  await page.click('[data-lesson-action="run-all"]');
  for (const id of Object.keys(bakedLesson(of).cells)) {
    // Cells far away wake up when they come near.
    await wake(page, `#cell-${id}`);
    await holds(page, found(`#cell-${id}:is(.fresh, .error, .unquiet):not(:has([aria-busy="true"]))`), 180_000);
  }
}

async function predict(page: DrivenPage): Promise<void> {
  await wake(page, '#predict');
  await holds(page, `${found('#cell-dies .cell-out pre')}.getClientRects().length === 0`);
  await page.click('#predict input[value="21"]');
  await says(page, '#predict header', 'now run cell');
}

/** Errors of the page from now on are kept in it. */
const listen = `(() => {
  window.trouble = [];
  addEventListener('error', (event) => trouble.push(event.message));
  addEventListener('unhandledrejection', (event) => trouble.push(String(event.reason)));
  const { error } = console;
  console.error = (...words) => {
    trouble.push(words.join(' '));
    error(...words);
  };
})()`;

/** Puts a text into an exercise's editor. CodeMirror draws what is near only: its own handle on the element (`EditorView.findFromDOM`) has all of it. */
export async function writeInto(page: DrivenPage, exercise: string, text: string): Promise<void> {
  await wake(page, exercise);
  const code = found(`${exercise} :is(.ed pre, .cm-content)`);
  await holds(page, code);
  await page.evaluate(`${code}.focus()`);
  await holds(page, `document.activeElement === ${found(`${exercise} .cm-content`)}`);
  // Typed before the editor has heard of its focus, a part of the text before may stay: a person would see it, and select it again.
  await expect(async () => {
    await page.evaluate(`document.execCommand('selectAll') && document.execCommand('insertText', false, ${quoted(text)})`);
    await holds(page, `String(${found(`${exercise} .cm-content`)}.cmTile.root.view.state.doc) === ${quoted(text)}`, 5_000);
  }).toPass({ timeout: 60_000 });
}

export async function clickInSight(page: DrivenPage, selector: string): Promise<void> {
  await holds(page, found(selector));
  await page.evaluate(`${found(selector)}.scrollIntoView({ block: 'center', behavior: 'instant' })`);
  await page.click(selector);
}

/** A wrong loop fails in a universe; the panel shows the moment, and then the learner's own session again. */
async function failAndComeBack(page: DrivenPage): Promise<void> {
  await writeInto(page, exercise, lessonFile('wrong/only-heats.ts'));
  await clickInSight(page, `${exercise} .check`);
  await says(page, `${exercise} .report h3`, 'Calm: 0 of 5 universes converged', walkLimitMs);
  const clock = await page.evaluate(`${found('#pane .clock')}.textContent`);
  const universe = /^Universe \d+/.exec(String(await page.evaluate(`${found(`${exercise} .hint h4`)}.textContent`)))?.[0] ?? 'a universe';
  await clickInSight(page, `${exercise} .hint .go button`);
  await says(page, '#pane .notice', universe);
  await holds(page, `${found('#pane .clock')}.textContent !== ${quoted(String(clock))}`);
  await page.click('#pane .notice button');
  await holds(page, `${found('#pane .notice')} === null`);
  await says(page, '#pane .clock', String(clock));
}

/** Throws where the page doesn't do what a learner is promised. `passes`: to the end, a check of the solution in a hundred universes. */
export async function walkLesson1(page: DrivenPage, baseUrl: string, passes = true): Promise<void> {
  await page.open(`${baseUrl}/lessons/${walkedLesson}/`);
  await holds(page, found('body > p.sr[role="status"]'));
  await page.evaluate(listen);
  const built = await outputsOf(page);
  await predict(page);
  await page.evaluate('scrollTo(0, 0)');
  await runAllCells(page, walkedLesson);
  expect(await outputsOf(page)).toEqual(built);
  await wake(page, '#predict');
  await says(page, '#predict .choice.truth', 'the cluster');
  await failAndComeBack(page);
  if (passes) await pass(page);
  expect(await page.evaluate('trouble')).toEqual([]);
}

async function pass(page: DrivenPage): Promise<void> {
  await writeInto(page, exercise, lessonFile('solution/thermostat.ts'));
  await clickInSight(page, `${exercise} .check`);
  await says(page, exercise, 'All 100 universes converged.', walkLimitMs);
  await says(page, '[aria-label="Passed"]', 'You can write a loop');
  await says(page, '[aria-label="Passed"] a', 'Next lesson: ');
  await says(page, '[data-course-sum]', '1 of 30');
}

/** A lesson is kept for offline, its server goes, and it is loaded again and runs. */
export async function readOffline(page: DrivenPage): Promise<void> {
  const server = await serveFolder(builtSite, 0);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await page.open(`${url}/lessons/${walkedLesson}/`);
  await holds(page, found('body > p.sr[role="status"]'));
  await clickInSight(page, '[data-keep="page"]');
  await says(page, '[data-offline] [role="status"]', 'This page works offline.');
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await page.open(`${url}/lessons/${walkedLesson}/`);
  await holds(page, found('body > p.sr[role="status"]'));
  await wake(page, '#cell-cold');
  await runFirstCell(page, (selector) => clickInSight(page, selector));
}

/** Runs the first cell of lesson 1: it prints what the build has printed. */
async function runFirstCell(page: AskedPage, clickRun: (selector: string) => Promise<void>): Promise<void> {
  const output = `${found('#cell-cold .cell-out')}.textContent`;
  const built = await page.evaluate(output);
  await clickRun('#cell-cold .cell-head [aria-label^="Run "]');
  await holds(page, found('#cell-cold:is(.fresh, .unquiet):not(:has([aria-busy="true"]))'));
  expect(await page.evaluate(output)).toBe(built);
}

const strangersText = (course: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Another site</title><script src="${course}/embed.js" async></script><converge-cell lesson="1-thermostats" cell="cold"></converge-cell>`;

/** Another site, with a cell of lesson 1 in its page. `course`: the origin of ours. */
export async function startStranger(course: string): Promise<{ readonly url: string; close(): void }> {
  const server = createServer((_request, response) => response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(strangersText(course)));
  await new Promise<void>((resolve) => server.listen(0, resolve));
  return { url: `http://localhost:${(server.address() as AddressInfo).port}/`, close: () => void server.close() };
}

/** The stranger's frame, in its page. */
export const strangersFrame = `${found('converge-cell')}?.shadowRoot?.querySelector('iframe')`;

/** Runs the cell in the frame. Returns the height that the frame needs. */
export async function runEmbedded(frame: AskedPage, clickRun: (selector: string) => Promise<void>): Promise<number> {
  await holds(frame, found('#cell-cold .cell-out'));
  // A frame is as low as its site makes it until it has said what it needs; WebKit’s driver clicks on nothing that is out of its sight.
  await holds(frame, `${found('#cell-cold .cell-out')}.getBoundingClientRect().bottom <= innerHeight`);
  await runFirstCell(frame, clickRun);
  return Number(await frame.evaluate(`Math.ceil(${found('main')}.getBoundingClientRect().height)`));
}
