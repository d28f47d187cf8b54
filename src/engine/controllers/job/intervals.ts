/** Sets of completion indexes as a Job's status writes them: `0,2-4`. (upstream indexed_job_utils.go) */

/** From `first` to `last`, both included. */
export interface Interval {
  readonly first: number;
  readonly last: number;
}

/** Ascending; no two of them touch. */
export type Intervals = readonly Interval[];

/** Reads `0,2-4`. Indexes from `completions` on are left out, and so is what can't be read. */
export function parseIntervals(text: string, completions: number): Intervals {
  const result: Interval[] = [];
  for (const part of text === '' ? [] : text.split(',')) {
    const [from = '', to = from] = part.split('-');
    if (!isIndex(from) || !isIndex(to)) continue;
    if (Number(from) >= completions) break;
    append(result, { first: Number(from), last: Math.min(Number(to), completions - 1) });
  }
  return result;
}

function isIndex(text: string): boolean {
  return /^[0-9]+$/.test(text);
}

/** The shortest text for these indexes. Two neighbors are written one by one: `3,4`. */
export function formatIntervals(intervals: Intervals): string {
  return intervals
    .map(({ first, last }) => {
      if (first === last) return `${first}`;
      return `${first}${last === first + 1 ? ',' : '-'}${last}`;
    })
    .join(',');
}

/** Single indexes, in any order, as intervals. */
export function intervalsOf(indexes: Iterable<number>): Intervals {
  const result: Interval[] = [];
  for (const index of [...indexes].sort((a, b) => a - b)) append(result, { first: index, last: index });
  return result;
}

/** All indexes that are in one of the two. */
export function mergeIntervals(a: Intervals, b: Intervals): Intervals {
  if (b.length === 0) return a;
  const result: Interval[] = [];
  for (const interval of [...a, ...b].sort((one, other) => one.first - other.first)) append(result, interval);
  return result;
}

/** Adds an interval that begins no earlier than the last one, or lengthens the last one. */
function append(intervals: Interval[], interval: Interval): void {
  const last = intervals.at(-1);
  if (last === undefined || interval.first > last.last + 1) intervals.push(interval);
  else if (interval.last > last.last) intervals[intervals.length - 1] = { first: last.first, last: interval.last };
}

/** How many indexes there are. */
export function countIndexes(intervals: Intervals): number {
  return intervals.reduce((sum, { first, last }) => sum + last - first + 1, 0);
}

/** Whether this index is one of them. */
export function hasIndex(intervals: Intervals, index: number): boolean {
  return intervals.some(({ first, last }) => first <= index && index <= last);
}

/** How many indexes are in both. */
export function countCommon(a: Intervals, b: Intervals): number {
  let common = 0;
  for (const one of a) {
    for (const other of b) {
      common += Math.max(0, Math.min(one.last, other.last) - Math.max(one.first, other.first) + 1);
    }
  }
  return common;
}

/** The first `count` indexes below `completions` that are in none of these intervals. */
export function firstOutside(taken: Intervals, count: number, completions: number): readonly number[] {
  const result: number[] = [];
  let candidate = 0;
  for (const { first, last } of [...taken, { first: completions, last: completions }]) {
    for (; candidate < Math.min(first, completions) && result.length < count; candidate += 1) result.push(candidate);
    candidate = Math.max(candidate, last + 1);
  }
  return result;
}
