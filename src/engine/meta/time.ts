/** Times as the API writes them. All take or give milliseconds since 1970 (UTC). */

/** The second formatted last: most requested times are "now". */
let lastSecond = Number.NaN;
let lastText = '';

/** metav1.Time: `2026-01-02T03:04:05Z`, whole seconds, cut not rounded. */
export function formatTime(timeMs: number): string {
  const second = Math.floor(timeMs / 1000);
  if (second !== lastSecond) {
    lastText = `${new Date(timeMs).toISOString().slice(0, 19)}Z`;
    lastSecond = second;
  }
  return lastText;
}

/** metav1.MicroTime: `2026-01-02T03:04:05.678000Z`. */
export function formatMicroTime(timeMs: number): string {
  return `${new Date(timeMs).toISOString().slice(0, 23)}000Z`;
}

const RFC3339 = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;

/** Times parsed lately, by their text: what happens together bears the same times. When it is full, it begins again. */
const parsed = new Map<string, number>();
const mostParsed = 500;

/** Milliseconds of an RFC 3339 time; undefined when it is none. */
export function parseTime(text: string): number | undefined {
  const before = parsed.get(text);
  if (before !== undefined) return before;
  if (!RFC3339.test(text)) return undefined;
  const timeMs = Date.parse(text);
  if (Number.isNaN(timeMs)) return undefined;
  if (parsed.size >= mostParsed) parsed.clear();
  parsed.set(text, timeMs);
  return timeMs;
}

/** Like parseTime, with 0 for an absent or broken time: for comparing. */
export function timeMsOf(text: string | undefined): number {
  return text === undefined ? 0 : (parseTime(text) ?? 0);
}

/** An age as kubectl prints it: 45s, 2m5s, 3h, 5d (apimachinery pkg/util/duration HumanDuration). */
export function humanDuration(durationMs: number): string {
  const seconds = Math.trunc(durationMs / 1000);
  if (seconds < -1) return '<invalid>';
  if (seconds < 120) return `${Math.max(0, seconds)}s`;
  const minutes = Math.trunc(seconds / 60);
  if (minutes < 10) return two(minutes, 'm', seconds % 60, 's');
  if (minutes < 180) return `${minutes}m`;
  const hours = Math.trunc(minutes / 60);
  if (hours < 8) return two(hours, 'h', minutes % 60, 'm');
  if (hours < 48) return `${hours}h`;
  const days = Math.trunc(hours / 24);
  if (hours < 192) return two(days, 'd', hours % 24, 'h');
  if (hours < 24 * 365 * 2) return `${days}d`;
  const years = Math.trunc(days / 365);
  return hours < 24 * 365 * 8 ? two(years, 'y', days % 365, 'd') : `${years}y`;
}

function two(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large}${largeUnit}` : `${large}${largeUnit}${small}${smallUnit}`;
}

/** The age of a time, `<unknown>` when it is absent. */
export function ageOf(time: string | undefined, nowMs: number): string {
  const timeMs = time === undefined ? undefined : parseTime(time);
  return timeMs === undefined ? '<unknown>' : humanDuration(nowMs - timeMs);
}

/** A time as Go prints it: `2026-01-01 00:00:00 +0000 UTC`. */
export function goTime(time: string): string {
  return time.replace('T', ' ').replace(/(?:(\.\d*?)0*)?Z$/, (_, fraction = '') => `${fraction === '.' ? '' : fraction} +0000 UTC`);
}
