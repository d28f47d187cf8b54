/** Command-line flags as pflag reads them: `--a=b`, `--a b`, `-ab`, `-n x`, `-nx`, `--`. */
import { parseGoDuration } from '../engine/index.ts';
import { CliError } from './errors.ts';

export interface Flag {
  readonly name: string;
  readonly short?: string;
  /** `list` splits at commas and adds up; `lines` adds up only. Durations are kept as text. */
  readonly type: 'string' | 'bool' | 'int' | 'duration' | 'list' | 'lines';
  readonly default?: string;
  /** The value when the flag stands alone; such a flag takes no separate word. Every bool has 'true'. */
  readonly alone?: string;
  /** What it may be, for completion; those that end in `=` go on. */
  readonly values?: readonly string[];
  readonly help: string;
}

/** What a command line said. Asking for a flag the command does not have is a bug. */
export interface Flags {
  string(name: string): string;
  bool(name: string): boolean;
  int(name: string): number;
  list(name: string): readonly string[];
  /** Milliseconds. */
  duration(name: string): number;
  /** Whether it was given. */
  changed(name: string): boolean;
  has(name: string): boolean;
}

/** Thrown for what pflag refuses; the caller adds where to read more. */
export class FlagError extends Error {}

/** Splits words into flags and the rest, in order. `dash` is how many of the rest stood before `--`, -1 without one. */
export function parseFlags(
  words: readonly string[],
  known: readonly Flag[],
): { readonly flags: Flags; readonly args: readonly string[]; readonly dash: number } {
  const byName = new Map(known.map((flag) => [flag.name, flag]));
  const byShort = new Map(known.filter((flag) => flag.short).map((flag) => [flag.short, flag]));
  const values = new Map<string, readonly string[]>();
  const args: string[] = [];
  let dash = -1;
  let at = 0;

  const set = (flag: Flag, value: string, asGiven: string): void => addValue(values, flag, value, asGiven);

  function long(word: string): void {
    const equals = word.indexOf('=');
    const name = word.slice(2, equals < 0 ? undefined : equals);
    const flag = byName.get(name);
    if (name === '' || name.startsWith('-') || equals === 2) throw new FlagError(`bad flag syntax: ${word}`);
    if (flag === undefined) throw new FlagError(`unknown flag: --${name}`);
    const asGiven = flag.short ? `-${flag.short}, --${name}` : `--${name}`;
    if (equals >= 0) return set(flag, word.slice(equals + 1), asGiven);
    const alone = aloneValue(flag);
    if (alone !== undefined) return set(flag, alone, asGiven);
    const next = words[at];
    if (next === undefined) throw new FlagError(`flag needs an argument: --${name}`);
    at += 1;
    set(flag, next, asGiven);
  }

  function shorts(word: string): void {
    let letters = word.slice(1);
    while (letters !== '') {
      const letter = letters.slice(0, 1);
      const flag = byShort.get(letter);
      if (flag === undefined) throw new FlagError(`unknown shorthand flag: '${letter}' in -${letters}`);
      const asGiven = `-${letter}, --${flag.name}`;
      if (letters.length > 2 && letters[1] === '=') return set(flag, letters.slice(2), asGiven);
      const alone = aloneValue(flag);
      if (alone !== undefined) {
        set(flag, alone, asGiven);
        letters = letters.slice(1);
        continue;
      }
      if (letters.length > 1) return set(flag, letters.slice(1), asGiven);
      const next = words[at];
      if (next === undefined) throw new FlagError(`flag needs an argument: '${letter}' in -${letters}`);
      at += 1;
      return set(flag, next, asGiven);
    }
  }

  while (at < words.length) {
    const word = words[at] ?? '';
    at += 1;
    if (word === '--') {
      dash = args.length;
      args.push(...words.slice(at));
      break;
    }
    if (word.startsWith('--')) long(word);
    else if (word.startsWith('-') && word.length > 1) shorts(word);
    else args.push(word);
  }
  return { flags: reader(byName, values), args, dash };
}

function addValue(values: Map<string, readonly string[]>, flag: Flag, value: string, asGiven: string): void {
  check(flag, value, asGiven);
  const before = values.get(flag.name) ?? [];
  if (flag.type === 'list') values.set(flag.name, [...before, ...value.split(',')]);
  else if (flag.type === 'lines') values.set(flag.name, [...before, value]);
  else values.set(flag.name, [value]);
}

/** What a flag means without a value of its own; undefined when it needs one. */
export function aloneValue(flag: Flag): string | undefined {
  return flag.alone ?? (flag.type === 'bool' ? 'true' : undefined);
}

function reader(known: ReadonlyMap<string, Flag>, values: ReadonlyMap<string, readonly string[]>): Flags {
  const one = (name: string): string => {
    const flag = known.get(name);
    if (flag === undefined) throw new Error(`the command has no flag --${name}`);
    return values.get(name)?.at(-1) ?? flag.default ?? '';
  };
  return {
    string: one,
    bool: (name) => TRUE.has(one(name)),
    int: (name) => Number(one(name) || '0'),
    duration(name) {
      const duration = parseGoDuration(one(name) || '0');
      return 'nanos' in duration ? Number(duration.nanos) / 1e6 : 0;
    },
    list(name) {
      const given = values.get(name);
      if (given !== undefined) return given;
      const fallback = one(name);
      return fallback === '' ? [] : fallback.split(',');
    },
    changed: (name) => values.has(name),
    has: (name) => known.has(name),
  };
}

const TRUE = new Set(['1', 't', 'T', 'true', 'TRUE', 'True']);
const FALSE = new Set(['0', 'f', 'F', 'false', 'FALSE', 'False']);

function check(flag: Flag, value: string, asGiven: string): void {
  const why = problem(flag, value);
  if (why !== undefined) throw new FlagError(`invalid argument "${value}" for "${asGiven}" flag: ${why}`);
}

function problem(flag: Flag, value: string): string | undefined {
  if (flag.type === 'bool' && !TRUE.has(value) && !FALSE.has(value)) {
    return `strconv.ParseBool: parsing "${value}": invalid syntax`;
  }
  if (flag.type === 'int' && !/^[+-]?\d+$/.test(value)) return `strconv.ParseInt: parsing "${value}": invalid syntax`;
  const duration = flag.type === 'duration' ? parseGoDuration(value) : undefined;
  return duration === undefined || 'nanos' in duration ? undefined : duration.error;
}

/** Refuses flags that exclude each other. */
export function exclusive(flags: Flags, message: string, ...names: readonly string[]): void {
  if (names.filter((name) => flags.changed(name)).length > 1) throw new CliError(message);
}
