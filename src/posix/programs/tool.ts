/** What a small program is given. */

import { absolutePath, type Input, type Output } from '../../engine/index.ts';
import type { Host } from '../host.ts';
import type { Shell } from '../shell.ts';
import { readAll, readChunks, type Steps } from '../task.ts';

export interface Tool {
  readonly name: string;
  /** Bytes as text, like all that it reads and writes. */
  readonly args: readonly string[];
  readonly host: Host;
  readonly input: Input;
  readonly output: Output;
  readonly error: Output;
  readonly cwd: string;
  readonly environment: () => ReadonlyMap<string, string>;
  readonly shell: Shell;
}

/** Ends with its exit code. */
export type Program = (tool: Tool) => Steps | number;

/** Runs it, whether it waits for something or not. */
export function* runTool(program: Program, tool: Tool): Steps {
  const result = program(tool);
  return typeof result === 'number' ? result : yield* result;
}

export interface Options {
  /** Letters and long names that were given, with their values. */
  readonly given: ReadonlyMap<string, string>;
  readonly words: readonly string[];
  has(letter: string): boolean;
}

/** Flags as getopt reads them: `withValue` lists those that take one (`n:` letters, `name` words). */
export function options(args: readonly string[], withValue: readonly string[] = []): Options {
  const given = new Map<string, string>();
  const words: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? '';
    if (arg === '--') {
      words.push(...args.slice(at + 1));
      break;
    }
    if (arg.startsWith('--')) {
      const [name = '', ...value] = arg.slice(2).split('=');
      if (value.length > 0) given.set(name, value.join('='));
      else if (withValue.includes(name)) {
        at += 1;
        given.set(name, args[at] ?? '');
      } else given.set(name, '');
    } else if (arg.startsWith('-') && arg !== '-') {
      for (let index = 1; index < arg.length; index += 1) {
        const letter = arg[index] ?? '';
        if (!withValue.includes(letter)) {
          given.set(letter, '');
          continue;
        }
        const attached = arg.slice(index + 1);
        if (attached === '') at += 1;
        given.set(letter, attached === '' ? (args[at] ?? '') : attached);
        break;
      }
    } else words.push(arg);
  }
  return { given, words, has: (letter) => given.has(letter) };
}

export function pathOf({ cwd }: Tool, word: string): string {
  return absolutePath(word, cwd);
}

/** The content of a file, or why there is none. */
export function contentOf(tool: Tool, word: string): { readonly text: string } | { readonly problem: string } {
  const path = pathOf(tool, word);
  if (path === '/dev/null') return { text: '' };
  const text = tool.host.files.read(path);
  if (text !== undefined) return { text };
  const folder = tool.host.files.stat(path)?.folder === true;
  return { problem: folder ? 'Is a directory' : 'No such file or directory' };
}

export interface Inputs {
  /** What was read, by the name it was asked for; standard input is `-`. */
  readonly texts: readonly { readonly name: string; readonly text: string }[];
  readonly failed: boolean;
}

/** All that a program reads: the files named, or standard input where there are none. */
export function* readInputs(tool: Tool, names: readonly string[]): Steps<Inputs> {
  const texts: { name: string; text: string }[] = [];
  let failed = false;
  for (const name of names.length === 0 ? ['-'] : names) {
    if (name === '-' || name === '/dev/stdin') {
      texts.push({ name: '-', text: yield* readAll(tool.input) });
      continue;
    }
    const content = contentOf(tool, name);
    if ('text' in content) texts.push({ name, text: content.text });
    else {
      failed = true;
      const words = content.problem === 'Is a directory' ? `read error: ${content.problem}` : undefined;
      tool.error.write(`${tool.name}: ${words ?? `${name}: ${content.problem}`}\n`);
    }
  }
  return { texts, failed };
}

/** Each line as it comes, without its end; ends early when `visit` says true. */
export function* eachLine(
  tool: Tool,
  names: readonly string[],
  visit: (line: string, name: string) => boolean | void,
): Steps<boolean> {
  if (names.length > 0 && !(names.length === 1 && names[0] === '-')) {
    const { texts, failed } = yield* readInputs(tool, names);
    for (const { text, name } of texts)
      for (const line of linesOf(text)) if (visit(line, name) === true) return !failed;
    return !failed;
  }
  let rest = '';
  let stopped = false;
  yield* readChunks(tool.input, (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (stopped || tool.output.broken || visit(line, '-') === true) {
        stopped = true;
        return true;
      }
    }
    return tool.output.broken;
  });
  if (rest !== '' && !stopped) visit(rest, '-');
  return true;
}

/** Without the empty one behind the last line's end. */
export function linesOf(text: string): string[] {
  if (text === '') return [];
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
}
