/**
 * What an exercise can be about, once each: by keyboard alone a wrong answer fails, its hints are opened, and the solution passes; axe finds nothing in
 * either state. By default two of them in Chromium; all of them, in Firefox as well, with `npm test -- --all`.
 */
import { expect, test } from '@playwright/test';
import { type SubjectName, subjectOf } from '../../src/lesson/subjects/install.ts';
import { readLesson } from '../../src/lesson/node/lesson-folder.ts';
import { everyNth, triesAll } from '../scope.ts';
import { firefoxProgram, whyNoFirefox } from './firefox.ts';
import { axeOf as axeWithin, choose, type KeyedBrowser, type KeyedPage, openKeyedChromium, openKeyedFirefox, paste, pressAt, tabTo } from './keyed.ts';
import { found, holds, says } from './walk.ts';

/** Of a check, while other tests run. */
const checkLimitMs = 200_000;
const section = '.exercise:not([data-exercise])';
const editor = `${section} .cm-content`;

/** The exercise, or all of the page. */
const axeOf = (page: KeyedPage): Promise<unknown> => axeWithin(page, triesAll ? 'html' : section);

interface Tried {
  /** `function`: a part without a cluster, judged by laws. */
  readonly subject: SubjectName | 'function';
  readonly lesson: string;
  /** A wrong answer of the lesson. */
  readonly wrong: string;
}

/** The lesson of each with the shortest check. */
const all: readonly Tried[] = [
  { subject: 'commands', lesson: '18-pending', wrong: 'removes-the-taint' },
  { subject: 'controller', lesson: '1-thermostats', wrong: 'only-heats' },
  { subject: 'plugin', lesson: '17-scheduler', wrong: 'cpu-only' },
  { subject: 'webhook', lesson: '8-gatekeepers', wrong: 'no-ephemeral' },
  { subject: 'diagnosis', lesson: '25-loop-wont-protect-you', wrong: 'waits-for-a-loop' },
  { subject: 'part', lesson: '11-work-queues', wrong: 'never-clean' },
  { subject: 'function', lesson: '6-quorum', wrong: 'no-log' },
  { subject: 'manifests', lesson: '9-new-nouns', wrong: 'room-never-empty' },
];

interface Texts {
  readonly wrong: string;
  readonly solution: string;
}

/** @throws Error where the lesson is about something else by now. */
function textsOf({ subject, lesson, wrong }: Tried): Texts {
  const { exercise } = readLesson(lesson);
  const answer = exercise?.wrong.find(({ name }) => name === wrong);
  if (exercise === undefined || answer === undefined) throw new Error(`lesson ${lesson} has no wrong answer ${wrong}`);
  expect(subjectOf(exercise)).toBe(subject === 'function' ? 'part' : subject);
  return { wrong: answer.text, solution: exercise.solution[exercise.file] ?? '' };
}

/** From anywhere on the page: the palette of commands leads to the exercise. */
async function goToExercise(page: KeyedPage): Promise<void> {
  await page.press('p');
  await holds(page, `document.activeElement.matches('dialog[open] input')`);
  await page.type('Go to the exercise');
  await page.press('Enter');
  await holds(page, `document.activeElement.matches(${JSON.stringify(editor)})`);
}

async function check(page: KeyedPage): Promise<void> {
  await page.press('Control+Shift+Enter');
  await holds(page, `${found(section)}.getAttribute('aria-busy') === 'true'`);
  await holds(page, `${found(section)}.getAttribute('aria-busy') === 'false'`, checkLimitMs);
}

/** The page from its top: over the skip link to the lesson, and on by Tab to the exercise's text. */
async function tabToExercise(page: KeyedPage): Promise<void> {
  await page.press('Tab');
  await pressAt(page, '.skip');
  await holds(page, `document.activeElement.matches('h1')`);
  await tabTo(page, `${section} .ed :is(pre, .cm-content)`);
  await holds(page, `document.activeElement.matches(${JSON.stringify(editor)})`);
}

/** One case is opened in the panel; wrong evidence gets its question, and the right one is found. */
async function diagnose(page: KeyedPage): Promise<void> {
  const one = '#incident-site';
  await pressAt(page, `${one} .acts button`, 'Shift+Tab');
  // It is there once the cluster is, and the loops to choose from come from the cluster.
  await holds(page, found(`${one} .evidence option[value="controller/daemonset"]`), checkLimitMs);
  await tabTo(page, `${one} .evidence select[id$="-loop"]`);
  await choose(page, 'controller/daemonset');
  await tabTo(page, `${one} .evidence select[id$="-object"]`);
  await choose(page, 'DaemonSet/kube-system/kube-proxy');
  await tabTo(page, `${one} .evidence input`);
  await page.type('35');
  await pressAt(page, `${one} .btn.ask`);
  await says(page, `${one} [role="status"]`, 'Which one would it act for here?');
  expect(await axeOf(page)).toEqual([]);
  await tabTo(page, `${one} .evidence select[id$="-loop"]`, 'Shift+Tab');
  await page.press('Home');
  await choose(page, 'none');
  await pressAt(page, `${one} .btn.ask`);
  await says(page, `${one} [role="status"]`, 'Found.');
}

async function fail(page: KeyedPage, text: string): Promise<void> {
  await paste(page, text);
  await check(page);
  await holds(page, `${found(`${section} .report .hint`)} !== null`);
  await page.press('Escape');
  await tabTo(page, `${section} .unis button`);
  await page.press('ArrowRight');
  await holds(page, `document.activeElement.matches('.unis [aria-pressed="true"]')`);
  await pressAt(page, `${section} .ladder button`);
  await holds(page, `document.activeElement.matches('.ladder li') && document.activeElement.querySelector('.look') !== null`);
  await pressAt(page, `${section} .acts .more button`, 'Shift+Tab');
  expect(await axeOf(page)).toEqual([]);
}

async function pass(page: KeyedPage, text: string): Promise<void> {
  await goToExercise(page);
  await paste(page, text);
  await check(page);
  await holds(page, `${found(`${section} [aria-label="Passed"]`)} !== null`);
  await page.press('Escape');
  await tabTo(page, `${section} [aria-label="Passed"] :is(a, button)`);
  expect(await axeOf(page)).toEqual([]);
}

async function take(browser: KeyedBrowser, baseUrl: string, tried: Tried): Promise<void> {
  const texts = textsOf(tried);
  const page = await browser.newPage();
  await page.open(`${baseUrl}/lessons/${tried.lesson}/`);
  await holds(page, found('body > p.sr[role="status"]'));
  await test.step('Tab leads to the exercise', () => tabToExercise(page));
  if (tried.subject === 'diagnosis') {
    await test.step('evidence is chosen', () => diagnose(page));
    await goToExercise(page);
  }
  await test.step('it fails, and its hints open', () => fail(page, texts.wrong));
  await test.step('it passes', () => pass(page, texts.solution));
  expect(page.trouble).toEqual([]);
}

const browsers = {
  Chromium: openKeyedChromium,
  Firefox: openKeyedFirefox,
};

for (const [name, open] of Object.entries(browsers))
  test.describe(`in ${name}`, () => {
    test.describe.configure({ mode: 'default', timeout: 2 * checkLimitMs });
    let opened: KeyedBrowser | undefined;
    test.beforeAll(async ({ browser }, info) => {
      info.skip(name === 'Firefox' && !triesAll, 'with --all');
      info.skip(name === 'Firefox' && firefoxProgram === undefined, whyNoFirefox);
      opened = await open(browser);
    });
    test.afterAll(() => opened?.close());

    for (const tried of everyNth(16, all, 4))
      test(`${tried.subject}: lesson ${tried.lesson} is failed and passed by keyboard`, async ({ baseURL }) => {
        if (opened === undefined) throw new Error(`${name} isn’t open`);
        await take(opened, baseURL ?? '', tried);
      });
  });
