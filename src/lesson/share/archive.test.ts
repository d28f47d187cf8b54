import { expect, test } from 'vitest';
import type { Failed } from '../universes/types.ts';
import { parseCode } from '../page/code-autosave.ts';
import { emptyWork, type LessonWork } from '../progress/work.ts';
import { readSessions, sessionToRestore } from '../page/saved-session.ts';
import { type Archive, archiveFile, archiveOf, bringIn, conflicts, openAside, parseArchive, sessionsAside, type Stored } from './archive.ts';
import { readJson } from './checks.ts';

const log = { version: 1, seed: 1, cluster: {}, files: {}, inputs: [] } as const;
const work = (files: LessonWork['files']): LessonWork => ({ ...emptyWork('0123abcd'), files });
const failure: Failed = {
  ok: false,
  seed: 2,
  cause: 'made too many Pods',
  scenario: 's',
  at: 1,
  revision: 2,
  glyph: 'too-many',
  weather: 'w',
  seen: 'x',
  question: 'q',
  log,
  problem: {
    title: 'TypeError',
    message: '',
    hint: '',
    file: 'a.ts',
    line: 1,
    column: 2,
    squiggle: { from: 1, to: 2 },
    sourceLines: [{ line: 1, text: 'x' }],
  },
};
const checked: LessonWork = {
  ...work({ 'reconcile.ts': 'mine' }),
  inputs: { a: 'b' },
  predictions: { p: { choice: '5', settled: true } },
  passed: true,
  hints: 1,
  quiz: { q: { first: 0, last: 1, right: true } },
  report: {
    files: { 'reconcile.ts': 'mine' },
    report: { universes: 2, passed: 1, left: 0, groups: [{ cause: failure.cause, glyph: 'too-many', failures: [failure] }] },
  },
};
const session = { at: 5, tab: 't', lessonHash: 'h', kept: { branches: [{ view: { id: 'main', name: 'main' }, log }], current: 'main' } };
const version = { at: 3, why: '', lessonHash: 'h', files: { a: '1' }, inputs: {} };
const program = { entry: 'controllers/replicaset/index.ts', files: { 'controllers/replicaset/index.ts': 'ran' } };
const code = {
  files: { 'lib/order.ts': 'mine' },
  open: 'lib/order.ts',
  ran: { replicaset: program },
  watches: [{ id: 'w1', file: 'lib/order.ts', line: 1, text: 'key' }, { id: 'w2', file: 'lib/order.ts', line: 2, text: '(() => { for (;;); })()', off: true }],
} as const;
const stored: Stored = {
  code: new Map<string, unknown>([['12-replicaset', code], ['2-code-only', code], ['1-loop', { files: {}, ran: {}, watches: [] }]]),
  work: new Map<string, unknown>([['12-replicaset', checked], ['1-loop', 'rubbish']]),
  versions: new Map<string, unknown>([['12-replicaset', [version]]]),
  sessions: new Map<string, unknown>([['12-replicaset', [session]], ['playground', [session]]]),
};
const archive = archiveOf(stored, Date.UTC(2026, 10, 20));

test('what is written is read back as it was', () => {
  const { name, text } = archiveFile(archive);
  expect(name).toBe('converge-work-2026-11-20.json');
  expect(parseArchive(readJson(text, 'The file'), 'The file')).toEqual(archive);
  expect(archive.lessons['12-replicaset']).toEqual({ work: checked, versions: [version], sessions: [session], code });
  expect(Object.keys(archive.lessons)).toEqual(['1-loop', '12-replicaset', '2-code-only', 'playground']);
  expect(archive.lessons['1-loop']).not.toHaveProperty('code');
});

const at = "lessons[\"12-replicaset\"]";

test.each([
  ['PK', 'it isn’t JSON'],
  [archiveFile(archive).text.slice(0, -20), 'its end is missing'],
  ['[]', 'it should be an object'],
  ['{"format":"converge-work","version":9}', 'newer Converge (version 9; this page reads 2). Reload the page'],
  [JSON.stringify({ ...archive, more: 1 }), 'without a field "more"'],
  [archiveFile(archive).text.replace('"1-loop"', '"../x"'), 'without "../x"'],
  [archiveFile(archive).text.replace('"hints": 1', '"hints": "1"'), `${at}.work.hints should be a number`],
  [archiveFile(archive).text.replace('"glyph": "too-many"', '"glyph": "x"'), `${at}.work.report.report.groups[0].glyph should be one of`],
  [archiveFile(archive).text.replace('"entry": "controllers', '"exit": "controllers'), `${at}.code.ran["replicaset"] should be without a field "exit"`],
  [archiveFile(archive).text.replace('"text": "key"', '"text": 1'), `${at}.code.watches[0].text should be text`],
  [archiveFile(archive).text.replace('"seed": 1', '"seed": -1'), 'seed should be a number'],
  [archiveFile(archive).text.replace('"current": "main"', '"current": "x"'), 'kept.current should be one of its branches'],
  [archiveFile(archive).text.replace('"at": 3', '"at": null'), `${at}.versions[0].at should be a number`],
])('a file that is none says what is wrong and where: %#', (text, words) => {
  expect(() => parseArchive(readJson(text, 'The file'), 'The file')).toThrow(words);
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
  code: new Map(),
});
const only: Archive = { ...archive, lessons: { '12-replicaset': { work: checked, versions: [version], sessions: [session], code } } };

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
    code: new Map([['12-replicaset', storage.values.get('code/12-replicaset')]]),
  }, archive.madeAt)).toEqual(only);
});

test.each([
  ['file', 't'],
  ['mine', 'here'],
] as const)('where both have a session, the tab opens with that of the %s, and neither is gone', async (prefer, opens) => {
  const own = { ...session, at: 9, tab: 'here', kept: { ...session.kept, branches: [{ view: { id: 'main', name: 'own' }, log }] } };
  const storage = memory(new Map<string, unknown>([['session/12-replicaset', [own]]]));
  await bringIn(only, storage, prefer, 100, 'here');
  const kept = storage.values.get('session/12-replicaset');
  const names = readSessions(kept).map((each) => each.kept.branches[0]?.view.name);
  expect(names.sort()).toEqual(['main', 'own']);
  const wanted = opens === 't' ? session.kept : own.kept;
  expect(sessionToRestore(kept, { lessonHash: 'h', empty: true }, ['here'])).toEqual(wanted);
});

test('a session that gave way to a file’s can be found and opened again; the file’s gives way in turn', async () => {
  const own = { ...session, at: 9, tab: 'here', kept: { ...session.kept, branches: [{ view: { id: 'main', name: 'own' }, log }] } };
  const storage = memory(new Map<string, unknown>([['session/12-replicaset', [own]]]));
  await bringIn(only, storage, 'file', 100, 'here');
  const stored = (): unknown => storage.values.get('session/12-replicaset');
  const [found] = sessionsAside(stored(), 'h');
  expect(found?.kept).toEqual(own.kept);
  expect(sessionsAside(stored(), 'another version of the lesson')).toEqual([]);
  // The tab has worked in the file's session meanwhile.
  storage.values.set('session/12-replicaset', readSessions(stored()).map((each) => (each.tab === 't' ? { ...each, tab: 'here' } : each)));
  await openAside(storage, '12-replicaset', found?.tab ?? '', 200, 'here');
  expect(sessionToRestore(stored(), { lessonHash: 'h', empty: true }, ['here'])).toEqual(own.kept);
  expect(sessionsAside(stored(), 'h').map(({ kept }) => kept)).toEqual([session.kept]);
});

test('a file of version 1, without code, is still read', () => {
  const { code: _, ...lesson } = only.lessons['12-replicaset'] ?? { work: checked, versions: [], sessions: [] };
  const old = { ...only, version: 1, lessons: { '12-replicaset': lesson } };
  expect(parseArchive(old, 'The file')).toEqual({ ...old, version: 2 });
});

test.each([
  ['file', 'mine', 'older'],
  ['mine', 'older', 'mine'],
] as const)('of code beside the exercise whoever is preferred (%s) stays, and the other’s text is a file next to it', async (prefer, stays, goes) => {
  const own = { files: { 'lib/order.ts': 'older', 'a.ts': 'a' }, ran: {}, watches: [{ id: 'w1', file: 'a.ts', line: 3, text: 'left' }] };
  expect(conflicts(only, { ...has(checked), code: new Map([['12-replicaset', own]]) })).toEqual(['12-replicaset']);
  const storage = memory(new Map<string, unknown>([['code/12-replicaset', own]]));
  await bringIn(only, storage, prefer, 100);
  const brought = parseCode(storage.values.get('code/12-replicaset'));
  expect(brought.files).toEqual({ 'lib/order.ts': stays, 'lib/order.other.ts': goes, 'a.ts': 'a' });
  expect(brought.ran).toEqual({ replicaset: program });
  expect(brought.watches.map(({ text }) => text).sort()).toEqual([...code.watches.map(({ text }) => text), 'left'].sort());
  expect(new Set(brought.watches.map(({ id }) => id)).size).toBe(3);
});
