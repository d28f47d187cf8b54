/**
 * What validation of a ConfigMap must find, tried by calls: drawn objects are given to the learner's function and to the engine's own, and
 * the first object that one lets through and the other doesn't is shown. The words of an error may differ; its field, type and value may not.
 */
import { base64ByteLength, byteLength, type ConfigMap } from 'converge/sdk';
import { engineParts, type FieldError, fieldErrorMessage, type Json, type Random } from '../../../engine/index.ts';
import type { Case, CaseFinding } from '../types.ts';
import type { RunCalls } from './calls.ts';

/** Objects of a universe. */
const maps = 30;
/** Those that are about size are large, and few will do. */
const largeMaps = 2;

const good = ['a', 'app.conf', 'LOG_LEVEL', 'log_level', 'a-b', '.hidden', 'constructor', '__proto__', 'k'.repeat(253)];
const bad = ['', 'a b', ' a', '.', '..', '..up', 'a/b', 'größe', 'k'.repeat(254), 'a:b'];
const mebibyte = 1024 * 1024;

type Drawn = { readonly map: ConfigMap; readonly old?: ConfigMap };

/** What is let through, and what is refused for which field. */
export const configMapCases: readonly Case[] = [
  { name: 'keys', judge: (run, random) => judgeMaps(run, random, maps, drawKeys) },
  { name: 'a map that was immutable', judge: (run, random) => judgeMaps(run, random, maps, drawChange) },
  { name: 'large maps', judge: (run, random) => judgeMaps(run, random, largeMaps, drawLarge) },
];

async function judgeMaps(run: RunCalls, random: Random, count: number, draw: (random: Random) => Drawn): Promise<CaseFinding | undefined> {
  const drawn = Array.from({ length: count }, () => draw(random));
  const calls = drawn.map(({ map, old }) => ({ name: 'validateConfigMap', values: old === undefined ? [asJson(map)] : [asJson(map), asJson(old)], atMs: 0 }));
  const { returned, problem } = await run(calls);
  const answers = drawn.map((_, index) => errorsOf(returned[index]));
  // Who never returns a second error stops at the first; who does has a rule too few.
  const stops = answers.every((errors) => errors === undefined || errors.length <= 1);
  for (const [index, each] of drawn.entries()) {
    const shown = wordsOf(each);
    const errors = answers[index];
    if (errors === undefined) return problem && { problem, seen: shown };
    const judged = judge(each, errors, stops);
    if (judged === undefined) continue;
    const { expected, missing, extra, ...finding } = judged;
    const should = expected.length === 0 ? 'none' : listOf(expected);
    const got = errors.length === 0 ? 'no errors' : listOf(errors);
    return { ...finding, seen: `${shown} Your code returned ${got}. Expected: ${should}.${differenceWords([...errors, ...expected].length > 2, missing, extra)}` };
  }
  return problem && { problem, seen: 'An object was validated.' };
}

/** Undefined: it returned no list. */
const errorsOf = (found: unknown): readonly FieldError[] | undefined =>
  Array.isArray(found) ? found.filter((error: unknown): error is FieldError => typeof error === 'object' && error !== null) : undefined;

/** In marks of code, so that those of an error’s own words go. */
const listOf = (errors: readonly FieldError[]): string => errors.map((error) => `\`${fieldErrorMessage(error).replaceAll('`', '')}\``).join(' and ');

/** Of several errors, those that differ: one needn't compare them. */
function differenceWords(isLong: boolean, missing: FieldError | undefined, extra: FieldError | undefined): string {
  if (!isLong) return '';
  return (missing === undefined ? '' : ` Missing: ${listOf([missing])}.`) + (extra === undefined ? '' : ` Not expected: ${listOf([extra])}.`);
}

const asJson = (map: ConfigMap): Json => JSON.parse(JSON.stringify(map));

function mapOf(fields: Pick<ConfigMap, 'data' | 'binaryData' | 'immutable'>): ConfigMap {
  const metadata = { name: 'settings', namespace: 'default', uid: 'u', resourceVersion: '7', creationTimestamp: '2026-01-01T00:00:00Z' };
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata, ...fields };
}

function drawKeys(random: Random): Drawn {
  const keysOf = (most: number): readonly string[] => Array.from({ length: random.int(most) }, () => random.pick(random.chance(0.75) ? good : bad));
  const data = keysOf(3);
  // Now and then the same key in both.
  const binary = random.chance(0.3) ? [...data.slice(0, 1), ...keysOf(2)] : keysOf(2);
  return {
    map: mapOf({
      ...(data.length === 0 ? {} : { data: entriesOf(data, random.pick(['on', ''])) }),
      ...(binary.length === 0 ? {} : { binaryData: entriesOf(binary, random.pick(['b24=', ''])) }),
    }),
    // An update is held against the same rules.
    ...(random.chance(0.3) && { old: mapOf({ data: { a: 'on' } }) }),
  };
}

const entriesOf = (keys: readonly string[], value: string): Record<string, string> => Object.fromEntries(keys.map((key) => [key, value]));

/** A map, and what became of it. */
function drawChange(random: Random): Drawn {
  const before = { a: '1', b: '2' };
  const old = mapOf({ data: before, ...(random.chance(0.5) ? { binaryData: { c: 'b24=' } } : {}), ...random.pick([{ immutable: true }, { immutable: true }, { immutable: false }, {}]) });
  const { metadata } = old;
  const labelled = { ...old, metadata: { ...metadata, labels: { team: 'a' } } };
  const { immutable: _, ...without } = old;
  const changes: readonly ConfigMap[] = [
    labelled,
    { ...old, data: { b: '2', a: '1' } },
    { ...old, data: { ...before, a: random.pick(['9', '1\n']) } },
    { ...old, data: { a: '1' } },
    { ...old, data: { ...before, extra: '3' } },
    { ...old, binaryData: { c: random.pick(['bmV3', 'b2Y=']) } },
    { ...old, immutable: false },
    { ...old, immutable: true },
    { ...old, immutable: true, data: { ...before, a: '9' } },
    without,
    { ...without, data: { ...before, 'a b': '1' } },
    { ...old, data: { ...before, 'a b': '1' } },
  ];
  return { map: random.pick(changes), old };
}

/** At the limit, or a byte beyond. */
function drawLarge(random: Random): Drawn {
  const bytes = mebibyte + random.pick([0, 1]);
  const [letter, base64] = [random.pick(['a', 'ü', '€']), random.chance(0.5)];
  // Bytes that are no text, and a last group that isn’t full.
  const binary = base64 ? '////'.repeat(999) + random.pick(['////', '//8=', '/w==']) : '';
  const inBinary = base64ByteLength(binary);
  const wide = letter.repeat(Math.floor((bytes - inBinary) / byteLength(letter) / random.pick([1, 2])));
  const rest = bytes - inBinary - byteLength(wide);
  // A key that stands in both counts twice.
  const key = random.chance(0.3) ? 'plain' : 'raw';
  const map = mapOf({ data: { wide, plain: 'x'.repeat(rest) }, ...(base64 ? { binaryData: { [key]: binary } } : {}) });
  // What was there before may have been small enough, whichever of the two has grown.
  return random.chance(0.5) ? { map } : { map, old: mapOf({ data: base64 && random.chance(0.5) ? { ...map.data } : { wide } }) };
}

type Kind = Required<Omit<Extract<CaseFinding, { cause: string }>, 'seen'>>;

/** The first error that only one of the two has. */
type Judged = Kind & { readonly expected: readonly FieldError[]; readonly missing: FieldError | undefined; readonly extra: FieldError | undefined };

const same = (one: FieldError, other: FieldError): boolean =>
  one.field === other.field && one.type === other.type && (one.type !== 'Invalid' || one.value === other.value);

/** One error for each key of an immutable map that has changed says as much as one for the whole field. */
function wholeField(error: FieldError, { map, old }: Drawn): FieldError {
  const place = error.type === 'Forbidden' ? placeOf(error) : undefined;
  if (place === undefined) return error;
  const { field, key } = place;
  return map[field]?.[key] === old?.[field]?.[key] ? error : { ...error, field };
}

function judge(drawn: Drawn, found: readonly FieldError[], stops: boolean): Judged | undefined {
  const expected = engineParts.validateConfigMap(drawn.map, drawn.old);
  const errors = found.map((error) => wholeField(error, drawn));
  const missing = expected.find((error) => !errors.some((each) => same(each, error)));
  const extra = errors.find((error) => !expected.some((each) => same(each, error)));
  if (missing === undefined && extra === undefined) {
    const again = found.find((error, index) => found.some((each, before) => before < index && same(each, error) && each.detail === error.detail));
    return again && { expected, missing, extra: again, ...saidTwice };
  }
  if (missing === undefined && extra !== undefined && isOfNoKey(extra, drawn.map)) return { expected, missing, extra, ...fromElsewhere };
  return { expected, missing, extra, ...kindOf(missing, extra, errors.length === 0 ? 'nothing' : stops ? 'one at most' : 'several') };
}

const saidTwice: Kind = { cause: 'said the same twice', glyph: 'restless', question: 'A user reads each line of the answer as a mistake of its own. Which of your loops finds this one again?' };

/** The error is about a key that this map doesn’t have. */
function isOfNoKey(error: FieldError, map: ConfigMap): boolean {
  const place = error.type === 'Invalid' ? placeOf(error) : undefined;
  return place !== undefined && !Object.hasOwn(map[place.field] ?? {}, place.key);
}

/** Of an error about one key: `data[a]`. */
function placeOf({ field: path }: FieldError): { readonly field: 'data' | 'binaryData'; readonly key: string } | undefined {
  const [, field, key = ''] = /^(data|binaryData)\[(.*)\]$/s.exec(path) ?? [];
  return field === 'data' || field === 'binaryData' ? { field, key } : undefined;
}

const fromElsewhere: Kind = { cause: 'refused what is right', glyph: 'threw', question: 'This map has no such key there. From which call of your function is the error, and where does your code keep what it has found?' };

/** `found`: how much the code has found in this object. */
function kindOf(missing: FieldError | undefined, extra: FieldError | undefined, found: 'nothing' | 'one at most' | 'several'): Kind {
  if (missing === undefined) {
    if (extra?.type === 'TooLong')
      return { cause: 'miscounted the bytes', glyph: 'restless', question: 'These values have no more than `mostBytes` bytes. What does your code count, and what does it make of the limit itself?' };
    return { cause: 'refused what is right', glyph: 'threw', question: 'Nothing is wrong with this field. Which of your conditions holds for it all the same?' };
  }
  if (extra?.type === missing.type && extra.field === missing.field)
    return { cause: 'showed another value', glyph: 'threw', question: 'By which value would the user find the mistake? It is the second argument of `invalidValue`.' };
  if (extra?.type === missing.type)
    return { cause: 'named another field', glyph: 'threw', question: 'Where would the user look for the mistake? The field names that place, with its key.' };
  if (extra !== undefined && extra.field === missing.field && missing.type !== 'TooLong')
    return { cause: 'used another type of error', glyph: 'threw', question: 'The type says what is wrong: a value that isn’t valid, or a change that is forbidden. Which of the functions that the start imports makes which type?' };
  if (missing.type === 'TooLong')
    return { cause: 'miscounted the bytes', glyph: 'too-many', question: found === 'several' ? sizeBeside : 'How many bytes do all values have together, and what does your code count?' };
  if (found === 'one at most')
    return { cause: 'stopped at the first error', glyph: 'too-few', question: 'A user wants to hear everything that is wrong at once. What does your code still check after it has found something?' };
  if (missing.type === 'Forbidden')
    return { cause: 'let an immutable map change', glyph: 'too-few', question: 'What does `old` say, and which fields may differ from it?' };
  if (missing.detail.startsWith('duplicate'))
    return { cause: 'let a key stand in both', glyph: 'too-few', question: 'Which of the two fields has the user to change? Neither is the wrong one: which errors does your code return for a key that both have?' };
  return { cause: 'let a wrong key through', glyph: 'too-few', question: 'Which keys has this object, in which of its two fields, and which of them does your code look at?' };
}

const sizeBeside = 'Other errors don’t change the size, and a key that stands in both has two values. What does your code count, and when does it count?';

/** The object without its metadata, and cut where it is long. */
function wordsOf({ map, old }: Drawn): string {
  const text = ({ data, binaryData, immutable }: ConfigMap): string =>
    `\`${JSON.stringify({ data, binaryData, immutable }, (_, value: unknown) => (typeof value === 'string' && value.length > 40 ? `${value.slice(0, 8)}… (${value.length} characters)` : value))}\``;
  return old === undefined ? `Given: ${text(map)}.` : `Given: ${text(map)}. Before, it was ${text(old)}.`;
}
