/** What a small program is given. */

import { absolutePath, type Input, type Output } from '../../engine/index.ts';
import type { CpuTime } from '../cpu-time.ts';
import type { Host } from '../host.ts';
import { checkLength, failureOf, isCpuLimit, ShellFailure } from '../limits.ts';
import type { Expressions } from '../regexp/index.ts';
import type { Shell } from '../shell.ts';
import { type Steps, untilRoom } from '../task.ts';

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
  /** Of the process it runs in: what takes long counts its steps. */
  readonly cpu: CpuTime;
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
    const failure = error instanceof ShellFailure || isCpuLimit(error) ? undefined : failureOf(error);
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
      texts.push({ name: '-', text: yield* readInput(tool) });
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
  if (isInput(names)) {
    yield* visitInput(tool, visit);
    return true;
  }
  const { texts, failed } = yield* readInputs(tool, names);
  for (const { text } of texts) if (yield* visitPieces(tool, text, visit)) break;
  return !failed;
}

function isInput(names: readonly string[]): boolean {
  return names.length === 0 || (names.length === 1 && names[0] === '-');
}

/** All of standard input. */
export function* readInput(tool: Tool): Steps<string> {
  const pieces: string[] = [];
  let length = 0;
  yield* visitInput(tool, (piece) => {
    pieces.push(piece);
    length += piece.length;
    checkLength(length);
  });
  return pieces.join('');
}

/** Standard input in pieces, as it comes. Whether `visit` ended it. */
export function* visitInput(tool: Tool, visit: (piece: string) => boolean | void): Steps<boolean> {
  const { input } = tool;
  for (;;) {
    const chunk = input.take();
    if (chunk === undefined) return false;
    if (chunk === '') yield (wake) => input.onReady(wake);
    else if (yield* visitPieces(tool, chunk, visit)) return true;
  }
}

/** Characters that are visited in one go, and how many of them cost a step. */
const pieceLength = 16 * 1024;
const charsPerStep = 16;
/** Of a line, whatever becomes of it. */
const lineSteps = 1;

/** A text in pieces, as far as the turn goes and the output has room. Whether `visit` ended it. */
export function* visitPieces(tool: Tool, text: string, visit: (piece: string) => boolean | void): Steps<boolean> {
  const { cpu, output } = tool;
  for (let from = 0; from < text.length; from += pieceLength) {
    if (output.full === true) yield* untilRoom(output);
    const piece = text.slice(from, from + pieceLength);
    cpu.spend(1 + Math.ceil(piece.length / charsPerStep));
    if (visit(piece) === true) return true;
    if (cpu.isThrottled()) yield* cpu.turn();
  }
  return false;
}

type VisitLine = (line: string, name: string) => boolean | void;

/** Each line as it comes, without its end; ends early when `visit` says true. */
export function* eachLine(tool: Tool, names: readonly string[], visit: VisitLine): Steps<boolean> {
  if (isInput(names)) {
    const lines = new LineReader(tool, '-', visit);
    yield* visitInput(tool, (piece) => lines.take(piece));
    lines.end();
    return true;
  }
  const { texts, failed } = yield* readInputs(tool, names);
  for (const { text, name } of texts) {
    const lines = new LineReader(tool, name, visit);
    if (yield* visitPieces(tool, text, (piece) => lines.take(piece))) break;
    if (lines.end()) break;
  }
  return !failed;
}

/** Cuts pieces of one input into lines. */
class LineReader {
  readonly #tool: Tool;
  readonly #name: string;
  readonly #visit: VisitLine;
  /** What has come of a line whose end has not. */
  #rest = '';
  #isStopped = false;

  constructor(tool: Tool, name: string, visit: VisitLine) {
    this.#tool = tool;
    this.#name = name;
    this.#visit = visit;
  }

  /** Whether no more are needed. */
  take(piece: string): boolean {
    const lines = piece.split('\n');
    lines[0] = this.#rest + (lines[0] ?? '');
    this.#rest = lines.pop() ?? '';
    checkLength(this.#rest.length);
    for (const line of lines) if (this.#line(line)) return true;
    return this.#tool.output.broken;
  }

  /** The last line may have no end. */
  end(): boolean {
    return this.#isStopped || (this.#rest !== '' && this.#line(this.#rest));
  }

  #line(line: string): boolean {
    this.#tool.cpu.spend(lineSteps);
    this.#isStopped = this.#tool.output.broken || this.#visit(line, this.#name) === true;
    return this.#isStopped;
  }
}

/** Without the empty one behind the last line's end. */
export function linesOf(text: string): string[] {
  if (text === '') return [];
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
}
