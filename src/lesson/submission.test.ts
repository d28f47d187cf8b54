import { expect, test } from 'vitest';
import { parseSubmission, submissionFile, submissionOf } from './submission.ts';
import type { Report } from './universes/report.ts';

const report: Report = { universes: 10, passed: 9, left: 0, groups: [{ cause: 'made too many Pods', glyph: 'too-many', failures: [] }] };
const submission = submissionOf('12-replicaset', '0123abcd', { 'reconcile.ts': 'export {}', 'lib/a.ts': '' }, { report });

test('what is handed in is read back as it was', () => {
  const { name, text } = submissionFile(submission);
  expect(name).toBe('converge-submission-12-replicaset.json');
  expect(parseSubmission(text)).toEqual(submission);
  const unchecked = submissionOf('12-replicaset', '0123abcd', {});
  expect(parseSubmission(submissionFile(unchecked).text)).toEqual(unchecked);
});

test('predictions are in it, as they were made', () => {
  const predictions = { alone: { choice: '2', settled: true }, order: { choice: '1 0 2', settled: false } };
  expect(parseSubmission(submissionFile(submissionOf('12-replicaset', '0123abcd', {}, { predictions })).text)).toMatchObject({ predictions });
});

test('name and answers are in it, and the name is in the name of the file', () => {
  const answers = { 'quiz-1': { first: 2, last: 0 } };
  const named = submissionOf('12-replicaset', '0123abcd', {}, { by: '  Zoë O’Neill / 4711 ', answers });
  const { name, text } = submissionFile(named);
  expect(name).toBe('converge-submission-12-replicaset-zoë-o-neill-4711.json');
  expect(parseSubmission(text)).toMatchObject({ by: 'Zoë O’Neill / 4711', answers });
  expect(submissionFile(submissionOf('12-replicaset', '0123abcd', {}, { by: ' ../.. ' })).name).toBe('converge-submission-12-replicaset.json');
});

test.each([
  ['', 'it isn’t JSON'],
  ['null', 'it should be an object'],
  [JSON.stringify({ ...submission, grade: 1 }), 'without a field "grade"'],
  [JSON.stringify({ ...submission, format: 'x' }), 'format should be "converge-submission"'],
  [JSON.stringify({ ...submission, version: 2 }), 'version should be 1'],
  [JSON.stringify({ ...submission, lesson: '../../etc' }), 'lesson should be a lesson'],
  [JSON.stringify({ ...submission, lessonHash: 'zz' }), 'lessonHash should be'],
  [JSON.stringify({ ...submission, files: { 'a.ts': 1 } }), 'files["a.ts"] should be text'],
  [JSON.stringify({ ...submission, files: { '../a.ts': '' } }), 'files["../a.ts"] should be a path'],
  [JSON.stringify({ ...submission, files: { '/a.ts': '' } }), 'should be a path'],
  [JSON.stringify({ ...submission, report: { ...submission.report, passed: -1 } }), 'report.passed should be a number'],
  [JSON.stringify({ ...submission, by: 7 }), 'by should be text'],
  [JSON.stringify({ ...submission, by: 'x'.repeat(81) }), 'by should be a name of at most 80 characters'],
  [JSON.stringify({ ...submission, answers: { 'quiz-1': { first: 0 } } }), 'answers["quiz-1"].last should be a number'],
  [JSON.stringify({ ...submission, predictions: { alone: { choice: 2, settled: true } } }), 'predictions["alone"].choice should be text'],
  [JSON.stringify({ ...submission, predictions: { alone: { choice: '2', settled: 1 } } }), 'predictions["alone"].settled should be true or false'],
  [`"${'x'.repeat(1_000_001)}"`, 'it is larger than'],
])('a file that is none is refused with a sentence: %#', (text, words) => {
  expect(() => parseSubmission(text)).toThrow(words);
});
