import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { nameKey } from '../progress/keys.ts';
import type { Storage } from '../progress/storage.ts';
import { emptyWork, type LessonWork } from '../progress/work.ts';
import type { Report } from '../universes/report.ts';
import { createReporter, type Reporter } from './reporter.ts';
import { type RecordStoreDouble, startRecordStore } from './testing.ts';

const uuid = /^[0-9a-f-]{36}$/;
let store: RecordStoreDouble;
beforeEach(async () => {
  store = await startRecordStore('Basic abc');
});
afterEach(() => store.close());

interface Visit {
  readonly reporter: Reporter;
  /** What is wrong, as the page says it. */
  readonly said: readonly (string | undefined)[];
  /** Milliseconds of waits that were begun. */
  readonly waits: readonly number[];
  /** The last of them is over. */
  wait(): void;
}

function memory(): Storage & { readonly values: Map<string, unknown> } {
  const values = new Map<string, unknown>();
  return {
    values,
    get: async (key) => structuredClone(values.get(key)),
    set: async (key, value) => void values.set(key, value),
    change: async (key, next) => void values.set(key, structuredClone(next(values.get(key)))),
  };
}

/** A page of lesson 12 is opened. */
function visit(storage: Storage, { authorization = 'Basic abc', url = store.url } = {}): Visit {
  const said: (string | undefined)[] = [];
  const waits: number[] = [];
  let wake = (): void => {};
  const reporter = createReporter({
    store: { url, authorization },
    storage,
    lesson: { slug: '12-replicaset', tasks: 3 },
    place: {
      course: { url: 'https://example.edu/course/', name: 'Converge' },
      url: 'https://example.edu/course/lessons/12-replicaset/',
      title: 'ReplicaSet',
      language: 'en',
      ask: (question) => (question === 'quiz-1' ? 'What does a ReplicaSet count?' : undefined),
    },
    fetch,
    nowMs: () => Date.UTC(2026, 0, 2),
    newId: () => crypto.randomUUID(),
    after(ms, run) {
      waits.push(ms);
      wake = run;
      return () => undefined;
    },
    alone: (run) => run(),
    say: (trouble) => void said.push(trouble),
  });
  return { reporter, said, waits, wait: () => wake() };
}

const empty = emptyWork('00000000');
const answered = (work: LessonWork, last: number, right: boolean): LessonWork => ({ ...work, quiz: { 'quiz-1': { first: last, last, right } } });
function checked(work: LessonWork, passed: number, text: string): LessonWork {
  const failures = [{ ok: false as const, seed: 1, cause: 'made too many', weather: 'calm', scenario: '', seen: '', question: '', at: 0, glyph: 'too-many' as const }];
  const report = { universes: 200, passed, left: 0, groups: passed === 200 ? [] : [{ cause: 'made too many', glyph: 'too-many', failures }] } as unknown as Report;
  return { ...work, report: { report, files: { 'reconcile.ts': text } }, ...(passed === 200 && { passed: true }) };
}
const verbs = (): readonly unknown[] => store.statements.map(({ verb }) => (verb as { id: string }).id.replace('http://adlnet.gov/expapi/verbs/', ''));
const arrived = (count: number): Promise<void> => vi.waitFor(() => expect(store.statements).toHaveLength(count));

test('an answer, a failed check, a passed one and the end of the lesson are told, once each', async () => {
  const storage = memory();
  storage.values.set(nameKey, ' Kim Lee ');
  const { reporter, said } = visit(storage);
  reporter.observe(empty);
  const wrong = answered(empty, 2, false);
  for (const work of [wrong, wrong, checked(wrong, 150, 'a'), { ...checked(wrong, 150, 'a') }, checked(wrong, 200, 'b')]) reporter.observe(work);
  await arrived(4);
  expect(verbs()).toEqual(['answered', 'failed', 'passed', 'completed']);
  const lesson = {
    objectType: 'Activity',
    id: 'https://example.edu/course/lessons/12-replicaset/',
    definition: { type: 'http://adlnet.gov/expapi/activities/lesson', name: { en: 'ReplicaSet' } },
  };
  const grouping = [{ objectType: 'Activity', id: 'https://example.edu/course/', definition: { type: 'http://adlnet.gov/expapi/activities/course', name: { en: 'Converge' } } }];
  const shared = {
    id: expect.stringMatching(uuid),
    actor: { objectType: 'Agent', name: 'Kim Lee', account: { homePage: 'https://example.edu/course/', name: 'Kim Lee' } },
    timestamp: '2026-01-02T00:00:00.000Z',
  };
  const inLesson = { context: { platform: 'Converge', language: 'en', contextActivities: { parent: [lesson], grouping } } };
  expect(store.statements[0]).toEqual({
    ...shared,
    ...inLesson,
    verb: { id: 'http://adlnet.gov/expapi/verbs/answered', display: { en: 'answered' } },
    object: {
      objectType: 'Activity',
      id: `${lesson.id}#quiz-1`,
      definition: { type: 'http://adlnet.gov/expapi/activities/cmi.interaction', interactionType: 'choice', name: { en: 'What does a ReplicaSet count?' } },
    },
    result: { success: false, response: '2' },
  });
  const exercise = { objectType: 'Activity', id: `${lesson.id}#exercise`, definition: { type: 'http://adlnet.gov/expapi/activities/assessment', name: { en: 'ReplicaSet: exercise' } } };
  expect(store.statements[1]).toEqual({
    ...shared,
    ...inLesson,
    verb: { id: 'http://adlnet.gov/expapi/verbs/failed', display: { en: 'failed' } },
    object: exercise,
    result: { success: false, score: { scaled: 0.75, raw: 150, min: 0, max: 200 }, extensions: { 'https://example.edu/course/xapi/cause': 'made too many' } },
  });
  expect(store.statements[2]).toMatchObject({ object: exercise, result: { success: true, score: { scaled: 1, raw: 200, min: 0, max: 200 } } });
  expect(store.statements[3]).toEqual({
    ...shared,
    verb: { id: 'http://adlnet.gov/expapi/verbs/completed', display: { en: 'completed' } },
    object: lesson,
    result: { completion: true },
    context: { platform: 'Converge', language: 'en', contextActivities: { grouping } },
  });
  expect(said.filter((each) => each !== undefined)).toEqual([]);
});

test('what an earlier visit has told isn’t told again; who gives no name is the same person each time', async () => {
  const storage = memory();
  const first = visit(storage);
  first.reporter.observe(empty);
  first.reporter.observe(answered(empty, 1, true));
  await arrived(1);
  const second = visit(storage);
  second.reporter.observe(answered(empty, 1, true));
  second.reporter.observe(answered(empty, 0, false));
  await arrived(2);
  const [one, two] = store.statements.map(({ actor }) => actor);
  expect(one).toEqual({ objectType: 'Agent', account: { homePage: 'https://example.edu/course/', name: expect.stringMatching(/^anonymous-[0-9a-f-]{36}$/) } });
  expect(two).toEqual(one);
});

test('work that was there before the course told anything isn’t told', async () => {
  const { reporter } = visit(memory());
  reporter.observe(answered(empty, 1, true));
  reporter.observe(answered(empty, 0, false));
  await arrived(1);
  expect(store.statements[0]).toMatchObject({ result: { response: '0' } });
});

test('what a store doesn’t take now waits in the browser, longer each time, and is sent again, also by a later visit', async () => {
  store.fail(503);
  const storage = memory();
  const first = visit(storage);
  first.reporter.observe(empty);
  first.reporter.observe(answered(empty, 1, true));
  await vi.waitFor(() => expect(first.waits).toEqual([5000]));
  expect(first.said.at(-1)).toBe('Nothing arrives now, because it answers with status 503. What isn’t sent stays in this browser, and is sent again.');
  first.wait();
  await vi.waitFor(() => expect(first.waits).toEqual([5000, 10_000]));
  store.fail(undefined);
  visit(storage).reporter.observe(answered(empty, 1, true));
  await arrived(1);
  // The first page doesn't know: it finds nothing to send.
  first.reporter.again();
  await vi.waitFor(() => expect(first.said.at(-1)).toBeUndefined());
  expect(store.statements).toHaveLength(1);
});

test('a browser that is offline sends when it is online again', async () => {
  const { reporter, said, waits } = visit(memory(), { url: 'http://127.0.0.1:1/xapi/statements' });
  reporter.observe(empty);
  reporter.observe(answered(empty, 1, true));
  await vi.waitFor(() => expect(waits).toEqual([5000]));
  expect(said.at(-1)).toContain('because it doesn’t answer');
  reporter.again();
  await vi.waitFor(() => expect(waits).toEqual([5000, 10_000]));
});

test('a store that refuses the course is named plainly, and the next statement tries again', async () => {
  const storage = memory();
  const wrong = visit(storage, { authorization: 'Basic wrong' });
  wrong.reporter.observe(empty);
  wrong.reporter.observe(answered(empty, 1, true));
  await vi.waitFor(() => expect(wrong.said.at(-1)).toBe('Nothing arrives, because it answers with status 401. Tell your instructor. What isn’t sent stays in this browser.'));
  expect(wrong.waits).toEqual([]);
  visit(storage).reporter.observe(answered(empty, 0, false));
  await arrived(2);
});

test('one statement that a store never takes doesn’t hold up the others', async () => {
  store.reject(({ result }) => JSON.stringify(result).includes('"response":"2"'));
  store.fail(503);
  const storage = memory();
  const { reporter, said, waits } = visit(storage);
  for (const answer of [1, 2, 3]) reporter.observe(answer === 1 ? empty : answered(empty, answer, false));
  await vi.waitFor(() => expect(waits).toEqual([5000]));
  store.fail(undefined);
  reporter.again();
  await arrived(1);
  await vi.waitFor(() => expect(said.at(-1)).toBe('It doesn’t take one statement, which is dropped.'));
});

test('where nothing can be stored, statements are sent all the same', async () => {
  const refuses = async (): Promise<never> => Promise.reject(new DOMException('closed', 'SecurityError'));
  const { reporter } = visit({ get: refuses, set: refuses, change: refuses });
  reporter.observe(empty);
  reporter.observe(answered(empty, 1, true));
  await arrived(1);
});
