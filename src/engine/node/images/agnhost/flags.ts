/** What agnhost's commands share: flags, durations, plain answers. */
import type { HttpAnswer } from '../../../sdk/index.ts';

/** `--name=value`, `--name value`; undefined where it isn't given. */
export function flag(args: readonly string[], name: string): string | undefined {
  const at = args.findIndex((each) => each.replace(/^--?/, '').split('=', 1)[0] === name && each.startsWith('-'));
  if (at < 0) return undefined;
  const word = args[at] ?? '';
  return word.includes('=') ? word.slice(word.indexOf('=') + 1) : args[at + 1];
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** `1m30s` in milliseconds; a number alone is seconds. */
export function milliseconds(duration: string): number {
  if (/^\d+(\.\d+)?$/.test(duration)) return Number(duration) * 1000;
  let sum = 0;
  for (const [, count, unit = ''] of duration.matchAll(/(\d+(?:\.\d+)?)(ms|[smh])/g))
    sum += Number(count) * (UNITS[unit] ?? 0);
  return sum;
}

/** 200 with a text. */
export function plain(body: string): HttpAnswer {
  return { code: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body };
}

/** Those of a query. */
export function parameters(query: string): ReadonlyMap<string, string> {
  const result = new Map<string, string>();
  for (const pair of query.split('&')) {
    const [name = '', value = ''] = pair.split('=', 2);
    if (name !== '') result.set(name, unescaped(value));
  }
  return result;
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
