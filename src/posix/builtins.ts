/** Commands that change the shell itself. */
import { absolutePath } from '../engine/index.ts';
import { parseMetered } from './limits.ts';
import type { Command } from './parse.ts';
import type { Outcome, Shell, ShellSteps } from './shell.ts';
import { readLine, type Steps } from './task.ts';

interface Runners {
  interpret(shell: Shell, command: Command): ShellSteps;
  runProgram(shell: Shell, argv: readonly string[], assigned: ReadonlyMap<string, string>): Steps;
}

export interface InnerRunners extends Pick<Runners, 'interpret'> {
  interactive(shell: Shell): Steps;
}

type Builtin = (shell: Shell, args: readonly string[], run: Runners) => ShellSteps | Outcome;

const none: ReadonlyMap<string, string> = new Map();

export const builtins: Readonly<Record<string, Builtin>> = {
  ':'() {
    return { code: 0 };
  },
  exit({ state }, [code]) {
    return { code: code === undefined ? state.lastCode : Number(code) & 255, leaves: 'exit' };
  },
  return({ state }, [code]) {
    return { code: code === undefined ? state.lastCode : Number(code) & 255, leaves: 'return' };
  },
  break(_shell, [depth]) {
    return { code: 0, leaves: 'break', depth: Number(depth ?? 1) };
  },
  continue(_shell, [depth]) {
    return { code: 0, leaves: 'continue', depth: Number(depth ?? 1) };
  },
  cd(shell, [path]) {
    const { state, host, io } = shell;
    const asked =
      path === '-' ? (state.variables.get('OLDPWD') ?? state.cwd) : (path ?? state.variables.get('HOME') ?? '/root');
    const target = absolutePath(asked, state.cwd);
    if (host.files.stat(target)?.folder !== true) {
      io.error.write(`sh: cd: can't cd to ${asked}: No such file or directory\n`);
      return { code: 1 };
    }
    state.variables.set('OLDPWD', state.cwd);
    state.cwd = target;
    return { code: 0 };
  },
  pwd({ state, io }) {
    io.output.write(`${state.cwd}\n`);
    return { code: 0 };
  },
  *export({ state, io }, args) {
    if (args.length === 0 || args[0] === '-p') {
      for (const name of [...state.exported].sort())
        io.output.write(`export ${name}='${state.variables.get(name) ?? ''}'\n`);
    }
    assign(state, args, (name) => state.exported.add(name));
    return { code: 0 };
  },
  *readonly({ state }, args) {
    assign(state, args, () => {});
    return { code: 0 };
  },
  *local({ state }, args) {
    assign(state, args, () => {});
    return { code: 0 };
  },
  unset({ state }, args) {
    for (const name of args) {
      state.variables.delete(name);
      state.functions.delete(name);
      state.exported.delete(name);
    }
    return { code: 0 };
  },
  set({ state, io }, args) {
    if (args.length === 0) {
      for (const [name, value] of [...state.variables].sort()) io.output.write(`${name}='${value}'\n`);
    }
    setOptions(state, args);
    return { code: 0 };
  },
  shift({ state }, [count]) {
    const by = Number(count ?? 1);
    if (!(by >= 0 && by < state.parameters.length)) return { code: 1 };
    state.parameters = [state.parameters[0] ?? 'sh', ...state.parameters.slice(1 + by)];
    return { code: 0 };
  },
  trap({ state }, [script = '', ...signals]) {
    for (const signal of signals) {
      const name = signalName(signal);
      if (script === '-') state.traps.delete(name);
      else state.traps.set(name, script);
    }
    return { code: 0 };
  },
  *read(shell, args) {
    const names = args.filter((each) => !each.startsWith('-'));
    const line = yield* readLine(shell.io.input);
    let left = (line ?? '').replace(/\n$/, '').trim();
    for (const [index, name] of (names.length === 0 ? ['REPLY'] : names).entries()) {
      const end = index >= names.length - 1 ? -1 : left.search(/[ \t]/);
      shell.state.variables.set(name, end < 0 ? left : left.slice(0, end));
      left = end < 0 ? '' : left.slice(end).trimStart();
    }
    // The last line has no end where the text ends: it is assigned, and says that nothing follows.
    return { code: line?.endsWith('\n') === true ? 0 : 1 };
  },
  *eval(shell, args, { interpret }) {
    return yield* runScript(shell, args.join(' '), interpret);
  },
  *'.'(shell, [path = ''], { interpret }) {
    const content = shell.host.files.read(absolutePath(path, shell.state.cwd));
    if (content !== undefined) return yield* runScript(shell, content, interpret);
    shell.io.error.write(`sh: .: can't open '${path}': No such file or directory\n`);
    return { code: 2 };
  },
  *exec(shell, args, { runProgram }) {
    if (args.length === 0) return { code: 0 };
    return { code: yield* runProgram(shell, args, none), leaves: 'exit' };
  },
  *command(shell, args, { runProgram }) {
    if (args[0] === '-v' || args[0] === '-V')
      return { code: yield* runProgram(shell, ['which', ...args.slice(1)], none) };
    return { code: yield* runProgram(shell, args, none) };
  },
  *wait({ state }, args) {
    const pids = args.length > 0 ? args.map(Number) : [...state.jobs.keys()];
    let code = 0;
    for (const pid of pids) {
      const job = state.jobs.get(pid);
      if (job === undefined) continue;
      while (job.code === undefined) yield (wake) => void job.waiting.push(wake);
      if (args.length > 0) code = job.code;
      state.jobs.delete(pid);
    }
    return { code };
  },
  jobs({ state, io }) {
    let number = 0;
    for (const job of state.jobs.values()) {
      number += 1;
      io.output.write(`[${number}]+  ${job.code === undefined ? 'Running' : 'Done'}\n`);
    }
    return { code: 0 };
  },
  *kill(shell, args, { runProgram }) {
    const { state } = shell;
    const rest: string[] = [];
    for (const arg of args) {
      const job = state.jobs.get(
        arg.startsWith('%') ? ([...state.jobs.keys()][Number(arg.slice(1)) - 1] ?? 0) : Number(arg),
      );
      if (job === undefined || arg.startsWith('-')) rest.push(arg);
      else job.task?.kill(143);
    }
    const done = rest.every((each) => each.startsWith('-')) && rest.length < args.length;
    return { code: done ? 0 : yield* runProgram(shell, ['kill', ...rest], none) };
  },
};

/** A shell started by a shell, in the same host. */
export function* innerShell(
  shell: Shell,
  args: readonly string[],
  { interpret, interactive }: InnerRunners,
): ShellSteps {
  const option = args.findIndex((word) => /^-[a-z]*c$/.test(word));
  const path = args.find((word) => !word.startsWith('-'));
  const { host, state, io } = shell;
  const inner: Shell = {
    ...shell,
    state: {
      ...state,
      variables: exportedOf(shell),
      exported: new Set(state.exported),
      functions: new Map(),
      traps: new Map(),
      jobs: new Map(),
      options: '',
    },
  };
  let script: string | undefined;
  if (option >= 0) {
    script = args[option + 1] ?? '';
    inner.state.parameters = args.length > option + 2 ? args.slice(option + 2) : ['sh'];
  } else if (path === undefined) {
    return { code: yield* interactive(inner) };
  } else {
    script = host.files.read(absolutePath(path, state.cwd));
    inner.state.parameters = args.slice(args.indexOf(path));
    if (script === undefined) {
      io.error.write(`sh: can't open '${path}': No such file or directory\n`);
      return { code: 2 };
    }
  }
  const outcome = yield* runScript(inner, script, interpret);
  const last = inner.state.traps.get('EXIT');
  if (last !== undefined) yield* runScript(inner, last, interpret);
  return { code: outcome.code };
}

function exportedOf({ state }: Shell): Map<string, string> {
  return new Map([...state.variables].filter(([name]) => state.exported.has(name)));
}

/** A text as a part of this shell. */
export function* runScript(shell: Shell, script: string, interpret: Runners['interpret']): ShellSteps {
  const command = parseMetered(shell, script);
  if (!('error' in command)) return yield* interpret(shell, command);
  shell.io.error.write(`sh: ${command.error}\n`);
  return { code: 2 };
}

function assign(state: Shell['state'], args: readonly string[], also: (name: string) => void): void {
  for (const each of args) {
    if (each.startsWith('-')) continue;
    const at = each.indexOf('=');
    const name = at < 0 ? each : each.slice(0, at);
    if (at > 0) state.variables.set(name, each.slice(at + 1));
    also(name);
  }
}

function setOptions(state: Shell['state'], args: readonly string[]): void {
  let rest: readonly string[] | undefined;
  args.forEach((arg, index) => {
    if (rest !== undefined) return;
    if (arg === '--') rest = args.slice(index + 1);
    else if (arg === '-o' || arg === '+o') return;
    else if (args[index - 1] === '-o' || args[index - 1] === '+o') setNamed(state, arg, args[index - 1] === '-o');
    else if (/^-[a-z]+$/.test(arg)) state.options += arg.slice(1);
    else if (/^\+[a-z]+$/.test(arg))
      for (const letter of arg.slice(1)) state.options = state.options.replaceAll(letter, '');
    else rest = args.slice(index);
  });
  if (rest !== undefined) state.parameters = [state.parameters[0] ?? 'sh', ...rest];
}

/** `set -o pipefail`; others have no effect here. */
function setNamed(state: Shell['state'], name: string, on: boolean): void {
  if (name === 'pipefail') state.pipefail = on;
}

function signalName(signal: string): string {
  const name = signal.replace(/^SIG/, '');
  return { '0': 'EXIT', '1': 'HUP', '2': 'INT', '15': 'TERM' }[name] ?? name;
}

/** Commands that need no program. */
export const builtinNames: readonly string[] = Object.keys(builtins);
