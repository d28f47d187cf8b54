/** Requests from outside come in between two instants of the cluster's time, and so does what clients send on streams. */
import type { Exchange, Handler, StreamEnd } from '../../engine/index.ts';

/** A handler that `enter`s each request, each hang-up and each piece of a stream. */
export function enterBetweenInstants(enter: (input: () => void) => void, handler: Handler): Handler {
  return (request, exchange) => {
    let hungUp = false;
    let hangUp: (() => void) | undefined;
    const { upgrade } = exchange;
    const entered: Exchange =
      upgrade === undefined ? exchange : { ...exchange, upgrade: (peer) => upgrade(enteringEnd(enter, peer)) };
    enter(() => {
      if (!hungUp) hangUp = handler(request, entered);
    });
    return () => {
      if (hungUp) return;
      hungUp = true;
      enter(() => hangUp?.());
    };
  };
}

function enteringEnd(enter: (input: () => void) => void, end: StreamEnd): StreamEnd {
  return {
    write: (channel, bytes) => enter(() => end.write(channel, bytes)),
    close: (channel) => enter(() => end.close(channel)),
    end: () => enter(() => end.end()),
  };
}
