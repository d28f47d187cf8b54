/** What runs in a process step by step: it waits for time or for something to happen, and ends with an exit code. */
import type { Input, Output } from '../engine/index.ts';

/** Milliseconds, or something that calls back once. */
export type Wait = number | ((wake: () => void) => void);

export type Steps<T = number> = Generator<Wait, T>;

export interface Task {
  /** Ends it with this code; nothing happens when it has ended. */
  kill(code: number): void;
  readonly over: boolean;
}

export interface TaskHost {
  readonly alive: boolean;
  after(delayMs: number, run: () => void, options?: { readonly background?: boolean }): void;
}

/** Runs the first steps at once. `isBackground` says of a wait whether the cluster may be quiet meanwhile. */
export function startTask(
  host: TaskHost,
  steps: Steps,
  isBackground: (ms: number) => boolean,
  done: (code: number) => void,
): Task {
  const task = new StepTask(host, steps, isBackground, done);
  task.start();
  return task;
}

type Phase =
  /** Its steps are at work; they can't be ended from outside. */
  | 'stepping'
  /** It says what is to wake it; that may happen at once. */
  | 'registering'
  | 'woken'
  | 'waiting'
  | 'over';

class StepTask implements Task {
  readonly #host: TaskHost;
  readonly #steps: Steps;
  readonly #isBackground: (ms: number) => boolean;
  readonly #done: (code: number) => void;
  #phase: Phase = 'waiting';

  constructor(host: TaskHost, steps: Steps, isBackground: (ms: number) => boolean, done: (code: number) => void) {
    this.#host = host;
    this.#steps = steps;
    this.#isBackground = isBackground;
    this.#done = done;
  }

  get over(): boolean {
    return this.#phase === 'over';
  }

  start(): void {
    this.#advance();
  }

  kill(code: number): void {
    if (this.over) return;
    const isStepping = this.#phase === 'stepping';
    this.#phase = 'over';
    if (!isStepping) this.#steps.return(code);
    this.#done(code);
  }

  #advance(): void {
    while (!this.over && this.#host.alive) {
      this.#phase = 'stepping';
      const { done, value } = this.#steps.next();
      if (this.over) return;
      if (done === true) return this.#end(value);
      this.#phase = 'waiting';
      if (!this.#isReady(value)) return;
    }
  }

  #end(code: number): void {
    this.#phase = 'over';
    this.#done(code);
  }

  /** Whether a wait is over at once; else it advances the task later. */
  #isReady(wait: Wait): boolean {
    if (typeof wait === 'number') {
      this.#host.after(wait, () => this.#advance(), { background: this.#isBackground(wait) });
      return false;
    }
    this.#phase = 'registering';
    wait(() => this.#wake());
    return this.#isWoken();
  }

  #isWoken(): boolean {
    if (this.#phase === 'registering') this.#phase = 'waiting';
    return this.#phase === 'woken';
  }

  #wake(): void {
    if (this.#phase === 'registering' || this.#phase === 'woken') this.#phase = 'woken';
    else this.#advance();
  }
}

/** A result that comes once. */
export class Deferred<T> {
  #result: { readonly value: T } | undefined;
  #waiting: (() => void)[] = [];

  get isResolved(): boolean {
    return this.#result !== undefined;
  }

  /** Only the first result counts. */
  resolve(value: T): void {
    if (this.#result !== undefined) return;
    this.#result = { value };
    for (const wake of this.#waiting.splice(0)) wake();
  }

  *wait(): Steps<T> {
    while (this.#result === undefined) yield (wake) => void this.#waiting.push(wake);
    return this.#result.value;
  }
}

/** Waits until an output takes more. */
export function* untilRoom(output: Output): Steps<void> {
  while (output.full === true) yield (wake) => output.onRoom?.(wake);
}

/** The next line with its end, or what is left without one; undefined at the end. */
export function* readLine(input: Input): Steps<string | undefined> {
  let line = '';
  for (;;) {
    const chunk = input.take('line');
    if (chunk === undefined) return line === '' ? undefined : line;
    if (chunk === '') {
      yield (wake) => input.onReady(wake);
      continue;
    }
    const end = chunk.indexOf('\n') + 1;
    if (end === 0) {
      line += chunk;
      continue;
    }
    if (end < chunk.length) input.putBack(chunk.slice(end));
    return line + chunk.slice(0, end);
  }
}

/** Everything up to the end. */
export function* readAll(input: Input): Steps<string> {
  const chunks: string[] = [];
  for (;;) {
    const chunk = input.take();
    if (chunk === undefined) return chunks.join('');
    if (chunk === '') yield (wake) => input.onReady(wake);
    else chunks.push(chunk);
  }
}
