/** Deletes what has lost its owners, and lets owners go when it's their turn. (upstream pkg/controller/garbagecollector) */
import {
  foregroundFinalizer,
  type GraphItem,
  isNotFound,
  type KubeObject,
  orphanFinalizer,
  type OwnerGraph,
  type OwnerReference,
  ownersOf,
  type Reconcile,
  type Tools,
  waitsForDependents,
} from 'converge/sdk';
import { type Classifier, createClassifier } from './classify.ts';

/** Key: `pods/default/web-7k2xq`. */
export function createReconcile(graphOf: (tools: Pick<Tools, 'parts'>) => OwnerGraph): Reconcile {
  let classifier: Classifier | undefined;
  return async (key, tools) => {
    const graph = graphOf(tools);
    classifier ??= createClassifier(graph);
    const item = graph.get(key);
    if (item === undefined) return;
    const { metadata } = item.object;
    if (metadata.deletionTimestamp !== undefined) return finishDeletion(item, graph, tools);
    if (classifier.isSafe(item.object)) return;

    // The cache may be behind: whether it must go is decided by what the API server says now.
    const live = await read(item, tools);
    if (live === undefined || live.metadata.uid !== metadata.uid || ownersOf(live).length === 0) return;
    const owners = await classifier.classify(live, tools);
    if (owners === undefined) return;
    const { solid, dangling, waiting } = owners;
    if (solid.length > 0) {
      await removeOwners({ ...item, object: live }, [...dangling, ...waiting], graph, tools);
    } else if (waiting.length > 0 && item.dependents.size > 0) {
      await breakCircle(item, graph, tools);
      await remove(item, 'Foreground', tools);
    } else {
      await remove(item, ownPolicy(live), tools);
    }
  };
}

/** The item is being deleted and its finalizers are waiting for us. */
async function finishDeletion(item: GraphItem, graph: OwnerGraph, tools: Tools): Promise<void> {
  const { finalizers = [] } = item.object.metadata;
  const dependents = [...item.dependents].map((uid) => graph.byUid(uid)).filter((each) => each !== undefined);
  if (finalizers.includes(orphanFinalizer)) {
    for (const dependent of dependents) await removeOwners(dependent, referencesTo(dependent, item), graph, tools);
    await removeFinalizer(item, orphanFinalizer, tools);
  } else if (finalizers.includes(foregroundFinalizer)) {
    const blocking = dependents.some((each) => referencesTo(each, item).some((owner) => owner.blockOwnerDeletion));
    // Each of them is reconciled on its own, since its owner waits; the last one's end brings us back here.
    if (!blocking) await removeFinalizer(item, foregroundFinalizer, tools);
  }
}

function referencesTo(dependent: GraphItem, owner: GraphItem): readonly OwnerReference[] {
  return ownersOf(dependent.object).filter(({ uid }) => uid === owner.object.metadata.uid);
}

function ownPolicy({ metadata }: KubeObject): 'Orphan' | 'Foreground' | 'Background' {
  if (metadata.finalizers?.includes(orphanFinalizer)) return 'Orphan';
  return metadata.finalizers?.includes(foregroundFinalizer) ? 'Foreground' : 'Background';
}

/** Owners that wait for each other would wait for ever: this one stops blocking its owners. */
async function breakCircle(item: GraphItem, graph: OwnerGraph, tools: Tools): Promise<void> {
  const circular = [...item.dependents].some((uid) => {
    const dependent = graph.byUid(uid);
    return dependent !== undefined && waitsForDependents(dependent.object);
  });
  if (!circular) return;
  const ownerReferences = ownersOf(item.object).map((owner) => ({ ...owner, blockOwnerDeletion: false }));
  const patch = { metadata: { uid: item.object.metadata.uid, ownerReferences } };
  await tools.client.patch(item.kind, item.object, patch, { type: isBuiltIn(item, graph) ? 'strategic' : 'merge' });
}

function isBuiltIn({ kind }: GraphItem, { served }: OwnerGraph): boolean {
  return served.includes(kind);
}

async function read({ kind, object }: GraphItem, { client }: Tools): Promise<KubeObject | undefined> {
  try {
    return await client.get(kind, object);
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

async function remove(
  item: GraphItem,
  propagationPolicy: 'Orphan' | 'Foreground' | 'Background',
  tools: Tools,
): Promise<void> {
  const { uid } = item.object.metadata;
  await unlessGone(tools.client.delete(item.kind, item.object, { propagationPolicy, preconditions: { uid } }));
}

async function removeOwners(
  item: GraphItem,
  owners: readonly OwnerReference[],
  graph: OwnerGraph,
  { client }: Tools,
): Promise<void> {
  if (owners.length === 0) return;
  const { uid } = item.object.metadata;
  if (!isBuiltIn(item, graph)) {
    // Custom resources have no merge keys: the whole list is written, if it is still the one that was seen.
    const { resourceVersion } = item.object.metadata;
    const kept = ownersOf(item.object).filter((each) => !owners.some((owner) => owner.uid === each.uid));
    const metadata = { uid, resourceVersion, ownerReferences: kept.length > 0 ? kept : null };
    await unlessGone(client.patch(item.kind, item.object, { metadata }, { type: 'merge' }));
    return;
  }
  const ownerReferences = owners.map((owner) => ({ $patch: 'delete', uid: owner.uid }));
  await unlessGone(client.patch(item.kind, item.object, { metadata: { uid, ownerReferences } }));
}

async function removeFinalizer(item: GraphItem, finalizer: string, tools: Tools): Promise<void> {
  const live = await read(item, tools);
  if (live === undefined || live.metadata.uid !== item.object.metadata.uid) return;
  const { finalizers = [], resourceVersion } = live.metadata;
  if (!finalizers.includes(finalizer)) return;
  const metadata = { resourceVersion, finalizers: finalizers.filter((each) => each !== finalizer) };
  await unlessGone(tools.client.patch(item.kind, live, { metadata }, { type: 'merge' }));
}

async function unlessGone(request: Promise<unknown>): Promise<void> {
  try {
    await request;
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}
