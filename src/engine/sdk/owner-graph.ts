/** Owners and dependents: what the garbage collector knows of them, and what it reads from one object. */
import type { Kind } from '../api/types.ts';
import { keyOf, type KubeObject, type OwnerReference } from '../meta/index.ts';

/** An object in the graph. */
export interface GraphItem {
  /** `pods/default/web-7k2xq` */
  readonly key: string;
  readonly kind: Kind;
  /** As last seen. */
  readonly object: KubeObject;
  /** Uids. */
  readonly dependents: ReadonlySet<string>;
}

/** Which object owns which, as far as the caches have shown. It takes no action: it says which objects are due for a pass. */
export interface OwnerGraph {
  /** The server's own kinds; all others are custom resources. */
  readonly served: readonly Kind[];
  get(key: string): GraphItem | undefined;
  byUid(uid: string): GraphItem | undefined;
  /** Takes in an object, or a new version of it. Returns the keys of the objects that are due because of that. */
  seen(kind: Kind, object: KubeObject): readonly string[];
  /** The object is gone. Returns the keys of the objects that are due because of that. */
  gone(uid: string): readonly string[];
  /** It was there and is gone (a uid never comes back), or was looked up live under this kind and name and not found. */
  isAbsent(owner: OwnerReference, namespace: string | undefined): boolean;
  noteAbsent(owner: OwnerReference, namespace: string | undefined): void;
}

/** Its owner asked for foreground deletion: it goes when its dependents have gone. */
export const foregroundFinalizer = 'foregroundDeletion';
/** It is deleted with the policy Orphan: its dependents lose this owner, and stay. */
export const orphanFinalizer = 'orphan';

/** `pods/default/web-7k2xq`, `nodes/node-1` */
export const graphKey = (kind: Kind, object: KubeObject): string => `${kind.plural}/${keyOf(object)}`;

/** Is being deleted, but only after everything it owns. */
export const waitsForDependents = ({ metadata }: KubeObject): boolean =>
  metadata.deletionTimestamp !== undefined && (metadata.finalizers?.includes(foregroundFinalizer) ?? false);

const none: readonly never[] = [];

/** Its `ownerReferences`; none where it has none. */
export const ownersOf = ({ metadata }: KubeObject): readonly OwnerReference[] => metadata.ownerReferences ?? none;

/** Whether a reference with this item's uid names it rightly, too. Where it doesn't, the uid alone proves nothing. */
export function isNamedBy({ kind, object }: Pick<GraphItem, 'kind' | 'object'>, { apiVersion, kind: ownerKind, name }: OwnerReference): boolean {
  const group = apiVersion.includes('/') ? apiVersion.split('/')[0] : '';
  return kind.group === group && kind.kind === ownerKind && object.metadata.name === name;
}
