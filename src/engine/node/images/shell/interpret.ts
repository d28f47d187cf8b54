/** Runs a parsed script. It yields how long it waits (milliseconds) and ends with the exit code. */
import type { Process } from '../../../sdk/index.ts';
import { expandArithmetic, expandWord } from './expand.ts';
import { type Command, parseShell, type Redirect } from './parse.ts';
import { isProgram, runProgram } from './programs.ts';

export interface Shell {
  readonly process: Process;
  readonly variables: Map<string, string>;
  /** `$0`, `$1` … */
  readonly parameters: readonly string[];
  /** Loops that are running: what waits in there may go on for ever. */
  readonly running: { loops: number };
  /** `trap 'script' TERM` */
  onTerminate(script: string): void;
}

export interface Outcome {
  readonly code: number;
  /** `exit` ended the whole script. */
  readonly exited: boolean;
  /** A `break` or `continue` is on its way to its loop. */
  readonly leaves?: 'break' | 'continue';
}

export type Steps = Generator<number, Outcome>;

/** A loop that never waits would hang the cluster: it is made to after so many turns. */
const turnsWithoutWait = 500;
const busyWaitMs = 10_000;

/** The last code is kept in `$?`. */
export function* interpret(shell: Shell, command: Command): Steps {
  switch (command.type) {
    case 'simple':
      return yield* simple(shell, command.words, command.assignments, command.into);
    case 'list': {
      let outcome: Outcome = { code: 0, exited: false };
      for (const each of command.commands) {
        outcome = yield* interpret(shell, each);
        if (outcome.exited || outcome.leaves !== undefined) break;
      }
      return outcome;
    }
    case 'and':
    case 'or': {
      const left = yield* interpret(shell, command.left);
      if (left.exited || left.leaves !== undefined) return left;
      return (left.code === 0) === (command.type === 'and') ? yield* interpret(shell, command.right) : left;
    }
    case 'if': {
      const test = yield* interpret(shell, command.test);
      if (test.exited) return test;
      if (test.code === 0) return yield* interpret(shell, command.body);
      return command.otherwise === undefined ? { code: 0, exited: false } : yield* interpret(shell, command.otherwise);
    }
    default:
      return yield* loop(shell, command);
  }
}

function* loop(shell: Shell, command: Extract<Command, { readonly body: Command }>): Steps {
  if (command.type === 'if') return { code: 0, exited: false };
  const words = command.type === 'for' ? fields(shell, command.words) : undefined;
  // A `for` over given words ends; only the others may run for ever.
  if (words === undefined) shell.running.loops += 1;
  let outcome: Outcome = { code: 0, exited: false };
  let turns = 0;
  for (let index = 0; ; index += 1) {
    if (command.type === 'for') {
      const word = words?.[index];
      if (word === undefined) break;
      shell.variables.set(command.name, word);
    } else {
      const test = yield* counting(interpret(shell, command.test));
      if (test.exited || (test.code === 0) !== (command.type === 'while')) {
        if (test.exited) outcome = test;
        break;
      }
    }
    outcome = yield* counting(interpret(shell, command.body));
    if (outcome.exited || outcome.leaves === 'break') break;
    turns += 1;
    if (words === undefined && turns >= turnsWithoutWait) {
      turns = 0;
      yield busyWaitMs;
    }
  }
  if (words === undefined) shell.running.loops -= 1;
  return { code: outcome.code, exited: outcome.exited };

  /** Passes steps on; a wait begins the count of idle turns anew. */
  function* counting(steps: Steps): Steps {
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done === true) return step.value;
      turns = 0;
      yield step.value;
    }
  }
}

function fields(shell: Shell, words: readonly string[]): string[] {
  return words.flatMap((word) => expandWord(word, (text) => substitute(shell, text), shell));
}

function* simple(shell: Shell, raw: readonly string[], assignments: readonly string[], into?: Redirect): Steps {
  const done = (code: number): Outcome => {
    shell.variables.set('?', String(code));
    return { code, exited: false };
  };
  for (const assignment of assignments) {
    const at = assignment.indexOf('=');
    shell.variables.set(assignment.slice(0, at), fields(shell, [assignment.slice(at + 1)]).join(' '));
  }
  const [name, ...args] = fields(shell, raw);
  const target = into === undefined ? undefined : fields(shell, [into.path]).join(' ');
  const write = writerOf(shell, target, into?.append ?? false);
  switch (name) {
    case undefined:
      return done(0);
    case 'exit':
      return {
        code: args[0] === undefined ? Number(shell.variables.get('?') ?? 0) : Number(args[0]) & 255,
        exited: true,
      };
    case 'break':
    case 'continue':
      return { code: 0, exited: false, leaves: name };
    case 'trap':
      if (args.slice(1).some((signal) => /^(SIG)?TERM$|^15$/.test(signal))) shell.onTerminate(args[0] ?? '');
      return done(0);
    case 'export':
    case 'local':
      for (const each of args) {
        const at = each.indexOf('=');
        if (at > 0) shell.variables.set(each.slice(0, at), each.slice(at + 1));
      }
      return done(0);
    case 'set':
    case 'wait':
      return done(0);
    case 'exec':
      return { ...(yield* run(shell, args, write)), exited: true };
    case 'sh':
    case '/bin/sh': {
      const script = args[args.indexOf('-c') + 1];
      const inner = script === undefined || !args.includes('-c') ? undefined : parseShell(script);
      if (inner === undefined || 'error' in inner) return done(inner === undefined ? 0 : 2);
      return done((yield* interpret({ ...shell, variables: new Map(shell.variables) }, inner)).code);
    }
    default:
      return done((yield* run(shell, [name, ...args], write)).code);
  }
}

function* run(shell: Shell, argv: readonly string[], write: (text: string) => void): Steps {
  const [name = ''] = argv;
  if (!isProgram(name)) {
    shell.process.log(`sh: ${name}: not found`);
    return { code: 127, exited: false };
  }
  const { output, code, waitMs, error } = runProgram(shell.process, argv);
  if (waitMs > 0) yield waitMs;
  if (output !== undefined) write(output);
  if (error !== undefined) shell.process.log(error);
  return { code, exited: false };
}

function writerOf({ process }: Shell, path: string | undefined, append: boolean): (text: string) => void {
  if (path === undefined || path === '/dev/stdout' || path === '/dev/stderr') return (text) => process.log(text);
  if (path === '/dev/null') return () => {};
  if (!append) process.files.set(path, '');
  return (text) => process.files.set(path, `${process.files.get(path) ?? ''}${text}\n`);
}

/** The output of `$(…)`, without its last line ends; waits in there take no time. */
function substitute(shell: Shell, script: string): string {
  if (script.startsWith('(')) return String(expandArithmetic(script.slice(1, -1), shell.variables));
  const lines: string[] = [];
  const command = parseShell(script);
  if ('error' in command) return '';
  const log = (text: string | (() => string)) => void lines.push(typeof text === 'string' ? text : text());
  const inner: Shell = { ...shell, process: { ...shell.process, log }, variables: new Map(shell.variables) };
  const steps = interpret(inner, command);
  for (let turns = 0; steps.next().done !== true && turns < turnsWithoutWait; turns += 1);
  return lines.join('\n').replace(/\n+$/, '');
}
