/** `--append-hash`: the name of a config map or secret ends with a hash of what it holds (kubectl pkg/util/hash). */
import { type JsonObject, sha256, utf8 } from '../../../engine/index.ts';
import type { Flag } from '../../flags.ts';
import { record, text } from '../../json.ts';
import { toCompactJson } from '../../printers/json.ts';

export const APPEND_HASH_FLAG: Flag = { name: 'append-hash', type: 'bool', help: 'End the name with a hash of the data' };

/** The object with its hash behind its name. */
export function withHash(object: JsonObject): JsonObject {
  const metadata = record(object, 'metadata');
  const name = text(metadata, 'name');
  const kind = text(object, 'kind');
  const hashed = { kind, name, data: record(object, 'data'), ...(kind === 'Secret' && { type: text(object, 'type') }) };
  return { ...object, metadata: { ...metadata, name: `${name}-${hashOf(toCompactJson(hashed))}` } };
}

/** Ten hexadecimal digits, those that could spell words replaced (upstream encodeHash). */
function hashOf(json: string): string {
  const hex = [...sha256(utf8(json))].map((byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('');
  return hex.slice(0, 10).replace(/[013ae]/g, (digit) => replaced[digit] ?? digit);
}

const replaced: Readonly<Record<string, string>> = { '0': 'g', '1': 'h', '3': 'k', a: 'm', e: 't' };
