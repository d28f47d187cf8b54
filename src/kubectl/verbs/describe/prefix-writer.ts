/** The page describe writes on: lines indented by level, tabs aligned in blocks. */
import { type JsonObject, parseTime } from '../../../engine/index.ts';
import { objects, strings, text } from '../../json.ts';
import { alignTabs } from '../../printers/tab-writer.ts';

const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';
const LONGEST_ANNOTATION = 140;

export class PrefixWriter {
  /** Virtual time of the description: ages count from it. */
  readonly now: number;
  private done = '';
  private pending = '';

  constructor(now: number) {
    this.now = now;
  }

  /** A line at a level of indentation (two spaces each). */
  line(level: number, words: string): void {
    this.pending += `${'  '.repeat(level)}${words}\n`;
  }

  /** Text as it is. */
  raw(words: string): void {
    this.pending += words;
  }

  /** What follows is aligned by itself. */
  flush(): void {
    this.done += this.pending === '' ? '' : alignTabs(this.pending, { minWidth: 0, padding: 2 });
    this.pending = '';
  }

  /** With its tabs, as rollout history prints templates. */
  unaligned(): string {
    return this.pending;
  }

  text(): string {
    this.flush();
    return this.done;
  }

  /** `Labels:  a=b`, one a line. */
  labels(title: string, pairs: readonly (readonly [string, string])[], indent = ''): void {
    this.entries(
      title,
      pairs.map(([key, value]) => `${key}=${value}`),
      indent,
    );
  }

  /** A title and its entries, one a line; `<none>` without any. */
  entries(title: string, entries: readonly string[], indent = ''): void {
    if (entries.length === 0) return this.raw(`${indent}${title}:\t<none>\n`);
    entries.forEach((entry, index) => this.raw(`${index === 0 ? `${indent}${title}:` : ''}\t${entry}\n`));
  }

  /** Annotations, long ones shortened, the last applied configuration left out. */
  annotations(title: string, object: JsonObject, indent = ''): void {
    const pairs = strings(object, 'metadata', 'annotations').filter(([key]) => key !== LAST_APPLIED);
    if (pairs.length === 0) return this.raw(`${indent}${title}:\t<none>\n`);
    pairs.forEach(([key, raw], index) => {
      const start = `${index === 0 ? `${indent}${title}:` : ''}\t`;
      const value = raw.replace(/\n$/, '');
      if (value.length + key.length + 2 <= LONGEST_ANNOTATION && !value.includes('\n'))
        return this.raw(`${start}${key}: ${value}\n`);
      this.raw(`${start}${key}:\n`);
      for (const line of value.split('\n')) this.raw(`\t  ${shorten(line, LONGEST_ANNOTATION - 2)}\n`);
    });
  }
}

function shorten(value: string, most: number): string {
  return value.length > most ? `${value.slice(0, most - 3)}...` : value;
}

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** RFC 1123 with a numeric zone, in UTC: `Thu, 01 Jan 2026 00:00:05 +0000`. */
export function longTime(time: string): string {
  const timeMs = parseTime(time);
  if (timeMs === undefined) return 'Mon, 01 Jan 0001 00:00:00 +0000';
  const date = new Date(timeMs);
  const iso = date.toISOString();
  const day = DAYS[date.getUTCDay()] ?? '';
  return `${day}, ${iso.slice(8, 10)} ${MONTHS[date.getUTCMonth()] ?? ''} ${iso.slice(0, 4)} ${iso.slice(11, 19)} +0000`;
}

/** `Kind/name` of the owner that controls an object; '' without one. */
export function controllerName(object: JsonObject): string {
  const owner = objects(object, 'metadata', 'ownerReferences').find((each) => each['controller'] === true);
  return owner === undefined ? '' : `${text(owner, 'kind')}/${text(owner, 'name')}`;
}
