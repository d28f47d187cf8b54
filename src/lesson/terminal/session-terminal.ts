/**
 * A terminal of the session behind the interface of every terminal: its prompt and line editor are here, in the page; what is run is an
 * input of the session, which keeps what was shown. After a replay the screen is drawn anew from there.
 */
import type { RuntimeEvent } from '../../runtimes/runtime.ts';
import type { TerminalLink, TerminalStatus } from '../../runtimes/terminal.ts';
import type { Inspect } from '../../session/inspections.ts';
import type { InputRequest, TerminalAct, TerminalPiece, TerminalState, TerminalView } from '../../session/types.ts';
import { createPrompt, type Prompt } from './prompt.ts';
import { readKeys, withoutPasteMarks } from './keys.ts';
import { typedLine } from './paint.ts';

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

const nothing: TerminalState = { command: '', listening: false, reading: false };
const wipe = '\x1b[2J\x1b[3J\x1b[H';

export function createSessionTerminal(parts: SessionTerminalParts): TerminalLink {
  const { name } = parts;
  const screen = createOutlet<string>();
  const told = createOutlet<TerminalStatus>();
  let state = nothing;
  /** Why nothing can be typed, or what stopped it; '' while all is well. */
  let phase: 'starting' | 'open' | 'ended' = 'starting';
  let failure = '';
  let size = { columns: 80, rows: 24 };
  let sizeTold = '80 24';
  /** Pieces shown, and whether they are those of the session as it now is. */
  let count = 0;
  let drawing: Promise<void> | undefined;
  let replaying = false;
  /** Lines that were sent: they stand on the screen already. */
  let sent: string[] = [];
  /** The last of the output ended its line. */
  let atStart = true;
  /** Keys typed ahead. */
  let ahead: string[] = [];
  let pressing = false;
  let keys = '';
  let sendingKeys = false;

  const prompt: Prompt = createPrompt({
    write: (data) => screen.emit(data),
    columns: () => size.columns,
    complete: (line, cursor) => parts.inspect('complete', { line, cursor, terminal: name }),
    remember: (commands) => parts.history.save(commands),
    run: submit,
  });

  const running = (): boolean => state.command !== '' || sent.length > 0;
  const asking = (): boolean => phase === 'open' && !running() && drawing === undefined && !replaying;

  function tell(): void {
    told.emit(statusOf());
    if (!asking()) {
      prompt.hide();
      return;
    }
    if (!prompt.shown) {
      if (!atStart) screen.emit('\r\n');
      atStart = true;
      prompt.show();
    }
    pressAhead();
  }

  function statusOf(): TerminalStatus {
    const command = (state.command || (sent[0] ?? '')).split('\n')[0] ?? '';
    if (phase === 'ended') return { state: 'ended', command: '', words: failure, typed: false };
    if (phase === 'starting' || drawing !== undefined || replaying)
      return { state: 'starting', command: '', words: failure, typed: false };
    if (!running()) return { state: 'prompt', command: '', words: '', typed: prompt.typed || ahead.length > 0 };
    if (state.reading) return { state: 'program', command, words: 'It reads what you type.', typed: true };
    const words = state.listening ? 'It waits for news. Ctrl+C ends it.' : 'Ctrl+C ends it.';
    return { state: 'running', command, words, typed: ahead.length > 0 };
  }

  function act(what: TerminalAct): Promise<unknown> {
    return parts.run({ type: 'terminal', terminal: name, ...what });
  }

  function show(piece: TerminalPiece): void {
    if (piece.type === 'output') {
      atStart = piece.text.endsWith('\n');
      screen.emit(piece.text.replaceAll(/\r?\n/g, '\r\n'));
      return;
    }
    atStart = true;
    if (sent[0] === piece.text) sent = sent.slice(1);
    else screen.emit(typedLine(piece.text).replaceAll(/\r?\n/g, '\r\n'));
  }

  /** Draws the screen from what the session has kept. */
  function redraw(): Promise<void> {
    drawing ??= (async () => {
      try {
        const view: TerminalView = await parts.inspect('terminal', { terminal: name });
        if (count > 0 || view.count > 0) screen.emit(wipe);
        sent = [];
        for (const piece of view.pieces) show(piece);
        count = view.count;
        state = view;
        replaying = false;
      } catch (error) {
        failure = sentence(error);
      } finally {
        drawing = undefined;
      }
      tell();
    })();
    prompt.forget();
    return drawing;
  }

  function hear(event: RuntimeEvent): void {
    if (phase !== 'open') return;
    if (event.type === 'replaying') {
      replaying = true;
      tell();
    } else if (event.type === 'branches') void (drawing ?? Promise.resolve()).then(redraw);
    else if (event.type === 'terminal' && event.terminal === name && !replaying) {
      if (drawing !== undefined || event.count !== count + 1) return void (drawing ?? Promise.resolve()).then(redraw);
      prompt.hide();
      count = event.count;
      show(event.piece);
    } else if (event.type === 'terminal-state' && event.terminal === name && !replaying) {
      const wasReading = state.reading;
      state = event.state;
      if (state.reading && !wasReading) tellSize();
      tell();
    }
  }

  async function submit(text: string): Promise<void> {
    sent = [...sent, text];
    atStart = true;
    tell();
    try {
      await act({ do: 'line', text });
    } catch (error) {
      screen.emit(`${sentence(error)}\r\n`);
    }
    // Told by the session long since, unless it was lost.
    sent = sent.filter((each) => each !== text);
    tell();
  }

  /** What has been typed, as far as there is a prompt to take it. */
  function pressAhead(): void {
    if (pressing) return;
    pressing = true;
    while (ahead.length > 0 && asking()) {
      const [data = '', ...rest] = ahead;
      ahead = rest;
      const { left, busy } = prompt.press(readKeys(data));
      if (left !== '') ahead = [left, ...ahead];
      if (busy === undefined) continue;
      void busy.then(() => {
        pressing = false;
        pressAhead();
      });
      return told.emit(statusOf());
    }
    pressing = false;
    told.emit(statusOf());
  }

  function interrupt(): void {
    ahead = [];
    parts.stopWaiting();
    act({ do: 'interrupt' }).catch((error: unknown) => screen.emit(`${sentence(error)}\r\n`));
  }

  async function sendKeys(data: string): Promise<void> {
    keys += withoutPasteMarks(data);
    if (sendingKeys) return;
    sendingKeys = true;
    while (keys !== '') {
      const text = keys;
      keys = '';
      await act({ do: 'keys', text }).catch((error: unknown) => screen.emit(`${sentence(error)}\r\n`));
    }
    sendingKeys = false;
  }

  function tellSize(): void {
    const now = `${size.columns} ${size.rows}`;
    if (now === sizeTold) return;
    sizeTold = now;
    act({ do: 'resize', ...size }).catch(() => undefined);
  }

  const deaf = parts.on(hear);
  void (async () => {
    try {
      prompt.recall(await parts.history.load());
      await parts.begin();
      phase = 'open';
      await redraw();
    } catch (error) {
      phase = 'ended';
      failure = sentence(error);
      tell();
    }
  })();

  return {
    write(data) {
      if (phase === 'ended') return;
      if (running() && state.reading) void sendKeys(data);
      else if (running() && data === '\x03') interrupt();
      else {
        ahead.push(data);
        if (asking()) pressAhead();
        else told.emit(statusOf());
      }
    },
    resize(columns, rows) {
      size = { columns, rows };
      prompt.resized();
      if (state.reading) tellSize();
    },
    onData: screen.on,
    onStatus(listener) {
      listener(statusOf());
      return told.on(listener);
    },
    close() {
      if (phase === 'open' && count > 0) act({ do: 'close' }).catch(() => undefined);
      phase = 'ended';
      deaf();
    },
  };
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
