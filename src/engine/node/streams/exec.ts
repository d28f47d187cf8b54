/** Commands in running containers, and the terminals of their processes, over two-way streams (upstream's streaming server). */
import type { StreamEnd } from '../../sdk/index.ts';
import { bytesOf, byteTextOf } from '../bytes.ts';
import type { LineOutput, Stdio } from '../unix-host.ts';
import type { ContainerRuntime, RuntimeContainer, RuntimePod } from '../runtime.ts';
import { createPipe, emptyInput } from './pipe.ts';
import { closedStream, endStream, whyNotStarted } from './status.ts';
import { createTerminal, type Terminal } from './terminal.ts';

export interface StreamOptions {
  readonly stdin: boolean;
  readonly stdout: boolean;
  readonly stderr: boolean;
  readonly tty: boolean;
}

const notThere: LineOutput = { broken: false, write() {} };

/** Runs a command; `peer` gets what it writes and how it ended. What is returned takes its input. */
export function openExec(
  runtime: ContainerRuntime,
  pod: RuntimePod,
  container: RuntimeContainer,
  command: readonly string[],
  options: StreamOptions,
  peer: StreamEnd,
): StreamEnd {
  let gone = false;
  const show = (channel: number) => (bytes: string) => {
    if (!gone && bytes !== '') peer.write(channel, bytesOf(bytes));
  };
  const terminal = options.tty ? createTerminal(show(1)) : undefined;
  const pipe = createPipe();
  const stdio: Stdio =
    terminal === undefined
      ? {
          input: options.stdin ? pipe : emptyInput,
          output: options.stdout ? { broken: false, write: show(1) } : notThere,
          error: options.stderr ? { broken: false, write: show(2) } : notThere,
        }
      : { input: terminal.input, output: terminal.output, error: terminal.output, terminal };
  const started = runtime.exec(pod, container, command, stdio, (code) => {
    if (!gone) endStream(peer, code);
    gone = true;
  });
  if ('error' in started) {
    endStream(peer, { error: `Internal error occurred: error executing command in container: ${whyNotStarted(started)}` });
    return closedStream;
  }
  return {
    write(channel, bytes) {
      if (gone) return;
      if (channel === 4) resize(terminal, byteTextOf(bytes));
      else if (channel !== 0 || !options.stdin) return;
      else if (terminal === undefined) pipe.write(byteTextOf(bytes));
      else terminal.type(byteTextOf(bytes));
    },
    close(channel) {
      if (channel !== 0) return;
      if (terminal === undefined) pipe.end();
      else terminal.hangUp();
    },
    end() {
      if (gone) return;
      gone = true;
      pipe.end();
      terminal?.hangUp();
      // A process whose terminal is gone gets SIGHUP; another one runs on without a reader.
      if (terminal !== undefined) started.kill();
    },
  };
}

/** Shows what process 1 writes from now on, and lets it read what is typed. */
export function openAttach(container: RuntimeContainer, options: StreamOptions, peer: StreamEnd): StreamEnd {
  const { console: screen } = container;
  let gone = false;
  const forget = screen.streams.attach((stream, bytes) => {
    if (!gone && (stream === 1 ? options.stdout : options.stderr)) peer.write(stream, bytesOf(bytes));
  });
  const unfollow = container.log.follow((entry) => {
    if (entry !== undefined || gone) return;
    gone = true;
    forget();
    endStream(peer, 0);
  });
  function leave(): void {
    forget();
    unfollow();
  }
  return {
    write(channel, bytes) {
      if (gone) return;
      if (channel === 4) resize(screen.terminal, byteTextOf(bytes));
      else if (channel === 0 && options.stdin) screen.type?.(byteTextOf(bytes));
    },
    close(channel) {
      if (channel === 0 && options.stdin) screen.detached?.();
    },
    end() {
      if (gone) return;
      gone = true;
      leave();
      if (options.stdin) screen.detached?.();
    },
  };
}

function resize(terminal: Terminal | undefined, text: string): void {
  const columns = Number(/"Width":\s*(\d+)/.exec(text)?.[1] ?? 0);
  const rows = Number(/"Height":\s*(\d+)/.exec(text)?.[1] ?? 0);
  if (terminal !== undefined && columns > 0 && rows > 0) terminal.size = { columns, rows };
}
