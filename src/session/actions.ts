/** Carries out the actions of a log: each starts something that is done now or later. */
import { DiskError } from '../shell/disk.ts';
import type { ApartSubjects } from './apart/apart-subjects.ts';
import type { Running } from './input-scheduler.ts';
import type { Faults } from './faults.ts';
import type { Learner } from './learner/learner.ts';
import type { Requests } from './requests.ts';
import type { OpenShell, Shells } from './shells.ts';
import type { Terminals } from './terminals/terminals.ts';
import type { Action, Output, Problem } from './types.ts';
import type { Workspace } from './workspace.ts';

export interface ActionParts {
  readonly workspace: Workspace;
  readonly faults: Faults;
  readonly learner: Learner;
  readonly apart: Pick<ApartSubjects, 'swap' | 'unswap'>;
  readonly shells: Shells;
  readonly terminals: Terminals;
  readonly requests: Requests;
}

/** An action under way. The exit code holds once it is done. */
export interface RunningAction extends Running {
  readonly exitCode: number;
}

export interface Actions {
  start(action: Exclude<Action, { type: 'advance' }>, output: (output: Output) => void): RunningAction;
}

type Print = (output: Output) => void;

export function createActions(parts: ActionParts): Actions {
  return new SessionActions(parts);
}

class SessionActions implements Actions {
  readonly #parts: ActionParts;
  /** The shell of the cells. */
  #shell: OpenShell;

  constructor(parts: ActionParts) {
    this.#parts = parts;
    this.#shell = parts.shells.open();
  }

  start(action: Parameters<Actions['start']>[0], output: Print): RunningAction {
    const { faults, learner, apart, terminals, requests } = this.#parts;
    switch (action.type) {
      case 'command':
        return this.#command(action.text, output);
      case 'request':
        return requests.send(action.id, action.to, action.request);
      case 'hangup':
        requests.hangUp(action.id);
        return doneAtOnce(undefined, output);
      case 'terminal':
        return terminals.act(action.terminal, action);
      case 'manifest':
        return this.#manifest(action.path, action.text, output);
      case 'script':
        return this.#script(action.source, output);
      case 'edit':
        return this.#edit(action.path, action.text, output);
      case 'swap':
        return this.#swap(action, output);
      case 'unswap':
        if (!apart.unswap(action.controller)) learner.unswap(action.controller);
        return doneAtOnce(undefined, output);
      case 'fault':
        faults.addFor(action.fault, action.forMs);
        return doneAtOnce(undefined, output);
    }
  }

  #swap({ controller, entry, part, apart: isApart }: Extract<Action, { type: 'swap' }>, output: Print): RunningAction {
    const { learner, apart } = this.#parts;
    if (isApart !== true) {
      apart.unswap(controller);
      return doneAtOnce(learner.swap(controller, entry, part), output);
    }
    if (learner.swapped().includes(controller)) learner.unswap(controller);
    apart.swap(controller, entry, part);
    return doneAtOnce(undefined, output);
  }

  #command(text: string, output: Print): RunningAction {
    let isAbandoned = false;
    const write = (type: 'stdout' | 'stderr') => (piece: string) => {
      if (!isAbandoned && piece !== '') output({ type, text: piece });
    };
    const { process, timers } = this.#shell;
    const run = process.run(text, { stdout: write('stdout'), stderr: write('stderr') });
    const exited = run.catch((error: unknown) => {
      write('stderr')(`converge: this command broke off by a mistake of its own: ${sentence(error)}\n`);
      return 1;
    });
    return underWay(exited, {
      interrupt() {
        process.interrupt();
        // What it waited for would keep the cluster from being quiet long after it has gone.
        void exited.then(() => timers.cancel());
      },
      abandon: () => {
        isAbandoned = true;
        timers.end();
        // One run at a time: a shell that is still busy is of no use to the next command.
        this.#shell = this.#parts.shells.open();
      },
    });
  }

  #manifest(path: string, text: string, output: Print): RunningAction {
    const refused = this.#write(path, text);
    return refused === undefined ? this.#command(`kubectl apply -f ${quote(path)}`, output) : doneAtOnce(refused, output);
  }

  #script(source: string, output: Print): RunningAction {
    const started = this.#parts.learner.script(source, output);
    return underWay(started.done, { interrupt: () => started.abandon(), abandon: () => started.abandon() });
  }

  #edit(path: string, text: string | null, output: Print): RunningAction {
    const refused = this.#write(path, text);
    this.#parts.workspace.forgetChange(path);
    return doneAtOnce(refused, output);
  }

  /** Writes or removes (null) a file. Returns why it couldn't be. */
  #write(path: string, text: string | null): Problem | undefined {
    const { workspace } = this.#parts;
    try {
      if (text === null) workspace.remove(path);
      else workspace.write(path, text);
      return undefined;
    } catch (error) {
      if (!(error instanceof DiskError)) throw error;
      return { title: error.title, message: error.because, hint: error.hint };
    }
  }
}

/** An action that is done when it has been started. */
function doneAtOnce(problem: Problem | undefined, output: Print): RunningAction {
  if (problem !== undefined) output({ type: 'error', ...problem });
  return { done: true, exitCode: problem === undefined ? 0 : 1, interrupt() {}, abandon() {} };
}

/** An action that is done when this resolves with its exit code. */
function underWay(exited: Promise<number>, how: Pick<Running, 'interrupt' | 'abandon'>): RunningAction {
  const running = { done: false, exitCode: 0, ...how };
  function end(code: number): void {
    running.done = true;
    running.exitCode = code;
  }
  exited.then(end, () => end(1));
  return running;
}

function sentence(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

/** One word for the shell. */
function quote(word: string): string {
  return /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
