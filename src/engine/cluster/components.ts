/** The processes of the cluster: each can be started, crashed and started again without touching the others. */
import type { Clock } from '../kernel/index.ts';
import type { Repositories } from '../repositories/index.ts';
import type { SchedulerStatus } from '../scheduler/index.ts';
import type { ControllerStatus } from '../sdk/internal.ts';

export interface Running {
  /** Ends the process: its timers, watches and half-done work come to nothing. */
  stop(): void;
  /** The pods in its queue and its caches, for views. */
  status?(): ControllerStatus | SchedulerStatus;
  /** Of the server of repositories: what it holds, for checks. */
  readonly repositories?: Repositories;
  /** Makes a store like the server’s, for a clone. */
  readonly createRepositories?: () => Repositories;
}

export interface Components {
  /** Names a component and starts it. Asserts that the name is new. */
  add(name: string, start: () => Running): void;
  /** Ends a component for good. */
  remove(name: string): void;
  /**
   * Ends it now and starts it afresh after `downMs`, or when what is returned is called; it remembers nothing but what `start`
   * closes over. Being down is not work: the cluster counts as quiet meanwhile.
   */
  crash(name: string, downMs?: number): () => void;
  /** Ends those of such names, and keeps them from running until what is returned is called. They are down, and still there. */
  hold(isHeld: (name: string) => boolean): () => void;
  names(): readonly string[];
  /** The process that runs under this name; undefined while it is down. */
  running(name: string): Running | undefined;
}

interface Entry {
  readonly start: () => Running;
  running: Running | undefined;
}

/** Creates an empty set of components. */
export function createComponents(clock: Clock): Components {
  const entries = new Map<string, Entry>();
  const holds = new Set<(name: string) => boolean>();
  const started = (name: string, start: Entry['start']): Running | undefined => ([...holds].some((isHeld) => isHeld(name)) ? undefined : start());
  const end = (entry: Entry): void => {
    entry.running?.stop();
    entry.running = undefined;
  };
  return {
    add(name, start) {
      if (entries.has(name)) throw new Error(`component ${name} is there already`);
      entries.set(name, { start, running: started(name, start) });
    },
    remove(name) {
      entries.get(name)?.running?.stop();
      entries.delete(name);
    },
    crash(name, downMs) {
      const entry = entries.get(name);
      if (entry === undefined) throw new Error(`no component ${name}: there are ${[...entries.keys()].join(', ')}`);
      end(entry);
      const startAgain = (): void => {
        if (entries.get(name) === entry && entry.running === undefined) entry.running = started(name, entry.start);
      };
      if (downMs !== undefined) clock.after(downMs, startAgain, { background: true });
      return startAgain;
    },
    hold(isHeld) {
      const each = [...entries].filter(([name]) => isHeld(name));
      holds.add(isHeld);
      for (const [, entry] of each) end(entry);
      return () => {
        holds.delete(isHeld);
        for (const [name, entry] of [...entries]) if (isHeld(name)) entry.running ??= started(name, entry.start);
      };
    },
    running: (name) => entries.get(name)?.running,
    names: () => [...entries.keys()],
  };
}
