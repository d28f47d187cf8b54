import { expect, test } from 'vitest';
import { emptyWork } from '../progress/work.ts';
import { type Archive, archiveFile } from './archive.ts';
import { elsewhereWords, readIncoming } from './incoming.ts';

const log = { version: 1, seed: 1, cluster: {}, files: {}, inputs: [] };
const session = { lesson: '12-replicaset', lessonHash: 'h', log, files: {}, cells: {}, free: [] };
const archive: Archive = {
  format: 'converge-work',
  version: 2,
  madeAt: 0,
  lessons: { '2-your-own-controller': { work: emptyWork('h'), versions: [], sessions: [] } },
};
const text = archiveFile(archive).text;

const read = (content: string, size = content.length, lesson = '12-replicaset') =>
  readIncoming({ name: 'x.json', size, text: async () => content }, lesson);

test('work and sessions are known by their format', async () => {
  expect(await read(text)).toEqual({ type: 'work', archive });
  expect(await read(JSON.stringify({ format: 'converge-session', session }))).toEqual({ type: 'session', session });
});

test.each([
  ['not JSON', 'hello', undefined, /^x\.json can’t be read: it isn’t JSON/],
  ['a picture', '\u0089PNG', undefined, /isn’t JSON/],
  ['cut off', text.slice(0, 60), undefined, /its end is missing.*get it again/],
  ['another project', '{"name":"x","version":"1.0.0"}', undefined, /nothing that Converge has written. Choose one whose name begins with/],
  ['a submission', '{"format":"converge-submission"}', undefined, /is a submission/],
  ['a newer version', text.replace('"version": 2', '"version": 3'), undefined, /^x\.json was written by a newer Converge.*Reload the page/],
  ['50 MB', text, 50_000_000, /has 50 MB, and Converge writes at most 40/],
  ['another lesson’s session', JSON.stringify({ format: 'converge-session', session: { ...session, lesson: '1-thermostats' } }), undefined, /session of 1-thermostats, and this is 12-replicaset. Open that page/],
  ['a damaged field', text.replace('"hints": 0', '"hints": "x"'), undefined, /lessons\["2-your-own-controller"\]\.work\.hints should be a number/],
])('%s: it says what and where and what to do', async (_name, content, size, words) => {
  await expect(read(content, size)).rejects.toThrow(words);
});

test('a file without work of this lesson says so', () => {
  expect(elsewhereWords(archive, '2-your-own-controller')).toBeUndefined();
  expect(elsewhereWords(archive, '12-replicaset')).toMatch(/^Brought in: the work of 2-your-own-controller\. There is none of this lesson/);
  expect(elsewhereWords({ ...archive, lessons: {} }, 'x')).toContain('no work in this file');
});
