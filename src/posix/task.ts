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
  let over = false;
  let inside = false;

  function advance(): void {
    while (!over && host.alive) {
      inside = true;
      const { done: ended, value } = steps.next();
      inside = false;
      if (over) return;
      if (ended === true) {
        over = true;
        done(value);
        return;
      }
      if (typeof value === 'number') {
        host.after(value, advance, { background: isBackground(value) });
        return;
      }
      let registering = true;
      let woken = false;
      value(() => {
        if (registering) woken = true;
        else advance();
      });
      registering = false;
      if (!woken) return;
    }
  }
  const task: Task = {
    get over() {
      return over;
    },
    kill(code) {
      if (over) return;
      over = true;
      if (!inside) steps.return(code);
      done(code);
    },
  };
  advance();
  return task;
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
