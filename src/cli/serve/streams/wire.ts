/** One connection to a client after its upgrade: bytes or messages both ways, with a measure of what it hasn't read. */
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';

export interface Wire {
  send(bytes: Uint8Array): void;
  /** Ends it after what has been sent. */
  end(): void;
  /** Ends it at once. */
  destroy(): void;
}

export interface WireEvents {
  received(bytes: Buffer): void;
  /** The client is gone, or this side has ended it. Comes once. */
  closed(): void;
}

/** While the client hasn't read so much, nothing is taken from it either: who sends what it gets back (cat) is slowed down. */
const pauseFromBytes = 1024 * 1024;
/** A client that doesn't read at all is cut off. */
const mostUnreadBytes = 64 * 1024 * 1024;

/** A wire over a bare socket. `head` has come already. */
export function socketWire(socket: Duplex, head: Buffer, events: WireEvents): Wire {
  let open = true;
  socket.on('data', (bytes: Buffer) => events.received(bytes));
  socket.on('drain', () => socket.resume());
  socket.on('end', () => socket.end());
  socket.once('close', () => {
    open = false;
    events.closed();
  });
  if (head.length > 0) setImmediate(() => events.received(head));
  return {
    send(bytes) {
      if (!open) return;
      socket.write(bytes);
      if (socket.writableLength > mostUnreadBytes) socket.destroy();
      else if (socket.writableLength > pauseFromBytes) socket.pause();
    },
    end() {
      open = false;
      socket.end();
      // A client that received the close and stays is not waited for.
      socket.resume();
    },
    destroy: () => socket.destroy(),
  };
}

/** A wire over a websocket: a message each time, binary ones unless `text`. */
export function webSocketWire(socket: WebSocket, events: WireEvents, text = false): Wire {
  socket.on('message', (message: Buffer) => events.received(message));
  socket.on('error', () => socket.terminate());
  socket.once('close', () => events.closed());
  const sent = (): void => {
    if (socket.isPaused && socket.bufferedAmount < pauseFromBytes) socket.resume();
  };
  return {
    send(bytes) {
      if (socket.readyState !== socket.OPEN) return;
      socket.send(bytes, { binary: !text }, sent);
      if (socket.bufferedAmount > mostUnreadBytes) socket.terminate();
      else if (socket.bufferedAmount > pauseFromBytes) socket.pause();
    },
    end() {
      // A paused one would never hear that the client agrees.
      socket.resume();
      socket.close(1000);
    },
    destroy: () => socket.terminate(),
  };
}
