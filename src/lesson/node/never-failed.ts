/** Scenarios, trials and cases of a check in which no answer failed: whether they judge anything isn't seen. */
import type { Check } from '../universes/types.ts';
import type { Proof } from './check-lesson.ts';

/** Their names, in the check's order. @param proofs Of all answers: of the wrong ones each failure names where it was. */
export function neverFailed({ scenarios, trials = [], cases = [] }: Pick<Check, 'scenarios' | 'trials' | 'cases'>, proofs: readonly Proof[]): readonly string[] {
  const failures = proofs.flatMap(({ report }) => report?.groups.flatMap((group) => group.failures) ?? []);
  const failed = new Set(failures.map(({ scenario }) => scenario));
  return [...new Set([...scenarios, ...trials, ...cases].map(({ name }) => name))].filter((name) => !failed.has(name));
}
