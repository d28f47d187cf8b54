/** Runs a parsed script. It yields what it waits for and ends with the exit code. */
import { createCollector } from '../engine/index.ts';
import { builtins } from './builtins.ts';
import type { Condition } from './condition.ts';
import { evaluateCondition } from './evaluate-condition.ts';
import { expandPattern, expandText, expandWord } from './expand.ts';
import { checkLength, codeOf, enter, fork, longestText, parseMetered, ShellFailure } from './limits.ts';
import { meteredOutput } from './metered.ts';
import type { Command } from './parse.ts';
import { runPipeline } from './pipeline.ts';
import { type Redirected, redirect } from './redirect.ts';
import { ExpressionError } from './regexp/index.ts';
import { runProgram } from './run-program.ts';
import { isBackground, type Job, type Outcome, type Shell, type ShellSteps, subshell, subshellApart } from './shell.ts';
import { type Steps, startTask, untilRoom } from './task.ts';

/** Of a command, whatever it does. */
const commandSteps = 80;
/** Jobs that a shell remembers. */
const mostJobs = 1_000;
/** What became of a program that writes to where nobody reads any more. */
const brokenPipe: Outcome = { code: 141, leaves: 'exit' };

/** The last code is kept in `$?`. */
export function* interpret(shell: Shell, command: Command): ShellSteps {
  if (shell.io.output.broken) return brokenPipe;
  const { cpu } = shell;
  enter(shell);
  try {
    cpu.spend(commandSteps);
    if (cpu.isThrottled()) yield* cpu.turn();
    yield* untilRoom(shell.io.output);
    return yield* run(shell, command);
  } finally {
    shell.state.depth -= 1;
  }
}

function* run(shell: Shell, command: Command): ShellSteps {
  switch (command.type) {
    case 'simple':
      return yield* simple(shell, command);
    case 'list':
      return yield* list(shell, command.commands);
    case 'and':
    case 'or': {
      const left = yield* interpret(shell, command.left);
      if (left.leaves !== undefined) return left;
      return (left.code === 0) === (command.type === 'and') ? yield* interpret(shell, command.right) : left;
    }
    case 'not': {
      const outcome = yield* interpret(shell, command.body);
      return outcome.leaves === undefined ? ended(shell, outcome.code === 0 ? 1 : 0) : outcome;
    }
    case 'if': {
      const test = yield* interpret(shell, command.test);
      if (test.leaves !== undefined) return test;
      if (test.code === 0) return yield* interpret(shell, command.body);
      return command.otherwise === undefined ? ended(shell, 0) : yield* interpret(shell, command.otherwise);
    }
    case 'case':
      return yield* caseOf(shell, command);
    case 'condition':
      return yield* conditionOf(shell, command.condition);
    case 'subshell': {
      const inner = subshell(shell);
      return ended(shell, yield* codeOf(inner, interpret(inner, command.body)));
    }
    case 'function':
      shell.state.functions.set(command.name, command.body);
      return ended(shell, 0);
    case 'redirected': {
      const target = yield* redirect(shell, command.redirects, (script) => substitute(shell, script));
      if ('error' in target) return failed(shell, target.error);
      return yield* closing(shell, target, interpret({ ...shell, io: target.io }, command.body));
    }
    case 'pipe':
      return ended(shell, yield* runPipeline(shell, command.stages, interpret));
    case 'background':
      return startJob(shell, command.body);
    default:
      return yield* loop(shell, command);
  }
}

function ended(shell: Shell, code: number): Outcome {
  shell.state.lastCode = code;
  return { code };
}

function failed(shell: Shell, message: string, code = 1): Outcome {
  shell.io.error.write(`sh: ${message}\n`);
  return ended(shell, code);
}

function* list(shell: Shell, commands: readonly Command[]): ShellSteps {
  let outcome: Outcome = { code: 0 };
  for (const each of commands) {
    outcome = yield* interpret(shell, each);
    if (outcome.leaves !== undefined) return outcome;
    const stops = outcome.code !== 0 && shell.state.options.includes('e') && each.type !== 'and' && each.type !== 'or';
    if (stops && each.type !== 'not') return { code: outcome.code, leaves: 'exit' };
  }
  return outcome;
}

function* caseOf(shell: Shell, { word, branches }: Extract<Command, { type: 'case' }>): ShellSteps {
  const run = (script: string) => substitute(shell, script);
  const text = yield* expandText(word, shell, run);
  for (const { patterns, body } of branches) {
    for (const pattern of patterns) {
      const glob = yield* expandPattern(pattern, shell, run);
      if (glob.test(text)) return yield* interpret(shell, body);
    }
  }
  return ended(shell, 0);
}

function* conditionOf(shell: Shell, condition: Condition): ShellSteps {
  try {
    const holds = yield* evaluateCondition(shell, condition, (script) => substitute(shell, script));
    return ended(shell, holds ? 0 : 1);
  } catch (error) {
    if (error instanceof ExpressionError) return failed(shell, `[[: ${error.message}`, 2);
    throw error;
  }
}

type Loop = Extract<Command, { type: 'while' | 'until' | 'for' }>;

function* loop(shell: Shell, command: Loop): ShellSteps {
  // A `for` over given words ends; only the others may run for ever.
  if (command.type === 'for') return yield* turnsOf(shell, command);
  const { loops } = shell.state;
  loops.running += 1;
  try {
    return yield* turnsOf(shell, command);
  } finally {
    loops.running -= 1;
  }
}

function* turnsOf(shell: Shell, command: Loop): ShellSteps {
  const { state, cpu } = shell;
  const { busyLoopWaitMs } = shell.host.limits;
  let words: readonly string[] | undefined;
  if (command.type === 'for')
    words = command.words === undefined ? state.parameters.slice(1) : yield* fields(shell, command.words);
  let outcome: Outcome = { code: 0 };
  for (let index = 0; ; index += 1) {
    if (command.type === 'for') {
      const word = words?.[index];
      if (word === undefined) break;
      state.variables.set(command.name, word);
    } else {
      const test = yield* interpret(shell, command.test);
      if (test.leaves !== undefined || (test.code === 0) !== (command.type === 'while')) {
        if (test.leaves !== undefined) outcome = test;
        break;
      }
    }
    outcome = yield* interpret(shell, command.body);
    const { leaves, depth = 1 } = outcome;
    if (leaves === 'exit' || leaves === 'return') break;
    if (leaves !== undefined && depth > 1) {
      outcome = { ...outcome, depth: depth - 1 };
      break;
    }
    if (leaves === 'break') {
      outcome = { code: 0 };
      break;
    }
    outcome = { code: outcome.code };
    if (words !== undefined || busyLoopWaitMs === undefined) continue;
    const recoveryMs = cpu.recoveryMs();
    if (recoveryMs > 0) yield Math.max(busyLoopWaitMs, recoveryMs);
  }
  return outcome;
}

function* fields(shell: Shell, words: readonly string[]): Steps<string[]> {
  const result: string[] = [];
  for (const word of words) result.push(...(yield* expandWord(word, shell, (script) => substitute(shell, script))));
  return result;
}

function* simple(shell: Shell, command: SimpleCommand): ShellSteps {
  const { state } = shell;
  const run = (script: string) => substitute(shell, script);
  const words = yield* fields(shell, command.words);
  const assigned = new Map<string, string>();
  for (const assignment of command.assignments) {
    const at = assignment.indexOf('=');
    const value = yield* expandText(assignment.slice(at + 1), shell, run);
    if (words.length === 0) state.variables.set(assignment.slice(0, at), value);
    else assigned.set(assignment.slice(0, at), value);
  }
  if (words.length > 0 && state.options.includes('x')) shell.io.error.write(`+ ${words.join(' ')}\n`);
  const execute = (inner: Shell): ShellSteps =>
    words.length === 0 ? assigning(shell, command) : call(inner, words, assigned, command.line);
  if (command.redirects.length === 0) return yield* execute(shell);
  const target = yield* redirect(shell, command.redirects, run);
  if ('error' in target) return failed(shell, target.error);
  return yield* closing(shell, target, execute({ ...shell, io: target.io }));
}

type SimpleCommand = Extract<Command, { type: 'simple' }>;

/** Assignments alone end as the last substitution in them did. */
function* assigning(shell: Shell, { assignments }: SimpleCommand): ShellSteps {
  const substitutes = assignments.some((each) => each.includes('$(') || each.includes('`'));
  return ended(shell, substitutes ? shell.state.lastCode : 0);
}

/** Runs what is redirected, and closes its files however it ends. */
function* closing(shell: Shell, target: Redirected, steps: ShellSteps): ShellSteps {
  let written = true;
  let outcome: Outcome;
  try {
    outcome = yield* steps;
  } finally {
    written = target.close();
  }
  if (!written) return ended(shell, 1);
  // A full file ends only the command that writes to it.
  return outcome === brokenPipe && !shell.io.output.broken ? ended(shell, 1) : outcome;
}

function* call(
  shell: Shell,
  words: readonly string[],
  assigned: ReadonlyMap<string, string>,
  line: number,
): ShellSteps {
  shell.host.began?.(words, line);
  const [name = '', ...args] = words;
  const { state } = shell;
  const body = state.functions.get(name);
  if (body !== undefined) {
    const { parameters } = state;
    for (const [variable, value] of assigned) state.variables.set(variable, value);
    state.parameters = [parameters[0] ?? 'sh', ...args];
    const outcome = yield* interpret(shell, body);
    state.parameters = parameters;
    return outcome.leaves === 'return' ? ended(shell, outcome.code) : outcome;
  }
  const builtin = Object.hasOwn(builtins, name) ? builtins[name] : undefined;
  if (builtin !== undefined) {
    for (const [variable, value] of assigned) state.variables.set(variable, value);
    const result = builtin(shell, args, { interpret, runProgram });
    const outcome = 'code' in result ? result : yield* result;
    if (outcome.leaves === undefined) state.lastCode = outcome.code;
    return outcome;
  }
  const code = yield* runProgram(shell, words, assigned);
  if (shell.io.output.broken && code === 141) return brokenPipe;
  return ended(shell, code);
}

/** `command &` */
function startJob(shell: Shell, body: Command): Outcome {
  if (!shell.host.limits.jobs) throw new ShellFailure('jobs in the background ("&") are not supported');
  const { state, host } = shell;
  const pid = host.takePid();
  const inner = subshellApart(shell);
  inner.state.depth = 0;
  const forgotten = fork(shell);
  const waiting: (() => void)[] = [];
  const job: Job = { task: undefined, code: undefined, waiting };
  const done = (code: number) => {
    forgotten();
    job.code = code;
    for (const wake of waiting.splice(0)) wake();
  };
  // It has its turn when this shell first waits.
  host.after(0, () => {
    if (job.code === undefined)
      job.task = startTask(host, codeOf(inner, interpret(inner, body)), isBackground(inner), done);
  });
  job.task = { kill: (code) => void (job.code === undefined && done(code)) };
  state.jobs.set(pid, job);
  state.lastJob = pid;
  for (const [other, { code }] of state.jobs)
    if (state.jobs.size > mostJobs && code !== undefined) state.jobs.delete(other);
  return ended(shell, 0);
}

/** The output of `$(…)`, without its last line ends. */
function* substitute(shell: Shell, script: string): Steps<string> {
  const command = parseMetered(shell, script);
  if ('error' in command) {
    shell.io.error.write(`sh: ${command.error}\n`);
    return '';
  }
  const output = createCollector(longestText);
  const { code } = yield* interpret(subshell(shell, { output: meteredOutput(output, shell.cpu) }), command);
  checkLength(output.text.length);
  shell.state.lastCode = code;
  let end = output.text.length;
  while (end > 0 && output.text[end - 1] === '\n') end -= 1;
  return output.text.slice(0, end);
}
