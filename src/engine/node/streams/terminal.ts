/**
 * A pseudo-terminal's line discipline: it echoes what is typed, hands it on line by line, turns line feeds of programs into CR LF, and Ctrl+C
 * into a signal (as Linux does with the settings a new terminal has).
 */
import type { Input, Output } from './pipe.ts';

export interface Terminal {
  /** What programs read. */
  readonly input: Input;
  /** What programs write to. */
  readonly output: Output;
  /** What comes from the keyboard. */
  type(bytes: string): void;
  /** The keyboard is gone. */
  hangUp(): void;
  /** Columns and rows, as last reported. */
  size: { readonly columns: number; readonly rows: number };
  /** Ctrl+C; the process in front says what becomes of it. */
  onInterrupt: (() => void) | undefined;
}

/** Creates a terminal whose screen is `show`. */
export function createTerminal(show: (bytes: string) => void): Terminal {
  const input = createLines();
  let line = '';

  function erase(count: number): void {
    line = line.slice(0, line.length - count);
    show('\b \b'.repeat(count));
  }
  function key(char: string): void {
    switch (char) {
      case '\r':
      case '\n':
        show('\r\n');
        input.write(`${line}\n`);
        line = '';
        break;
      case '\x03':
        show('^C');
        line = '';
        terminal.onInterrupt?.();
        break;
      case '\x04':
        // An end for whoever reads now; or what has been typed so far, without a line's end.
        input.write(line === '' ? undefined : line);
        line = '';
        break;
      case '\x7f':
      case '\b':
        if (line !== '') erase(1);
        break;
      case '\x15':
        erase(line.length);
        break;
      case '\x17':
        erase(line.length - line.replace(/\S+\s*$/, '').length);
        break;
      default:
        line += char;
        show(char < ' ' && char !== '\t' ? `^${String.fromCharCode(char.charCodeAt(0) + 64)}` : char);
    }
  }
  const terminal: Terminal = {
    input,
    output: { broken: false, write: (bytes) => show(bytes.replaceAll('\n', '\r\n')) },
    type(bytes) {
      for (const char of bytes) key(char);
    },
    hangUp: input.hangUp,
    size: { columns: 80, rows: 24 },
    onInterrupt: undefined,
  };
  return terminal;
}

/** What was typed; an end (undefined) is seen by one reader only, for a terminal goes on. */
function createLines(): Input & { write(line: string | undefined): void; hangUp(): void } {
  let queue: (string | undefined)[] = [];
  let gone = false;
  let waiting: (() => void) | undefined;
  const wake = () => {
    const run = waiting;
    waiting = undefined;
    run?.();
  };
  return {
    take() {
      if (queue.length === 0) return gone ? undefined : '';
      const [first, ...rest] = queue;
      queue = rest;
      return first;
    },
    putBack: (bytes) => void queue.unshift(bytes),
    onReady(run) {
      if (queue.length > 0 || gone) run();
      else waiting = run;
    },
    write(line) {
      queue.push(line);
      wake();
    },
    hangUp() {
      gone = true;
      wake();
    },
  };
}
