import { expect, test } from 'vitest';
import type { Failed } from '../universes/types.ts';
import { emptyWork, type LessonWork } from '../progress/work.ts';
import { type Archive, archiveFile, archiveOf, bringIn, conflicts, parseArchive, type Stored } from './archive.ts';

const log = { version: 1, seed: 1, cluster: {}, files: {}, inputs: [] } as const;
const work = (files: LessonWork['files']): LessonWork => ({ ...emptyWork('0123abcd'), files });
const failure: Failed = {
  ok: false,
  ...{ seed: 2, cause: 'made too many Pods', scenario: 's', at: 1, revision: 2 },
  glyph: 'too-many',
  ...{ weather: 'w', seen: 'x', question: 'q', log },
  problem: {
    ...{ title: 'TypeError', message: '', hint: '', file: 'a.ts', line: 1, column: 2, squiggle: { from: 1, to: 2 } },
    sourceLines: [{ line: 1, text: 'x' }],
  },
};
const checked: LessonWork = {
  ...work({ 'reconcile.ts': 'mine' }),
  ...{ inputs: { a: 'b' }, predictions: { p: { choice: '5', settled: true } }, passed: true, hints: 1 },
  quiz: { q: { first: 0, last: 1, right: true } },
  report: {
    files: { 'reconcile.ts': 'mine' },
    report: { universes: 2, passed: 1, left: 0, groups: [{ cause: failure.cause, glyph: 'too-many', failures: [failure] }] },
  },
};
const session = { at: 5, tab: 't', lessonHash: 'h', kept: { branches: [{ view: { id: 'main', name: 'main' }, log }], current: 'main' } };
const version = { at: 3, why: '', lessonHash: 'h', files: { a: '1' }, inputs: {} };
const stored: Stored = {
  work: new Map<string, unknown>([['12-replicaset', checked], ['1-loop', 'rubbish']]),
  versions: new Map<string, unknown>([['12-replicaset', [version]]]),
  sessions: new Map<string, unknown>([['12-replicaset', [session]], ['playground', [session]]]),
};
const archive = archiveOf(stored, Date.UTC(2026, 10, 20));

test('what is written is read back as it was', () => {
  const { name, text } = archiveFile(archive);
  expect(name).toBe('converge-work-2026-11-20.json');
  expect(parseArchive(text)).toEqual(archive);
  expect(archive.lessons['12-replicaset']).toEqual({ work: checked, versions: [version], sessions: [session] });
  expect(Object.keys(archive.lessons)).toEqual(['1-loop', '12-replicaset', 'playground']);
});

const at = "lessons[\"12-replicaset\"]";

test.each([
  ['PK', 'it isn’t JSON'],
  [archiveFile(archive).text.slice(0, -20), 'its end is missing'],
  ['[]', 'it should be an object'],
  ['{"format":"converge-work","version":9}', 'newer Converge (version 9; this page reads 1). Reload the page'],
  [JSON.stringify({ ...archive, more: 1 }), 'without a field "more"'],
  [archiveFile(archive).text.replace('"1-loop"', '"../x"'), 'without "../x"'],
  [archiveFile(archive).text.replace('"hints": 1', '"hints": "1"'), `${at}.work.hints should be a number`],
  [archiveFile(archive).text.replace('"glyph": "too-many"', '"glyph": "x"'), `${at}.work.report.report.groups[0].glyph should be one of`],
  [archiveFile(archive).text.replace('"seed": 1', '"seed": -1'), 'seed should be a number'],
  [archiveFile(archive).text.replace('"current": "main"', '"current": "x"'), 'kept.current should be one of its branches'],
  [archiveFile(archive).text.replace('"at": 3', '"at": null'), `${at}.versions[0].at should be a number`],
])('a file that is none says what is wrong and where: %#', (text, words) => {
  expect(() => parseArchive(text)).toThrow(words);
});

function memory(values: Map<string, unknown>) {
  return {
    values,
    get: async (key: string) => values.get(key),
    set: async (key: string, value: unknown) => void values.set(key, value),
    async change(key: string, next: (stored: unknown) => unknown): Promise<void> {
      values.set(key, next(values.get(key)));
    },
  };
}
const mine = work({ 'reconcile.ts': 'other', 'more.ts': 'm' });
const has = (own: LessonWork | undefined): Stored => ({
  work: new Map<string, unknown>(own === undefined ? [] : [['12-replicaset', own]]),
  versions: new Map(),
  sessions: new Map(),
});
const only: Archive = { ...archive, lessons: { '12-replicaset': { work: checked, versions: [version], sessions: [session] } } };

test('it asks only where both have another text in the same place', () => {
  expect(conflicts(only, has(undefined))).toEqual([]);
  expect(conflicts(only, has(checked))).toEqual([]);
  expect(conflicts(only, has(work({ 'more.ts': 'm' })))).toEqual([]);
  expect(conflicts(only, has(mine))).toEqual(['12-replicaset']);
});

test.each([
  ['file', 'mine', 'other'],
  ['mine', 'other', 'mine'],
] as const)('whoever is preferred (%s), the other’s text is an earlier version', async (prefer, stays, goes) => {
  const storage = memory(new Map<string, unknown>([['work/12-replicaset', mine]]));
  await bringIn(only, storage, prefer, 100);
  expect(storage.values.get('work/12-replicaset')).toMatchObject({
    files: { 'reconcile.ts': stays, 'more.ts': 'm' },
    passed: true,
    hints: 1,
  });
  expect(storage.values.get('versions/12-replicaset')).toMatchObject([{ files: { 'reconcile.ts': goes } }, { at: 3 }]);
  expect(storage.values.get('session/12-replicaset')).toEqual([session]);
});

test('into an empty browser it brings everything', async () => {
  const storage = memory(new Map());
  await bringIn(only, storage, 'file', 100);
  expect(archiveOf({
    work: new Map([['12-replicaset', storage.values.get('work/12-replicaset')]]),
    versions: new Map([['12-replicaset', storage.values.get('versions/12-replicaset')]]),
    sessions: new Map([['12-replicaset', storage.values.get('session/12-replicaset')]]),
  }, archive.madeAt)).toEqual(only);
});
