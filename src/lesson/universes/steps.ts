/** The steps of a check: what the learner's code is built up in. Each has calm universes of its own, and they come first. */
import type { Check, Rule } from './types.ts';

const universesAStep = 10;

/** The step, from 1, that a universe is of; undefined: of none, so everything is asked of it. */
export function stepOf({ steps = [] }: Pick<Check, 'steps'>, seed: number): number | undefined {
  const step = Math.ceil(seed / universesAStep);
  return step >= 1 && step <= steps.length ? step : undefined;
}

/** The check without the rules of later steps than this one. */
export function rulesUpTo(step: number, check: Check): Check {
  const isAskedFor = (rule: Rule): boolean => (rule.step ?? 0) <= step;
  return { ...check, always: check.always.filter(isAskedFor), settled: check.settled.filter(isAskedFor) };
}
