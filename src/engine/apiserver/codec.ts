/** Between objects and what etcd holds: the stored value lacks the resourceVersion, which is the key's mod_revision. */

import type { KeyValue, Revision } from '../etcd/index.ts';
import type { Json, KubeObject, ObjectMeta } from '../meta/index.ts';

/** What is written for an object. Shares all its parts. */
export function encode(object: KubeObject): KubeObject {
  const { resourceVersion: _, ...metadata } = object.metadata;
  return { ...object, metadata: metadata as ObjectMeta };
}

/** The object under a key, as clients see it. Only this server writes below `/registry`, so the value is one of its objects. */
export function decode(kv: KeyValue): KubeObject {
  return atRevision(kv.value as unknown as KubeObject, kv.modRevision);
}

/** The object with this revision as its resourceVersion. */
export function atRevision(object: KubeObject, revision: Revision): KubeObject {
  return { ...object, metadata: { ...object.metadata, resourceVersion: String(revision) } };
}

/** An object is JSON: its types have no index signature, which is all that TypeScript misses. */
export function asJson(object: object): Json {
  return object as unknown as Json;
}
