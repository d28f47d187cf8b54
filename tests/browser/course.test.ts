/**
 * The whole course in one sitting, in Chromium and in Firefox: in each lesson all cells run and print what the build has printed, and each
 * exercise fails with a wrong answer and passes with the solution. Six minutes a browser: with `npm test -- --all`.
 */
import { type Browser, expect, test } from '@playwright/test';
import { lessonSlugs, readLesson, type LessonExercise } from '../../src/lesson/node/lesson-folder.ts';
import { firefoxProgram, openFirefox, whyNoFirefox } from './firefox.ts';
import { clickInSight, type DrivenPage, found, holds, outputsOf, runAllCells, says, wake, writeInto } from './walk.ts';

/** Of a check: the operator's 500 universes, while other tests run. */
const checkLimitMs = 400_000;

const slugs = lessonSlugs();
/** Lesson 3 has an incident, and the last lesson’s work is done outside the page. */
const withExercise = slugs.filter((slug) => readLesson(slug).exercises.length > 0);

type Opened = DrivenPage & { readonly trouble: readonly string[] };

const sectionOf = ({ name }: LessonExercise): string => (name === undefined ? '.exercise:not([data-exercise])' : `.exercise[data-exercise="${name}"]`);

async function write(page: DrivenPage, section: string, name: string, text: string): Promise<void> {
  await wake(page, section);
  const tab = `[...document.querySelectorAll('${section} [role="tab"]')].find((each) => each.firstChild.textContent === '${name}')`;
  await page.evaluate(`${tab}.click()`);
  await holds(page, `${tab}.getAttribute('aria-selected') === 'true'`);
  await writeInto(page, section, text);
}

async function check(page: DrivenPage, section: string): Promise<void> {
  await clickInSight(page, `${section} .check`);
  await holds(page, `${found(section)}.getAttribute('aria-busy') === 'true' || ${found(`${section} .report`)} !== null`);
  await holds(page, `${found(section)}.getAttribute('aria-busy') === 'false'`, checkLimitMs);
}

async function failAndPass(page: DrivenPage, of: LessonExercise): Promise<void> {
  const { key, exercise, fields } = of;
  const section = sectionOf(of);
  const [wrong] = exercise.wrong;
  if (wrong === undefined) throw new Error(`${key} has no wrong answer`);
  const own = Object.entries(exercise.solution).filter(([name]) => !exercise.fixed.includes(name));
  for (const [name, text] of own) await write(page, section, name, name === exercise.file ? wrong.text : text);
  await check(page, section);
  await holds(page, `${found(`${section} .report .hint`)} !== null`);
  expect(await page.evaluate(`${found(`${section} [aria-label^="Passed"]`)} === null`)).toBe(true);
  for (const [name, text] of own) await write(page, section, name, text);
  await check(page, section);
  const report = `${found(section)}.querySelector('.report')?.innerText ?? ''`;
  expect(await page.evaluate(`${found(`${section} .ed-say`)}.textContent`), String(await page.evaluate(report))).toBe(`All ${fields.universes} universes converged.`);
  await holds(page, `${found(`${section} [aria-label^="Passed"]`)} !== null`);
}

async function takeLesson(page: Opened, url: string, slug: string): Promise<void> {
  await page.open(url);
  await holds(page, found('body > p.sr[role="status"]'));
  const built = await outputsOf(page);
  await page.evaluate('scrollTo(0, 0)');
  await runAllCells(page, slug);
  expect(await outputsOf(page)).toEqual(built);
  for (const exercise of readLesson(slug).exercises) await test.step(exercise.key, () => failAndPass(page, exercise));
  expect(page.trouble).toEqual([]);
}

interface OpenedBrowser {
  readonly page: Opened;
  close(): Promise<void>;
}

async function openChromium(browser: Browser): Promise<OpenedBrowser> {
  const page = await browser.newPage();
  const trouble: string[] = [];
  page.on('pageerror', (error) => trouble.push(String(error)));
  const driven: Opened = {
    trouble,
    open: async (url) => void (await page.goto(url)),
    evaluate: (expression) => page.evaluate(expression),
    click: (selector) => page.click(selector),
  };
  return { page: driven, close: () => page.close() };
}

/** Undefined where it isn't installed. */
async function openOther(): Promise<OpenedBrowser | undefined> {
  if (firefoxProgram === undefined) return undefined;
  const firefox = await openFirefox(firefoxProgram);
  return { page: await firefox.newPage(), close: () => firefox.close() };
}

for (const [name, open] of [['Chromium', openChromium], ['Firefox', openOther]] as const)
  test.describe(`in ${name}`, () => {
    test.describe.configure({ mode: 'default', retries: 0, timeout: 2 * checkLimitMs });
    let opened: OpenedBrowser | undefined;
    const page = (): Opened => {
      if (opened === undefined) throw new Error(whyNoFirefox);
      return opened.page;
    };
    test.beforeAll(async ({ browser }, info) => {
      opened = await open(browser);
      info.skip(opened === undefined, whyNoFirefox);
    });
    test.afterAll(() => opened?.close());

    for (const slug of slugs) test(slug, ({ baseURL }) => takeLesson(page(), `${baseURL}/lessons/${slug}/`, slug));

    test('the course counts them', async ({ baseURL }) => {
      await page().open(`${baseURL}/lessons/${slugs[0]}/`);
      await says(page(), '[data-course-sum]', `${withExercise.length} of ${slugs.length}`);
    });
  });
