/**
 * The session's terminals. Each is a shell of its own whose command may outlive the input that began it: a `kubectl get -w` stays open
 * while cells run, and prints whenever time flows. What a terminal shows is kept, so that a screen can be drawn again after a replay.
 */
import type { Cluster } from '../engine/index.ts';
import type { Running } from './input-scheduler.ts';
import type { OpenShell, Shells } from './shells.ts';
import type { SessionEvent, TerminalAct, TerminalPiece, TerminalState, TerminalView } from './types.ts';

export interface Terminals {
  /** Delivers it. `done` when the command has ended, or only waits for news while the cluster is quiet. */
  act(name: string, act: TerminalAct): Running & { readonly exitCode: number };
  /** What one shows; empty for one that nobody has typed into. */
  view(name: string): TerminalView;
  /** Of a context of its kubeconfig ('': the current one); '' where that names none. */
  namespace(name: string, context: string): string;
}

export interface TerminalsParts {
  readonly cluster: Pick<Cluster, 'quiet'>;
  readonly shells: Shells;
  emit(event: SessionEvent): void;
}

/** Characters of what it has shown that a terminal keeps. */
const keptLength = 200_000;
/** Beyond that, before the oldest are let go: each time costs as much as there is. */
const slack = 50_000;
const atPrompt: TerminalState = { command: '', listening: false, reading: false };

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
          return terminal.state.command === '' || (terminal.state.listening && parts.cluster.quiet());
        },
        exitCode: 0,
        lingers: true,
        interrupt() {},
        abandon() {},
      };
    },
    view: (name) => terminals.get(name)?.view() ?? { ...atPrompt, pieces: [], count: 0 },
    namespace: (name, context) => terminals.get(name)?.namespace(context) ?? '',
  };
}

interface Terminal {
  act(act: TerminalAct): void;
  readonly state: TerminalState;
  view(): TerminalView;
  namespace(context: string): string;
}

function createTerminal(name: string, { shells, emit }: TerminalsParts): Terminal {
  const screen = createScreen(name, emit);
  const typed = new Set<(text: string) => void>();
  const resized = new Set<() => void>();
  const size = { columns: 80, rows: 24 };
  let shell = open();
  /** The one that runs is the first. */
  let commands: readonly string[] = [];
  let interrupted = false;

  function open(): OpenShell {
    const terminal = {
      onInput(listener: (text: string) => void) {
        typed.add(listener);
        tell();
        return () => {
          typed.delete(listener);
          tell();
        };
      },
      onResize(listener: () => void) {
        resized.add(listener);
        return () => void resized.delete(listener);
      },
      get columns() {
        return size.columns;
      },
      get rows() {
        return size.rows;
      },
    };
    return shells.open({ background: true, terminal, onListening: () => tell() });
  }

  const state = (): TerminalState => ({
    command: commands[0] ?? '',
    listening: shell.process.listening(),
    reading: typed.size > 0,
  });
  const tell = (): void => emit({ type: 'terminal-state', terminal: name, state: state() });

  async function runNext(): Promise<void> {
    const [text] = commands;
    const mine = shell;
    if (text === undefined) return;
    interrupted = false;
    screen.add({ type: 'line', text });
    tell();
    const print = (words: string): void => {
      if (shell === mine) screen.add({ type: 'output', text: words });
    };
    try {
      await mine.process.run(text, { stdout: print, stderr: print });
    } catch (error) {
      print(`converge: this command broke off by a mistake of its own: ${String(error)}\n`);
    }
    if (shell !== mine) return;
    // What it waited for would wake nobody.
    mine.timers.cancel();
    commands = commands.slice(1);
    tell();
    await runNext();
  }

  /** Nobody listens to it any more. */
  function abandon(): void {
    shell.timers.end();
    typed.clear();
    resized.clear();
    commands = [];
    shell = open();
  }

  function interrupt(): void {
    if (commands.length === 0) return;
    screen.add({ type: 'output', text: '^C\n' });
    commands = commands.slice(0, 1);
    if (!interrupted) {
      interrupted = true;
      shell.process.interrupt();
      return;
    }
    abandon();
    screen.add({ type: 'output', text: 'It didn’t end, and was forgotten with all that this shell knew.\n' });
    tell();
  }

  return {
    get state() {
      return state();
    },
    view: () => ({ ...state(), ...screen.kept() }),
    namespace: (context) => shell.process.namespace(context),
    act(act) {
      switch (act.do) {
        case 'line':
          commands = [...commands, act.text];
          if (commands.length === 1) void runNext();
          break;
        case 'keys':
          for (const listener of [...typed]) listener(act.text);
          break;
        case 'interrupt':
          interrupt();
          break;
        case 'resize':
          Object.assign(size, { columns: act.columns, rows: act.rows });
          for (const listener of [...resized]) listener();
          break;
        case 'close':
          shell.process.interrupt();
          abandon();
          break;
      }
    },
  };
}

/** What a terminal has shown, up to a length. */
function createScreen(terminal: string, emit: (event: SessionEvent) => void) {
  let pieces: TerminalPiece[] = [];
  let length = 0;
  let count = 0;

  function letGo(): void {
    let drop = 0;
    for (const { text } of pieces) {
      if (length <= keptLength) break;
      length -= text.length;
      drop += 1;
    }
    pieces = pieces.slice(drop);
  }

  return {
    add(whole: TerminalPiece): void {
      if (whole.type === 'output' && whole.text === '') return;
      // One that is longer than all that is kept would push itself out.
      const over = whole.text.length - keptLength + 100;
      const piece = over > 0 && whole.type === 'output' ? { ...whole, text: `(${over} characters are left out)\n${whole.text.slice(over)}` } : whole;
      pieces.push(piece);
      length += piece.text.length;
      count += 1;
      if (length > keptLength + slack) letGo();
      emit({ type: 'terminal', terminal, count, piece });
    },
    kept: () => ({ pieces: [...pieces], count }),
  };
}
