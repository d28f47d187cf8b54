/**
 * When a schedule is due. What it means is read as upstream's parser reads it (`meta/cron.ts`); the next time by the calendar comes from the
 * library croner, of which only the parts are used that know no clock. Time zones are those of the platform's tables. In the page it comes with the profile
 * `full`.
 */
import { CronDate, CronPattern } from 'croner';
import { type CronFields, parseCron } from '../meta/index.ts';

/** A schedule that has been read: it says when it is due, and knows no clock of its own. */
export interface CronSchedule {
  /** The first time after this one, both in milliseconds since the epoch; undefined when there is none. */
  next(afterMs: number): number | undefined;
  /** A time as the zone's clocks show it: `2026-01-01T02:30:00-05:00`, or with a Z at its end where that is the time of UTC. */
  format(atMs: number): string;
}

/** Why there is none, in upstream's words, and which field is at fault. */
export interface CronError {
  readonly error: string;
  readonly field: 'schedule' | 'timeZone';
}

const dayMs = 86_400_000;
/** Shorter than any two changes of a zone's offset are apart. */
const strideMs = 7 * dayMs;
const utc = 'UTC';

/**
 * Reads a schedule of five fields, a macro or `@every 1h30m`. `timeZone`: an IANA name, UTC when absent. A zone in front of the schedule
 * (`TZ=…`) counts more, though times are written in that of `timeZone`, as upstream has it.
 */
export function parseSchedule(text: string, timeZone = utc): CronSchedule | CronError {
  const zone = /^(?:CRON_)?TZ=([^ ]*)/.exec(text)?.[1] ?? timeZone;
  if (!isTimeZone(timeZone)) return { error: `unknown time zone ${timeZone}`, field: 'timeZone' };
  if (!isTimeZone(zone)) return { error: `provided bad location ${zone}: unknown time zone ${zone}`, field: 'schedule' };
  const parsed = parseCron(text);
  if ('error' in parsed) return { ...parsed, field: 'schedule' };
  const format = (atMs: number): string => formatInZone(atMs, timeZone);
  if ('everyMs' in parsed) return { format, next: (afterMs) => Math.floor(afterMs / 1000) * 1000 + parsed.everyMs };
  const pattern = new CronPattern(patternOf(parsed));
  return { format, next: (afterMs) => nextInZone(pattern, zone, afterMs) };
}

function isTimeZone(name: string): boolean {
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
}

function formatInZone(atMs: number, zone: string): string {
  const offsetMs = offsetMsOf(zone, atMs);
  const local = new Date(atMs + offsetMs).toISOString().slice(0, 19);
  if (offsetMs === 0) return `${local}Z`;
  const minutes = Math.abs(Math.trunc(offsetMs / 60_000));
  const two = (value: number): string => `${value}`.padStart(2, '0');
  return `${local}${offsetMs < 0 ? '-' : '+'}${two(Math.trunc(minutes / 60))}:${two(minutes % 60)}`;
}

/** Lists of numbers, which no two parsers read differently. A day field that is `*` leaves the choice to the other one. */
function patternOf({ minutes, hours, days, months, weekdays, anyDay, anyWeekday }: CronFields): string {
  const day = anyDay ? '*' : days.join(',');
  const weekday = anyWeekday ? '*' : weekdays.join(',');
  return `${minutes.join(',')} ${hours.join(',')} ${day} ${months.join(',')} ${weekday}`;
}

/**
 * As upstream's parser finds it: an hour that the clocks skip isn't made up for, one that they repeat counts twice. So the clock on the
 * wall is followed with one offset until the zone changes to another.
 */
function nextInZone(pattern: CronPattern, zone: string, afterMs: number): number | undefined {
  let fromMs = afterMs;
  let offsetMs = offsetMsOf(zone, afterMs);
  for (;;) {
    const wallMs = nextOnWall(pattern, fromMs + offsetMs);
    if (wallMs === undefined) return undefined;
    const dueMs = wallMs - offsetMs;
    const changeMs = changeBetween(zone, fromMs + 1, dueMs, offsetMs);
    if (changeMs === undefined) return dueMs;
    offsetMs = offsetMsOf(zone, changeMs);
    // The moment of the change itself may be due.
    fromMs = changeMs - 1;
  }
}

function nextOnWall(pattern: CronPattern, afterMs: number): number | undefined {
  const found = new CronDate(new Date(afterMs), 0).increment(pattern, { domAndDow: false }, true);
  return found?.getTime();
}

/** When the zone first has another offset than this one; undefined when it keeps it from one time to the other. */
function changeBetween(zone: string, fromMs: number, toMs: number, offsetMs: number): number | undefined {
  let sameMs = fromMs - 1;
  let atMs = sameMs;
  while (atMs < toMs) {
    atMs = Math.min(toMs, atMs + strideMs);
    if (offsetMsOf(zone, atMs) !== offsetMs) return firstChange(zone, sameMs, atMs, offsetMs);
    sameMs = atMs;
  }
  return undefined;
}

/** Between a time that has this offset and one that hasn't. Zones change at whole seconds. */
function firstChange(zone: string, sameMs: number, otherMs: number, offsetMs: number): number {
  let [same, other] = [Math.floor(sameMs / 1000), Math.ceil(otherMs / 1000)];
  while (other - same > 1) {
    const middle = Math.floor((same + other) / 2);
    if (offsetMsOf(zone, middle * 1000) === offsetMs) same = middle;
    else other = middle;
  }
  return other * 1000;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const part = 'numeric';
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: part,
    month: part,
    day: part,
    hour: part,
    minute: part,
    second: part,
  });
  formats.set(zone, format);
  return format;
}

/** How far the zone's clocks are ahead of UTC. */
function offsetMsOf(zone: string, atMs: number): number {
  if (zone === utc) return 0;
  const parts = new Map(formatOf(zone).formatToParts(atMs).map(({ type, value }) => [type, Number(value)]));
  const value = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  const wallMs = Date.UTC(value('year'), value('month') - 1, value('day'), value('hour'), value('minute'), value('second'));
  return wallMs - Math.floor(atMs / 1000) * 1000;
}
