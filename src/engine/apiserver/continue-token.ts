/** Continue tokens: base64url of a little JSON, as upstream's, and as there of no meaning to clients. */
import { badRequest, isJsonObject } from '../meta/index.ts';
import { JsonSyntaxError, parseJsonText } from './json-text.ts';
import { refuse } from './outcome.ts';

export interface ContinueToken {
  /** Revision of the first page; -1: go on at the newest. */
  readonly revision: number;
  /** First path wanted. */
  readonly start: string;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Paths are ASCII: names and namespaces are DNS names. */
export function encodeContinue({ revision, start }: ContinueToken): string {
  const text = JSON.stringify({ v: 'meta.k8s.io/v1', rv: revision, start: `${start}\0` });
  let encoded = '';
  for (let at = 0; at < text.length; at += 3) {
    const [a = 0, b = 0, c = 0] = [text.charCodeAt(at), text.charCodeAt(at + 1) || 0, text.charCodeAt(at + 2) || 0];
    const bits = (a << 16) | (b << 8) | c;
    const characters = Math.min(4, text.length - at + 1);
    for (let place = 0; place < characters; place += 1) encoded += alphabet.charAt((bits >> (18 - 6 * place)) & 63);
  }
  return encoded;
}

/** Throws 400 for what this server never made. */
export function decodeContinue(token: string): ContinueToken {
  let text = '';
  let bits = 0;
  let width = 0;
  for (const character of token.replace(/=+$/, '')) {
    bits = ((bits << 6) | alphabet.indexOf(character)) & 0xffffff;
    width += 6;
    if (width < 8) continue;
    width -= 8;
    text += String.fromCharCode((bits >> width) & 255);
  }
  try {
    const { value } = parseJsonText(text);
    const revision = isJsonObject(value) ? value['rv'] : undefined;
    const start = isJsonObject(value) ? value['start'] : undefined;
    if (typeof revision === 'number' && typeof start === 'string') return { revision, start };
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
  }
  return refuse(badRequest('continue key is not valid: decoding error'));
}
