/** Small commands: echo, printf, sleep, date, seq, test, true, false, export, read. */
import type { Command } from '../types.ts';

export const yes: Command = async () => 0;
export const no: Command = async () => 1;

export const echo: Command = async (args, process) => {
  const flags = /^-[ne]+$/.test(args[0] ?? '') ? (args[0] ?? '') : '';
  const words = (flags === '' ? args : args.slice(1)).join(' ');
  process.stdout(`${flags.includes('e') ? escapes(words) : words}${flags.includes('n') ? '' : '\n'}`);
  return 0;
};

export const printf: Command = async (args, process) => {
  const [format = '', ...values] = args;
  const rest = [...values];
  do {
    process.stdout(
      escapes(format).replace(/%(-?\d*)([sd%])/g, (_, width: string, type: string) => {
        if (type === '%') return '%';
        const value = rest.shift() ?? (type === 'd' ? '0' : '');
        return width.startsWith('-') ? value.padEnd(Number(width.slice(1))) : value.padStart(Number(width || '0'));
      }),
    );
  } while (rest.length > 0 && /%-?\d*[sd]/.test(format));
  return 0;
};

function escapes(text: string): string {
  return text.replace(/\\([nt\\])/g, (_, code: string) => ({ n: '\n', t: '\t' })[code] ?? '\\');
}

/** Virtual time passes; Ctrl+C ends it. */
export const sleep: Command = async (args, process) => {
  const units: Readonly<Record<string, number>> = { '': 1000, ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
  let total = 0;
  for (const word of args) {
    const found = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)?$/.exec(word);
    if (found === null) {
      process.stderr(`sleep: invalid time interval '${word}'\n`);
      return 1;
    }
    total += Number(found[1]) * (units[found[2] ?? ''] ?? 0);
  }
  if (args.length === 0) {
    process.stderr('sleep: missing operand\n');
    return 1;
  }
  return new Promise((resolve) => {
    const forget = process.onInterrupt(() => resolve(130));
    void process.options.sleep(total).then(() => {
      forget();
      resolve(0);
    });
  });
};

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The virtual time, in UTC. */
export const date: Command = async (args, process) => {
  const now = new Date(process.options.now());
  const iso = now.toISOString();
  const [day, month] = [DAYS[now.getUTCDay()] ?? '', MONTHS[now.getUTCMonth()] ?? ''];
  const format = args.find((word) => word.startsWith('+'));
  if (args.includes('-Iseconds')) process.stdout(`${iso.slice(0, 19)}+00:00\n`);
  else if (format === undefined) {
    process.stdout(
      `${day} ${month} ${String(now.getUTCDate()).padStart(2)} ${iso.slice(11, 19)} UTC ${iso.slice(0, 4)}\n`,
    );
  } else {
    const fields: Readonly<Record<string, string>> = {
      Y: iso.slice(0, 4),
      m: iso.slice(5, 7),
      d: iso.slice(8, 10),
      H: iso.slice(11, 13),
      M: iso.slice(14, 16),
      S: iso.slice(17, 19),
      F: iso.slice(0, 10),
      T: iso.slice(11, 19),
      s: String(Math.floor(now.getTime() / 1000)),
      a: day,
      b: month,
      Z: 'UTC',
      '%': '%',
    };
    process.stdout(`${format.slice(1).replace(/%(.)/g, (whole, code: string) => fields[code] ?? whole)}\n`);
  }
  return 0;
};

export const seq: Command = async (args, process) => {
  const numbers = args.map(Number);
  if (numbers.length === 0 || numbers.length > 3 || numbers.some(Number.isNaN)) {
    process.stderr('Usage: seq [FIRST [INCREMENT]] LAST\n');
    return 1;
  }
  const last = numbers.at(-1) ?? 0;
  const first = numbers.length > 1 ? (numbers[0] ?? 1) : 1;
  const step = numbers.length > 2 ? (numbers[1] ?? 1) : 1;
  let out = '';
  for (let value = first; step > 0 ? value <= last : step < 0 && value >= last; value += step) out += `${value}\n`;
  process.stdout(out);
  return 0;
};

export const test: Command = async (args, process) => {
  const words = args.at(-1) === ']' ? args.slice(0, -1) : args;
  return Number(!holds(words, (path) => process.options.files.read(path) !== undefined));
};

function holds(words: readonly string[], exists: (path: string) => boolean): boolean {
  const [first = '', second, third] = words;
  if (first === '!') return !holds(words.slice(1), exists);
  if (words.length === 1) return first !== '';
  if (words.length === 2) {
    if (first === '-n') return second !== '';
    if (first === '-z') return second === '';
    return (first === '-f' || first === '-e') && exists(second ?? '');
  }
  const [left, right] = [Number(first), Number(third)];
  const tests: Readonly<Record<string, boolean>> = {
    '=': first === third,
    '==': first === third,
    '!=': first !== third,
    '-eq': left === right,
    '-ne': left !== right,
    '-lt': left < right,
    '-le': left <= right,
    '-gt': left > right,
    '-ge': left >= right,
  };
  return tests[second ?? ''] ?? false;
}

export const exportVariables: Command = async (args, process) => {
  for (const word of args) {
    const at = word.indexOf('=');
    if (at > 0) process.assign(word.slice(0, at), word.slice(at + 1));
  }
  return 0;
};

/** `read -r NAME…`: a line of standard input; the last name gets what is left of it. */
export const read: Command = async (args, process) => {
  const line = await process.line();
  const names = args.filter((word) => !word.startsWith('-'));
  let left = (line ?? '').replace(/\n$/, '').trim();
  for (const [index, name] of (names.length === 0 ? ['REPLY'] : names).entries()) {
    const end = index >= names.length - 1 ? -1 : left.search(/[ \t]/);
    process.assign(name, end < 0 ? left : left.slice(0, end));
    left = end < 0 ? '' : left.slice(end).trimStart();
  }
  return Number(line?.endsWith('\n') !== true);
};
