/** grep: -i -v -n -c -o -q -w -x -E -F -A -B -C -e. */
import type { Command } from '../types.ts';
import { readAll } from './files.ts';
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
  const { texts, code } = readAll('grep', words, process);
  const expression = expressionOf(pattern, letters);
  let found = false;
  for (const { path, text } of texts) {
    const result = search(text, expression, { letters, before, after }, texts.length > 1 ? path : '');
    found ||= result.found;
    if (!letters.has('q')) process.stdout(result.out);
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

function search(
  text: string,
  expression: RegExp,
  options: Options,
  path: string,
): { readonly found: boolean; readonly out: string } {
  const { letters, before, after } = options;
  const lines = text === '' ? [] : (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
  const matches = lines.map((line) => line.search(expression) >= 0 !== letters.has('v'));
  const count = matches.filter(Boolean).length;
  const prefix = path === '' ? '' : `${path}:`;
  if (letters.has('c')) return { found: count > 0, out: `${prefix}${count}\n` };
  if (letters.has('l')) return { found: count > 0, out: count > 0 ? `${path || '(standard input)'}\n` : '' };
  let out = '';
  let shown = -1;
  for (const [index, line] of lines.entries()) {
    const near = matches.slice(Math.max(0, index - after), index + before + 1).includes(true);
    if (!near) continue;
    if ((before > 0 || after > 0) && shown >= 0 && index > shown + 1) out += '--\n';
    shown = index;
    const mark = matches[index] ? ':' : '-';
    const number = letters.has('n') ? `${index + 1}${mark}` : '';
    const pieces = letters.has('o') ? (line.match(expression) ?? []) : [line];
    for (const piece of pieces) out += `${path === '' ? '' : `${path}${mark}`}${number}${piece}\n`;
  }
  return { found: count > 0, out };
}
