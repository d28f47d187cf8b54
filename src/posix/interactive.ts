/** A shell that reads its script line by line: from a person, with prompts and Ctrl+C, or from a pipe. */
import { absolutePath } from '../engine/index.ts';
import { interpret } from './interpret.ts';
import { beginReading, type Reading, type ReadingEffect, type ReadingEvent, type ReadingStep, stepReading } from './interactive-machine.ts';
import { codeOf } from './limits.ts';
import type { Command } from './parse.ts';
import { isBackground, type Shell, type ShellSteps } from './shell.ts';
import { Deferred, readLine, type Steps, startTask, type Task } from './task.ts';

const terminatedCode = 143;

/** Reads and runs commands until the end of what is typed, or `exit`. */
export function* interactive(shell: Shell): Steps {
  const { terminal, input } = shell.host.stdio;
  // A script that comes through a pipe is read without prompts.
  const isInteractive = terminal !== undefined && shell.io.input === input;
  const reader = new CommandReader(shell, beginReading(isInteractive));
  if (!isInteractive) return yield* reader.run();
  const before = terminal.onInterrupt;
  terminal.onInterrupt = () => reader.send({ type: 'interrupt' });
  const code = yield* reader.run();
  terminal.onInterrupt = before;
  return code;
}

interface Running {
  task: Task | undefined;
  readonly deferred: Deferred<number>;
}

/** Carries out what the machine says. */
class CommandReader {
  readonly #shell: Shell;
  #state: Reading;
  #running: Running | undefined;

  constructor(shell: Shell, first: ReadingStep) {
    this.#shell = shell;
    this.#state = first.state;
    for (const effect of first.effects) this.#carryOut(effect);
  }

  *run(): Steps {
    for (;;) {
      const state = this.#state;
      if (state.phase === 'over') return state.code ?? this.#shell.state.lastCode;
      if (state.phase === 'running') yield* this.#commandEnd();
      else {
        const text = yield* readLine(this.#shell.io.input);
        this.send(text === undefined ? { type: 'endOfInput' } : { type: 'line', text });
      }
    }
  }

  send(event: ReadingEvent): void {
    const { state, effects } = stepReading(this.#state, event);
    this.#state = state;
    for (const effect of effects) this.#carryOut(effect);
  }

  #carryOut(effect: ReadingEffect): void {
    const { io, state, cpu } = this.#shell;
    switch (effect.type) {
      case 'print':
        io.error.write(effect.text);
        return;
      case 'prompt':
        io.error.write(effect.which === 'primary' ? prompt(this.#shell) : '> ');
        return;
      case 'setLastCode':
        state.lastCode = effect.code;
        return;
      case 'renewCpu':
        cpu.renew();
        return;
      case 'run':
        this.#start(effect.command);
        return;
      case 'kill':
        state.loops.running = 0;
        this.#running?.task?.kill(effect.code);
    }
  }

  #start(command: Command): void {
    const shell = this.#shell;
    const deferred = new Deferred<number>();
    const running: Running = { task: undefined, deferred };
    this.#running = running;
    // A script that goes too far ends only the line it is in.
    running.task = startTask(shell.host, codeOf(shell, this.#noting(interpret(shell, command))), isBackground(shell), (code) => {
      shell.state.lastCode = code;
      deferred.resolve(code);
    });
  }

  *#commandEnd(): Steps<void> {
    const running = this.#running;
    try {
      if (running !== undefined) yield* running.deferred.wait();
    } finally {
      running?.task?.kill(terminatedCode);
    }
    this.send({ type: 'ended' });
  }

  *#noting(steps: ShellSteps): ShellSteps {
    const outcome = yield* steps;
    if (outcome.leaves === 'exit') this.send({ type: 'exit', code: outcome.code });
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
