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
const restTimes = 5;
/** But an event is never held back longer than this. */
const longestRestMs = 100;

export function createWatchWriter(): WatchWriter {
  const lines = new WeakMap<object, string>();
  let waiting = new Map<ServerResponse, Piece>();
  let first = new Map<string, Piece>();
  let scheduled = false;
  let restUntil = 0;

  function lineOf(chunk: Json): string {
    if (typeof chunk === 'string') return chunk;
    if (typeof chunk !== 'object' || chunk === null) return `${JSON.stringify(chunk)}\n`;
    let line = lines.get(chunk);
    if (line === undefined) {
      line = `${JSON.stringify(chunk)}\n`;
      lines.set(chunk, line);
    }
    return line;
  }

  function sendAll(): void {
    scheduled = false;
    const all = waiting;
    waiting = new Map();
    first = new Map();
    const started = performance.now();
    for (const [response, piece] of all) send(response, piece);
    const ended = performance.now();
    restUntil = ended + Math.min(longestRestMs, (ended - started) * restTimes);
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
      if (scheduled) return;
      scheduled = true;
      const restMs = restUntil - performance.now();
      if (restMs < 1) setImmediate(sendAll);
      else setTimeout(sendAll, restMs);
    },
    flush(response) {
      const piece = waiting.get(response);
      if (piece === undefined) return;
      waiting.delete(response);
      send(response, piece);
    },
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
