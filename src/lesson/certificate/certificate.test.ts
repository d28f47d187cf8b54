import { expect, test } from 'vitest';
import { createAutosave } from '../progress/autosave.ts';
import { passedOnKey } from '../progress/passed-on.ts';
import type { Storage } from '../progress/storage.ts';
import { emptyWork, type LessonWork } from '../progress/work.ts';
import { certificateFile, certificateOf, isCertificate, parseCertificate } from './certificate.ts';

const passed: LessonWork = { ...emptyWork('0123abcd'), passed: true };
const report = (of: number) => ({ universes: 2, passed: of, left: 0, groups: [] });

test('what was passed is in the file with what it was passed with, and can be read again', () => {
  const kept = new Map<string, unknown>([
    ['12-replicaset', { ...passed, files: { 'a.ts': 'later' }, report: { report: report(2), files: { 'a.ts': 'passed' } } }],
    ['13-deployment', { ...passed, files: { 'b.ts': 'now' }, report: { report: report(1), files: { 'b.ts': 'failed' } } }],
    ['14-owners', emptyWork('0123abcd')],
    ['15-other-nouns', { version: 2 }],
    ['checkpoint-1', { ...passed, quiz: { 'checkpoint-1': { first: 1, last: 0, right: true } } }],
  ]);
  const certificate = certificateOf('Kim', kept, new Map([['12-replicaset', 1_700_000_000_000]]));
  expect(certificate.passed).toEqual({
    '12-replicaset': { passedOn: 1_700_000_000_000, lessonHash: '0123abcd', files: { 'a.ts': 'passed' }, answers: {} },
    '13-deployment': { lessonHash: '0123abcd', files: { 'b.ts': 'now' }, answers: {} },
    'checkpoint-1': { lessonHash: '0123abcd', files: {}, answers: { 'checkpoint-1': { first: 1, last: 0 } } },
  });
  const { text } = certificateFile(certificate);
  expect([isCertificate(text), parseCertificate(text)]).toEqual([true, certificate]);
});

test.each([
  ['{"format":"converge-certificate","version":2,"name":"","passed":{}}', 'version should be 1'],
  ['{"format":"converge-certificate","version":1,"name":"","passed":{},"grade":"A"}', 'without a field "grade"'],
  ['{"format":"converge-certificate","version":1,"name":"","passed":{"a":{"lessonHash":"","files":{"../a":""},"answers":{}}}}', 'a path inside the workspace'],
  ['{"format":"converge-certificate","version":1,"name":"","passed":{"a":{"passedOn":9e15,"lessonHash":"","files":{},"answers":{}}}}', 'a time in milliseconds'],
  ['{"format":"converge-certificate","version":1,"name":"","passed":{"A b":{"lessonHash":"","files":{},"answers":{}}}}', 'without "A b"'],
])('a file that says something else is refused: %s', (text, words) => {
  expect(() => parseCertificate(text)).toThrow(words);
});

test('the time of the first pass is kept beside the work, and stays when the work is passed again', async () => {
  const values = new Map<string, unknown>();
  const storage: Storage = {
    get: async (key) => values.get(key),
    set: async (key, value) => void values.set(key, value),
    change: async (key, next) => void values.set(key, next(values.get(key))),
  };
  let nowMs = 1000;
  const autosave = createAutosave({ storage, lesson: 'l', hash: 'h', after: () => () => {}, nowMs: () => nowMs, trouble() {} });
  await autosave.open();
  const save = async (work: LessonWork): Promise<unknown> => {
    autosave.keep(work);
    await autosave.flush();
    nowMs += 1000;
    return values.get(passedOnKey('l'));
  };
  const empty = emptyWork('h');
  expect(await save({ ...empty, hints: 1 })).toBeUndefined();
  expect(await save({ ...empty, passed: true })).toBe(2000);
  expect(await save({ ...empty, hints: 2, passed: true })).toBe(2000);
});
