/** Objects as etcd holds them, read without a request: for views and checks, never for a component of the cluster. */

import { findKind } from '../api/index.ts';
import type { Kind, KindDefinition } from '../api/types.ts';
import { decode } from '../apiserver/codec.ts';
import { resourceOf } from '../apiserver/resource.ts';
import { type Etcd, type KeyValue, prefixEnd } from '../etcd/index.ts';
import type { KubeObject } from '../meta/index.ts';

/** All objects of a kind in key order; none when the kind isn't served. One that isn't built in may be a CustomResourceDefinition's. */
export function peekObjects<T extends KubeObject>(
  etcd: Pick<Etcd, 'peek'>,
  kinds: readonly KindDefinition[],
  kind: Kind<T>,
): readonly T[] {
  const definition = findKind(kinds, kind);
  const prefix = definition === undefined ? `/registry/${kind.group}/${kind.plural}/` : resourceOf(definition).prefix;
  const { ok } = etcd.peek({ key: prefix, rangeEnd: prefixEnd(prefix) });
  // The API server stores only this kind's objects below the kind's prefix.
  return (ok?.kvs ?? []).map((kv) => decode(kv) as T | undefined).filter((object) => object !== undefined);
}

/** The object an etcd value holds, or undefined for a key that isn't one of the API server's objects. */
export function decodeObject(kv: KeyValue): KubeObject | undefined {
  return kv.key.startsWith('/registry/') ? decode(kv) : undefined;
}
