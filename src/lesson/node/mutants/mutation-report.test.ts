import { expect, test } from 'vitest';
import type { Fate, MutationReport } from './mutate-lesson.ts';
import { isSound, reportLines, tallies } from './mutation-report.ts';

function reportOf(fates: readonly (readonly [operator: string, fate: Fate])[]): MutationReport {
  const results = fates.map(([operator, fate], index) => ({
    mutant: {
      id: `${operator}: ${index}`,
      operator,
      file: 'reconcile.ts',
      line: 10 + index,
      before: 'await act();',
      after: 'act();',
      text: '',
    },
    fate,
  }));
  return { lesson: 'a-lesson', universes: 100, results, refused: 2, stale: [], killedThough: [] };
}

const killed: Fate = { type: 'killed', cause: 'stood still', seed: 1 };
const accepted: Fate = { type: 'accepted', because: 'no rule reads Events' };
const equivalent: Fate = { type: 'equivalent', because: 'the same' };

test('a score is what was killed of all that could be; accepted ones count as survivors', () => {
  const report = reportOf([
    ['drop-await', killed],
    ['drop-await', accepted],
    ['drop-guard', killed],
    ['drop-guard', equivalent],
    ['drop-guard', { type: 'survived' }],
  ]);
  const none = { equivalent: 0 };
  expect(tallies(report)).toEqual([
    { ...none, operator: 'drop-await', made: 2, killed: 1, survived: 1, score: 0.5 },
    { operator: 'drop-guard', made: 3, killed: 1, survived: 1, equivalent: 1, score: 0.5 },
    { operator: 'all', made: 5, killed: 2, survived: 2, equivalent: 1, score: 0.5 },
  ]);
});

test('a survivor without a reason is shown with its place and what changes', () => {
  const report = reportOf([['drop-await', { type: 'survived' }]]);
  expect(isSound(report)).toBe(false);
  expect(reportLines(report).join('\n')).toContain(
    'survived  drop-await: 0\n  reconcile.ts:10\n  - await act();\n  + act();',
  );
});

test('an accepted survivor is shown with its reason', () => {
  const report = reportOf([['drop-await', accepted]]);
  expect(reportLines(report).join('\n')).toContain('accepted  drop-await: 0\n  no rule reads Events');
});

test('where each survivor has a reason, all is well, until a reason is out of date', () => {
  const report = reportOf([
    ['drop-await', accepted],
    ['drop-guard', killed],
  ]);
  expect(isSound(report)).toBe(true);
  expect(isSound({ ...report, stale: ['drop-await: gone'] })).toBe(false);
  expect(isSound({ ...report, killedThough: [{ id: 'drop-guard: 1', cause: 'stood still' }] })).toBe(false);
});
