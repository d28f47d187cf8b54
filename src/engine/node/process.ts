/** One simulated process in a container: its timers, ports and signals end with it. */
import type { Clock, Timer } from '../kernel/index.ts';
import type { Image, Process } from '../sdk/index.ts';

export interface ProcessOptions {
  readonly clock: Clock;
  readonly image: Image;
  readonly tag: string;
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly hostname: string;
  readonly files: Map<string, string>;
  log(text: string | (() => string)): void;
  exited(code: number): void;
}

export interface RunningProcess {
  /** The HTTP status a port answers; undefined when nobody listens there. */
  answer(port: number, path: string): number | undefined;
  terminate(): void;
  kill(): void;
}

/** Exit code of a process ended by SIGKILL. */
export const killedCode = 137;

/** Starts a program; a text says why it couldn't be. */
export function startProcess(options: ProcessOptions): RunningProcess | { readonly error: string } {
  const { clock, image } = options;
  const timers = new Set<Timer>();
  const ports = new Map<number, (path: string) => number>();
  let onTerminate: (() => void) | undefined;
  let running = true;

  function exit(code: number): void {
    if (!running) return;
    running = false;
    for (const timer of timers) timer.cancel();
    timers.clear();
    ports.clear();
    options.exited(code);
  }

  const process: Process = {
    argv: options.argv,
    env: options.env,
    tag: options.tag,
    hostname: options.hostname,
    files: options.files,
    now: clock.now,
    log: (text) => {
      if (running) options.log(text);
    },
    exit,
    after(delayMs, run, timerOptions) {
      if (!running) return;
      const timer = clock.after(
        delayMs,
        () => {
          timers.delete(timer);
          if (running) run();
        },
        timerOptions,
      );
      timers.add(timer);
    },
    listen: (port, answer) => void ports.set(port, answer),
    onTerminate(run) {
      onTerminate = run;
    },
  };
  const error = image.run(process);
  if (error !== undefined) {
    running = false;
    for (const timer of timers) timer.cancel();
    return { error };
  }
  return {
    answer: (port, path) => ports.get(port)?.(path),
    terminate: () => {
      if (running) onTerminate?.();
    },
    kill: () => exit(killedCode),
  };
}
