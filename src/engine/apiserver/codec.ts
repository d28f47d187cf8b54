/** Between objects and what etcd holds: the stored value lacks the resourceVersion, which is the key's mod_revision. */

import { fromUtf8, type KeyValue, type Revision } from '../etcd/index.ts';
import type { Json, KubeObject, ObjectMeta } from '../meta/index.ts';

/** What is written for an object. Shares all its parts. */
export function encode(object: KubeObject): KubeObject {
  const { resourceVersion: _, ...metadata } = object.metadata;
  return { ...object, metadata: metadata as ObjectMeta };
}

/**
 * The object under a key, as clients see it. This server's own values are objects; whoever writes below `/registry` past it leaves
 * text, which may be an object's JSON. Undefined when it is none.
 */
export function decode(kv: KeyValue): KubeObject | undefined {
  const stored = typeof kv.value === 'string' ? parse(kv.value) : kv.value;
  return isObject(stored) ? atRevision(stored, kv.modRevision) : undefined;
}

function parse(bytes: string): unknown {
  try {
    return JSON.parse(fromUtf8(bytes) ?? '');
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is KubeObject {
  if (typeof value !== 'object' || value === null || !('metadata' in value)) return false;
  const { metadata } = value;
  return typeof metadata === 'object' && metadata !== null && 'name' in metadata && typeof metadata.name === 'string';
}

/** The object with this revision as its resourceVersion. */
export function atRevision(object: KubeObject, revision: Revision): KubeObject {
  return { ...object, metadata: { ...object.metadata, resourceVersion: String(revision) } };
}

/** An object is JSON: its types have no index signature, which is all that TypeScript misses. */
export function asJson(object: object): Json {
  return object as unknown as Json;
}
