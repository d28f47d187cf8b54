import { expect, test } from 'vitest';
import { parseSchedule } from './cron-schedule.ts';

function check(text: string, zone: string | undefined, after: string, expected: readonly string[]): void {
  const schedule = parseSchedule(text, zone);
  if ('error' in schedule) throw new Error(schedule.error);
  const found: string[] = [];
  let atMs = Date.parse(after);
  for (const _ of expected) {
    const nextMs = schedule.next(atMs);
    found.push(nextMs === undefined ? 'never' : new Date(nextMs).toISOString().replace(':00.000Z', 'Z'));
    atMs = nextMs ?? atMs;
  }
  expect(found).toEqual(expected);
}

const newYork = 'America/New_York';

test.each<readonly [what: string, text: string, zone: string | undefined, after: string, expected: readonly string[]]>([
  ['every minute', '* * * * *', undefined, '2026-01-01T00:00:30Z', ['2026-01-01T00:01Z', '2026-01-01T00:02Z']],
  ['the moment itself doesn’t count', '0 * * * *', undefined, '2026-01-01T00:00:00Z', ['2026-01-01T01:00Z']],
  ['a millisecond before counts', '0 * * * *', undefined, '2026-01-01T00:59:59.999Z', ['2026-01-01T01:00Z']],
  ['steps', '*/20 6-8/2 * * *', undefined, '2026-01-01T06:30:00Z', ['2026-01-01T06:40Z', '2026-01-01T08:00Z']],
  ['a start and a step', '5/25 * * * *', undefined, '2026-01-01T00:00:00Z', ['2026-01-01T00:05Z', '2026-01-01T00:30Z', '2026-01-01T00:55Z']],
  ['names', '0 0 * feb mon', undefined, '2026-01-31T00:00:00Z', ['2026-02-02T00:00Z', '2026-02-09T00:00Z']],
  ['day of month or of week, where both are given', '0 0 1,13 * 5', undefined, '2026-01-01T00:00:00Z', ['2026-01-02T00:00Z', '2026-01-09T00:00Z', '2026-01-13T00:00Z']],
  ['a step counts as given', '0 0 */10 * 1', undefined, '2026-01-01T00:00:00Z', ['2026-01-05T00:00Z', '2026-01-11T00:00Z', '2026-01-12T00:00Z']],
  ['a question mark is a star', '0 0 ? * 1', undefined, '2026-01-01T00:00:00Z', ['2026-01-05T00:00Z', '2026-01-12T00:00Z']],
  ['a macro', '@weekly', undefined, '2026-01-01T00:00:00Z', ['2026-01-04T00:00Z', '2026-01-11T00:00Z']],
  ['the last day of February', '0 0 29 2 *', undefined, '2026-01-01T00:00:00Z', ['2028-02-29T00:00Z']],
  ['a day that never comes', '59 23 31 2 *', undefined, '2026-01-01T00:00:00Z', ['never']],
  ['a duration', '@every 1h30m', undefined, '2026-01-01T00:10:00.700Z', ['2026-01-01T01:40Z', '2026-01-01T03:10Z']],
  ['a zone', '30 9 * * *', 'Asia/Kolkata', '2026-01-01T00:00:00Z', ['2026-01-01T04:00Z', '2026-01-02T04:00Z']],
  ['a zone in front', 'TZ=Asia/Tokyo 0 9 * * *', undefined, '2026-01-01T00:00:00Z', ['2026-01-02T00:00Z']],
  ['the zone in front counts more than the field', 'TZ=Asia/Tokyo 0 9 * * *', newYork, '2026-01-01T00:00:00Z', ['2026-01-02T00:00Z']],
  ['an hour that is skipped isn’t made up for', '30 2 * * *', newYork, '2026-03-07T12:00:00Z', ['2026-03-09T06:30Z']],
  ['every hour while one is skipped', '0 * * * *', newYork, '2026-03-08T05:30:00Z', ['2026-03-08T06:00Z', '2026-03-08T07:00Z', '2026-03-08T08:00Z']],
  ['the hour after the one that is skipped', '0 3 * * *', newYork, '2026-03-08T06:00:00Z', ['2026-03-08T07:00Z', '2026-03-09T07:00Z']],
  ['an hour that is repeated counts twice', '30 1 * * *', newYork, '2026-10-31T12:00:00Z', ['2026-11-01T05:30Z', '2026-11-01T06:30Z', '2026-11-02T06:30Z']],
  ['every hour while one is repeated', '0 * * * *', newYork, '2026-11-01T04:30:00Z', ['2026-11-01T05:00Z', '2026-11-01T06:00Z', '2026-11-01T07:00Z']],
  ['once a year in an hour that is repeated', '30 1 1 11 *', newYork, '2026-11-01T05:30:00Z', ['2026-11-01T06:30Z', '2027-11-01T05:30Z']],
])('%s', (_, text, zone, after, expected) => check(text, zone, after, expected));

test('it reads no clock', () => {
  const RealDate = Date;
  const read: string[] = [];
  globalThis.Date = new Proxy(RealDate, {
    construct(target, args) {
      if (args.length === 0) read.push('new Date');
      return Reflect.construct(target, args);
    },
    get: (target, name) => (name === 'now' ? () => read.push('Date.now') : Reflect.get(target, name)),
  });
  try {
    check('*/5 * * * 1', newYork, '2026-01-01T00:00:00Z', ['2026-01-05T05:00Z']);
  } finally {
    globalThis.Date = RealDate;
  }
  expect(read).toEqual([]);
});

test('what can’t be read comes back in upstream’s words', () => {
  const fields = 'expected exactly 5 fields, found 3: [obvious error schedule]';
  expect(parseSchedule('obvious error schedule')).toEqual({ error: fields, field: 'schedule' });
  const zone = 'unknown time zone Mars/Phobos';
  expect(parseSchedule('0 * * * *', 'Mars/Phobos')).toEqual({ error: zone, field: 'timeZone' });
  const inFront = `provided bad location Mars/Phobos: ${zone}`;
  expect(parseSchedule('TZ=Mars/Phobos 0 * * * *')).toEqual({ error: inFront, field: 'schedule' });
});

test.each([
  ['UTC', '2026-07-01T12:30:00Z'],
  [newYork, '2026-07-01T08:30:00-04:00'],
  ['Asia/Kolkata', '2026-07-01T18:00:00+05:30'],
  ['Africa/Abidjan', '2026-07-01T12:30:00Z'],
])('times are written as clocks in %s show them', (zone, expected) => {
  const schedule = parseSchedule('* * * * *', zone);
  expect('error' in schedule ? schedule.error : schedule.format(Date.parse('2026-07-01T12:30:00Z'))).toBe(expected);
});
