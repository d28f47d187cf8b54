/** exec and attach over SPDY: a stream for each of input, outputs, errors and terminal size (upstream: kubelet server/remotecommand). */
import type { StreamEnd } from '../../../engine/index.ts';
import { createSpdyConnection, type SpdyConnection, type SpdyStream, type StreamEvents } from '../spdy/connection.ts';
import { messageOf } from './channels.ts';
import type { Wire } from './wire.ts';

/** What this server speaks, best first. */
export const spdyExecProtocols = [
  'v4.channel.k8s.io',
  'v3.channel.k8s.io',
  'v2.channel.k8s.io',
  'channel.k8s.io',
] as const;

/** Streams by their `streamtype`, with the engine's channel. */
const channels: Readonly<Record<string, number>> = { stdin: 0, stdout: 1, stderr: 2, error: 3, resize: 4 };
/** How long a client has to open the streams it said it would. */
const openWithinMs = 30_000;
/** How long it has to hang up when all is said. */
const hangUpWithinMs = 1000;

export interface SpdyEdge {
  readonly connection: SpdyConnection;
  /** For the engine to send to. */
  readonly client: StreamEnd;
  /** The wire is gone. */
  closed(): void;
}

/**
 * `expected`: channels that the client will open. It reads none of them before it has all, so nothing is sent before that either.
 */
export function spdyExec(wire: Wire, peer: StreamEnd, protocol: string, expected: readonly number[]): SpdyEdge {
  const streams = new Map<number, SpdyStream>();
  let waiting: (() => void)[] | undefined = [];
  const late = setTimeout(() => wire.destroy(), openWithinMs);

  const connection = createSpdyConnection({
    send: wire.send,
    opened(stream) {
      const channel = channels[stream.headers['streamtype'] ?? ''];
      if (channel === undefined) return ignored;
      streams.set(channel, stream);
      if (waiting !== undefined && expected.every((each) => streams.has(each))) allOpen();
      return {
        data: (bytes) => peer.write(channel, bytes),
        closed: () => {
          if (channel === 0) peer.close(0);
        },
      };
    },
    goneAway: () => wire.end(),
  });

  function allOpen(): void {
    clearTimeout(late);
    const runs = waiting ?? [];
    waiting = undefined;
    for (const run of runs) run();
  }

  function whenOpen(run: () => void): void {
    if (waiting === undefined) run();
    else waiting.push(run);
  }

  return {
    connection,
    client: {
      write(channel, bytes) {
        const content = channel === 3 && !protocol.startsWith('v4') ? messageOf(bytes) : bytes;
        whenOpen(() => streams.get(channel)?.write(content));
      },
      close: (channel) => whenOpen(() => streams.get(channel)?.close()),
      end: () =>
        whenOpen(() => {
          for (const stream of streams.values()) stream.close();
          connection.goAway();
          // The client hangs up when it has read all; what it still sends meanwhile has somewhere to go.
          setTimeout(() => wire.end(), hangUpWithinMs).unref();
        }),
    },
    closed() {
      clearTimeout(late);
      peer.end();
    },
  };
}

const ignored: StreamEvents = { data() {}, closed() {} };
