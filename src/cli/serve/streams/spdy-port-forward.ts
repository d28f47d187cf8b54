/** Port-forwarding over SPDY: two streams for each connection, paired by their request id (upstream: kubelet server/portforward). */
import type { StreamEnd } from '../../../engine/index.ts';
import { createSpdyConnection, type SpdyStream } from '../spdy/connection.ts';
import type { SpdyEdge } from './spdy-exec.ts';
import type { Wire } from './wire.ts';

/** The one protocol there is; over a websocket it is tunnelled under the second name. */
export const portForwardProtocol = 'portforward.k8s.io';
export const tunnelProtocol = 'SPDY/3.1+portforward.k8s.io';

/** Of each channel that comes back the first two bytes are the port, which SPDY says in headers. */
const portBytes = 2;

interface Outgoing {
  readonly stream: SpdyStream;
  /** Bytes of the port still to come. */
  skip: number;
}

/** Turns the pairs of streams into the engine's pairs of channels. */
export function spdyPortForward(wire: Wire, peer: StreamEnd): SpdyEdge {
  const numbers = new Map<string, number>();
  const outgoing = new Map<number, Outgoing>();

  function numberOf({ id, headers }: SpdyStream, isError: boolean): number {
    // Old clients give no id and open the one right after the other.
    const request = headers['requestid'] ?? String(isError ? id : id - 2);
    const known = numbers.get(request);
    if (known !== undefined) return known;
    const number = numbers.size;
    numbers.set(request, number);
    return number;
  }

  const connection = createSpdyConnection({
    send: wire.send,
    opened(stream) {
      const isError = stream.headers['streamtype'] === 'error';
      const channel = 2 * numberOf(stream, isError) + (isError ? 1 : 0);
      const port = Number(stream.headers['port']);
      outgoing.set(channel, { stream, skip: portBytes });
      // Its client's half is closed from the start.
      if (isError) return { data() {}, closed() {} };
      peer.write(channel, Uint8Array.of(port & 0xff, (port >> 8) & 0xff));
      return {
        data: (bytes) => peer.write(channel, bytes),
        closed: (reset) => peer.close(reset ? channel + 1 : channel),
      };
    },
    goneAway: () => wire.end(),
  });

  return {
    connection,
    client: {
      write(channel, bytes) {
        const out = outgoing.get(channel);
        if (out === undefined) return;
        const skipped = Math.min(out.skip, bytes.length);
        out.skip -= skipped;
        if (skipped < bytes.length) out.stream.write(bytes.subarray(skipped));
      },
      close(channel) {
        outgoing.get(channel)?.stream.close();
        outgoing.delete(channel);
      },
      end() {
        connection.goAway();
        wire.end();
      },
    },
    closed: () => peer.end(),
  };
}
