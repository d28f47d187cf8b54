import type { Kind } from '../api/types.ts';
import type { KubeObject } from '../meta/index.ts';

/** Whether an object says it is of this kind; narrows its type. */
export function isOfKind<T extends KubeObject>(kind: Kind<T>, object: KubeObject): object is T {
  const apiVersion = kind.group === '' ? kind.version : `${kind.group}/${kind.version}`;
  return object.kind === kind.kind && object.apiVersion === apiVersion;
}
