/** Carries out the actions of a log: each starts something that is done now or later. */
import { DiskError } from '../shell/disk.ts';
import type { Running } from './input-scheduler.ts';
import type { Faults } from './faults.ts';
import type { Learner } from './learner/learner.ts';
import type { Requests } from './requests.ts';
import type { Shells } from './shells.ts';
import type { Terminals } from './terminals/terminals.ts';
import type { Action, Output, Problem } from './types.ts';
import type { Workspace } from './workspace.ts';

export interface ActionParts {
  readonly workspace: Workspace;
  readonly faults: Faults;
  readonly learner: Learner;
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

export function createActions(parts: ActionParts): Actions {
  const { workspace, faults, learner, shells, terminals, requests } = parts;
  let shell = shells.open();

  function command(text: string, output: (output: Output) => void): RunningAction {
    let silent = false;
    const write = (type: 'stdout' | 'stderr') => (piece: string) => {
      if (!silent && piece !== '') output({ type, text: piece });
    };
    const { process, timers } = shell;
    const done = process.run(text, { stdout: write('stdout'), stderr: write('stderr') });
    const told = done.catch((error: unknown) => {
      write('stderr')(`converge: this command broke off by a mistake of its own: ${sentence(error)}\n`);
      return 1;
    });
    return underWay(told, {
      interrupt() {
        process.interrupt();
        // What it waited for would keep the cluster from being quiet long after it has gone.
        void told.then(() => timers.cancel());
      },
      abandon() {
        silent = true;
        timers.end();
        // One run at a time: a shell that is still busy is of no use to the next command.
        shell = shells.open();
      },
    });
  }

  function script(source: string, output: (output: Output) => void): RunningAction {
    const started = learner.script(source, output);
    return underWay(started.done, { interrupt: () => started.abandon(), abandon: () => started.abandon() });
  }

  /** Why it couldn't be. */
  function written(path: string, text: string | null): Problem | undefined {
    try {
      if (text === null) workspace.remove(path);
      else workspace.write(path, text);
      return undefined;
    } catch (error) {
      if (!(error instanceof DiskError)) throw error;
      return { title: error.title, message: error.because, hint: error.hint };
    }
  }

  function atOnce(problem: Problem | undefined, output: (output: Output) => void): RunningAction {
    if (problem !== undefined) output({ type: 'error', ...problem });
    return { done: true, exitCode: problem === undefined ? 0 : 1, interrupt() {}, abandon() {} };
  }

  return {
    start(action, output) {
      switch (action.type) {
        case 'command':
          return command(action.text, output);
        case 'request':
          return requests.send(action.id, action.to, action.request);
        case 'hangup':
          requests.hangUp(action.id);
          return atOnce(undefined, output);
        case 'terminal':
          return terminals.act(action.terminal, action);
        case 'manifest': {
          const refused = written(action.path, action.text);
          return refused === undefined ? command(`kubectl apply -f ${quote(action.path)}`, output) : atOnce(refused, output);
        }
        case 'script':
          return script(action.source, output);
        case 'edit': {
          const refused = written(action.path, action.text);
          workspace.forgetChange(action.path);
          return atOnce(refused, output);
        }
        case 'swap':
          return atOnce(learner.swap(action.controller, action.entry), output);
        case 'unswap':
          learner.unswap(action.controller);
          return atOnce(undefined, output);
        case 'fault':
          faults.addFor(action.fault, action.forMs);
          return atOnce(undefined, output);
      }
    },
  };

  function underWay(promise: Promise<number>, how: Pick<Running, 'interrupt' | 'abandon'>): RunningAction {
    const running = { done: false, exitCode: 0, ...how };
    function end(code: number): void {
      running.done = true;
      running.exitCode = code;
    }
    promise.then(end, () => end(1));
    return running;
  }
}

function sentence(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

/** One word for the shell. */
function quote(word: string): string {
  return /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
