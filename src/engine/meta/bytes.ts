/** Bytes without a platform: a string of one character (0–255) a byte, UTF-8 and base64. */

/** UTF-8 of a text, one character a byte. */
export function utf8(text: string): string {
  if (isAscii(text)) return text;
  let bytes = '';
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x80) bytes += character;
    else if (code < 0x800) bytes += String.fromCharCode(0xc0 | (code >> 6), tail(code));
    else if (code < 0x10000) bytes += String.fromCharCode(0xe0 | (code >> 12), tail(code >> 6), tail(code));
    else bytes += String.fromCharCode(0xf0 | (code >> 18), tail(code >> 12), tail(code >> 6), tail(code));
  }
  return bytes;
}

/** How many bytes the UTF-8 of a text has. */
export function byteLength(text: string): number {
  let bytes = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    // Two surrogates, two bytes each, are one character of four.
    const isSurrogate = code >= 0xd800 && code < 0xe000;
    bytes += code < 0x80 ? 1 : code < 0x800 || isSurrogate ? 2 : 3;
  }
  return bytes;
}

/** How many bytes a text in base64 stands for. */
export function base64ByteLength(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  return (base64.length / 4) * 3 - padding;
}

/** The text that UTF-8 bytes spell; undefined when they are no UTF-8. */
export function fromUtf8(bytes: string): string | undefined {
  if (isAscii(bytes)) return bytes;
  let escaped = '';
  for (let at = 0; at < bytes.length; at += 1) escaped += '%' + bytes.charCodeAt(at).toString(16).padStart(2, '0');
  try {
    return decodeURIComponent(escaped);
  } catch {
    return undefined;
  }
}

function tail(code: number): number {
  return 0x80 | (code & 0x3f);
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 0x7f) return false;
  return true;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Standard base64 with padding of bytes, one character each. */
export function toBase64(bytes: string): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const left = bytes.length - at;
    const three =
      (bytes.charCodeAt(at) << 16) |
      ((left > 1 ? bytes.charCodeAt(at + 1) : 0) << 8) |
      (left > 2 ? bytes.charCodeAt(at + 2) : 0);
    text += alphabet.charAt(three >> 18) + alphabet.charAt((three >> 12) & 63);
    text += left > 1 ? alphabet.charAt((three >> 6) & 63) : '=';
    text += left > 2 ? alphabet.charAt(three & 63) : '=';
  }
  return text;
}

/** Bytes of a base64 text, or the place of the character that is none (Go's encoding/base64 counts the same way). */
export function fromBase64(text: string): { readonly bytes: string } | { readonly wrongAt: number } {
  let bytes = '';
  for (let at = 0; at < text.length; at += 4) {
    const four = [0, 1, 2, 3].map((place) => alphabet.indexOf(text.charAt(at + place) || '?'));
    const last = at + 4 >= text.length;
    const padding = last ? (text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0) : 0;
    const wrong = four.findIndex((value, place) => value < 0 && place < 4 - padding);
    if (wrong >= 0) return { wrongAt: Math.min(at + wrong, text.length) };
    const [a = 0, b = 0, c = 0, d = 0] = four;
    const three = (a << 18) | (b << 12) | (Math.max(c, 0) << 6) | Math.max(d, 0);
    bytes += String.fromCharCode(three >> 16);
    if (padding < 2) bytes += String.fromCharCode((three >> 8) & 255);
    if (padding < 1) bytes += String.fromCharCode(three & 255);
  }
  return { bytes };
}
