/**
 * The server's side of a SPDY/3.1 connection: streams within one connection, each with headers and an end of its own. Flow control by
 * windows is left out, as in the library that Kubernetes uses (moby/spdystream).
 */
import { uint32 } from './dictionary.ts';
import { createHeaderReader, createHeaderWriter, type Headers, SpdyError } from './header-block.ts';

export { type Headers, SpdyError } from './header-block.ts';

/** A stream that the client opened. */
export interface SpdyStream {
  readonly id: number;
  readonly headers: Headers;
  write(bytes: Uint8Array): void;
  /** Nothing more comes from this side. */
  close(): void;
}

/** What a stream's owner hears. */
export interface StreamEvents {
  data(bytes: Buffer): void;
  /** Nothing more comes from the client; `reset`: it doesn't read either. */
  closed(reset: boolean): void;
}

export interface SpdyOptions {
  send(bytes: Uint8Array): void;
  opened(stream: SpdyStream): StreamEvents;
  /** The client takes leave. */
  goneAway(): void;
}

export interface SpdyConnection {
  /** Bytes from the client, cut anyhow. Throws SpdyError. */
  receive(bytes: Buffer): void;
  /** Says that nothing more comes. */
  goAway(): void;
}

const version = 3;
const fin = 0x01;
const type = { synStream: 1, synReply: 2, rstStream: 3, settings: 4, ping: 6, goAway: 7, headers: 8, windowUpdate: 9 };
const headBytes = 8;
const mostFrameBytes = 0xff_ffff;
/** What is sent in one frame. */
const dataBytes = 64 * 1024;
const mostStreams = 10_000;

/** The server's side of one connection. */
interface ConnectionState {
  readonly options: SpdyOptions;
  readonly readHeaders: ReturnType<typeof createHeaderReader>;
  readonly writeHeaders: ReturnType<typeof createHeaderWriter>;
  /** Streams whose client may still send. */
  readonly streams: Map<number, StreamEvents>;
  /** Number of the newest stream. */
  lastStream: number;
  /** Bytes of a frame that isn't complete yet. */
  received: Buffer[];
  receivedBytes: number;
}

/** Creates the server's side. */
export function createSpdyConnection(options: SpdyOptions): SpdyConnection {
  const state: ConnectionState = {
    options,
    readHeaders: createHeaderReader(),
    writeHeaders: createHeaderWriter(),
    streams: new Map(),
    lastStream: 0,
    received: [],
    receivedBytes: 0,
  };
  return {
    receive: (bytes) => receive(state, bytes),
    goAway: () => sendControl(options, type.goAway, 0, Buffer.concat([uint32(state.lastStream), uint32(0)])),
  };
}

function receive(state: ConnectionState, bytes: Buffer): void {
  state.received.push(bytes);
  state.receivedBytes += bytes.length;
  if (state.receivedBytes < headBytes) return;
  let rest = state.received.length === 1 ? bytes : Buffer.concat(state.received);
  while (rest.length >= headBytes) {
    const size = headBytes + ((rest.readUInt32BE(4) & mostFrameBytes) >>> 0);
    if (rest.length < size) break;
    takeFrame(state, rest.subarray(0, size));
    rest = rest.subarray(size);
  }
  state.received = rest.length === 0 ? [] : [rest];
  state.receivedBytes = rest.length;
}

function takeFrame(state: ConnectionState, frame: Buffer): void {
  const payload = frame.subarray(headBytes);
  const flags = frame[4] ?? 0;
  const first = frame.readUInt32BE(0);
  if (first >>> 31 === 1) {
    if (((first >>> 16) & 0x7fff) !== version) throw new SpdyError('this is another version of SPDY');
    takeControl(state, first & 0xffff, flags, payload);
    return;
  }
  if (payload.length > 0) state.streams.get(first)?.data(payload);
  if ((flags & fin) !== 0) finish(state, first, false);
}

function takeControl(state: ConnectionState, kind: number, flags: number, payload: Buffer): void {
  const { options } = state;
  if (kind === type.synStream) open(state, flags, payload);
  else if (kind === type.rstStream && payload.length >= 4) finish(state, payload.readUInt32BE(0) & 0x7fff_ffff, true);
  else if (kind === type.ping) sendControl(options, type.ping, 0, payload);
  else if (kind === type.goAway) options.goneAway();
  // Headers that come later aren't used, but they belong to the same compressed text, so it must be read.
  else if (kind === type.headers && payload.length >= 4) state.readHeaders(payload.subarray(4));
}

function open(state: ConnectionState, flags: number, payload: Buffer): void {
  const { options, streams } = state;
  if (payload.length < 10) throw new SpdyError('a stream begins without its number');
  const id = payload.readUInt32BE(0) & 0x7fff_ffff;
  const headers = state.readHeaders(payload.subarray(10));
  if (id <= state.lastStream || id % 2 === 0) throw new SpdyError(`stream ${id} begins out of order`);
  if (streams.size >= mostStreams) throw new SpdyError('too many streams');
  state.lastStream = id;
  sendControl(options, type.synReply, 0, Buffer.concat([uint32(id), state.writeHeaders({})]));
  const events = options.opened(createStream(options, id, headers));
  if ((flags & fin) !== 0) events.closed(false);
  else streams.set(id, events);
}

function createStream(options: SpdyOptions, id: number, headers: Headers): SpdyStream {
  let open = true;
  return {
    id,
    headers,
    write(bytes) {
      for (let at = 0; open && at < bytes.length; at += dataBytes) {
        sendData(options, id, 0, bytes.subarray(at, at + dataBytes));
      }
    },
    close() {
      if (open) sendData(options, id, fin, new Uint8Array());
      open = false;
    },
  };
}

function finish({ streams }: ConnectionState, id: number, reset: boolean): void {
  const events = streams.get(id);
  streams.delete(id);
  events?.closed(reset);
}

function sendControl({ send }: SpdyOptions, kind: number, flags: number, payload: Buffer): void {
  const head = Buffer.from([0x80, version, kind >> 8, kind & 0xff, flags, ...threeBytes(payload.length)]);
  send(Buffer.concat([head, payload]));
}

function sendData({ send }: SpdyOptions, id: number, flags: number, bytes: Uint8Array): void {
  send(Buffer.concat([uint32(id), Buffer.from([flags, ...threeBytes(bytes.length)]), bytes]));
}

function threeBytes(value: number): readonly number[] {
  return [(value >> 16) & 0xff, (value >> 8) & 0xff, value & 0xff];
}
