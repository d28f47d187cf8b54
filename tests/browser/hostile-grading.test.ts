/** Code that is graded in the page, in the frames and workers that the page has for it: nothing it tries is judged as right, or gets out. */
import { expect, type Page, test } from '@playwright/test';
import { readLesson } from '../../src/lesson/node/lesson-folder.ts';
import { controllerThat, tampering } from '../../src/lesson/universes/testing/tampering.ts';
import { everyNth } from '../scope.ts';
import { openPage, origin, prepareScript } from './runtime-site.ts';

const { exercise } = readLesson('12-replicaset');
const solution = { ...exercise?.start, ...exercise?.solution };
const trying = (statement: string) => ({ ...exercise?.start, 'reconcile.ts': controllerThat(statement) });

test.describe.configure({ mode: 'serial' });
let page: Page;
let served: readonly string[];
test.beforeAll(async ({ browser }) => {
  await prepareScript();
  page = await browser.newPage();
  ({ served } = await openPage(page));
  await expectSolutionPasses();
});
test.afterAll(() => page.close());

const passedOf = (files: Readonly<Record<string, string>>): Promise<string> =>
  page.evaluate(async (each) => {
    const end = await globalThis.runtimeTests.grade(each, 2);
    return end.type === 'done' ? `${end.verdicts.filter(({ ok }) => ok).length} of ${end.verdicts.length}` : end.type;
  }, files);

/** Graded by the same graders, where there are any left. */
const expectSolutionPasses = async (): Promise<void> => expect(await passedOf(solution)).toBe('2 of 2');

/** By default every twelfth; the judge that `npm run grade` runs, which is the same code, is tried with more of them. */
const all = everyNth(12, Object.entries(tampering));
const atOnce = 14;
for (let from = 0; from < all.length; from += atOnce)
  test(`nobody is judged as right by tampering, from ${from + 1}`, async () => {
    for (const [words, statement] of all.slice(from, from + atOnce))
      await test.step(words, async () => {
        expect(await passedOf(trying(statement))).not.toMatch(/^[1-9]/);
        await expectSolutionPasses();
      });
  });

const out = `${origin}/course/leak`;
const leaving: Readonly<Record<string, string>> = {
  fetch: `await realm.fetch('${out}');`,
  'an import': `await realm.eval("import('${out}')");`,
  'a script': `realm.importScripts('${out}');`,
  'a worker': `new realm.Worker(realm.URL.createObjectURL(new realm.Blob(["fetch('${out}')"])));`,
  'a socket': `new realm.WebSocket('wss://runtime.test/leak');`,
  'a wait in the thread': 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);',
};

test('nothing is reached from where code is graded', async () => {
  const before = served.length;
  for (const [words, statement] of Object.entries(leaving))
    await test.step(words, async () => {
      expect(await passedOf(trying(statement))).not.toMatch(/^[1-9]/);
    });
  await expectSolutionPasses();
  expect(served.slice(before).filter((path) => !path.startsWith('/course/engine/'))).toEqual([]);
});

const ending: Readonly<Record<string, string>> = {
  'closes its worker': 'realm.close();',
  'never gives the turn back': 'for (;;) {}',
  'waits for promises without end': 'for (;;) await undefined;',
};

/** By default one of them. */
for (const [words, statement] of everyNth(3, Object.entries(ending)))
  test(`code that ${words} costs its own universes`, async () => {
    expect(await passedOf(trying(statement))).toMatch(/^0 of/);
    await expectSolutionPasses();
  });
