/** What a process reads from and writes to. Everything is bytes as text (bytes.ts). */

/** The reading end. */
export interface Input {
  /**
   * All that is there now; '' when nothing has come yet; undefined at its end. With `line` an input may give less: up to the first line's
   * end, so that what is behind it still counts as waiting.
   */
  take(what?: 'line'): string | undefined;
  /** What was taken and is not needed. */
  putBack(bytes: string): void;
  /** Calls back once, when there is something to take or the end has come: at once if that is so already. */
  onReady(wake: () => void): void;
}

/** The writing end. */
export interface Output {
  write(bytes: string): void;
  /** The reader is gone. */
  readonly broken: boolean;
  /** There is no room: who writes without end waits until `onRoom` calls back. Absent where there always is. */
  readonly full?: boolean;
  onRoom?(wake: () => void): void;
}

export interface Pipe extends Input, Output {
  onRoom(wake: () => void): void;
  end(): void;
  /** The reader is gone. */
  breakOff(): void;
}

/** As on Linux. */
const pipeCapacity = 65_536;

/** Creates an empty pipe. It takes more than its capacity from writers that don't check whether it is full. */
export function createPipe(): Pipe {
  let content = '';
  let ended = false;
  let broken = false;
  let waiting: (() => void) | undefined;
  let writers: readonly (() => void)[] = [];

  function wake(): void {
    const run = waiting;
    waiting = undefined;
    run?.();
  }
  function wakeWriters(): void {
    const woken = writers;
    writers = [];
    for (const run of woken) run();
  }
  return {
    get broken() {
      return broken;
    },
    get full() {
      return !broken && content.length >= pipeCapacity;
    },
    onRoom(run) {
      writers = [...writers, run];
    },
    take(what) {
      if (content === '') return ended ? undefined : '';
      const end = what === 'line' ? content.indexOf('\n') + 1 : 0;
      const taken = end > 0 ? content.slice(0, end) : content;
      content = end > 0 ? content.slice(end) : '';
      if (writers.length > 0 && content.length < pipeCapacity) wakeWriters();
      return taken;
    },
    putBack(bytes) {
      content = bytes + content;
    },
    onReady(run) {
      if (content !== '' || ended) run();
      else waiting = run;
    },
    write(bytes) {
      if (ended || broken || bytes === '') return;
      content += bytes;
      wake();
    },
    end() {
      ended = true;
      wake();
    },
    breakOff() {
      broken = true;
      content = '';
      wakeWriters();
    },
  };
}

/** An input without anything in it. */
export const emptyInput: Input = { take: () => undefined, putBack() {}, onReady: (wake) => wake() };

/** An input that is all there from the beginning. */
export function inputOf(bytes: string): Input {
  let left: string | undefined = bytes === '' ? undefined : bytes;
  return {
    take() {
      const taken = left;
      left = undefined;
      return taken;
    },
    putBack(back) {
      left = back + (left ?? '');
    },
    onReady: (wake) => wake(),
  };
}

/** An output that keeps what is written; it breaks when that is more than `most` characters. */
export function createCollector(most = Number.POSITIVE_INFINITY): Output & { readonly text: string } {
  let text = '';
  return {
    get broken() {
      return text.length > most;
    },
    write(bytes) {
      if (text.length <= most) text += bytes;
    },
    get text() {
      return text;
    },
  };
}
