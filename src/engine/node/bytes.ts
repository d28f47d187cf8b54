/**
 * Bytes as text, one character a byte: what passes through pipes, files and sockets of containers. Regular expressions and comparisons work
 * on it as on any text, and nothing binary is lost.
 */

/** UTF-8 of a text. */
export function toByteText(text: string): string {
  if (isPlain(text)) return text;
  let result = '';
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    if (code < 0x80) result += char;
    else if (code < 0x800) result += String.fromCharCode(0xc0 | (code >> 6), continuation(code));
    else if (code < 0x10000) {
      result += String.fromCharCode(0xe0 | (code >> 12), continuation(code >> 6), continuation(code));
    } else {
      const [a, b, c] = [continuation(code >> 12), continuation(code >> 6), continuation(code)];
      result += String.fromCharCode(0xf0 | (code >> 18), a, b, c);
    }
  }
  return result;
}

/** The text that these bytes are in UTF-8; what is none becomes U+FFFD. */
export function fromByteText(bytes: string): string {
  if (isPlain(bytes)) return bytes;
  let result = '';
  for (let at = 0; at < bytes.length; ) {
    const first = bytes.charCodeAt(at);
    const length = first < 0x80 ? 1 : first >= 0xf0 && first < 0xf8 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 0;
    const code = length === 0 || first >= 0xf8 ? undefined : decodeAt(bytes, at, length);
    result += code === undefined ? '\ufffd' : String.fromCodePoint(code);
    at += code === undefined ? 1 : length;
  }
  return result;
}

/** As bytes. */
export function bytesOf(byteText: string): Uint8Array {
  const bytes = new Uint8Array(byteText.length);
  for (let at = 0; at < byteText.length; at += 1) bytes[at] = byteText.charCodeAt(at);
  return bytes;
}

/** From bytes. */
export function byteTextOf(bytes: Uint8Array): string {
  let result = '';
  for (let at = 0; at < bytes.length; at += 4096) result += String.fromCharCode(...bytes.subarray(at, at + 4096));
  return result;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Base64 of bytes as text. */
export function toBase64(text: string): string {
  let result = '';
  for (let at = 0; at < text.length; at += 3) {
    const [a = 0, b = Number.NaN, c = Number.NaN] = [0, 1, 2].map((index) => text.charCodeAt(at + index));
    const bits = (a << 16) | ((b || 0) << 8) | (c || 0);
    const digits = [18, 12, 6, 0].map((shift) => ALPHABET[(bits >> shift) & 63] ?? '');
    result += `${digits[0]}${digits[1]}${Number.isNaN(b) ? '=' : digits[2]}${Number.isNaN(c) ? '=' : digits[3]}`;
  }
  return result;
}

/** Bytes as text from base64; what is no digit of it is passed over. */
export function fromBase64(text: string): string {
  let result = '';
  let bits = 0;
  let count = 0;
  for (const char of text) {
    const value = ALPHABET.indexOf(char);
    if (value < 0) continue;
    bits = ((bits << 6) | value) & 0xffffff;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    result += String.fromCharCode((bits >> count) & 255);
  }
  return result;
}

function isPlain(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 0x7f) return false;
  return true;
}

function continuation(code: number): number {
  return 0x80 | (code & 0x3f);
}

function decodeAt(bytes: string, at: number, length: number): number | undefined {
  const first = bytes.charCodeAt(at);
  let code = length === 1 ? first : first & (0xff >> (length + 1));
  for (let index = 1; index < length; index += 1) {
    const next = bytes.charCodeAt(at + index);
    if (Number.isNaN(next) || (next & 0xc0) !== 0x80) return undefined;
    code = (code << 6) | (next & 0x3f);
  }
  const smallest = [0, 0, 0x80, 0x800, 0x10000][length] ?? 0;
  const isSurrogate = code >= 0xd800 && code < 0xe000;
  return code < smallest || code > 0x10ffff || isSurrogate ? undefined : code;
}
