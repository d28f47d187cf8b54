/**
 * A terminal of the session behind the interface of every terminal. Prompt and line editor are here, in the page; what is run is an
 * input of the session, which keeps what was shown. `terminal-machine.ts` decides; this file carries out.
 */
import type { RuntimeEvent } from '../../runtimes/runtime.ts';
import type { TerminalLink, TerminalStatus } from '../../runtimes/terminal.ts';
import type { Inspect } from '../../session/inspections.ts';
import type { InputRequest, TerminalAct } from '../../session/types.ts';
import { createMachine, type Machine } from '../machine.ts';
import { createTerminal, statusOf, stepTerminal, type TerminalEffect, type TerminalEvent, type TerminalState } from './terminal-machine.ts';

export interface SessionTerminalParts {
  /** Its own; the session knows it by that. */
  readonly name: string;
  /** The session is there from then on. */
  begin(): Promise<void>;
  run(input: InputRequest): Promise<unknown>;
  /** Ends an input of this terminal that is under way; its command goes on. */
  stopWaiting(): void;
  readonly inspect: Inspect;
  on(listener: (event: RuntimeEvent) => void): () => void;
  readonly history: CommandHistory;
}

/** Commands run in this browser, oldest first. Neither rejects. */
export interface CommandHistory {
  load(): Promise<readonly string[]>;
  save(commands: readonly string[]): void;
}

type Terminal = Machine<TerminalState, TerminalEvent>;

export function createSessionTerminal(parts: SessionTerminalParts): TerminalLink {
  const screen = createOutlet<string>();
  const status = createOutlet<TerminalStatus>();
  const machine: Terminal = createMachine(createTerminal(parts.name), stepTerminal, perform);

  function perform(effect: TerminalEffect): void {
    switch (effect.type) {
      case 'write':
        return screen.emit(effect.data);
      case 'status':
        return status.emit(statusOf(machine.state));
      case 'draw':
        return void draw(parts, machine);
      case 'complete':
        return void complete(parts, machine, effect.line, effect.cursor);
      case 'save-history':
        return parts.history.save(effect.history);
      case 'stop-waiting':
        return parts.stopWaiting();
      case 'act':
        return void act(parts, machine, effect.act);
    }
  }

  const stopListening = parts.on((event) => machine.send({ type: 'runtime', event }));
  void open(parts, machine);

  return {
    write: (data) => machine.send({ type: 'typed', data }),
    resize: (columns, rows) => machine.send({ type: 'resized', size: { columns, rows } }),
    onData: screen.on,
    onStatus(listener) {
      listener(statusOf(machine.state));
      return status.on(listener);
    },
    close() {
      machine.send({ type: 'closed' });
      stopListening();
    },
  };
}

async function draw(parts: SessionTerminalParts, { send }: Terminal): Promise<void> {
  const drawn = parts.inspect('terminal', { terminal: parts.name });
  send(
    await drawn.then(
      (view): TerminalEvent => ({ type: 'drawn', view }),
      (error: unknown) => ({ type: 'draw-failed', because: sentence(error) }),
    ),
  );
}

async function complete(parts: SessionTerminalParts, { send }: Terminal, line: string, cursor: number): Promise<void> {
  const completions = parts.inspect('complete', { line, cursor, terminal: parts.name });
  send({ type: 'completed', completions: await completions.catch(() => ({ from: 0, candidates: [] })) });
}

async function act(parts: SessionTerminalParts, { send }: Terminal, what: TerminalAct): Promise<void> {
  const failure = await parts.run({ type: 'terminal', terminal: parts.name, ...what }).then(
    () => undefined,
    (error: unknown) => ({ because: sentence(error) }),
  );
  switch (what.do) {
    case 'line':
      return send({ type: 'line-done', text: what.text, ...failure });
    case 'keys':
      return send({ type: 'keys-sent', ...failure });
    case 'interrupt':
      if (failure !== undefined) send({ type: 'act-failed', ...failure });
      return;
    case 'resize':
    case 'close':
      // Of no consequence where the session is gone.
      return;
  }
}

async function open(parts: SessionTerminalParts, { send }: Terminal): Promise<void> {
  try {
    const history = await parts.history.load();
    await parts.begin();
    send({ type: 'opened', history });
  } catch (error) {
    send({ type: 'failed', because: sentence(error) });
  }
}

/** Listeners; what came before the first is kept for it. */
function createOutlet<T>() {
  const listeners = new Set<(value: T) => void>();
  let early: T[] = [];
  return {
    emit(value: T): void {
      if (listeners.size === 0) early.push(value);
      for (const listener of [...listeners]) listener(value);
    },
    on(listener: (value: T) => void): () => void {
      listeners.add(listener);
      for (const value of early) listener(value);
      early = [];
      return () => void listeners.delete(listener);
    },
  };
}

const sentence = (error: unknown): string => (error instanceof Error ? error.message : String(error));
