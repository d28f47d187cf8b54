/** Objects of kinds as the API server makes them, for tests of the kinds' rules. */
import { fieldErrorMessage, type JsonObject, type KubeObject } from '../../../../meta/index.ts';
import { decode } from '../../../index.ts';
import type { KindDefinition } from '../../../types.ts';

export const META = { uid: 'u', resourceVersion: '1', creationTimestamp: '1970-01-01T00:00:00Z' };

/** As the API server makes an object of a manifest, all but the status a client may not set. */
export function make<T extends KubeObject>(kind: KindDefinition<T>, parts: JsonObject, meta: JsonObject = {}): T {
  const metadata = { name: 'a', ...(kind.namespaced ? { namespace: 'default' } : {}), ...META, ...meta };
  const { object } = decode(kind, { ...parts, metadata });
  return kind.rules.default?.(object) ?? object;
}

/** What the kind's rules say, with the paths; with `old` of an update. */
export function errorsOf<T extends KubeObject>(
  kind: KindDefinition<T>,
  parts: JsonObject,
  old?: JsonObject,
): readonly string[] {
  const before = old === undefined ? undefined : make(kind, old);
  return (kind.rules.validate?.(make(kind, parts), before) ?? []).map(fieldErrorMessage);
}

/** A row of the kind's table, a minute after the object was made. */
export function cells<T extends KubeObject>(
  kind: KindDefinition<T>,
  parts: JsonObject,
  meta: JsonObject = {},
): JsonObject {
  const object = make(kind, parts, meta);
  return Object.fromEntries(kind.columns.map((column) => [column.name, column.value(object, 60_000)]));
}
