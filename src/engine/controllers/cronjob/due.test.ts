/** Upstream's tables of due times, written anew (utils_test.go, TestMostRecentScheduleTime and TestNextScheduleTimeDuration). */
import { type CronJob, type CronSchedule, parseSchedule } from 'converge/sdk';
import { expect, test } from 'vitest';
import { newestDue, nextDueInMs } from './due.ts';

const hourMs = Date.parse('2016-05-19T10:00:00Z');
const at = (minutes: number): string => new Date(hourMs + minutes * 60_000).toISOString().replace('.000', '');

interface Setting {
  readonly schedule: string;
  /** Minutes after the hour, as all times here. */
  readonly created?: number;
  readonly last?: number;
  readonly deadline?: number;
}

function cronJob({ schedule, created = 0, last, deadline }: Setting): CronJob {
  const spec = { schedule, ...(deadline === undefined ? {} : { startingDeadlineSeconds: deadline }) };
  const status = last === undefined ? {} : { lastScheduleTime: at(last) };
  return { metadata: { creationTimestamp: at(created) }, spec, status } as unknown as CronJob;
}

function scheduleOf(text: string): CronSchedule {
  const schedule = parseSchedule(text);
  if ('error' in schedule) throw new Error(schedule.error);
  return schedule;
}

interface Found {
  readonly earliest: number;
  readonly due?: number;
  readonly missed?: 'few' | 'many';
}

const day = 24 * 60;
const weekdays = '30 6-16/4 * * 1-5';
const recent: readonly (readonly [what: string, setting: Setting, now: number, found: Found | 'never', withDeadline?: true])[] = [
  ['before the next time', { schedule: '0 * * * *' }, 0.5, { earliest: 0 }],
  ['after the next time', { schedule: '0 * * * *' }, 61, { earliest: 0, due: 60 }],
  ['five missed', { schedule: '0 * * * *', created: 1 / 6 }, 301, { earliest: 1 / 6, due: 300, missed: 'few' }],
  ['a complex schedule', { schedule: weekdays, last: 30 }, day + 31, { earliest: 30, due: day + 30, missed: 'few' }],
  ['another complex schedule', { schedule: '30 10,11,12 * * 1-5', last: 30 }, 30 * 60 + 30, { earliest: 30, missed: 'few' }],
  ['longer between two times', { schedule: weekdays, last: 30 }, 4 * day + 31, { earliest: 30, due: 4 * day + 30, missed: 'few' }],
  ['shorter between two times', { schedule: weekdays }, day + 31, { earliest: 0, due: day + 30, missed: 'few' }],
  ['@every', { schedule: '@every 1h', created: -59, last: 1, deadline: 10 }, 7 * day, { earliest: 1, due: 6 * day + 23 * 60 + 1, missed: 'many' }],
  ['a day that never comes', { schedule: '59 23 31 2 *', created: 1 / 6 }, 60, 'never'],
  ['from the creation, which is the last time', { schedule: '0 * * * *', last: 0 }, 0.5, { earliest: 0 }],
  ['from the last time', { schedule: '*/5 * * * *', last: 30 }, 31, { earliest: 30 }],
  ['from the last time, though there is a deadline', { schedule: '*/5 * * * *', last: 30, deadline: 60 }, 31, { earliest: 30 }],
  ['from the deadline', { schedule: '*/5 * * * *', last: 30, deadline: 60 }, 32, { earliest: 31 }, true],
];

for (const [what, setting, now, found, withDeadline] of recent) test(`the newest time: ${what}`, () => {
  const schedule = scheduleOf(setting.schedule);
  const due = newestDue(cronJob(setting), schedule, hourMs + now * 60_000, withDeadline === true);
  const minutes = (ms: number | undefined): number | undefined => (ms === undefined ? undefined : (ms - hourMs) / 60_000);
  const shown = due === 'never' ? due : { earliest: minutes(due.earliestMs), due: minutes(due.dueMs), missed: due.missed };
  expect(shown).toEqual(found === 'never' ? found : { due: undefined, missed: 'none', ...found });
});

test.each<readonly [what: string, setting: Setting, now: number, minutes: number]>([
  ['over the weekend', { schedule: weekdays, last: 30 }, day + 31, 3 * 60 + 59],
  ['over the weekend, another', { schedule: '30 10,11,12 * * 1-5', last: 30 }, 30 * 60 + 30, 66 * 60],
  ['weekly, two missed', { schedule: '0 12 * * 4', last: 120 }, 19 * day + 90, 48 * 60 + 30],
  ['never run', { schedule: '0 12 * * 5' }, 6 * 60, 20 * 60],
])('waits for the next time: %s', (_, setting, now, minutes) => {
  expect(nextDueInMs(cronJob(setting), scheduleOf(setting.schedule), hourMs + now * 60_000)).toBe(minutes * 60_000 + 100);
});
