/** What commands read from: a text, or a pipe that another command still writes to. */

export interface Source {
  /** The next line with its end; undefined when there is no more. */
  line(): string | undefined | Promise<string | undefined>;
  /** All that is left. */
  rest(): string | Promise<string>;
}

/** Between two commands that run side by side. */
export interface Pipe {
  readonly source: Source;
  write(text: string): void;
  /** Nothing more is written. */
  end(): void;
  /** Nobody reads any more: the next write breaks it. */
  close(): void;
  /** Somebody wrote although nobody reads. */
  readonly broken: boolean;
  /** Runs when it breaks; returns what forgets it. */
  onBroken(run: () => void): () => void;
  /** So much waits to be read that the writer's next command should. */
  readonly full: boolean;
  /** Resolves when it is full no more. */
  room(): Promise<void>;
}

/** Characters that wait in a pipe before its writer does: as many as a pipe of Linux holds. */
const capacity = 65_536;

export function textSource(text: string): Source {
  let left = text;
  return {
    line() {
      if (left === '') return undefined;
      const end = left.indexOf('\n') + 1 || left.length;
      const line = left.slice(0, end);
      left = left.slice(end);
      return line;
    },
    rest() {
      const all = left;
      left = '';
      return all;
    },
  };
}

/** The same, with a check after each read. */
export function watched(source: Source, check: () => void): Source {
  const read = async <T>(text: T | Promise<T>): Promise<T> => {
    const got = await text;
    check();
    return got;
  };
  return { line: () => read(source.line()), rest: () => read(source.rest()) };
}

export function createPipe(): Pipe {
  let text = '';
  let at = 0;
  /** Written since: put to the text together, for each time costs the length of all that waits. */
  let later: string[] = [];
  let length = 0;
  let [ended, closed, broken] = [false, false, false];
  let wakeReader = (): void => undefined;
  let wakeWriter = (): void => undefined;
  const onBroken = new Set<() => void>();
  const full = (): boolean => !closed && !ended && length > capacity;
  function gather(): void {
    text = text.slice(at) + later.join('');
    at = 0;
    later = [];
  }

  function take(end: number): string {
    const taken = text.slice(at, end);
    at = end;
    length -= taken.length;
    if (!full()) wakeWriter();
    return taken;
  }

  const news = (): Promise<void> =>
    new Promise((resolve) => {
      wakeReader = resolve;
    });

  return {
    source: {
      async line() {
        for (;;) {
          if (at === text.length) gather();
          const end = text.indexOf('\n', at) + 1;
          if (end > 0) return take(end);
          if (later.length > 0) {
            gather();
            continue;
          }
          if (ended) return at < text.length ? take(text.length) : undefined;
          await news();
        }
      },
      async rest() {
        let all = '';
        for (;;) {
          gather();
          all += take(text.length);
          if (ended) return all;
          await news();
        }
      },
    },
    write(more) {
      if (more === '' || ended) return;
      if (closed) {
        broken = true;
        for (const run of [...onBroken]) run();
        return;
      }
      later.push(more);
      length += more.length;
      wakeReader();
    },
    end() {
      ended = true;
      wakeReader();
      wakeWriter();
    },
    close() {
      closed = true;
      wakeWriter();
    },
    get broken() {
      return broken;
    },
    onBroken(run) {
      onBroken.add(run);
      return () => void onBroken.delete(run);
    },
    get full() {
      return full();
    },
    room: () =>
      new Promise((resolve) => {
        wakeWriter = resolve;
      }),
  };
}
