/** Standard input and output of a container's process 1, and who is attached to it. */
import type { ContainerLog } from './logs.ts';
import { createLogStreams, type LogStreams } from './logs-writer.ts';
import type { Stdio } from './unix-host.ts';
import { createPipe, emptyInput } from './streams/pipe.ts';
import { createTerminal, type Terminal } from './streams/terminal.ts';

export interface Console {
  readonly stdio: Stdio;
  readonly streams: LogStreams;
  readonly terminal: Terminal | undefined;
  /** Absent where the container has no standard input. */
  readonly type?: (bytes: string) => void;
  /** A client that typed is gone. */
  readonly detached?: () => void;
}

export interface ConsoleOptions {
  readonly tty?: boolean;
  readonly stdin?: boolean;
  readonly stdinOnce?: boolean;
}

/** Creates it. Without `stdin`, there is nothing to read. */
export function createConsole(log: ContainerLog, now: () => number, options: ConsoleOptions): Console {
  const streams = createLogStreams(log, now);
  const { output, error } = streams;
  if (options.tty === true) {
    const terminal = createTerminal(output.write.bind(output));
    const stdio = { input: terminal.input, output: terminal.output, error: terminal.output, terminal };
    if (options.stdin !== true) {
      terminal.hangUp();
      return { stdio: { ...stdio, input: emptyInput }, streams, terminal };
    }
    const detached = () => options.stdinOnce === true && terminal.hangUp();
    return { stdio, streams, terminal, type: terminal.type, detached };
  }
  if (options.stdin !== true) return { stdio: { input: emptyInput, output, error }, streams, terminal: undefined };
  const pipe = createPipe();
  const detached = () => options.stdinOnce === true && pipe.end();
  return { stdio: { input: pipe, output, error }, streams, terminal: undefined, type: pipe.write, detached };
}
