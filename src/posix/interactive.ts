/** A shell that reads its script line by line: from a person, with prompts and Ctrl+C, or from a pipe. */
import { absolutePath } from '../engine/index.ts';
import { interpret } from './interpret.ts';
import { codeOf } from './limits.ts';
import { parseShell } from './parse.ts';
import { isBackground, type Shell } from './shell.ts';
import { readLine, type Steps, startTask } from './task.ts';

/** Reads and runs commands until the end of what is typed, or `exit`. */
export function* interactive(shell: Shell): Steps {
  const { host, state, io } = shell;
  const { terminal } = host.stdio;
  /** Nobody is asked where a script comes through a pipe. */
  const talks = terminal !== undefined && io.input === host.stdio.input;
  const before = terminal?.onInterrupt;
  let typed = '';
  let over: number | undefined;
  const leave = (code: number) => {
    over = code;
  };
  /** What Ctrl+C ends: the command that runs; at the prompt, the line. */
  let interrupt: (() => void) | undefined;
  if (terminal !== undefined && talks) {
    terminal.onInterrupt = () => {
      if (interrupt !== undefined) interrupt();
      else {
        typed = '';
        state.lastCode = 130;
        io.error.write(`\n${prompt(shell)}`);
      }
    };
  }
  while (over === undefined) {
    if (talks) io.error.write(typed === '' ? prompt(shell) : '> ');
    const line = yield* readLine(io.input);
    if (line === undefined) {
      if (talks) io.error.write('\n');
      else if (typed !== '') {
        io.error.write('sh: syntax error: unexpected end of file\n');
        over = 2;
      }
      break;
    }
    typed += line;
    if (talks) shell.cpu.renew();
    const command = parseShell(typed);
    if ('error' in command) {
      if (command.incomplete) continue;
      io.error.write(`sh: ${command.error}\n`);
      state.lastCode = 2;
      typed = '';
      if (!talks) return 2;
      continue;
    }
    typed = '';
    let ended = false;
    let wake: (() => void) | undefined;
    const steps = interpret(shell, command);
    const task = startTask(host, exitOf(shell, steps, leave), isBackground(shell), (code) => {
      state.lastCode = code;
      ended = true;
      wake?.();
    });
    interrupt = () => {
      state.loops.running = 0;
      io.error.write('\n');
      task.kill(130);
    };
    try {
      while (!ended) {
        yield (run) => {
          wake = run;
        };
      }
    } finally {
      interrupt = undefined;
      if (!ended) task.kill(143);
    }
  }
  if (terminal !== undefined && talks) terminal.onInterrupt = before;
  return over ?? state.lastCode;
}

/** A script that goes too far ends only the line it is in. */
function exitOf(shell: Shell, steps: ReturnType<typeof interpret>, exited: (code: number) => void): Steps {
  return codeOf(shell, noting());

  function* noting(): typeof steps {
    const outcome = yield* steps;
    if (outcome.leaves === 'exit') exited(outcome.code);
    return outcome;
  }
}

/** As PS1 says; busybox's is the folder and a number sign. */
function prompt({ state }: Shell): string {
  const home = absolutePath(state.variables.get('HOME') ?? '/root');
  const shown =
    state.cwd === home
      ? '~'
      : state.cwd.startsWith(`${home}/`) && home !== '/'
        ? `~${state.cwd.slice(home.length)}`
        : state.cwd;
  const given = state.variables.get('PS1');
  if (given === undefined) return `${shown} # `;
  return given.replace(/\\([wuhn$])/g, (_, letter: string) => {
    return { w: shown, u: 'root', h: state.variables.get('HOSTNAME') ?? '', n: '\n', $: '#' }[letter] ?? '';
  });
}
