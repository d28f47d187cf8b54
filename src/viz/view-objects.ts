/** Sets, Pods and nodes as they are drawn at a moment, from what the fold has gathered. */
import { controllerOf, milliValue, timeMsOf } from '../engine/index.ts';
import type { NodeView, PodView, SetView } from './model.ts';
import type { NodeFields, PodFields, SetFields } from './objects.ts';
import type { PodCondition } from './pod-state.ts';

export interface PodEntry {
  readonly pod: PodFields;
  readonly condition: PodCondition;
  readonly sinceMs: number;
  readonly owner: { readonly uid: string; readonly name: string; readonly kind: string } | undefined;
  readonly cpuMilli: number;
}

export interface NodeEntry {
  readonly node: NodeFields;
  readonly ready: string;
  readonly reason: string;
  readonly sinceMs: number;
}

export interface Gathered {
  readonly pods: ReadonlyMap<string, PodEntry>;
  readonly nodes: ReadonlyMap<string, NodeEntry>;
  readonly sets: ReadonlyMap<string, SetFields>;
  /** By node: when its Lease was last renewed. */
  readonly heartbeats: ReadonlyMap<string, number>;
}

/** Views of Pods as they were last drawn: the same object as long as it looks the same. */
export type DrawnPods = WeakMap<PodEntry, PodView>;

export interface PodViews {
  /** In the order of `Gathered.pods`. */
  readonly all: readonly PodView[];
  /** By owner, for the sets that are known: those that fill one of its replicas. */
  readonly filling: ReadonlyMap<string, readonly PodView[]>;
  /** All others. */
  readonly loose: readonly PodView[];
}

/** `startMs`: virtual milliseconds since the epoch at the session's time 0. */
export function viewPods({ pods, nodes, sets }: Gathered, drawn: DrawnPods, timeMs: number, startMs: number): PodViews {
  const filling = new Map<string, PodView[]>();
  const wanted = new Map<string, number>();
  for (const set of sets.values()) {
    filling.set(set.metadata.uid, []);
    wanted.set(set.metadata.uid, replicasOf(set));
  }
  const loose: PodView[] = [];
  const all: PodView[] = [];
  const notAnswering = new Set<string>();
  for (const { node, ready } of nodes.values()) if (ready === 'Unknown') notAnswering.add(node.metadata.name);
  for (const entry of pods.values()) {
    const view = podView(entry, drawn.get(entry), notAnswering, timeMs, startMs);
    drawn.set(entry, view);
    all.push(view);
    const uid = entry.owner?.uid ?? '';
    const places = filling.get(uid);
    const fills = view.state !== 'terminating' && !isOver(view);
    if (places !== undefined && fills && places.length < (wanted.get(uid) ?? 0)) places.push(view);
    else loose.push(view);
  }
  return { all, filling, loose };
}

/** How many Pods are to run for it now. */
export function replicasOf({ kind, spec = {}, status = {} }: SetFields): number {
  if (kind === 'DaemonSet') return status.desiredNumberScheduled ?? 0;
  if (kind !== 'Job') return spec.replicas ?? 1;
  // A Job that has failed asks for no more.
  if (spec.suspend === true || status.conditions?.some(({ type }) => type === 'Failed') === true) return 0;
  const missing = (spec.completions ?? 1) - (status.succeeded ?? 0);
  return Math.max(0, Math.min(spec.parallelism ?? 1, missing));
}

const isOver = ({ state }: PodView): boolean => state === 'failed' || state === 'succeeded';

export function viewSets({ sets }: Gathered, { filling }: PodViews): readonly SetView[] {
  return [...sets.values()].flatMap((set): SetView[] => {
    const { uid, name, namespace = '' } = set.metadata;
    const pods = filling.get(uid) ?? [];
    const wants = replicasOf(set);
    // Old ReplicaSets of a Deployment stay for a rollback, and Jobs when they are done; they want nothing and have nothing.
    if (wants === 0 && pods.length === 0 && (set.kind === 'Job' || controllerOf(set) !== undefined)) return [];
    const ready = pods.filter((pod) => pod.ready).length;
    // A crash loop is no gap that closes: it is shown as broken.
    const broken = pods.filter((pod) => !pod.ready && pod.state === 'crash-loop').length;
    const gap = Math.max(0, wants - ready - broken);
    return [{ kind: set.kind, name, namespace, uid, wants, ready, gap, pods }];
  });
}

export function viewNodes({ pods, nodes, heartbeats }: Gathered, { all }: PodViews, timeMs: number): readonly NodeView[] {
  const byNode = new Map<string, PodView[]>();
  const requested = new Map<string, number>();
  let index = 0;
  for (const { cpuMilli } of pods.values()) {
    const view = all[index];
    index += 1;
    if (view?.node === undefined) continue;
    const list = byNode.get(view.node);
    if (list === undefined) byNode.set(view.node, [view]);
    else list.push(view);
    if (!isOver(view)) requested.set(view.node, (requested.get(view.node) ?? 0) + cpuMilli);
  }
  return [...nodes.values()].map(({ node, ready, reason, sinceMs }) => {
    const { name } = node.metadata;
    const heartbeat = heartbeats.get(name);
    return {
      name,
      ready: ready === 'True',
      reason,
      sinceMs,
      heartbeatAgoMs: heartbeat === undefined ? -1 : Math.max(0, timeMs - heartbeat),
      cpuAllocatableMilli: milliValue(node.status?.allocatable?.['cpu'] ?? '0'),
      cpuRequestedMilli: requested.get(name) ?? 0,
      unschedulable: node.spec?.unschedulable === true,
      pods: byNode.get(name) ?? [],
    };
  });
}

function podView(
  entry: PodEntry,
  before: PodView | undefined,
  notAnswering: ReadonlySet<string>,
  now: number,
  startMs: number,
): PodView {
  const { pod, condition, owner, sinceMs } = entry;
  const { name, uid, namespace = '', deletionTimestamp } = pod.metadata;
  const node = pod.spec?.nodeName;
  const lost = node !== undefined && notAnswering.has(node);
  let { state, label } = condition;
  if (state === 'terminating' && deletionTimestamp !== undefined) {
    const leftMs = timeMsOf(deletionTimestamp) - startMs - now;
    if (leftMs > 0) label = `Terminating, ${Math.ceil(leftMs / 1000)} s left`;
  } else if (lost && (state === 'running' || state === 'not-ready')) {
    state = 'unknown';
    label = `Unknown, ${node} doesn’t answer`;
  }
  if (before?.state === state && before.label === label) return before;
  return {
    uid,
    name,
    namespace,
    shortName: owner !== undefined && name.startsWith(`${owner.name}-`) ? name.slice(owner.name.length + 1) : name,
    ...(owner === undefined ? {} : { owner: owner.name }),
    ...(node === undefined ? {} : { node }),
    state,
    label,
    ready: condition.ready && state !== 'unknown',
    restarts: condition.restarts,
    sinceMs,
  };
}
