/** The graph of owners as trees, and what each object that is being deleted still waits for. It reads the objects as they were at a moment. */
import type { KubeObject } from '../../engine/index.ts';
import type { OtherOwnerView, OwnedView, OwnersView, WaitView } from '../../viz/owners-model.ts';
import type { World } from '../history.ts';
import { nestedNumber } from '../nested-field.ts';

export interface OwnersParts {
  readonly world: World;
  /** The session's time 0, milliseconds since the epoch. */
  readonly startMs: number;
  readonly timeMs: number;
}

type OwnerReference = NonNullable<KubeObject['metadata']['ownerReferences']>[number];

/** So many objects are shown. */
const mostObjects = 200;
/** `metadata.finalizers` that the garbage collector removes itself (upstream staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/types.go). */
const foregroundFinalizer = 'foregroundDeletion';
const orphanFinalizer = 'orphan';

/** Trees of what owns something, is being deleted, or has lost an owner. An object with several owners stands below its controller. */
export function ownersOf({ world, startMs, timeMs }: OwnersParts): OwnersView {
  const objects = [...world.values()].flatMap((ofKind) => [...ofKind.values()].map(({ object }) => object));
  const graph = createGraph(objects);
  const roots = objects.filter((object) => graph.ownerOf(object) === undefined);
  const related = roots.filter((root) => graph.dependents(root).length > 0 || isLeaving(root) || graph.lostOwners(root).length > 0);
  const inOrder = related.map((root) => ({ root, urgency: urgencyOf(root, graph) })).sort((a, b) => a.urgency - b.urgency);
  let shown = 0;
  const trees = inOrder.flatMap(({ root }) => (shown < mostObjects ? [draw(root)] : []));
  const inAll = related.reduce((sum, root) => sum + sizeOf(root, graph), 0);
  return { timeMs, trees, more: inAll - shown, alone: roots.length - related.length };

  function draw(object: KubeObject): OwnedView {
    shown += 1;
    const { uid, name, namespace } = object.metadata;
    const owns = graph.dependents(object).flatMap((each) => (shown < mostObjects ? [draw(each)] : []));
    return {
      uid,
      kind: object.kind,
      name,
      ...(namespace === undefined ? {} : { namespace }),
      isLeaving: isLeaving(object),
      blocksOwner: graph.ownerReference(object)?.blockOwnerDeletion === true,
      waits: waitsOf(object, { graph, objects, startMs }),
      otherOwners: graph.otherOwners(object),
      owns,
    };
  }
}

interface Graph {
  /** The owner below which it stands: its controller, or else the first that is there. */
  ownerOf(object: KubeObject): KubeObject | undefined;
  /** What names that owner. */
  ownerReference(object: KubeObject): OwnerReference | undefined;
  /** What stands below it. */
  dependents(owner: KubeObject): readonly KubeObject[];
  /** All that name it and block its deletion in the foreground. */
  blocking(owner: KubeObject): readonly KubeObject[];
  lostOwners(object: KubeObject): readonly OtherOwnerView[];
  otherOwners(object: KubeObject): readonly OtherOwnerView[];
}

function createGraph(objects: readonly KubeObject[]): Graph {
  const byUid = new Map(objects.map((object) => [object.metadata.uid, object]));
  const naming = new Map<string, KubeObject[]>();
  const below = new Map<string, KubeObject[]>();
  for (const object of objects) {
    for (const { uid } of ownersOfObject(object)) add(naming, uid, object);
    const first = firstReference(object);
    if (first !== undefined) add(below, first.uid, object);
  }

  function stateOf(reference: OwnerReference, { metadata }: KubeObject): OtherOwnerView['state'] {
    const owner = byUid.get(reference.uid);
    if (owner === undefined) return 'gone';
    const { namespace } = owner.metadata;
    return namespace === undefined || namespace === metadata.namespace ? 'there' : 'elsewhere';
  }

  function firstReference(object: KubeObject): OwnerReference | undefined {
    const there = ownersOfObject(object).filter((reference) => stateOf(reference, object) === 'there');
    return there.find(({ controller }) => controller === true) ?? there[0];
  }

  const views = (object: KubeObject): OtherOwnerView[] =>
    ownersOfObject(object)
      .filter(({ uid }) => uid !== firstReference(object)?.uid)
      .map((reference) => ({ name: `${reference.kind}/${reference.name}`, state: stateOf(reference, object) }));

  return {
    ownerOf: (object) => byUid.get(firstReference(object)?.uid ?? ''),
    ownerReference: firstReference,
    dependents: ({ metadata }) => below.get(metadata.uid) ?? [],
    blocking: ({ metadata }) =>
      (naming.get(metadata.uid) ?? []).filter((object) =>
        ownersOfObject(object).some(({ uid, blockOwnerDeletion }) => uid === metadata.uid && blockOwnerDeletion === true),
      ),
    lostOwners: (object) => views(object).filter(({ state }) => state !== 'there'),
    otherOwners: views,
  };
}

function waitsOf(object: KubeObject, { graph, objects, startMs }: { graph: Graph; objects: readonly KubeObject[]; startMs: number }): readonly WaitView[] {
  const { deletionTimestamp, finalizers = [], name } = object.metadata;
  if (deletionTimestamp === undefined) return [];
  const waits = finalizers.map((finalizer): WaitView => {
    if (finalizer === orphanFinalizer) return { type: 'orphans' };
    if (finalizer !== foregroundFinalizer) return { type: 'finalizer', name: finalizer };
    return { type: 'dependents', names: graph.blocking(object).map(nameOf) };
  });
  if (object.kind === 'Namespace') {
    return [...waits, { type: 'contents', objects: objects.filter(({ metadata }) => metadata.namespace === name).length }];
  }
  const graceSeconds = nestedNumber(object, 'metadata', 'deletionGracePeriodSeconds') ?? 0;
  return graceSeconds === 0 ? waits : [...waits, { type: 'grace', untilMs: Date.parse(deletionTimestamp) - startMs }];
}

/** 0: something in its tree waits to go, or has lost an owner; 1: a user's; 2: the cluster's own. */
function urgencyOf(root: KubeObject, graph: Graph): number {
  const isUrgent = (object: KubeObject): boolean =>
    isLeaving(object) || graph.lostOwners(object).length > 0 || graph.dependents(object).some(isUrgent);
  if (isUrgent(root)) return 0;
  const { namespace } = root.metadata;
  return namespace === undefined || namespace.startsWith('kube-') ? 2 : 1;
}

/** Itself and all below it. */
const sizeOf = (root: KubeObject, graph: Graph): number => graph.dependents(root).reduce((sum, each) => sum + sizeOf(each, graph), 1);

const ownersOfObject = ({ metadata }: KubeObject): readonly OwnerReference[] => metadata.ownerReferences ?? [];
const isLeaving = ({ metadata }: KubeObject): boolean => metadata.deletionTimestamp !== undefined;
const nameOf = ({ kind, metadata }: KubeObject): string => `${kind}/${metadata.name}`;

function add(map: Map<string, KubeObject[]>, uid: string, object: KubeObject): void {
  const known = map.get(uid);
  if (known === undefined) map.set(uid, [object]);
  else known.push(object);
}
