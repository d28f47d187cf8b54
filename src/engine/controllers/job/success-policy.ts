/** When an indexed Job has done enough although indexes are left. (upstream success_policy.go) */
import type { Job } from 'converge/sdk';
import { countCommon, countIndexes, type Intervals, parseIntervals } from './intervals.ts';

type Policy = NonNullable<Job['spec']['successPolicy']>;

/** The message of the first rule that these indexes meet. */
export function metRule(policy: Policy | undefined, completions: number, succeeded: Intervals): string | undefined {
  if (succeeded.length === 0) return undefined;
  const met = policy?.rules.findIndex((rule) => meets(rule, completions, succeeded)) ?? -1;
  return met < 0 ? undefined : `Matched rules at index ${met}`;
}

function meets(rule: Policy['rules'][number], completions: number, succeeded: Intervals): boolean {
  const { succeededIndexes, succeededCount } = rule;
  if (succeededIndexes === undefined) return succeededCount !== undefined && countIndexes(succeeded) >= succeededCount;
  const listed = parseIntervals(succeededIndexes, completions);
  if (listed.length === 0) return false;
  return countCommon(listed, succeeded) >= Math.min(countIndexes(listed), succeededCount ?? Number.POSITIVE_INFINITY);
}
