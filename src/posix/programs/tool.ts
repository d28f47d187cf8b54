/** What a small program is given. */

import { absolutePath, type Input, type Output } from '../../engine/index.ts';
import type { Host } from '../host.ts';
import { failureOf, isOutOfSteps, ShellFailure } from '../limits.ts';
import type { Expressions } from '../regexp/index.ts';
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
  /** Compiles what a user gives to be matched. */
  readonly expressions: Expressions;
  readonly programs: Programs;
}

/** The programs of a host, for those that look one up or start one: `which`, `env`, `xargs`. */
export interface Programs {
  /** Whether there is a small program of this name. */
  has(host: Host, name: string): boolean;
  /** Whether `run` finds it: a small program, a shell or one of the image's own. */
  canRun(host: Host, name: string): boolean;
  /** Ends with its exit code. */
  run(shell: Shell, argv: readonly string[], assigned: ReadonlyMap<string, string>): Steps;
}

/** Ends with its exit code. */
export type Program = (tool: Tool) => Steps | number;

/** Runs it, whether it waits for something or not; ends it where it goes too far. */
export function* runTool(program: Program, tool: Tool): Steps {
  try {
    const result = program(tool);
    return typeof result === 'number' ? result : yield* result;
  } catch (error) {
    const failure = error instanceof ShellFailure ? undefined : failureOf(error);
    if (failure === undefined) throw error;
    tool.error.write(`${tool.name}: ${failure.message}\n`);
    return failure.code;
  }
}

export interface Options {
  /** Letters and long names that were given, with their values. */
  readonly given: ReadonlyMap<string, string>;
  /** Every value of an option that was given several times. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  readonly words: readonly string[];
  has(letter: string): boolean;
}

/** Flags as getopt reads them: `withValue` lists those that take one (`n:` letters, `name` words). */
export function options(args: readonly string[], withValue: readonly string[] = []): Options {
  const values = new Map<string, string[]>();
  const words: string[] = [];
  const give = (name: string, value: string) => void values.set(name, [...(values.get(name) ?? []), value]);
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? '';
    if (arg === '--') {
      words.push(...args.slice(at + 1));
      break;
    }
    if (arg.startsWith('--')) {
      const equals = arg.indexOf('=');
      const name = arg.slice(2, equals < 0 ? undefined : equals);
      if (equals < 0 && withValue.includes(name)) {
        at += 1;
        give(name, args[at] ?? '');
      } else give(name, equals < 0 ? '' : arg.slice(equals + 1));
    } else if (arg.startsWith('-') && arg !== '-') {
      if (letters(arg.slice(1), args[at + 1], withValue, give)) at += 1;
    } else words.push(arg);
  }
  const given = new Map([...values].map(([name, all]) => [name, all.at(-1) ?? '']));
  return { given, values, words, has: (letter) => values.has(letter) };
}

/** Letters behind one dash; whether the next word is the value of the last one. */
function letters(
  cluster: string,
  next: string | undefined,
  withValue: readonly string[],
  give: (name: string, value: string) => void,
): boolean {
  for (let index = 0; index < cluster.length; index += 1) {
    const letter = cluster[index] ?? '';
    if (!withValue.includes(letter)) {
      give(letter, '');
      continue;
    }
    const attached = cluster.slice(index + 1);
    give(letter, attached === '' ? (next ?? '') : attached);
    return attached === '';
  }
  return false;
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

/** What files (or standard input) hold, in pieces as they come; ends early when `visit` says true. Whether all could be read. */
export function* readPieces(
  tool: Tool,
  names: readonly string[],
  visit: (piece: string) => boolean | void,
): Steps<boolean> {
  if (names.length === 0 || (names.length === 1 && names[0] === '-')) {
    yield* readChunks(tool.input, visit);
    return true;
  }
  const { texts, failed } = yield* readInputs(tool, names);
  for (const { text } of texts) if (yield* visitPieces(tool, text, visit)) break;
  return !failed;
}

/** Characters of a file that are visited before the steps of this instant are looked at. */
const pieceLength = 64 * 1024;

/** A text in pieces: when the steps of this instant come to an end, time passes before the next one. Whether `visit` ended it. */
export function* visitPieces(tool: Tool, text: string, visit: (piece: string) => boolean | void): Steps<boolean> {
  for (let from = 0; from < text.length; from += pieceLength) {
    if (visit(text.slice(from, from + pieceLength)) === true) return true;
    if (isOutOfSteps(tool.host)) yield tool.host.limits.busyMs;
  }
  return false;
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
      for (const line of linesOf(text)) {
        if (visit(line, name) === true) return !failed;
        if (isOutOfSteps(tool.host)) yield tool.host.limits.busyMs;
      }
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
