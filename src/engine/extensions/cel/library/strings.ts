/** Texts: standard functions and cel-go's strings extension. Positions count code points. */
import { compileRegexp } from '../../../meta/regexp/index.ts';
import { CelError } from '../errors.ts';
import type { Library } from '../functions.ts';
import { asInt, asList, asText, elements, list, type Spend, type Value } from '../values.ts';
import { formatText } from './format-text.ts';

/** The pattern's matcher; what cannot be one is an error of the evaluation. */
export function regexpOf(pattern: string, text: string, spend: Spend) {
  spend((text.length / 10 + 1) * (pattern.length / 4 + 1));
  const compiled = compileRegexp(pattern);
  if ('error' in compiled) throw new CelError(compiled.error);
  return compiled;
}

/** Costs a tenth of its size. */
function charged(text: string, spend: Spend): string {
  spend(text.length / 10);
  return text;
}

function within(text: readonly string[], index: bigint): number {
  if (index < 0n || index > BigInt(text.length)) throw new CelError(`index out of range: ${index}`);
  return Number(index);
}

function indexOf(text: string, part: string, from: bigint): bigint {
  const points = [...text];
  const start = within(points, from);
  const before = points.slice(0, start).join('').length;
  const at = text.indexOf(part, before);
  return at < 0 ? -1n : BigInt([...text.slice(0, at)].length);
}

function lastIndexOf(text: string, part: string, from?: bigint): bigint {
  const points = [...text];
  const limit = from === undefined ? text.length : points.slice(0, within(points, from)).join('').length;
  const at = text.lastIndexOf(part, limit);
  return at < 0 ? -1n : BigInt([...text.slice(0, at)].length);
}

function substring(text: string, from: bigint, to?: bigint): string {
  const points = [...text];
  const start = within(points, from);
  const end = to === undefined ? points.length : within(points, to);
  if (start > end) throw new CelError(`invalid substring range. start: ${from}, end: ${end}`);
  return points.slice(start, end).join('');
}

function replace(text: string, part: string, by: string, times: bigint): string {
  const pieces = part === '' ? ['', ...text, ''] : text.split(part);
  const count = times < 0n ? pieces.length : Math.min(Number(times), pieces.length - 1);
  return pieces.reduce((all, piece, index) => all + (index <= count ? by : part) + piece);
}

function split(text: string, separator: string, limit: bigint): readonly string[] {
  if (limit === 0n) return [];
  const parts = separator === '' ? [...text] : text.split(separator);
  if (limit < 0n || BigInt(parts.length) <= limit) return parts;
  const kept = Number(limit) - 1;
  return [...parts.slice(0, kept), parts.slice(kept).join(separator)];
}

function join(parts: Value | undefined, separator: string, spend: Spend): string {
  let text = '';
  let first = true;
  for (const part of elements(asList(parts))) {
    text += first ? asText(part) : separator + asText(part);
    spend(1 + (asText(part).length + separator.length) / 10);
    first = false;
  }
  return text;
}

/** Costs a tenth of its size. */
function sized(run: (text: string, args: readonly Value[]) => Value): Library[number][1] {
  return (args, spend) => {
    const text = asText(args[0]);
    spend(text.length / 10);
    const result = run(text, args);
    if (typeof result === 'string') spend(result.length / 10);
    return result;
  };
}

const lowerAscii = (text: string): string => text.replace(/[A-Z]+/g, (part) => part.toLowerCase());
const upperAscii = (text: string): string => text.replace(/[a-z]+/g, (part) => part.toUpperCase());

export const strings: Library = [
  ['string -> contains(string): bool', sized((text, [, part]) => text.includes(asText(part)))],
  ['string -> startsWith(string): bool', sized((text, [, part]) => text.startsWith(asText(part)))],
  ['string -> endsWith(string): bool', sized((text, [, part]) => text.endsWith(asText(part)))],
  ['string -> matches(string): bool', ([a, b], spend) => regexpOf(asText(b), asText(a), spend).test(asText(a))],
  ['matches(string, string): bool', ([a, b], spend) => regexpOf(asText(b), asText(a), spend).test(asText(a))],
  [
    'string -> charAt(int): string',
    sized((text, [, at]) => {
      const points = [...text];
      return points[within(points, asInt(at))] ?? '';
    }),
  ],
  ['string -> indexOf(string): int', sized((text, [, part]) => indexOf(text, asText(part), 0n))],
  ['string -> indexOf(string, int): int', sized((text, [, part, at]) => indexOf(text, asText(part), asInt(at)))],
  ['string -> lastIndexOf(string): int', sized((text, [, part]) => lastIndexOf(text, asText(part)))],
  [
    'string -> lastIndexOf(string, int): int',
    sized((text, [, part, at]) => lastIndexOf(text, asText(part), asInt(at))),
  ],
  ['string -> lowerAscii(): string', sized((text) => lowerAscii(text))],
  ['string -> upperAscii(): string', sized((text) => upperAscii(text))],
  [
    'string -> replace(string, string): string',
    sized((text, [, part, by]) => replace(text, asText(part), asText(by), -1n)),
  ],
  [
    'string -> replace(string, string, int): string',
    sized((text, [, part, by, times]) => replace(text, asText(part), asText(by), asInt(times))),
  ],
  ['string -> split(string): list(string)', sized((text, [, by]) => list(split(text, asText(by), -1n)))],
  [
    'string -> split(string, int): list(string)',
    sized((text, [, by, limit]) => list(split(text, asText(by), asInt(limit)))),
  ],
  ['string -> substring(int): string', sized((text, [, from]) => substring(text, asInt(from)))],
  ['string -> substring(int, int): string', sized((text, [, from, to]) => substring(text, asInt(from), asInt(to)))],
  ['string -> trim(): string', sized((text) => text.trim())],
  ['string -> reverse(): string', sized((text) => [...text].reverse().join(''))],
  ['string -> format(list(dyn)): string', ([a, b], spend) => formatText(asText(a), asList(b), spend)],
  ['list(string) -> join(): string', ([a], spend) => join(a, '', spend)],
  ['list(string) -> join(string): string', ([a, by], spend) => join(a, asText(by), spend)],
  ['strings.quote(string): string', ([a], spend) => JSON.stringify(charged(asText(a), spend))],
  ['string -> find(string): string', ([a, b], spend) => regexpOf(asText(b), asText(a), spend).find(asText(a)) ?? ''],
  ['string -> findAll(string): list(string)', ([a, b], spend) => findAll(a, b, -1n, spend)],
  ['string -> findAll(string, int): list(string)', ([a, b, limit], spend) => findAll(a, b, asInt(limit), spend)],
];

function findAll(text: Value | undefined, pattern: Value | undefined, limit: bigint, spend: Spend): Value {
  const found = regexpOf(asText(pattern), asText(text), spend).findAll(asText(text));
  spend(found.length);
  return list(limit < 0n ? found : found.slice(0, Number(limit)));
}
