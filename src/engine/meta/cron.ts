/** Schedules of CronJobs: five fields, names, macros and `@every`, with the words of the parser upstream uses (robfig/cron). */
import { parseGoDuration } from './go-duration.ts';

/** Which minutes, hours … are meant, ascending. `anyDay` and `anyWeekday`: the field is `*`, so that the other one alone decides. */
export interface CronFields {
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
  /** 1 to 31. */
  readonly days: readonly number[];
  /** 1 to 12. */
  readonly months: readonly number[];
  /** 0 is Sunday. */
  readonly weekdays: readonly number[];
  readonly anyDay: boolean;
  readonly anyWeekday: boolean;
}

export type CronSchedule = CronFields | { readonly everyMs: number };

interface Bounds {
  readonly min: number;
  readonly max: number;
  readonly names: readonly string[];
}

const MONTHS = ['', 'jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const MINUTE: Bounds = { min: 0, max: 59, names: [] };
const HOUR: Bounds = { min: 0, max: 23, names: [] };
const DAY: Bounds = { min: 1, max: 31, names: [] };
const MONTH: Bounds = { min: 1, max: 12, names: MONTHS };
const WEEKDAY: Bounds = { min: 0, max: 6, names: WEEKDAYS };

const MACROS: Readonly<Record<string, string>> = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
};

/** Reads a schedule. `TZ=…` in front is passed over. What is wrong comes back as upstream's words. */
export function parseCron(text: string): CronSchedule | { readonly error: string } {
  if (text === '') return { error: 'empty spec string' };
  const zoned = /^(?:CRON_)?TZ=/.test(text);
  const spec = zoned ? text.slice(text.indexOf(' ') + 1).trim() : text;
  try {
    if (spec.startsWith('@every ')) return { everyMs: everyMs(spec) };
    const macro = Object.hasOwn(MACROS, spec) ? MACROS[spec] : undefined;
    if (spec.startsWith('@') && macro === undefined) return { error: `unrecognized descriptor: ${spec}` };
    return parseFields(macro ?? spec);
  } catch (error) {
    if (error instanceof CronError) return { error: error.message };
    throw error;
  }
}

class CronError extends Error {}

const fail = (message: string): never => {
  throw new CronError(message);
};

function parseFields(spec: string): CronFields {
  const fields = spec
    .trim()
    .split(/\s+/)
    .filter((field) => field !== '');
  const [minute, hour, day, month, weekday] = fields;
  const isWhole = minute !== undefined && hour !== undefined && day !== undefined;
  if (!isWhole || month === undefined || weekday === undefined || fields.length > 5) {
    return fail(`expected exactly 5 fields, found ${fields.length}: [${fields.join(' ')}]`);
  }
  return {
    minutes: parseField(minute, MINUTE).values,
    hours: parseField(hour, HOUR).values,
    ...named('days', 'anyDay', parseField(day, DAY)),
    months: parseField(month, MONTH).values,
    ...named('weekdays', 'anyWeekday', parseField(weekday, WEEKDAY)),
  };
}

function named<V extends string, A extends string>(values: V, any: A, field: Field) {
  return { [values]: field.values, [any]: field.any } as Record<V, readonly number[]> & Record<A, boolean>;
}

interface Field {
  readonly values: readonly number[];
  readonly any: boolean;
}

function parseField(text: string, bounds: Bounds): Field {
  const chosen = new Set<number>();
  let any = false;
  for (const part of text.split(',').filter((each) => each !== '')) {
    const range = parseRange(part, bounds);
    any ||= range.any;
    for (let value = range.start; value <= range.end; value += range.step) chosen.add(value);
  }
  return { values: [...chosen].sort((a, b) => a - b), any };
}

function parseRange(text: string, bounds: Bounds) {
  const [range = '', stepText, ...slashes] = text.split('/');
  const [low = '', high, ...hyphens] = range.split('-');
  const star = low === '*' || low === '?';
  if (hyphens.length > 0 && !star) fail(`too many hyphens: ${text}`);
  const start = star ? bounds.min : parseValue(low, bounds);
  let end = star ? bounds.max : high === undefined ? start : parseValue(high, bounds);
  if (slashes.length > 0) fail(`too many slashes: ${text}`);
  const step = stepText === undefined ? 1 : parseWhole(stepText);
  // A start and a step alone go on to the end.
  if (stepText !== undefined && high === undefined) end = bounds.max;
  if (start < bounds.min) fail(`beginning of range (${start}) below minimum (${bounds.min}): ${text}`);
  if (end > bounds.max) fail(`end of range (${end}) above maximum (${bounds.max}): ${text}`);
  if (start > end) fail(`beginning of range (${start}) beyond end of range (${end}): ${text}`);
  if (step === 0) fail(`step of range should be a positive number: ${text}`);
  return { start, end, step, any: star && step <= 1 };
}

function parseValue(text: string, { names }: Bounds): number {
  const named = text === '' ? -1 : names.indexOf(text.toLowerCase());
  return named >= 0 ? named : parseWhole(text);
}

function parseWhole(text: string): number {
  if (!/^[+-]?[0-9]+$/.test(text)) {
    return fail(`failed to parse int from ${text}: strconv.Atoi: parsing ${JSON.stringify(text)}: invalid syntax`);
  }
  const value = Number(text);
  if (value < 0) fail(`negative number (${value}) not allowed: ${text}`);
  return value;
}

/** Of `@every 1h30m`: whole seconds, at least one. */
function everyMs(descriptor: string): number {
  const duration = parseGoDuration(descriptor.slice('@every '.length));
  if ('error' in duration) return fail(`failed to parse duration ${descriptor}: ${duration.error}`);
  return Math.max(1000, Number(duration.nanos / 1_000_000_000n) * 1000);
}
