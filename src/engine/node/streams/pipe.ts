/** What a process reads from and writes to. Everything is bytes as text (bytes.ts). */

/** The reading end. */
export interface Input {
  /** All that is there now; '' when nothing has come yet; undefined at its end. */
  take(): string | undefined;
  /** What was taken and is not needed. */
  putBack(bytes: string): void;
  /** Calls back once, when there is something to take or the end has come: at once if that is so already. */
  onReady(wake: () => void): void;
}

/** The writing end. */
export interface Output {
  write(bytes: string): void;
  /** Nobody reads any more. */
  readonly broken: boolean;
}

export interface Pipe extends Input, Output {
  end(): void;
  /** The reader is gone. */
  breakOff(): void;
}

/** Creates an empty pipe. */
export function createPipe(): Pipe {
  let content = '';
  let ended = false;
  let broken = false;
  let waiting: (() => void) | undefined;

  function wake(): void {
    const run = waiting;
    waiting = undefined;
    run?.();
  }
  return {
    get broken() {
      return broken;
    },
    take() {
      if (content === '') return ended ? undefined : '';
      const taken = content;
      content = '';
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

/** An output that keeps what is written. */
export function createCollector(): Output & { readonly text: string } {
  let text = '';
  return {
    broken: false,
    write(bytes) {
      text += bytes;
    },
    get text() {
      return text;
    },
  };
}
