/** What `lesson check --every-plan` prints of an answer. */
import { expect, test } from 'vitest';
import { planLines, plansPart } from './every-plan.ts';

test('a right answer that fails is told with its plans and a command, a wrong one where plans alone notice it', () => {
  const failure = { ok: false as const, seed: 345, cause: 'made too many Pods', glyph: 'too-many' as const, scenario: 'one Pod is deleted', at: 0, revision: 0, weather: 'it crashed', seen: '', question: '' };
  const proof = { plans: 400, failures: [failure], ms: 1000 };
  expect(planLines('12-replicaset', { name: 'right/a-class', ...proof })).toEqual([
    '  FAIL right/a-class            399 of 400 plans held (1.0 s)',
    '       plan 345: made too many Pods, in “one Pod is deleted”, where it crashed',
    '       see npm run lesson -- universe 12-replicaset --files a-class --plan 345',
  ]);
  expect(planLines('12-replicaset', { name: 'wrong/late', ...proof })[0]).toMatch(/^ {2}note wrong\/late +fails in plans alone: made too many Pods, where it crashed; see npm run lesson/);
  expect(planLines('12-replicaset', { name: 'right/a-class', ...proof, failures: [] })).toEqual(['  ok   right/a-class            400 of 400 plans held (1.0 s)']);
});

test('a part is a number of how many there are', () => {
  expect(plansPart('2/5')).toEqual({ part: 2, of: 5 });
  for (const text of ['0/5', '6/5', '2', 'two/5']) expect(() => plansPart(text), text).toThrow(`--part takes a part and how many there are, such as 2/5, not ${text}`);
});
