/** `"%s has %d".format([…])` (cel-go ext/strings, formatting). */
import { CelError, noSuchOverload } from '../errors.ts';
import { formatDuration, formatTimestamp } from '../time.ts';
import { elements, isCompound, type ListValue, type MapValue, type Spend, type Value } from '../values.ts';
import { formatDouble } from './conversions.ts';

const CLAUSE = /%(?:(%)|(?:\.(\d+))?([a-zA-Z]))/g;

/** The text with its clauses filled in, in order. */
export function formatText(text: string, args: ListValue, spend: Spend): string {
  spend(text.length / 10);
  let next = 0;
  const result = text.replace(CLAUSE, (_all, percent?: string, precision?: string, verb?: string) => {
    if (percent !== undefined) return '%';
    if (next >= args.size) throw new CelError(`index ${next} out of range`);
    const value = args.at(next);
    next += 1;
    const shown = clause(verb ?? '', precision === undefined ? undefined : Number(precision), value, spend);
    spend(shown.length / 10);
    return shown;
  });
  return result;
}

function clause(verb: string, precision: number | undefined, value: Value, spend: Spend): string {
  if ((precision ?? 0) > 100) throw new CelError('precision too large');
  switch (verb) {
    case 's':
      return shownValue(value, spend);
    case 'd':
      return typeof value === 'number' ? formatDouble(value) : whole(value).toString();
    case 'f':
      return numeric(value).toFixed(precision ?? 6);
    case 'e':
      return numeric(value)
        .toExponential(precision ?? 6)
        .replace(/e([+-])(\d)$/, 'e$10$2');
    case 'b':
      return typeof value === 'boolean' ? (value ? '1' : '0') : whole(value).toString(2);
    case 'o':
      return whole(value).toString(8);
    case 'x':
    case 'X': {
      const hex = typeof value === 'string' ? hexOf(value) : whole(value).toString(16);
      return verb === 'X' ? hex.toUpperCase() : hex;
    }
    default:
      throw new CelError(`could not parse formatting clause: unrecognized formatting clause "${verb}"`);
  }
}

function whole(value: Value): bigint {
  if (typeof value === 'bigint') return value;
  return isCompound(value) && value.kind === 'uint' ? value.value : noSuchOverload();
}

function numeric(value: Value): number {
  return typeof value === 'number' ? value : Number(whole(value));
}

const hexOf = (text: string): string =>
  Array.from(text, (char) => (char.codePointAt(0) ?? 0).toString(16).padStart(2, '0')).join('');

/** As `%s` shows it; texts within lists and maps aren't quoted. */
export function shownValue(value: Value, spend: Spend): string {
  spend(1);
  if (value === null) return 'null';
  if (typeof value === 'number') return formatDouble(value);
  if (typeof value !== 'object') return String(value);
  if (value instanceof Uint8Array) return String.fromCharCode(...value.slice(0, 10_000));
  switch (value.kind) {
    case 'uint':
      return String(value.value);
    case 'timestamp':
      return formatTimestamp(value.nanos);
    case 'duration':
      return formatDuration(value.nanos);
    case 'type':
      return value.name;
    case 'opaque':
      return value.text;
    case 'optional':
      return value.value === undefined ? 'optional.none()' : `optional(${shownValue(value.value, spend)})`;
    case 'list':
      return `[${Array.from(elements(value), (each) => shownValue(each, spend)).join(', ')}]`;
    case 'map':
      return `{${mapParts(value, spend).join(', ')}}`;
  }
}

function mapParts(map: MapValue, spend: Spend): readonly string[] {
  return Array.from(
    map.keys(),
    (key) => `${shownValue(key, spend)}: ${shownValue(map.get(key) ?? null, spend)}`,
  ).sort();
}
