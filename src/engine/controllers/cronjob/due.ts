/** Which time of a schedule is to be acted on now, and when the next one comes. Reads only. (upstream pkg/controller/cronjob/utils.go) */
import { type CronJob, type CronSchedule, timeMsOf } from 'converge/sdk';

export interface Due {
  /** From here on times count: the last one that was acted on, or the creation. */
  readonly earliestMs: number;
  /** The newest time that has come; undefined when none has. */
  readonly dueMs: number | undefined;
  /** How many have come, about. */
  readonly missed: 'none' | 'few' | 'many';
}

/** Upstream warns from so many on. */
const manyMissed = 100;
/** Added to each wait, for clocks that differ a little. */
const paddingMs = 100;

/**
 * The newest time up to now; 'never' for a schedule that names a day which doesn't exist. `withDeadline`: no time counts that is older than
 * startingDeadlineSeconds.
 */
export function newestDue(cronJob: CronJob, schedule: CronSchedule, nowMs: number, withDeadline: boolean): Due | 'never' {
  const { startingDeadlineSeconds: deadline } = cronJob.spec;
  const since = timeMsOf(cronJob.status.lastScheduleTime ?? cronJob.metadata.creationTimestamp);
  const oldest = withDeadline && deadline !== undefined ? nowMs - deadline * 1000 : since;
  const earliestMs = Math.max(since, oldest);
  const first = schedule.next(earliestMs);
  if (first === undefined) return 'never';
  if (nowMs < first) return { earliestMs, dueMs: undefined, missed: 'none' };
  const second = schedule.next(first);
  if (second === undefined) return 'never';
  if (nowMs < second) return { earliestMs, dueMs: first, missed: 'none' };
  // Many may have come: count them by the first two, and go through the last ones alone.
  const periodMs = second - first;
  const count = Math.floor((nowMs - first) / periodMs) + 1;
  const dueMs = newestBefore(schedule, first + (count - 2) * periodMs, nowMs);
  return { earliestMs, dueMs, missed: count > manyMissed ? 'many' : 'few' };
}

function newestBefore(schedule: CronSchedule, fromMs: number, nowMs: number): number | undefined {
  let newest: number | undefined;
  for (let atMs = schedule.next(fromMs); atMs !== undefined && atMs <= nowMs; atMs = schedule.next(atMs)) newest = atMs;
  return newest;
}

/** Milliseconds until the schedule's next time; undefined when there is none. */
export function nextDueInMs(cronJob: CronJob, schedule: CronSchedule, nowMs: number): number | undefined {
  const due = newestDue(cronJob, schedule, nowMs, false);
  if (due === 'never') return undefined;
  const fromMs = due.dueMs ?? (due.missed === 'none' ? due.earliestMs : nowMs);
  const nextMs = schedule.next(fromMs);
  return nextMs === undefined ? undefined : nextMs + paddingMs - nowMs;
}
