/** sed: `s///`, `d`, `p`, `a`, `i`, `c` with addresses, -n, -i, -e, -E. */
import type { Command } from '../types.ts';
import { bare, type Lines, openAll, pathOf } from './files.ts';
import { compile } from './pattern.ts';

type Address = { readonly line: number } | { readonly last: true } | { readonly match: RegExp };

interface Step {
  readonly from?: Address;
  readonly to?: Address;
  readonly negated: boolean;
  readonly run:
    | { readonly type: 's'; readonly find: RegExp; readonly put: string; readonly nth: number; readonly print: boolean }
    | { readonly type: 'd' | 'p' | 'q' }
    | { readonly type: 'a' | 'i' | 'c'; readonly text: string };
}

export const sed: Command = async (args, process) => {
  const scripts: string[] = [];
  const files: string[] = [];
  let [quiet, inPlace, extended] = [false, false, false];
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? '';
    if (word === '-e') scripts.push(args[++at] ?? '');
    else if (/^-[nEri]+$/.test(word) || word === '-i.bak' || word === '--in-place') {
      quiet ||= word.includes('n') && !word.startsWith('--');
      inPlace ||= word.includes('i');
      extended ||= /[Er]/.test(word) && !word.startsWith('--');
    } else files.push(word);
  }
  if (scripts.length === 0) {
    const script = files.shift();
    if (script === undefined) {
      process.stderr("Usage: sed [-n] [-E] [-i] 's/old/new/g' [file]...\n");
      return 1;
    }
    scripts.push(script);
  }
  let steps: readonly Step[];
  try {
    steps = parseScript(scripts.join('\n'), extended);
  } catch (error) {
    process.stderr(`sed: -e expression #1: ${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
  const { sources, code } = openAll('sed', files, process);
  for (const source of sources) {
    if (!inPlace || source.path === '-') {
      await edit(source, steps, quiet, (text) => process.stdout(text));
      continue;
    }
    let result = '';
    await edit(source, steps, quiet, (text) => {
      result += text;
    });
    process.options.files.write(pathOf(source.path), result);
  }
  return code;
};

function parseScript(script: string, extended: boolean): readonly Step[] {
  const steps: Step[] = [];
  let rest = script.trim();
  while (rest !== '') {
    const { step, left } = parseStep(rest, extended);
    steps.push(step);
    rest = left.replace(/^[\s;]+/, '');
  }
  return steps;
}

function parseStep(text: string, extended: boolean): { readonly step: Step; readonly left: string } {
  const first = address(text, extended);
  let rest = first.left;
  let to: Address | undefined;
  if (first.address && rest.startsWith(',')) {
    const second = address(rest.slice(1), extended);
    to = second.address;
    rest = second.left;
  }
  const negated = rest.startsWith('!');
  if (negated) rest = rest.slice(1);
  rest = rest.trimStart();
  const range = { ...(first.address ? { from: first.address } : {}), ...(to ? { to } : {}), negated };
  const letter = rest[0] ?? '';
  if (letter === 's') {
    const { run, left } = substitution(rest, extended);
    return { step: { ...range, run }, left };
  }
  if (letter === 'd' || letter === 'p' || letter === 'q')
    return { step: { ...range, run: { type: letter } }, left: rest.slice(1) };
  if (letter === 'a' || letter === 'i' || letter === 'c') {
    const body = /^.\s*\\?\n?([^\n]*)/.exec(rest);
    return {
      step: { ...range, run: { type: letter, text: body?.[1] ?? '' } },
      left: rest.slice(body?.[0].length ?? 1),
    };
  }
  throw new SyntaxError(letter === '' ? 'missing command' : `unknown command: \`${letter}'`);
}

function address(text: string, extended: boolean): { readonly address?: Address; readonly left: string } {
  const digits = /^\d+/.exec(text)?.[0];
  if (digits !== undefined) return { address: { line: Number(digits) }, left: text.slice(digits.length) };
  if (text.startsWith('$')) return { address: { last: true }, left: text.slice(1) };
  if (!text.startsWith('/')) return { left: text };
  const end = delimiter(text, 1, '/');
  return { address: { match: compile(text.slice(1, end), { extended, flags: '' }) }, left: text.slice(end + 1) };
}

function delimiter(text: string, from: number, mark: string): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === mark) return at;
  }
  throw new SyntaxError("unterminated `s' command");
}

function substitution(text: string, extended: boolean): { readonly run: Step['run']; readonly left: string } {
  const mark = text[1] ?? '/';
  const middle = delimiter(text, 2, mark);
  const end = delimiter(text, middle + 1, mark);
  const flags = /^[gIip\d]*/.exec(text.slice(end + 1))?.[0] ?? '';
  const plain = (part: string): string =>
    mark === '/' ? part.replaceAll('\\/', '/') : part.replaceAll(`\\${mark}`, mark);
  const find = compile(plain(text.slice(2, middle)), { extended, flags: /i/i.test(flags) ? 'gi' : 'g' });
  const nth = flags.includes('g') ? 0 : Number(/\d+/.exec(flags)?.[0] ?? '1');
  const run = { type: 's', find, put: plain(text.slice(middle + 1, end)), nth, print: flags.includes('p') } as const;
  return { run, left: text.slice(end + 1 + flags.length) };
}

/** Line by line, as they come: only a step that asks for the last line has to wait for the one behind. */
async function edit(
  { next }: Lines,
  steps: readonly Step[],
  quiet: boolean,
  print: (text: string) => void,
): Promise<void> {
  const looksAhead = steps.some(({ from, to }) => [from, to].some((each) => each !== undefined && 'last' in each));
  const active = new Set<Step>();
  let number = 0;
  let ahead: string | undefined;
  for (let read = await next(); read !== undefined; read = ahead ?? (await next())) {
    number += 1;
    ahead = looksAhead ? await next() : undefined;
    const { out, quit } = editLine(bare(read), steps, quiet, (step, line) =>
      applies(step, line, number, looksAhead && ahead === undefined, active),
    );
    print(read.endsWith('\n') ? out : out.replace(/\n$/, ''));
    if (quit) return;
    if (looksAhead && ahead === undefined) return;
  }
}

function editLine(
  source: string,
  steps: readonly Step[],
  quiet: boolean,
  isFor: (step: Step, line: string) => boolean,
): { readonly out: string; readonly quit: boolean } {
  let line = source;
  let [deleted, quit] = [false, false];
  let [out, after] = ['', ''];
  for (const step of steps) {
    if (isFor(step, line) === step.negated) continue;
    const { run } = step;
    if (run.type === 's') {
      const changed = substitute(line, run.find, run.put, run.nth);
      if (changed !== line && run.print) out += `${changed}\n`;
      line = changed;
    } else if (run.type === 'p') out += `${line}\n`;
    else if (run.type === 'a') after += `${run.text}\n`;
    else if (run.type === 'i') out += `${run.text}\n`;
    else if (run.type === 'q') quit = true;
    else {
      if (run.type === 'c') out += `${run.text}\n`;
      deleted = true;
      break;
    }
  }
  if (!deleted && !quiet) out += `${line}\n`;
  return { out: out + after, quit };
}

function applies(step: Step, line: string, number: number, last: boolean, active: Set<Step>): boolean {
  const { from, to } = step;
  if (from === undefined) return true;
  if (to === undefined) return hits(from, line, number, last);
  if (active.has(step)) {
    if (hits(to, line, number, last) || ('line' in to && number >= to.line)) active.delete(step);
    return true;
  }
  if (!hits(from, line, number, last)) return false;
  if (!('line' in to) || to.line > number) active.add(step);
  return true;
}

function hits(address: Address, line: string, number: number, last: boolean): boolean {
  if ('line' in address) return address.line === number;
  if ('last' in address) return last;
  return address.match.test(line);
}

function substitute(line: string, find: RegExp, put: string, nth: number): string {
  let count = 0;
  return line.replace(find, (whole: string, ...groups: unknown[]) => {
    count += 1;
    if (nth > 0 && count !== nth) return whole;
    return put.replace(/\\(\d|n|t|&|\\)|&/g, (token, code: string | undefined) => {
      if (code === undefined) return whole;
      if (/\d/.test(code)) return code === '0' ? whole : String(groups[Number(code) - 1] ?? '');
      return code === 'n' ? '\n' : code === 't' ? '\t' : token.slice(1);
    });
  });
}
