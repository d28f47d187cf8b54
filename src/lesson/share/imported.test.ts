import { expect, test } from 'vitest';
import type { SessionLog } from '../../session/types.ts';
import { emptyWork } from '../progress/work.ts';
import type { Archive, KeptLesson } from './archive.ts';
import { importedFrom } from './imported.ts';
import { mostReplayInputs, mostReplayMs } from './replay-budget.ts';

const logOf = (inputs: SessionLog['inputs']): SessionLog => ({ version: 1, seed: 1, cluster: {}, files: {}, inputs });
const lesson = (...logs: readonly SessionLog[]): KeptLesson => ({
  work: emptyWork('h'),
  versions: [],
  sessions: logs.map((log, index) => ({
    at: 1,
    tab: `t${index}`,
    lessonHash: 'h',
    kept: { branches: [{ view: { id: 'main', name: 'main' }, log }], current: 'main' },
  })),
});
const archive = (lessons: Archive['lessons']): Archive => ({ format: 'converge-work', version: 2, madeAt: 0, lessons });
const script = { type: 'script', source: 'for (;;);', at: 0 } as const;

test('work in which nothing was run says so by saying nothing of it', () => {
  expect(importedFrom(archive({ a: lesson(), b: lesson(logOf([])) }))).toMatchObject({ words: 'It holds the work of a, b.', runs: false });
});

test('what runs when a page is opened is told before it is brought in: sessions, and code that ran', () => {
  const { words, runs } = importedFrom(archive({ a: lesson(logOf([script]), logOf([script])), b: lesson(logOf([script])), c: lesson() }));
  expect(words).toMatch(/^It holds the work of a, b, c\. When a or b is opened, what was done there runs again: 3 inputs, with the code in them\. It runs in a worker/);
  expect(runs).toBe(true);
  const code = { files: {}, ran: { replicaset: { entry: 'a.ts', files: {} } }, watches: [] };
  expect(importedFrom(archive({ a: { ...lesson(), code } })).runs).toBe(true);
});

test.each([
  ['a year', logOf([script, { type: 'advance', at: 0, to: 365 * 86_400_000 }]), [script, { type: 'advance', at: 0, to: mostReplayMs }]],
  ['too many inputs', logOf(Array.from({ length: 5_000 }, () => script)), Array.from({ length: mostReplayInputs }, () => script)],
])('%s is cut to what a page replays of a stranger’s session, in forks as well', (_name, log, left) => {
  const { archive: within, words } = importedFrom(archive({ a: lesson(log) }));
  expect(within.lessons['a']?.sessions[0]?.kept.branches[0]?.log.inputs).toEqual(left);
  expect(words).toContain('a: It holds');
  expect(words).toContain('more than a page replays');
});
