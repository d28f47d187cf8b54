/**
 * Events to many watchers at once. An event is serialised once for all who see it; what a watcher is to get goes out in one piece, made once
 * for all who are to get the same; and the more watchers there are, the longer pieces are gathered, so that sending leaves time for writes.
 */
import type { ServerResponse } from 'node:http';
import type { Json } from '../../engine/index.ts';

export interface WatchWriter {
  /** Sends text as it is, and anything else as a line of JSON. What is given must not change afterwards. */
  write(response: ServerResponse, chunk: Json): void;
  /** Sends what is still waiting for a response that is about to end. */
  flush(response: ServerResponse): void;
}

/** What some watchers are to get: the same lines as `before`, and one more. */
interface Piece {
  readonly before: Piece | undefined;
  readonly line: string;
  /** Those that go on from here, by their next line. */
  readonly next: Map<string, Piece>;
  bytes: Buffer | undefined;
}

/** A watcher that doesn't read is cut off, rather than to fill the memory. */
const mostUnreadBytes = 64 * 1024 * 1024;
/** After sending for a while the next sending comes so many times that later. */
const restTimes = 9;
/** The thread isn't held longer than this at a time. */
const sliceMs = 1;
/** But an event is never held back longer than this. */
const longestRestMs = 150;

export function createWatchWriter(): WatchWriter {
  const lineOf = createLines();
  let waiting = new Map<ServerResponse, Piece>();
  /** Being sent, a slice at a time. */
  let sending = new Map<ServerResponse, Piece>();
  let first = new Map<string, Piece>();
  let scheduled = false;
  let restUntil = 0;

  function sendAll(): void {
    sending = waiting;
    waiting = new Map();
    first = new Map();
    sendSlice(0);
  }

  /** A slice at a time, so that requests don't wait behind a thousand watchers. */
  function sendSlice(spentMs: number): void {
    const started = performance.now();
    for (const [response, piece] of sending) {
      sending.delete(response);
      send(response, piece);
      if (performance.now() - started >= sliceMs) break;
    }
    const ended = performance.now();
    const sentMs = spentMs + ended - started;
    if (sending.size > 0) {
      setImmediate(() => sendSlice(sentMs));
      return;
    }
    restUntil = ended + Math.min(longestRestMs, sentMs * restTimes);
    scheduled = false;
    if (waiting.size > 0) schedule();
  }

  function schedule(): void {
    scheduled = true;
    const restMs = restUntil - performance.now();
    if (restMs < 1) setImmediate(sendAll);
    else setTimeout(sendAll, restMs);
  }

  return {
    write(response, chunk) {
      if (response.destroyed) return;
      const line = lineOf(chunk);
      if (line === '') return;
      const before = waiting.get(response);
      const followers = before === undefined ? first : before.next;
      let piece = followers.get(line);
      if (piece === undefined) {
        piece = { before, line, next: new Map(), bytes: undefined };
        followers.set(line, piece);
      }
      waiting.set(response, piece);
      if (!scheduled) schedule();
    },
    flush(response) {
      for (const pieces of [sending, waiting]) {
        const piece = pieces.get(response);
        pieces.delete(response);
        if (piece !== undefined) send(response, piece);
      }
    },
  };
}

/** Chunks as lines of JSON; an object that is sent to many is written once. */
function createLines(): (chunk: Json) => string {
  const lines = new WeakMap<object, string>();
  return (chunk) => {
    if (typeof chunk === 'string') return chunk;
    if (typeof chunk !== 'object' || chunk === null) return `${JSON.stringify(chunk)}\n`;
    let line = lines.get(chunk);
    if (line === undefined) {
      line = `${JSON.stringify(chunk)}\n`;
      lines.set(chunk, line);
    }
    return line;
  };
}

/**
 * Node would copy and frame the text anew for each response: where the connection is chunked and has nothing of the response's own waiting,
 * the framed bytes go to it directly.
 */
function send(response: ServerResponse, piece: Piece): void {
  const { socket } = response;
  if (response.destroyed || socket === null) return;
  if (response.chunkedEncoding && response.writableLength === 0 && response.headersSent) {
    piece.bytes ??= frame(textOf(piece));
    socket.write(piece.bytes);
  } else response.write(textOf(piece));
  if (socket.writableLength + response.writableLength > mostUnreadBytes) response.destroy();
}

function textOf(piece: Piece): string {
  const lines: string[] = [];
  for (let each: Piece | undefined = piece; each !== undefined; each = each.before) lines.push(each.line);
  return lines.reverse().join('');
}

/** One chunk of HTTP's chunked transfer coding. */
function frame(text: string): Buffer {
  const bytes = Buffer.from(text, 'utf8');
  return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
}
