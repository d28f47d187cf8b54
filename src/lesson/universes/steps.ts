/** The steps of a check: what the learner's code is built up in. Each has calm universes of its own, and they come first. */
import type { Check, Steps } from './types.ts';

const universesAStep = 10;

/** Steps of these names: `heater`, `status`. In the piece of the check that has some: the core only asks. */
export function stepsOf(...names: readonly string[]): Steps {
  const stepOf = (seed: number): number => Math.ceil(seed / universesAStep);
  return {
    names,
    nameOf: (seed) => names[stepOf(seed) - 1],
    checkFor(check, seed) {
      const now = stepOf(seed);
      return now <= names.length ? upTo(now, check) : undefined;
    },
  };
}

function upTo(now: number, check: Check): Check {
  const isDue = ({ step = 0 }: { readonly step?: number }): boolean => step <= now;
  const scenarios = check.scenarios.filter(({ step }) => step === now);
  return { ...check, scenarios, always: check.always.filter(isDue), settled: check.settled.filter(isDue) };
}
