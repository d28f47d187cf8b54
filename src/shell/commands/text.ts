/** Commands that turn text into text: head, tail, wc, sort, uniq, tr, cut. */
import type { Command, Process } from '../types.ts';
import { bare, openAll, readAll } from './files.ts';

function linesOf(text: string): readonly string[] {
  return text === '' ? [] : (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
}

function joined(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

/** `-n 3`, `-n3`, `-3`, `-k 2`: flags that take a value, and the words that are no flags. */
function readOptions(
  args: readonly string[],
  valued: string,
): { readonly flags: ReadonlyMap<string, string>; readonly words: readonly string[] } {
  const flags = new Map<string, string>();
  const words: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? '';
    if (/^-\d+$/.test(word) && valued.includes('n')) flags.set('n', word.slice(1));
    else if (word.startsWith('-') && word.length > 1) {
      const letter = word[1] ?? '';
      if (valued.includes(letter)) flags.set(letter, word.length > 2 ? word.slice(2) : (args[++at] ?? ''));
      else for (const each of word.slice(1)) flags.set(each, '');
    } else words.push(word);
  }
  return { flags, words };
}

function eachFile(
  name: string,
  words: readonly string[],
  process: Process,
  run: (lines: readonly string[]) => readonly string[],
): number {
  const { texts, code } = readAll(name, words, process);
  for (const { path, text } of texts) {
    if (texts.length > 1) process.stdout(`==> ${path} <==\n`);
    process.stdout(joined(run(linesOf(text))));
  }
  return code;
}

export const head: Command = async (args, process) => {
  const { flags, words } = readOptions(args, 'nc');
  const count = Number(flags.get('n') ?? '10');
  const { sources, code } = openAll('head', words, process);
  for (const { path, next } of sources) {
    if (sources.length > 1) process.stdout(`==> ${path} <==\n`);
    /** `-n -2`: all but the last two. */
    const held: string[] = [];
    for (let left = count; count < 0 || left > 0; left--) {
      const line = await next();
      if (line === undefined) break;
      held.push(line);
      if (held.length > Math.max(0, -count)) process.stdout(`${bare(held.shift() ?? '')}\n`);
    }
  }
  return code;
};

export const tail: Command = async (args, process) => {
  const { flags, words } = readOptions(args, 'nc');
  const count = flags.get('n') ?? '10';
  const from = (lines: readonly string[]): readonly string[] =>
    count.startsWith('+')
      ? lines.slice(Number(count) - 1)
      : Number(count) === 0
        ? []
        : lines.slice(-Math.abs(Number(count)));
  return eachFile('tail', words, process, from);
};

export const wc: Command = async (args, process) => {
  const { flags, words } = readOptions(args, '');
  const { texts, code } = readAll('wc', words, process);
  const wanted = ['l', 'w', 'c'].filter((letter) => flags.has(letter));
  const letters = wanted.length === 0 ? ['l', 'w', 'c'] : wanted;
  for (const { path, text } of texts) {
    const counts: Readonly<Record<string, number>> = {
      l: text.split('\n').length - 1,
      w: text.split(/\s+/).filter((word) => word !== '').length,
      c: [...text].length,
    };
    const numbers = letters.map((letter) => String(counts[letter] ?? 0).padStart(letters.length > 1 ? 7 : 0)).join(' ');
    process.stdout(`${numbers}${path === '-' ? '' : ` ${path}`}\n`);
  }
  return code;
};

export const sort: Command = async (args, process) => {
  const { flags, words } = readOptions(args, 'kt');
  const { texts, code } = readAll('sort', words, process);
  const key = /^(\d+)/.exec(flags.get('k') ?? '')?.[1];
  const separator = flags.get('t');
  const field = (line: string): string => {
    if (key === undefined) return line;
    const fields = separator === undefined ? line.trim().split(/\s+/) : line.split(separator);
    return fields.slice(Number(key) - 1).join(' ');
  };
  const numeric = flags.has('n') || (flags.get('k') ?? '').includes('n');
  const order = (a: string, b: string): number => {
    const [left, right] = [field(a), field(b)];
    const by = numeric
      ? (Number.parseFloat(left) || 0) - (Number.parseFloat(right) || 0)
      : left < right
        ? -1
        : left > right
          ? 1
          : 0;
    return by !== 0 ? by : a < b ? -1 : a > b ? 1 : 0;
  };
  let lines = texts.flatMap(({ text }) => linesOf(text)).toSorted(order);
  if (flags.has('r')) lines = lines.toReversed();
  process.stdout(joined(flags.has('u') ? [...new Set(lines)] : lines));
  return code;
};

export const uniq: Command = async (args, process) => {
  const { flags, words } = readOptions(args, '');
  const { texts, code } = readAll('uniq', words, process);
  const groups: { readonly line: string; count: number }[] = [];
  for (const line of texts.flatMap(({ text }) => linesOf(text))) {
    const last = groups.at(-1);
    if (last?.line === line) last.count += 1;
    else groups.push({ line, count: 1 });
  }
  const kept = groups.filter(({ count }) => (flags.has('d') ? count > 1 : flags.has('u') ? count === 1 : true));
  process.stdout(
    joined(kept.map(({ line, count }) => (flags.has('c') ? `${String(count).padStart(7)} ${line}` : line))),
  );
  return code;
};

export const tr: Command = async (args, process) => {
  const { flags, words } = readOptions(args, '');
  const [from = [], to = []] = words.map(charactersOf);
  let out = '';
  for (const char of process.stdin) {
    const at = from.indexOf(char);
    const next = at < 0 ? char : flags.has('d') ? '' : to.length > 0 ? (to[Math.min(at, to.length - 1)] ?? '') : char;
    if (flags.has('s') && at >= 0 && next !== '' && out.endsWith(next)) continue;
    out += next;
  }
  process.stdout(out);
  return 0;
};

function charactersOf(set: string): readonly string[] {
  const classes: Readonly<Record<string, string>> = { lower: 'a-z', upper: 'A-Z', digit: '0-9', space: ' \t\n' };
  const plain = set
    .replace(/\[:(\w+):\]/g, (whole, name: string) => classes[name] ?? whole)
    .replace(/\\([nt\\])/g, (_, code: string) => ({ n: '\n', t: '\t' })[code] ?? '\\');
  const expanded = plain.replace(/(.)-(.)/gs, (_, first: string, last: string) => {
    const [low, high] = [first.charCodeAt(0), last.charCodeAt(0)];
    return Array.from({ length: Math.max(0, high - low + 1) }, (_unused, index) =>
      String.fromCharCode(low + index),
    ).join('');
  });
  return [...expanded];
}

export const cut: Command = async (args, process) => {
  const { flags, words } = readOptions(args, 'dfc');
  const { sources, code } = openAll('cut', words, process);
  const wanted = rangesOf(flags.get('f') ?? flags.get('c') ?? '');
  const separator = flags.has('f') ? (flags.get('d') ?? '\t') : '';
  for (const { next } of sources) {
    for (let line = await next(); line !== undefined; line = await next()) {
      const fields = bare(line).split(separator);
      const kept = fields.filter((_, index) => wanted.some(([low, high]) => index + 1 >= low && index + 1 <= high));
      process.stdout(`${fields.length === 1 && flags.has('f') ? bare(line) : kept.join(separator)}\n`);
    }
  }
  return code;
};

function rangesOf(spec: string): readonly (readonly [number, number])[] {
  return spec.split(',').map((part) => {
    const [low = '', high] = part.split('-');
    return [Number(low || '1'), high === undefined ? Number(low) : high === '' ? Infinity : Number(high)];
  });
}
