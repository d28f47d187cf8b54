/** `a | b | c`: all stages at once; each reads what the one before writes. */
import { createPipe } from '../engine/index.ts';
import { codeOf, fork } from './limits.ts';
import { PipeOutput } from './metered.ts';
import type { Command } from './parse.ts';
import { isBackground, type Shell, type ShellSteps, subshellApart } from './shell.ts';
import { Deferred, type Steps, startTask, type Task } from './task.ts';

type Interpret = (shell: Shell, command: Command) => ShellSteps;

/** The code is the last stage's; with `pipefail` that of the last one that fails. */
export function* runPipeline(shell: Shell, stages: readonly Command[], interpret: Interpret): Steps {
  const pipeline = new Pipeline(shell, stages.length, interpret);
  try {
    for (const stage of stages) pipeline.start(stage);
    const codes = yield* pipeline.run();
    return (shell.state.pipefail ? codes.findLast((code) => code !== 0) : codes.at(-1)) ?? 0;
  } finally {
    pipeline.kill();
  }
}

class Pipeline {
  readonly #shell: Shell;
  readonly #interpret: Interpret;
  readonly #length: number;
  readonly #codes: number[];
  readonly #tasks: Task[] = [];
  readonly #outputs: PipeOutput[] = [];
  readonly #end = new Deferred<readonly number[]>();
  #running: number;
  /** What the next stage reads; the first one reads as the shell does. */
  #pipe: ReturnType<typeof createPipe> | undefined;

  constructor(shell: Shell, length: number, interpret: Interpret) {
    this.#shell = shell;
    this.#interpret = interpret;
    this.#length = length;
    this.#codes = Array.from({ length }, () => 0);
    this.#running = length;
  }

  /** Starts the next stage. */
  start(stage: Command): void {
    const index = this.#tasks.length;
    const before = this.#pipe;
    const behind = index < this.#length - 1 ? createPipe() : undefined;
    const { io } = this.#shell;
    const output = behind === undefined ? io.output : this.#outputTo(behind);
    const inner = subshellApart(this.#shell, { input: before ?? io.input, output });
    const ended = fork(this.#shell);
    this.#pipe = behind;
    const task = startTask(this.#shell.host, codeOf(inner, this.#interpret(inner, stage)), isBackground(inner), (code) => {
      ended();
      behind?.end();
      before?.breakOff();
      this.#ended(index, code);
    });
    this.#tasks.push(task);
  }

  /** Lets all go on, and waits for their codes. */
  *run(): Steps<readonly number[]> {
    for (const output of this.#outputs) output.open();
    return yield* this.#end.wait();
  }

  kill(): void {
    // Readers first: they would take the end of a writer for the end of its text.
    for (const task of this.#tasks.toReversed()) task.kill(143);
  }

  #outputTo(pipe: ReturnType<typeof createPipe>): PipeOutput {
    const output = new PipeOutput(pipe, this.#shell.cpu);
    this.#outputs.push(output);
    return output;
  }

  #ended(index: number, code: number): void {
    this.#codes[index] = code;
    this.#running -= 1;
    if (this.#running === 0) this.#end.resolve(this.#codes);
  }
}
