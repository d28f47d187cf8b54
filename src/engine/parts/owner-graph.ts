/** Which object owns which, as far as the caches have shown. (upstream garbagecollector/graph_builder.go) */
import {
  type GraphItem,
  graphKey,
  isNamedBy,
  type Kind,
  type KubeObject,
  type OwnerGraph,
  type OwnerReference,
  ownersOf,
  waitsForDependents,
} from 'converge/sdk';

/** Absent owners that are remembered. */
const rememberedAbsent = 500;

const none: readonly never[] = [];

interface Node extends GraphItem {
  object: KubeObject;
}

/** What one graph remembers. */
interface GraphState {
  /** By uid. */
  readonly nodes: Map<string, Node>;
  readonly keys: Map<string, Node>;
  /** Uids of dependents by their owner's uid. */
  readonly dependents: Map<string, Set<string>>;
  /** Uids, and references as text. */
  readonly absent: Set<string>;
}

/** Creates an empty graph. Dependents of owners that were not seen yet are remembered too. */
export function createOwnerGraph(served: readonly Kind[]): OwnerGraph {
  const graph: GraphState = { nodes: new Map(), keys: new Map(), dependents: new Map(), absent: new Set() };
  return {
    served,
    get: (key) => graph.keys.get(key),
    byUid: (uid) => graph.nodes.get(uid),
    isAbsent: (owner, namespace) => graph.absent.has(owner.uid) || graph.absent.has(textOf(owner, namespace)),
    noteAbsent: (owner, namespace) => noteAbsent(graph, textOf(owner, namespace)),
    seen: (kind, object) => noteSeen(graph, kind, object),
    gone: (uid) => noteGone(graph, uid),
  };
}

function noteSeen(graph: GraphState, kind: Kind, object: KubeObject): readonly string[] {
  const { uid, deletionTimestamp } = object.metadata;
  const known = graph.nodes.get(uid);
  if (known?.object === object) return none;
  const due = new Set<string>();
  const before = known?.object;
  const node: Node = known ?? { key: graphKey(kind, object), kind, object, dependents: dependentsOf(graph, uid) };
  node.object = object;
  if (before === undefined) {
    graph.nodes.set(uid, node);
    graph.keys.set(node.key, node);
    link(graph, object);
    addAffected(graph, node, due);
  } else if (before.metadata.ownerReferences !== object.metadata.ownerReferences) {
    addAffected(graph, { ...node, object: before }, due);
    unlink(graph, before);
    link(graph, object);
    addAffected(graph, node, due);
  }
  if (deletionTimestamp !== undefined && object.metadata.finalizers !== undefined) {
    due.add(node.key);
    if (waitsForDependents(object)) addKeys(graph, node.dependents, due);
  }
  return [...due];
}

function noteGone(graph: GraphState, uid: string): readonly string[] {
  const { nodes, keys, dependents } = graph;
  const node = nodes.get(uid);
  if (node === undefined) return none;
  const due = new Set<string>();
  addAffected(graph, node, due);
  due.delete(node.key);
  nodes.delete(uid);
  if (keys.get(node.key) === node) keys.delete(node.key);
  unlink(graph, node.object);
  addKeys(graph, node.dependents, due);
  if (node.dependents.size === 0) dependents.delete(uid);
  else noteAbsent(graph, uid);
  return [...due];
}

function textOf({ apiVersion, kind, name, uid }: OwnerReference, namespace = ''): string {
  return [uid, apiVersion, kind, namespace, name].join(' ');
}

function noteAbsent({ absent }: GraphState, text: string): void {
  absent.add(text);
  if (absent.size <= rememberedAbsent) return;
  const [oldest] = absent;
  if (oldest !== undefined) absent.delete(oldest);
}

function dependentsOf({ dependents }: GraphState, uid: string): Set<string> {
  let found = dependents.get(uid);
  if (found === undefined) {
    found = new Set();
    dependents.set(uid, found);
  }
  return found;
}

function link(graph: GraphState, object: KubeObject): void {
  for (const owner of ownersOf(object)) dependentsOf(graph, owner.uid).add(object.metadata.uid);
}

function unlink({ nodes, dependents }: GraphState, object: KubeObject): void {
  for (const { uid } of ownersOf(object)) {
    const siblings = dependents.get(uid);
    siblings?.delete(object.metadata.uid);
    if (siblings?.size === 0 && !nodes.has(uid)) dependents.delete(uid);
  }
}

/**
 * Where an owner is missing, is in another namespace or has another name (upstream graph_builder.go addDependentToOwners), the dependent is
 * due; where an owner waits for its dependents, both are.
 */
function addAffected({ nodes }: GraphState, node: Node, due: Set<string>): void {
  const { namespace } = node.object.metadata;
  for (const reference of ownersOf(node.object)) {
    const owner = nodes.get(reference.uid);
    if (owner === undefined || (owner.object.metadata.namespace ?? namespace) !== namespace) due.add(node.key);
    else if (!isNamedBy(owner, reference)) due.add(node.key);
    else if (waitsForDependents(owner.object)) due.add(node.key).add(owner.key);
  }
}

function addKeys({ nodes }: GraphState, uids: Iterable<string>, due: Set<string>): void {
  for (const uid of uids) {
    const node = nodes.get(uid);
    if (node !== undefined) due.add(node.key);
  }
}
