import type { ObjectKey } from './object.ts';

/** `namespace/name`, or `name` without a namespace. */
export function keyOf(object: {
  readonly metadata: { readonly namespace?: string; readonly name: string };
}): ObjectKey {
  return joinKey(object.metadata.namespace, object.metadata.name);
}

/** The key of a name in a namespace ('' or undefined: cluster scope). */
export function joinKey(namespace: string | undefined, name: string): ObjectKey {
  return namespace === undefined || namespace === '' ? name : `${namespace}/${name}`;
}

/** The parts of a key; `namespace` is '' for cluster scope. */
export function splitKey(key: ObjectKey): { readonly namespace: string; readonly name: string } {
  const slash = key.indexOf('/');
  return slash < 0 ? { namespace: '', name: key } : { namespace: key.slice(0, slash), name: key.slice(slash + 1) };
}
