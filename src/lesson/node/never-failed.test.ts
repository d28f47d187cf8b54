import { expect, test } from 'vitest';
import type { Case, Scenario, Trial } from '../universes/types.ts';
import type { Proof } from './check-lesson.ts';
import { neverFailed } from './never-failed.ts';

const keeps = { judge: () => Promise.resolve(undefined) };
const theCase = (name: string): Case => ({ name, ...keeps });
const theTrial = (name: string): Trial => ({ name, ...keeps });
const theScenario = (name: string): Scenario => ({ name, play: () => Promise.resolve() });

/** An answer that failed in these. */
function failedIn(...scenarios: readonly string[]): Proof {
  const failures = scenarios.map((scenario, seed) => ({ ok: false as const, seed, cause: 'wrong', glyph: 'waiting' as const, scenario, at: 0, revision: 0, weather: '', seen: '', question: '' }));
  const groups = failures.map((failure) => ({ cause: failure.cause, glyph: failure.glyph, failures: [failure] }));
  return { name: 'wrong/any', expected: '', ok: true, message: '', ms: 0, report: { universes: 4, passed: 0, left: 0, groups } };
}

const passed: Proof = { name: 'solution', expected: '', ok: true, message: '', ms: 0 };

test.each([
  ['scenarios', { scenarios: ['one goes', 'one comes'].map(theScenario) }],
  ['trials', { scenarios: [], trials: ['one goes', 'one comes'].map(theTrial) }],
  ['cases', { scenarios: [], cases: ['one goes', 'one comes'].map(theCase) }],
])('of %s, those are named in which nothing failed', (_, check) => {
  expect(neverFailed(check, [passed, failedIn('one goes', 'one goes'), failedIn()])).toEqual(['one comes']);
  expect(neverFailed(check, [passed, failedIn('one goes'), failedIn('one comes')])).toEqual([]);
  expect(neverFailed(check, [passed])).toEqual(['one goes', 'one comes']);
});
