/** The small programs of a Unix image. */
import type { Process } from '../../../sdk/index.ts';

export interface ProgramResult {
  readonly code: number;
  /** How long it runs, milliseconds. */
  readonly waitMs: number;
  readonly output?: string;
  /** Written to standard error, whatever standard output goes to. */
  readonly error?: string;
}

type Program = (process: Process, args: readonly string[]) => ProgramResult;

/** As near to for ever as a program waits: `sleep infinity`, `tail -f`. */
const foreverMs = 1e12;

const ended = (code: number, output?: string): ProgramResult =>
  output === undefined ? { code, waitMs: 0 } : { code, waitMs: 0, output };

const programs: Readonly<Record<string, Program>> = {
  true: () => ended(0),
  ':': () => ended(0),
  false: () => ended(1),
  echo: (_process, args) => ended(0, echo(args)),
  printf: (_process, [format = '', ...values]) => ended(0, printf(format, values)),
  sleep: (_process, args) => sleep(args),
  date: ({ now }, args) => ended(0, date(now(), args)),
  hostname: ({ hostname }) => ended(0, hostname),
  env: ({ env }) =>
    ended(
      0,
      Object.entries(env)
        .map(([name, value]) => `${name}=${value}`)
        .join('\n'),
    ),
  cat({ files }, args) {
    const missing = args.find((path) => !files.has(path));
    if (missing !== undefined) return { ...ended(1), error: `cat: can't open '${missing}': No such file or directory` };
    return ended(
      0,
      args
        .map((path) => files.get(path) ?? '')
        .join('')
        .replace(/\n$/, ''),
    );
  },
  touch({ files }, args) {
    for (const path of args) if (!path.startsWith('-') && !files.has(path)) files.set(path, '');
    return ended(0);
  },
  rm({ files }, args) {
    const force = args.some((each) => /^-[a-z]*f/.test(each));
    const paths = args.filter((each) => !each.startsWith('-'));
    const missing = paths.find((path) => !files.has(path));
    for (const path of paths) files.delete(path);
    if (missing === undefined || force) return ended(0);
    return { ...ended(1), error: `rm: can't remove '${missing}': No such file or directory` };
  },
  mkdir: () => ended(0),
  ls({ files }, args) {
    const missing = args.find(
      (path) => !path.startsWith('-') && ![...files.keys()].some((file) => file.startsWith(path)),
    );
    if (missing !== undefined) return { ...ended(1), error: `ls: ${missing}: No such file or directory` };
    return ended(0, [...files.keys()].sort().join('\n'));
  },
  test: ({ files }, args) => ended(holds(files, args) ? 0 : 1),
  '[': ({ files }, args) => ended(holds(files, args.at(-1) === ']' ? args.slice(0, -1) : args) ? 0 : 1),
  tail: () => ({ code: 0, waitMs: foreverMs }),
  seq(_process, args) {
    const [first, last] = args.length > 1 ? [Number(args[0]), Number(args[1])] : [1, Number(args[0])];
    const numbers: number[] = [];
    for (let number = first; number <= last && numbers.length < 10_000; number += 1) numbers.push(number);
    return ended(0, numbers.join('\n'));
  },
};

/** Whether there is such a program, by name or by its path in /bin. */
export function isProgram(name: string): boolean {
  return Object.hasOwn(programs, baseName(name));
}

/** Runs it; asserts that there is one. */
export function runProgram(process: Process, [name = '', ...args]: readonly string[]): ProgramResult {
  const program = programs[baseName(name)];
  if (program === undefined) throw new Error(`no program ${name}`);
  return program(process, args);
}

function baseName(name: string): string {
  return name.replace(/^\/(usr\/)?s?bin\//, '');
}

function echo(args: readonly string[]): string {
  const options = args.findIndex((each) => !/^-[neE]+$/.test(each));
  const words = options < 0 ? [] : args.slice(options);
  const escapes = args.slice(0, options < 0 ? args.length : options).some((each) => each.includes('e'));
  const text = words.join(' ');
  return escapes ? unescaped(text) : text;
}

function unescaped(text: string): string {
  return text.replaceAll('\\n', '\n').replaceAll('\\t', '\t');
}

function printf(format: string, values: readonly string[]): string {
  let at = 0;
  const text = format.replace(/%[sd]/g, () => {
    at += 1;
    return values[at - 1] ?? '';
  });
  return unescaped(text).replace(/\n$/, '');
}

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86400 };

function sleep(args: readonly string[]): ProgramResult {
  let seconds = 0;
  for (const arg of args) {
    if (arg === 'infinity' || arg === 'inf') return { code: 0, waitMs: foreverMs };
    const match = /^(\d+(?:\.\d+)?)([smhd]?)$/.exec(arg);
    if (match === null) return { ...ended(1), error: `sleep: invalid number '${arg}'` };
    seconds += Number(match[1]) * (UNITS[match[2] ?? ''] ?? 1);
  }
  if (args.length === 0) return { ...ended(1), error: 'sleep: missing operand' };
  return { code: 0, waitMs: seconds * 1000 };
}

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function date(nowMs: number, args: readonly string[]): string {
  const time = new Date(nowMs);
  const iso = time.toISOString();
  const format = args.find((each) => each.startsWith('+'))?.slice(1);
  const clock = iso.slice(11, 19);
  if (format === undefined) {
    const day = String(time.getUTCDate()).padStart(2);
    return `${DAYS[time.getUTCDay()]} ${MONTHS[time.getUTCMonth()]} ${day} ${clock} UTC ${time.getUTCFullYear()}`;
  }
  const parts: Readonly<Record<string, string>> = {
    Y: iso.slice(0, 4),
    m: iso.slice(5, 7),
    d: iso.slice(8, 10),
    H: iso.slice(11, 13),
    M: iso.slice(14, 16),
    S: iso.slice(17, 19),
    F: iso.slice(0, 10),
    T: clock,
    s: String(Math.floor(nowMs / 1000)),
  };
  return format.replace(/%([a-zA-Z])/g, (whole, letter: string) => parts[letter] ?? whole);
}

function holds(files: ReadonlyMap<string, string>, args: readonly string[]): boolean {
  const [a = '', b, c = ''] = args;
  if (a === '!') return !holds(files, args.slice(1));
  if (args.length === 2) {
    if (a === '-f' || a === '-e' || a === '-s' || a === '-r') return files.has(b ?? '');
    if (a === '-d') return [...files.keys()].some((path) => path.startsWith(`${b}/`));
    if (a === '-z') return b === '';
    if (a === '-n') return b !== '';
  }
  switch (b) {
    case undefined:
      return a !== '';
    case '=':
    case '==':
      return a === c;
    case '!=':
      return a !== c;
    case '-eq':
      return Number(a) === Number(c);
    case '-ne':
      return Number(a) !== Number(c);
    case '-lt':
      return Number(a) < Number(c);
    case '-le':
      return Number(a) <= Number(c);
    case '-gt':
      return Number(a) > Number(c);
    case '-ge':
      return Number(a) >= Number(c);
    default:
      return false;
  }
}
