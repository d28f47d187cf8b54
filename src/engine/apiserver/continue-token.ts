/** Continue tokens: base64url of a little JSON, as upstream's, and as there of no meaning to clients. */
import { badRequest, isJsonObject, type Json } from '../meta/index.ts';
import { JsonSyntaxError, parseJsonText } from './json-text.ts';
import { refuse } from './outcome.ts';

export interface ContinueToken {
  /** Revision of the first page; -1: go on at the newest. */
  readonly revision: number;
  /** First path wanted. */
  readonly start: string;
}

const version = 'meta.k8s.io/v1';
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Paths are ASCII: names and namespaces are DNS names. */
export function encodeContinue({ revision, start }: ContinueToken): string {
  const text = JSON.stringify({ v: version, rv: revision, start: `${start}\0` });
  let encoded = '';
  for (let at = 0; at < text.length; at += 3) {
    const [a = 0, b = 0, c = 0] = [text.charCodeAt(at), text.charCodeAt(at + 1) || 0, text.charCodeAt(at + 2) || 0];
    const bits = (a << 16) | (b << 8) | c;
    const characters = Math.min(4, text.length - at + 1);
    for (let place = 0; place < characters; place += 1) encoded += alphabet.charAt((bits >> (18 - 6 * place)) & 63);
  }
  return encoded;
}

/** Throws 400 for what this server never made (upstream: pkg/storage/continue.go). */
export function decodeContinue(token: string): ContinueToken {
  let value: Json;
  try {
    value = parseJsonText(decoded(token)).value;
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    return wrong(`: ${error.message}`);
  }
  const { v = '', rv = 0, start = '' } = isJsonObject(value) ? value : {};
  if (v !== version) return wrong(`: server does not recognize this encoded version ${v}`);
  if (typeof rv !== 'number' || rv === 0) return wrong(`: incorrect encoded start resourceVersion (version ${version})`);
  if (typeof start !== 'string' || start === '') return wrong(`: encoded start key empty (version ${version})`);
  const steps = start.replace(/^\//, '').split('/');
  if (steps.some((step) => step === '' || step === '.' || step === '..')) return wrong(`: ${start}`);
  return { revision: rv, start };
}

function decoded(token: string): string {
  const bad = [...token].findIndex((each) => !alphabet.includes(each));
  const byte = bad >= 0 ? bad : token.length % 4 === 1 ? token.length - 1 : -1;
  if (byte >= 0) return wrong(`: illegal base64 data at input byte ${byte}`);
  let text = '';
  let bits = 0;
  let width = 0;
  for (const character of token) {
    bits = ((bits << 6) | alphabet.indexOf(character)) & 0xffffff;
    width += 6;
    if (width < 8) continue;
    width -= 8;
    text += String.fromCharCode((bits >> width) & 255);
  }
  return text;
}

function wrong(why: string): never {
  return refuse(badRequest(`invalid continue token: continue key is not valid${why}`));
}
