/** Empties a namespace that is being deleted, then lets it go. (upstream pkg/controller/namespace) */
import {
  definedKind,
  definitions,
  formatTime,
  hasDefinitions,
  hasEnded,
  isConflict,
  isNotFound,
  isOfKind,
  type Kind,
  type KindDefinition,
  type KubeObject,
  Namespace,
  type NamespaceCondition,
  Pod,
  type Reconcile,
  type Requeue,
  StatusError,
  type Tools,
  timeMsOf,
  withCondition,
} from 'converge/sdk';

const ownFinalizer = 'kubernetes';
/** How long whoever holds a finalizer may take, where nothing else is known. */
const finalizerSeconds = 15;
/** Requests that were on their way into the namespace arrive meanwhile; milliseconds. */
const initialDelayMs = 5000;

/** What a pass has left of one kind. */
interface Remains {
  readonly kind: Kind;
  /** Zero also where they couldn't be deleted: then it isn't known. */
  readonly count: number;
  /** Finalizers that keep objects, with how many each keeps. */
  readonly finalizers: ReadonlyMap<string, number>;
  /** How long it may still take; zero where nothing is known of it. */
  readonly estimateSeconds: number;
  readonly error?: Error;
}

export function createReconcile(served: readonly KindDefinition[]): Reconcile {
  return (key, tools) => sync(key, served, tools);
}

async function sync(key: string, served: readonly KindDefinition[], tools: Tools): Promise<Requeue | undefined> {
  const namespace = tools.lister(Namespace).get(key);
  const { deletionTimestamp } = namespace?.metadata ?? {};
  if (namespace === undefined || deletionTimestamp === undefined) return undefined;
  const earlyMs = timeMsOf(deletionTimestamp) + initialDelayMs - tools.now();
  if (earlyMs > 0) return { afterMs: earlyMs };
  if (!(namespace.spec.finalizers ?? []).includes(ownFinalizer)) return undefined;

  const kinds = await empty(namespace, served, tools);
  const live = await writeConditions(namespace, kinds, tools);
  const errors = kinds.flatMap(({ error }) => error ?? []);
  if (errors.length > 1) throw new AggregateError(errors, `[${errors.map(({ message }) => message).join(', ')}]`);
  if (errors[0] !== undefined) throw errors[0];
  const estimateSeconds = Math.max(...kinds.map((each) => each.estimateSeconds));
  if (estimateSeconds > 0) return { afterMs: (Math.floor(estimateSeconds / 2) + 1) * 1000 };
  const finalizers = (live.spec.finalizers ?? []).filter((each) => each !== ownFinalizer);
  const finalized = { ...live, spec: { ...live.spec, finalizers } };
  await tools.client.putSubresource(Namespace, live, 'finalize', finalized);
  return undefined;
}

/** Deletes everything in it, pods before anything they might need. One kind's error keeps no other kind from going. */
async function empty(namespace: Namespace, served: readonly KindDefinition[], tools: Tools): Promise<readonly Remains[]> {
  const custom = hasDefinitions(served) ? tools.lister(definitions).list().map(definedKind) : [];
  const builtIn = served.filter((kind) => kind.storedAs === undefined && kind.kind !== Pod.kind);
  const others = [...builtIn, ...custom.filter((kind) => kind !== undefined)].filter(({ namespaced }) => namespaced);
  const pods = await emptyKind(Pod, namespace, tools);
  // No other kind is touched while pods are left.
  if (pods.count > 0) return [pods];
  const remains = [pods];
  for (const kind of others) remains.push(await emptyKind(kind, namespace, tools));
  return remains;
}

async function emptyKind(kind: Kind, { metadata: { name, deletionTimestamp } }: Namespace, { client, now }: Tools): Promise<Remains> {
  const none = { kind, count: 0, finalizers: new Map<string, number>(), estimateSeconds: 0 };
  let estimateSeconds = 0;
  try {
    const objects = await client.list(kind, { namespace: name });
    const graceSeconds = podGraceSeconds(objects.filter((object) => isOfKind(Pod, object)));
    if (now() - timeMsOf(deletionTimestamp) < graceSeconds * 1000) estimateSeconds = graceSeconds;
    if (objects.length === 0) return none;
    const { errors } = await client.deleteMany(kind, objects.filter(({ metadata }) => metadata.deletionTimestamp === undefined));
    const error = errors.find((each) => !isNotFound(each));
    if (error !== undefined) return { ...none, estimateSeconds, error };
    return describe(kind, name, await client.list(kind, { namespace: name }), estimateSeconds);
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    // A kind that is gone with its definition has no objects either.
    return isNotFound(error) ? none : { ...none, estimateSeconds, error };
  }
}

/** How long pods that still run have to end. */
function podGraceSeconds(pods: readonly Pod[]): number {
  return Math.max(0, ...pods.filter((pod) => !hasEnded(pod)).map(({ spec }) => spec.terminationGracePeriodSeconds ?? 0));
}

function describe(kind: Kind, namespace: string, objects: readonly KubeObject[], graceSeconds: number): Remains {
  const finalizers = new Map<string, number>();
  for (const { metadata } of objects) {
    for (const finalizer of metadata.finalizers ?? []) finalizers.set(finalizer, (finalizers.get(finalizer) ?? 0) + 1);
  }
  const count = objects.length;
  if (count === 0) return { kind, count, finalizers, estimateSeconds: 0 };
  if (graceSeconds > 0) return { kind, count, finalizers, estimateSeconds: graceSeconds };
  if (finalizers.size > 0) return { kind, count, finalizers, estimateSeconds: finalizerSeconds };
  const { group, version, plural } = kind;
  const error = new Error(`unexpected items still remain in namespace: ${namespace} for gvr: ${group}/${version}, Resource=${plural}`);
  return { kind, count, finalizers, estimateSeconds: 0, error };
}

async function writeConditions(
  namespace: Namespace,
  kinds: readonly Remains[],
  { client, now }: Tools,
): Promise<Namespace> {
  const time = formatTime(now());
  let conditions = namespace.status.conditions ?? [];
  for (const condition of conditionsFor(kinds)) {
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

/** In upstream's order and words (status_condition_utils.go). */
function conditionsFor(kinds: readonly Remains[]): readonly NamespaceCondition[] {
  const failures = kinds.flatMap(({ error }) => error?.message ?? []).sort();
  const counts = kinds
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => `${resource(kind)} has ${count} resource instances`)
    .sort();
  const kept = new Map<string, number>();
  for (const { finalizers } of kinds) {
    for (const [name, count] of finalizers) kept.set(name, (kept.get(name) ?? 0) + count);
  }
  const keepers = [...kept].map(([name, count]) => `${name} in ${count} resource instances`).sort();
  return [
    no('NamespaceDeletionDiscoveryFailure', 'ResourcesDiscovered', 'All resources successfully discovered'),
    no(
      'NamespaceDeletionGroupVersionParsingFailure',
      'ParsedGroupVersions',
      'All legacy kube types successfully parsed',
    ),
    failures.length === 0
      ? no(
          'NamespaceDeletionContentFailure',
          'ContentDeleted',
          'All content successfully deleted, may be waiting on finalization',
        )
      : yes(
          'NamespaceDeletionContentFailure',
          'ContentDeletionFailed',
          `Failed to delete all resource types, ${failures.length} remaining: ${failures.join(', ')}`,
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
