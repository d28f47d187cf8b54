/**
 * Clients that don't read: what a connection hasn't taken waits in this process's memory. A connection whose client takes nothing for a while
 * is cut off, and all together have a bound. A watch or stream by itself has one too (`watch-writer.ts`, `streams/wire.ts`).
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

export interface ConnectionLimits {
  /** Open at once; further ones are closed as they come. */
  readonly connections: number;
  /** A client that has something to read and takes nothing for so long is cut off. */
  readonly stalledMs: number;
  /** Unread by all clients together; beyond it those with the most are cut off. */
  readonly unreadBytes: number;
}

export const defaultLimits: ConnectionLimits = {
  connections: 4096,
  stalledMs: 30_000,
  unreadBytes: 512 * 1024 * 1024,
};

const everyMs = 250;

/** Holds a server that doesn't listen yet to the limits. Returns what ends it. */
export function limitConnections(server: Server, limits: ConnectionLimits): () => void {
  const open = new Set<Socket>();
  server.maxConnections = limits.connections;
  // Node counts a write of which some has gone out as activity, so that a slow client isn't taken for one that doesn't read.
  server.timeout = limits.stalledMs;
  server.on('timeout', (socket: Socket) => {
    // Between two requests node has set the time a kept connection may be idle; else a client without anything to read may wait (a watch).
    const isKept = socket.timeout !== limits.stalledMs;
    if (isKept || socket.writableLength > 0) socket.destroy();
  });
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  const timer = setInterval(() => {
    for (const socket of mostUnread(open, limits.unreadBytes)) socket.destroy();
  }, everyMs);
  return () => clearInterval(timer);
}

/** Those to cut off, so that the rest has no more than `bytes` unread. */
function mostUnread(open: Iterable<Socket>, bytes: number): readonly Socket[] {
  const unread = [...open].filter((socket) => socket.writableLength > 0);
  let total = unread.reduce((sum, socket) => sum + socket.writableLength, 0);
  if (total <= bytes) return [];
  const cut: Socket[] = [];
  for (const socket of unread.sort((a, b) => b.writableLength - a.writableLength)) {
    if (total <= bytes) break;
    total -= socket.writableLength;
    cut.push(socket);
  }
  return cut;
}
