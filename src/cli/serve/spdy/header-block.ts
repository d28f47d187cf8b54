/**
 * Headers of SPDY streams: compressed, all of a connection's in one zlib stream that is flushed after each block. A block ends at a byte,
 * so each can be read by itself once the text before it is known.
 */
import { constants, deflateRawSync, inflateRawSync } from 'node:zlib';
import { dictionary, dictionaryId, uint32 } from './dictionary.ts';

export type Headers = Readonly<Record<string, string>>;

/** What isn't SPDY; the sentence says why. */
export class SpdyError extends Error {}

const windowBytes = 32 * 1024;
/** No client's headers unpack to more. */
const mostBlockBytes = 64 * 1024;
/** Two bytes of zlib's header and the dictionary's id. */
const zlibHeaderBytes = 6;
const zlibHeader = Buffer.concat([Buffer.from([0x78, 0xbb]), uint32(dictionaryId)]);

/** Reads the blocks of one connection, in their order. Throws SpdyError. */
export function createHeaderReader(): (block: Buffer) => Headers {
  let window: Buffer = dictionary;
  let first = true;
  return (block) => {
    const compressed = first ? block.subarray(zlibHeaderBytes) : block;
    if (first && (block.length < zlibHeaderBytes || block.readUInt32BE(2) !== dictionaryId))
      throw new SpdyError('headers begin with another dictionary');
    first = false;
    const text = inflate(compressed, window);
    window = Buffer.concat([window, text]).subarray(-windowBytes);
    return headersOf(text);
  };
}

function inflate(compressed: Buffer, window: Buffer): Buffer {
  try {
    return inflateRawSync(compressed, {
      dictionary: window,
      finishFlush: constants.Z_SYNC_FLUSH,
      maxOutputLength: mostBlockBytes,
    });
  } catch (error) {
    throw new SpdyError(`headers can't be unpacked: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function headersOf(text: Buffer): Headers {
  let at = 0;
  function number(): number {
    if (at + 4 > text.length) throw new SpdyError('headers end too early');
    at += 4;
    return text.readUInt32BE(at - 4);
  }
  function word(): string {
    const length = number();
    if (at + length > text.length) throw new SpdyError('headers end too early');
    at += length;
    return text.toString('latin1', at - length, at);
  }
  const headers: Record<string, string> = {};
  for (let left = number(); left > 0; left -= 1) {
    const name = word().toLowerCase();
    headers[name] = word();
  }
  return headers;
}

/** Writes blocks. None refers back to those before it, which zlib's readers can't tell. */
export function createHeaderWriter(): (headers: Headers) => Buffer {
  let first = true;
  return (headers) => {
    const pairs = Object.entries(headers);
    const words = pairs.flat().map((word) => Buffer.concat([uint32(word.length), Buffer.from(word, 'latin1')]));
    const text = Buffer.concat([uint32(pairs.length), ...words]);
    const packed = deflateRawSync(text, { finishFlush: constants.Z_SYNC_FLUSH });
    const block = first ? Buffer.concat([zlibHeader, packed]) : packed;
    first = false;
    return block;
  };
}
