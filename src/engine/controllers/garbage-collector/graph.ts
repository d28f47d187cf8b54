/** Who owns whom, as far as the caches have shown. Takes no action: it says what must be looked at. */
import { type Kind, type KubeObject, keyOf, type OwnerReference } from 'converge/sdk';

export interface Item {
  /** `pods/default/web-7k2xq` */
  readonly key: string;
  readonly kind: Kind;
  /** As last seen. */
  readonly object: KubeObject;
  /** Uids. */
  readonly dependents: ReadonlySet<string>;
}

export interface Graph {
  /** The server's own kinds; all others are custom resources. */
  readonly served: readonly Kind[];
  get(key: string): Item | undefined;
  byUid(uid: string): Item | undefined;
  /** Takes in an object, or a new version of it. Returns the keys of what must be looked at because of that. */
  seen(kind: Kind, object: KubeObject): readonly string[];
  /** The object is gone. */
  gone(uid: string): readonly string[];
  /** It was there and is gone, or was looked up live and not found. A uid never comes back. */
  isAbsent(uid: string): boolean;
  noteAbsent(uid: string): void;
}

/** Absent owners that are remembered. */
const rememberedAbsent = 500;

export const foregroundFinalizer = 'foregroundDeletion';
export const orphanFinalizer = 'orphan';

/** `pods/default/web-7k2xq`, `nodes/node-1` */
export function itemKey(kind: Kind, object: KubeObject): string {
  return `${kind.plural}/${keyOf(object)}`;
}

/** Is being deleted, but only after everything it owns. */
export function waitsForDependents({ metadata }: KubeObject): boolean {
  return metadata.deletionTimestamp !== undefined && (metadata.finalizers?.includes(foregroundFinalizer) ?? false);
}

export function ownersOf({ metadata }: KubeObject): readonly OwnerReference[] {
  return metadata.ownerReferences ?? none;
}

const none: readonly never[] = [];

interface Node extends Item {
  object: KubeObject;
}

/** Creates an empty graph. Dependents of owners that were not seen yet are remembered too. */
export function createGraph(served: readonly Kind[]): Graph {
  const nodes = new Map<string, Node>();
  const keys = new Map<string, Node>();
  const dependents = new Map<string, Set<string>>();
  const absent = new Set<string>();

  function noteAbsent(uid: string): void {
    absent.add(uid);
    if (absent.size <= rememberedAbsent) return;
    const [oldest] = absent;
    if (oldest !== undefined) absent.delete(oldest);
  }

  function dependentsOf(uid: string): Set<string> {
    let found = dependents.get(uid);
    if (found === undefined) {
      found = new Set();
      dependents.set(uid, found);
    }
    return found;
  }

  function link(object: KubeObject): void {
    for (const owner of ownersOf(object)) dependentsOf(owner.uid).add(object.metadata.uid);
  }

  function unlink(object: KubeObject): void {
    for (const { uid } of ownersOf(object)) {
      const siblings = dependents.get(uid);
      siblings?.delete(object.metadata.uid);
      if (siblings?.size === 0 && !nodes.has(uid)) dependents.delete(uid);
    }
  }

  /** Owners that are missing or about to go: reasons to look at the dependent. Owners that wait: reasons to look at them. */
  function lookAround(node: Node, look: Set<string>): void {
    for (const { uid } of ownersOf(node.object)) {
      const owner = nodes.get(uid);
      if (owner === undefined) look.add(node.key);
      else if (waitsForDependents(owner.object)) look.add(node.key).add(owner.key);
    }
  }

  function keysOf(uids: Iterable<string>, look: Set<string>): void {
    for (const uid of uids) {
      const node = nodes.get(uid);
      if (node !== undefined) look.add(node.key);
    }
  }

  return {
    served,
    get: (key) => keys.get(key),
    byUid: (uid) => nodes.get(uid),
    isAbsent: (uid) => absent.has(uid),
    noteAbsent,
    seen(kind, object) {
      const { uid, deletionTimestamp } = object.metadata;
      const known = nodes.get(uid);
      if (known?.object === object) return none;
      const look = new Set<string>();
      const before = known?.object;
      const node: Node = known ?? { key: itemKey(kind, object), kind, object, dependents: dependentsOf(uid) };
      node.object = object;
      if (before === undefined) {
        nodes.set(uid, node);
        keys.set(node.key, node);
        link(object);
        lookAround(node, look);
      } else if (before.metadata.ownerReferences !== object.metadata.ownerReferences) {
        lookAround({ ...node, object: before }, look);
        unlink(before);
        link(object);
        lookAround(node, look);
      }
      if (deletionTimestamp !== undefined && object.metadata.finalizers !== undefined) {
        look.add(node.key);
        if (waitsForDependents(object)) keysOf(node.dependents, look);
      }
      return [...look];
    },
    gone(uid) {
      const node = nodes.get(uid);
      if (node === undefined) return none;
      const look = new Set<string>();
      lookAround(node, look);
      look.delete(node.key);
      nodes.delete(uid);
      if (keys.get(node.key) === node) keys.delete(node.key);
      unlink(node.object);
      keysOf(node.dependents, look);
      if (node.dependents.size === 0) dependents.delete(uid);
      else noteAbsent(uid);
      return [...look];
    },
  };
}
