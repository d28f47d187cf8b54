/**
 * The session's terminals. Each is a shell of its own whose command may outlive the input that began it: a `kubectl get -w` stays open
 * while cells run, and prints whenever time flows. What a terminal shows is kept, so that a screen can be drawn again after a replay.
 */
import type { Cluster } from '../../engine/index.ts';
import type { Running } from '../input-scheduler.ts';
import type { OpenShell, Shells } from '../shells.ts';
import type { SessionEvent, TerminalAct, TerminalState, TerminalView } from '../types.ts';
import { createDevice } from './device.ts';
import { atPrompt, commandOf, type ForegroundEffect, type ForegroundEvent, stepForeground } from './foreground.ts';
import { createScreen } from './screen.ts';

export interface Terminals {
  /** Delivers an act. `done` when the command has ended, or only waits for events while the cluster is quiet. */
  act(name: string, act: TerminalAct): Running & { readonly exitCode: number };
  /** What a terminal shows; empty before anything was typed into it. */
  view(name: string): TerminalView;
  /** Of a context of its kubeconfig ('': the current one); '' where that names none. */
  namespace(name: string, context: string): string;
}

export interface TerminalsParts {
  readonly cluster: Pick<Cluster, 'quiet'>;
  readonly shells: Shells;
  emit(event: SessionEvent): void;
}

export function createTerminals(parts: TerminalsParts): Terminals {
  const terminals = new Map<string, Terminal>();
  return {
    act(name, act) {
      const terminal = terminals.get(name) ?? createTerminal(name, parts);
      terminals.set(name, terminal);
      terminal.act(act);
      if (act.do === 'close') terminals.delete(name);
      return {
        get done() {
          const { command, listening } = terminal.state();
          return command === '' || (listening && parts.cluster.quiet());
        },
        exitCode: 0,
        lingers: true,
        interrupt() {},
        abandon() {},
      };
    },
    view: (name) => terminals.get(name)?.view() ?? { command: '', listening: false, reading: false, pieces: [], count: 0 },
    namespace: (name, context) => terminals.get(name)?.namespace(context) ?? '',
  };
}

interface Terminal {
  act(act: TerminalAct): void;
  state(): TerminalState;
  view(): TerminalView;
  namespace(context: string): string;
}

function createTerminal(name: string, { shells, emit }: TerminalsParts): Terminal {
  const screen = createScreen((piece, count) => emit({ type: 'terminal', terminal: name, count, piece }));
  const publish = (): void => emit({ type: 'terminal-state', terminal: name, state: state() });
  const device = createDevice(publish);
  const openShell = (): OpenShell => shells.open({ background: true, terminal: device.terminal, onListening: publish });
  let shell = openShell();
  let foreground = atPrompt;

  const state = (): TerminalState => ({
    command: commandOf(foreground),
    listening: shell.process.listening(),
    reading: device.reading(),
  });

  function dispatch(event: ForegroundEvent): void {
    const step = stepForeground(foreground, event);
    foreground = step.state;
    for (const effect of step.effects) carryOut(effect);
  }

  function carryOut(effect: ForegroundEffect): void {
    switch (effect.do) {
      case 'run':
        void run(effect.command);
        break;
      case 'print':
        screen.add({ type: 'output', text: effect.text });
        break;
      case 'interrupt-shell':
        shell.process.interrupt();
        break;
      case 'replace-shell':
        shell.timers.end();
        device.disconnect();
        shell = openShell();
        break;
      case 'publish':
        publish();
        break;
    }
  }

  async function run(text: string): Promise<void> {
    const mine = shell;
    screen.add({ type: 'line', text });
    publish();
    const print = (output: string): void => {
      if (shell === mine) screen.add({ type: 'output', text: output });
    };
    try {
      await mine.process.run(text, { stdout: print, stderr: print });
    } catch (error) {
      print(`converge: this command broke off by a mistake of its own: ${String(error)}\n`);
    }
    if (shell !== mine) return;
    // A timer that the command left behind has nothing to wake.
    mine.timers.cancel();
    dispatch({ do: 'exit' });
  }

  return {
    act(act) {
      if (act.do === 'keys') device.type(act.text);
      else if (act.do === 'resize') device.resize(act.columns, act.rows);
      else dispatch(act);
    },
    state,
    view: () => ({ ...state(), ...screen.kept() }),
    namespace: (context) => shell.process.namespace(context),
  };
}
