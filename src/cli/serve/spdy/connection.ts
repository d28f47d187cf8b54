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

/** Creates the server's side. */
export function createSpdyConnection(options: SpdyOptions): SpdyConnection {
  const readHeaders = createHeaderReader();
  const writeHeaders = createHeaderWriter();
  const streams = new Map<number, StreamEvents>();
  let lastStream = 0;
  let received: Buffer[] = [];
  let length = 0;

  function control(kind: number, flags: number, payload: Buffer): void {
    const head = Buffer.from([0x80, version, kind >> 8, kind & 0xff, flags, ...threeBytes(payload.length)]);
    options.send(Buffer.concat([head, payload]));
  }

  function data(id: number, flags: number, bytes: Uint8Array): void {
    options.send(Buffer.concat([uint32(id), Buffer.from([flags, ...threeBytes(bytes.length)]), bytes]));
  }

  function open(flags: number, payload: Buffer): void {
    if (payload.length < 10) throw new SpdyError('a stream begins without its number');
    const id = payload.readUInt32BE(0) & 0x7fff_ffff;
    const headers = readHeaders(payload.subarray(10));
    if (id <= lastStream || id % 2 === 0) throw new SpdyError(`stream ${id} begins out of order`);
    if (streams.size >= mostStreams) throw new SpdyError('too many streams');
    lastStream = id;
    control(type.synReply, 0, Buffer.concat([uint32(id), writeHeaders({})]));
    const events = options.opened(streamOf(id, headers));
    if ((flags & fin) !== 0) events.closed(false);
    else streams.set(id, events);
  }

  function streamOf(id: number, headers: Headers): SpdyStream {
    let open = true;
    return {
      id,
      headers,
      write(bytes) {
        for (let at = 0; open && at < bytes.length; at += dataBytes) data(id, 0, bytes.subarray(at, at + dataBytes));
      },
      close() {
        if (open) data(id, fin, new Uint8Array());
        open = false;
      },
    };
  }

  function finish(id: number, reset: boolean): void {
    const events = streams.get(id);
    streams.delete(id);
    events?.closed(reset);
  }

  function takeControl(kind: number, flags: number, payload: Buffer): void {
    if (kind === type.synStream) open(flags, payload);
    else if (kind === type.rstStream && payload.length >= 4) finish(payload.readUInt32BE(0) & 0x7fff_ffff, true);
    else if (kind === type.ping) control(type.ping, 0, payload);
    else if (kind === type.goAway) options.goneAway();
    // Headers that come later belong to the same compressed text, though nobody asks for them.
    else if (kind === type.headers && payload.length >= 4) readHeaders(payload.subarray(4));
  }

  function takeFrame(frame: Buffer): void {
    const payload = frame.subarray(headBytes);
    const flags = frame[4] ?? 0;
    const first = frame.readUInt32BE(0);
    if (first >>> 31 === 1) {
      if (((first >>> 16) & 0x7fff) !== version) throw new SpdyError('this is another version of SPDY');
      takeControl(first & 0xffff, flags, payload);
      return;
    }
    if (payload.length > 0) streams.get(first)?.data(payload);
    if ((flags & fin) !== 0) finish(first, false);
  }

  return {
    receive(bytes) {
      received.push(bytes);
      length += bytes.length;
      if (length < headBytes) return;
      let rest = received.length === 1 ? bytes : Buffer.concat(received);
      while (rest.length >= headBytes) {
        const size = headBytes + ((rest.readUInt32BE(4) & mostFrameBytes) >>> 0);
        if (rest.length < size) break;
        takeFrame(rest.subarray(0, size));
        rest = rest.subarray(size);
      }
      received = rest.length === 0 ? [] : [rest];
      length = rest.length;
    },
    goAway: () => control(type.goAway, 0, Buffer.concat([uint32(lastStream), uint32(0)])),
  };
}

function threeBytes(value: number): readonly number[] {
  return [(value >> 16) & 0xff, (value >> 8) & 0xff, value & 0xff];
}
