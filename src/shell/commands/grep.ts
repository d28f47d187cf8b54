/** grep: -i -v -n -c -o -q -w -x -E -F -A -B -C -e. */
import type { Command } from '../types.ts';
import { bare, type Lines, openAll } from './files.ts';
import { compile, literal } from './pattern.ts';

interface Options {
  readonly letters: ReadonlySet<string>;
  readonly before: number;
  readonly after: number;
}

export const grep: Command = async (args, process) => {
  const letters = new Set<string>();
  const words: string[] = [];
  let [before, after] = [0, 0];
  let pattern: string | undefined;
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? '';
    const context = /^-([ABC])(\d*)$/.exec(word);
    if (context !== null) {
      const count = Number(context[2] || args[++at]);
      if (context[1] !== 'A') before = count;
      if (context[1] !== 'B') after = count;
    } else if (word === '-e') pattern = args[++at] ?? '';
    else if (word.startsWith('--'))
      letters.add({ '--invert-match': 'v', '--ignore-case': 'i', '--count': 'c' }[word] ?? '');
    else if (/^-[a-zA-Z]+$/.test(word)) for (const letter of word.slice(1)) letters.add(letter);
    else words.push(word);
  }
  pattern ??= words.shift();
  if (pattern === undefined) {
    process.stderr('Usage: grep [OPTION]... PATTERNS [FILE]...\n');
    return 2;
  }
  const { sources, code } = openAll('grep', words, process);
  const expression = expressionOf(pattern, letters);
  const print = letters.has('q') ? () => undefined : (text: string) => process.stdout(text);
  let found = false;
  for (const source of sources) {
    const path = sources.length > 1 ? source.path : '';
    if (await search({ ...source, path }, expression, { letters, before, after }, print)) found = true;
    if (found && letters.has('q')) break;
  }
  return code === 0 ? Number(!found) : 2;
};

function expressionOf(pattern: string, letters: ReadonlySet<string>): RegExp {
  const source = letters.has('F') ? literal(pattern) : pattern;
  const extended = letters.has('E') || letters.has('F') || letters.has('P');
  const inner = compile(source, { extended, flags: '' }).source;
  const whole = letters.has('x') ? `^(?:${inner})$` : letters.has('w') ? `\\b(?:${inner})\\b` : inner;
  return new RegExp(whole, letters.has('i') ? 'gi' : 'g');
}

/** Prints what is found as it comes; whether anything was. */
async function search(
  { path, next }: Lines,
  expression: RegExp,
  { letters, before, after }: Options,
  print: (text: string) => void,
): Promise<boolean> {
  const silent = letters.has('c') || letters.has('l');
  const start = (mark: string, number: number): string =>
    (path === '' ? '' : `${path}${mark}`) + (letters.has('n') ? `${number}${mark}` : '');
  let [count, number, shown, due] = [0, 0, 0, 0];
  /** Lines that come before one that is found. */
  let held: string[] = [];
  const show = (line: string, mark: string, at: number): void => {
    if ((before > 0 || after > 0) && shown > 0 && at > shown + 1) print('--\n');
    shown = at;
    for (const piece of letters.has('o') ? (line.match(expression) ?? []) : [line]) print(`${start(mark, at)}${piece}\n`);
  };
  for (let read = await next(); read !== undefined; read = await next()) {
    const line = bare(read);
    number += 1;
    if (line.search(expression) >= 0 !== letters.has('v')) {
      count += 1;
      if (letters.has('q') || letters.has('l')) break;
      if (silent) continue;
      for (const [index, each] of held.entries()) show(each, '-', number - held.length + index);
      held = [];
      show(line, ':', number);
      due = after;
    } else if (!silent && due > 0) {
      due -= 1;
      show(line, '-', number);
    } else if (before > 0) held = [...held, line].slice(-before);
  }
  if (letters.has('c')) print(`${path === '' ? '' : `${path}:`}${count}\n`);
  else if (letters.has('l') && count > 0) print(`${path || '(standard input)'}\n`);
  return count > 0;
}
