/** What process 1 writes, on its way into the container's log, and to those who are attached. */
import { fromByteText, toByteText } from './bytes.ts';
import type { ContainerLog } from './logs.ts';
import type { LineOutput } from './unix-host.ts';

export interface LogStreams {
  readonly output: LineOutput;
  readonly error: LineOutput;
  /** Shows what is written from now on; returns what ends it. */
  attach(show: (stream: 1 | 2, bytes: string) => void): () => void;
  /** What stands there without a line's end is a line after all. */
  flush(): void;
}

/** What is longer without a line's end is written as it is (containerd: 16 KiB). */
const longestLine = 16_384;

/** Cuts what is written into lines. */
export function createLogStreams(log: ContainerLog, now: () => number): LogStreams {
  let watchers: readonly ((stream: 1 | 2, bytes: string) => void)[] = [];

  function createOutput(stream: 1 | 2): LineOutput & { flush(): void } {
    let rest = '';
    return {
      broken: false,
      write(bytes) {
        for (const show of watchers) show(stream, bytes);
        const end = bytes.lastIndexOf('\n');
        if (end < 0) {
          rest += bytes;
          if (rest.length > longestLine) this.flush();
          return;
        }
        log.append(now(), fromByteText(rest + bytes.slice(0, end)));
        rest = bytes.slice(end + 1);
      },
      line(text) {
        if (watchers.length > 0 || rest !== '') this.write(toByteText(`${typeof text === 'string' ? text : text()}\n`));
        else log.append(now(), text);
      },
      flush() {
        if (rest !== '') log.append(now(), fromByteText(rest), true);
        rest = '';
      },
    };
  }
  const output = createOutput(1);
  const error = createOutput(2);
  return {
    output,
    error,
    attach(show) {
      watchers = [...watchers, show];
      return () => {
        watchers = watchers.filter((each) => each !== show);
      };
    },
    flush() {
      output.flush();
      error.flush();
    },
  };
}
