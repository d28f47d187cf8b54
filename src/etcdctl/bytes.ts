/** Keys and values between the command line (text), the gateway (base64) and what is printed. */
import { fromBase64, fromUtf8, toBase64, utf8 } from '../engine/index.ts';
import type { CommandError } from './errors.ts';

/** Base64 of a text's UTF-8. */
export function encode(text: string): string {
  return toBase64(utf8(text));
}

/** The bytes behind base64, one character each. */
export function bytesOf(base64: string): string {
  const decoded = fromBase64(base64);
  return 'bytes' in decoded ? decoded.bytes : '';
}

/** The text behind base64; bytes that are no UTF-8 show as Latin-1. */
export function decode(base64: string): string {
  const bytes = bytesOf(base64);
  return fromUtf8(bytes) ?? bytes;
}

/** `\x61\x62`, as --hex shows bytes. */
export function hexText(base64: string): string {
  let text = '';
  for (const byte of bytesOf(base64)) text += `\\x${byte.charCodeAt(0).toString(16).padStart(2, '0')}`;
  return text;
}

/** Go's %q. */
export function quoted(text: string): string {
  return JSON.stringify(text).replace(/\\u00([0-9a-f]{2})/g, '\\x$1').replaceAll('\\b', '\\b');
}

/** Base64 of the key behind the last one with this prefix: the last byte that can be raised is, those behind it go. */
export function prefixEnd(prefix: string): string {
  const bytes = utf8(prefix);
  for (let at = bytes.length - 1; at >= 0; at -= 1) {
    const byte = bytes.charCodeAt(at);
    if (byte < 0xff) return toBase64(bytes.slice(0, at) + String.fromCharCode(byte + 1));
  }
  return everything;
}

/** Base64 of the range end that means "to the end", and of the key that means "from the beginning". */
export const everything = 'AA==';

/** An unsigned or signed number in hex as decimal text; `bad` makes the error of Go's words. */
export function parseHex(word: string, kind: 'Int' | 'Uint', bad: (why: string) => CommandError): string {
  if (!/^[0-9a-fA-F]+$/.test(word)) throw bad(`strconv.Parse${kind}: parsing ${quoted(word)}: invalid syntax`);
  const value = BigInt(`0x${word}`);
  if (value >> BigInt(kind === 'Int' ? 63 : 64)) {
    throw bad(`strconv.Parse${kind}: parsing ${quoted(word)}: value out of range`);
  }
  return String(value);
}

/** Decimal text as hex digits, filled up to `width` with `fill`. */
export function hex(decimal: string, width = 0, fill = '0'): string {
  return BigInt(decimal || '0').toString(16).padStart(width, fill);
}

/** Sizes as go-humanize writes them: `20 kB`, `2.1 GB`. */
export function humanBytes(decimal: string): string {
  const bytes = Number(decimal || '0');
  if (bytes < 10) return `${bytes} B`;
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let unit = 0;
  let value = bytes;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const rounded = Math.floor(value * 10 + 0.5) / 10;
  return `${rounded < 10 ? rounded.toFixed(1) : Math.floor(rounded + 0.5)} ${units[unit]}`;
}
