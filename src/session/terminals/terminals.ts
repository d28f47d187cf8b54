/**
 * The session's terminals. Each is a shell of its own whose command may outlive the input that began it: a `kubectl get -w` stays open
 * while cells run, and prints whenever time flows. What a terminal shows is kept, so that a screen can be drawn again after a replay.
 */
import type { Cluster } from '../../engine/index.ts';
import type { Running } from '../input-scheduler.ts';
import type { OpenShell, Shells } from '../shells.ts';
import type { SessionEvent, TerminalAct, TerminalState, TerminalView } from '../types.ts';
import { createDevice, type Device } from './device.ts';
import { atPrompt, commandOf, type ForegroundEffect, type ForegroundEvent, stepForeground } from './foreground.ts';
import { createScreen, type Screen } from './screen.ts';

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
      const terminal = terminals.get(name) ?? new Terminal(name, parts);
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

/** One terminal: its screen, its shell and what runs in its foreground. */
class Terminal {
  readonly #name: string;
  readonly #parts: TerminalsParts;
  readonly #screen: Screen;
  readonly #device: Device;
  #shell: OpenShell;
  #foreground = atPrompt;

  constructor(name: string, parts: TerminalsParts) {
    this.#name = name;
    this.#parts = parts;
    this.#screen = createScreen((piece, count) => parts.emit({ type: 'terminal', terminal: name, count, piece }));
    this.#device = createDevice(() => this.#publish());
    this.#shell = this.#openShell();
  }

  act(act: TerminalAct): void {
    if (act.do === 'keys') this.#device.type(act.text);
    else if (act.do === 'resize') this.#device.resize(act.columns, act.rows);
    else this.#dispatch(act);
  }

  state(): TerminalState {
    return {
      command: commandOf(this.#foreground),
      listening: this.#shell.process.listening(),
      reading: this.#device.reading(),
    };
  }

  view(): TerminalView {
    return { ...this.state(), ...this.#screen.kept() };
  }

  namespace(context: string): string {
    return this.#shell.process.namespace(context);
  }

  #openShell(): OpenShell {
    const { terminal } = this.#device;
    return this.#parts.shells.open({ background: true, terminal, onListening: () => this.#publish() });
  }

  #publish(): void {
    this.#parts.emit({ type: 'terminal-state', terminal: this.#name, state: this.state() });
  }

  #dispatch(event: ForegroundEvent): void {
    const step = stepForeground(this.#foreground, event);
    this.#foreground = step.state;
    for (const effect of step.effects) this.#carryOut(effect);
  }

  #carryOut(effect: ForegroundEffect): void {
    switch (effect.do) {
      case 'run':
        void this.#run(effect.command);
        break;
      case 'print':
        this.#screen.add({ type: 'output', text: effect.text });
        break;
      case 'interrupt-shell':
        this.#shell.process.interrupt();
        break;
      case 'replace-shell':
        this.#shell.timers.end();
        this.#device.disconnect();
        this.#shell = this.#openShell();
        break;
      case 'publish':
        this.#publish();
        break;
    }
  }

  async #run(text: string): Promise<void> {
    const shell = this.#shell;
    const isReplaced = (): boolean => this.#shell !== shell;
    this.#screen.add({ type: 'line', text });
    this.#publish();
    const print = (output: string): void => {
      if (!isReplaced()) this.#screen.add({ type: 'output', text: output });
    };
    try {
      await shell.process.run(text, { stdout: print, stderr: print });
    } catch (error) {
      print(`converge: this command broke off by a mistake of its own: ${String(error)}\n`);
    }
    if (isReplaced()) return;
    // A timer that the command left behind has nothing to wake.
    shell.timers.cancel();
    this.#dispatch({ do: 'exit' });
  }
}
