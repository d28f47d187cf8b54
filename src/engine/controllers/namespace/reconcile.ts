/** Empties a namespace that is being deleted, then lets it go. (upstream pkg/controller/namespace) */
import {
  definedKind,
  definitions,
  formatTime,
  hasDefinitions,
  isConflict,
  isNotFound,
  type Kind,
  type KindDefinition,
  type KubeObject,
  Namespace,
  type NamespaceCondition,
  Pod,
  type Reconcile,
  type Tools,
  timeMsOf,
  withCondition,
} from 'converge/sdk';

const ownFinalizer = 'kubernetes';
/** How long whoever holds a finalizer may take, where nothing else is known. */
const finalizerSeconds = 15;
/** Requests that were on their way into the namespace arrive meanwhile; milliseconds. */
const initialDelayMs = 5000;

interface Remains {
  readonly kind: Kind;
  readonly count: number;
  /** Finalizers that keep objects, with how many each keeps. */
  readonly finalizers: ReadonlyMap<string, number>;
  /** How long it may take: the longest grace of a pod. */
  readonly graceSeconds: number;
}

export const createReconcile =
  (served: readonly KindDefinition[]): Reconcile =>
  async (key, tools) => {
    const namespace = tools.lister(Namespace).get(key);
    const { deletionTimestamp } = namespace?.metadata ?? {};
    if (namespace === undefined || deletionTimestamp === undefined) return;
    const earlyMs = timeMsOf(deletionTimestamp) + initialDelayMs - tools.now();
    if (earlyMs > 0) return { afterMs: earlyMs };
    if (!(namespace.spec.finalizers ?? []).includes(ownFinalizer)) return;

    const { remains, failure } = await empty(key, served, tools);
    const live = await writeConditions(namespace, remains, failure, tools);
    if (failure !== undefined) throw failure;
    if (remains.length > 0) {
      const graceSeconds = Math.max(...remains.map((each) => each.graceSeconds));
      return { afterMs: (Math.floor(graceSeconds / 2) + 1) * 1000 };
    }
    const finalizers = (live.spec.finalizers ?? []).filter((each) => each !== ownFinalizer);
    const finalized = { ...live, spec: { ...live.spec, finalizers } };
    await tools.client.putSubresource(Namespace, live, 'finalize', finalized);
  };

/** Deletes everything in it, pods before anything they might need. Says what is still there. */
async function empty(
  namespace: string,
  served: readonly KindDefinition[],
  tools: Tools,
): Promise<{ remains: readonly Remains[]; failure?: Error }> {
  const custom = hasDefinitions(served) ? tools.lister(definitions).list().map(definedKind) : [];
  const builtIn = served.filter((kind) => kind.storedAs === undefined && kind.kind !== Pod.kind);
  const others = [...builtIn, ...custom.filter((kind) => kind !== undefined)].filter(({ namespaced }) => namespaced);
  const remains: Remains[] = [];
  for (const kind of [Pod, ...others]) {
    // No other kind is touched while pods are left.
    if (remains.length > 0 && remains[0]?.kind === Pod) break;
    const { left, failure } = await emptyKind(kind, namespace, tools);
    if (failure !== undefined) return { remains, failure };
    if (left.length > 0) remains.push(describe(kind, left));
  }
  return { remains };
}

async function emptyKind(
  kind: Kind,
  namespace: string,
  { client }: Tools,
): Promise<{ left: readonly KubeObject[]; failure?: Error }> {
  const objects = await client.list(kind, { namespace });
  const staying = objects.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  if (objects.length === 0) return { left: [] };
  const { failed, error } = await client.deleteMany(kind, staying);
  if (error !== undefined && !isNotFound(error) && failed.length > 0) return { left: objects, failure: error };
  return { left: await client.list(kind, { namespace }) };
}

function describe(kind: Kind, objects: readonly KubeObject[]): Remains {
  const finalizers = new Map<string, number>();
  let graceSeconds = 0;
  for (const { metadata } of objects) {
    for (const finalizer of metadata.finalizers ?? []) finalizers.set(finalizer, (finalizers.get(finalizer) ?? 0) + 1);
    graceSeconds = Math.max(graceSeconds, metadata.deletionGracePeriodSeconds ?? 0);
  }
  if (graceSeconds === 0 && finalizers.size > 0) graceSeconds = finalizerSeconds;
  return { kind, count: objects.length, finalizers, graceSeconds };
}

async function writeConditions(
  namespace: Namespace,
  remains: readonly Remains[],
  failure: Error | undefined,
  { client, now }: Tools,
): Promise<Namespace> {
  const time = formatTime(now());
  let conditions = namespace.status.conditions ?? [];
  for (const condition of conditionsFor(remains, failure)) {
    const before = conditions.find(({ type }) => type === condition.type);
    if (before?.status === condition.status && before.message === condition.message) continue;
    const lastTransitionTime = before?.status === condition.status ? (before.lastTransitionTime ?? time) : time;
    conditions = withCondition(conditions, { ...condition, lastTransitionTime });
  }
  if (conditions === namespace.status.conditions) return namespace;
  const status = { ...namespace.status, phase: 'Terminating', conditions };
  try {
    return await client.updateStatus(Namespace, { ...namespace, status });
  } catch (error) {
    if (!isConflict(error)) throw error;
    const live = await client.get(Namespace, namespace);
    return client.updateStatus(Namespace, { ...live, status });
  }
}

/** In upstream's order and words (namespace_conditions.go). */
function conditionsFor(remains: readonly Remains[], failure: Error | undefined): readonly NamespaceCondition[] {
  const counts = remains.map(({ kind, count }) => `${resource(kind)} has ${count} resource instances`);
  const kept = new Map<string, number>();
  for (const { finalizers } of remains) {
    for (const [name, count] of finalizers) kept.set(name, (kept.get(name) ?? 0) + count);
  }
  const keepers = [...kept].map(([name, count]) => `${name} in ${count} resource instances`);
  return [
    no('NamespaceDeletionDiscoveryFailure', 'ResourcesDiscovered', 'All resources successfully discovered'),
    no(
      'NamespaceDeletionGroupVersionParsingFailure',
      'ParsedGroupVersions',
      'All legacy kube types successfully parsed',
    ),
    failure === undefined
      ? no(
          'NamespaceDeletionContentFailure',
          'ContentDeleted',
          'All content successfully deleted, may be waiting on finalization',
        )
      : yes(
          'NamespaceDeletionContentFailure',
          'ContentDeletionFailed',
          `Failed to delete all resource types, 1 remaining: ${failure.message}`,
        ),
    counts.length === 0
      ? no('NamespaceContentRemaining', 'ContentRemoved', 'All content successfully removed')
      : yes('NamespaceContentRemaining', 'SomeResourcesRemain', `Some resources are remaining: ${counts.join(', ')}`),
    keepers.length === 0
      ? no('NamespaceFinalizersRemaining', 'ContentHasNoFinalizers', 'All content-preserving finalizers finished')
      : yes(
          'NamespaceFinalizersRemaining',
          'SomeFinalizersRemain',
          `Some content in the namespace has finalizers remaining: ${keepers.join(', ')}`,
        ),
  ];
}

function yes(type: string, reason: string, message: string): NamespaceCondition {
  return { type, status: 'True', reason, message };
}

function no(type: string, reason: string, message: string): NamespaceCondition {
  return { type, status: 'False', reason, message };
}

/** `pods.`, `replicasets.apps`: upstream joins plural and group with a dot, also when the group is empty. */
function resource(kind: Kind): string {
  return `${kind.plural}.${kind.group}`;
}
