/** Signed claims as JSON Web Tokens (RFC 7519), signed with HS256. */
import { fromBase64, fromUtf8, toBase64, utf8 } from '../../etcd/index.ts';
import { isJsonObject, type Json, type JsonObject } from '../../meta/index.ts';
import { hmacSha256, sha256 } from './sha256.ts';

/** A token of these claims. */
export function signToken(key: string, claims: JsonObject): string {
  const kid = encode(sha256(`key id ${utf8(key)}`).slice(0, 16));
  const signed = `${encode(utf8(JSON.stringify({ alg: 'HS256', kid })))}.${encode(utf8(JSON.stringify(claims)))}`;
  return `${signed}.${encode(hmacSha256(utf8(key), signed))}`;
}

/** The claims of a token that was signed with this key; undefined for anything else. */
export function verifyToken(key: string, token: string): JsonObject | undefined {
  const [header = '', payload = '', signature, more] = token.split('.');
  if (signature === undefined || more !== undefined) return undefined;
  if (encode(hmacSha256(utf8(key), `${header}.${payload}`)) !== signature) return undefined;
  const text = fromUtf8(decode(payload));
  try {
    const claims: Json = text === undefined ? null : JSON.parse(text);
    return isJsonObject(claims) ? claims : undefined;
  } catch {
    return undefined;
  }
}

/** base64url without padding. */
function encode(bytes: string): string {
  return toBase64(bytes).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

function decode(text: string): string {
  const padded = text.replace(/-/g, '+').replace(/_/g, '/');
  const read = fromBase64(padded + '='.repeat((4 - (padded.length % 4)) % 4));
  return 'bytes' in read ? read.bytes : '';
}
