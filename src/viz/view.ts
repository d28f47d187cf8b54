/** The fold from what etcd committed to what is drawn. Pure: the same commits and moment, the same view. */
import { controllerOf, type KubeObject, milliValue, timeMsOf, type WatchEvent } from '../engine/index.ts';
import { type Charts, createCharts } from './chart-fold.ts';
import type { ClusterView, EventView, FaultView, NodeView, PodView, SetView, TickView } from './model.ts';
import {
  type EventFields,
  isEvent,
  isKubeObject,
  isNode,
  isPod,
  isSet,
  type NodeFields,
  type PodFields,
  type SetFields,
  wishOf,
} from './objects.ts';
import { type PodCondition, podCondition } from './pod-state.ts';
import { downsampled } from './downsample.ts';

export interface ViewCommit {
  /** Since the session's start. */
  readonly t: number;
  readonly revision: number;
  readonly events: readonly WatchEvent[];
  /** Asked for from outside, by a command or an edit. */
  readonly mine: boolean;
  /** What somebody did, in a word. */
  readonly words?: string | undefined;
}

/** What the commits don't say. */
export interface ViewMoment {
  readonly timeMs: number;
  readonly revision: number;
  readonly quiet: boolean;
  readonly running: boolean;
  readonly speed: number;
  readonly seed: number;
  readonly faults: readonly FaultView[];
}

export interface ViewFold {
  add(commit: ViewCommit): void;
  view(moment: ViewMoment): ClusterView;
  /** Time of the last commit; −Infinity before any. */
  readonly timeMs: number;
  /** A fold of its own that goes on from here. */
  copy(): ViewFold;
  /** How many things a copy copies. */
  readonly size: number;
}

/** With more revisions than this the time line becomes coarser where it is old. */
const mostTicks = 1_000;
const ticksKept = 800;
/** The oldest go first, and Warnings after the others: among many Pods they would soon be gone. */
const eventsKept = 200;
const warningsKept = 100;

interface PodEntry {
  readonly pod: PodFields;
  readonly condition: PodCondition;
  readonly sinceMs: number;
  readonly owner: { readonly uid: string; readonly name: string; readonly kind: string } | undefined;
  readonly cpuMilli: number;
}

interface NodeEntry {
  readonly node: NodeFields;
  readonly ready: string;
  readonly reason: string;
  readonly sinceMs: number;
}

/** What a fold has gathered; the entries themselves never change. */
interface Gathered {
  readonly kinds: ReadonlyMap<string, string>;
  readonly pods: ReadonlyMap<string, PodEntry>;
  readonly nodes: ReadonlyMap<string, NodeEntry>;
  readonly sets: ReadonlyMap<string, SetFields>;
  readonly events: ReadonlyMap<string, EventView>;
  /** Also those that aren't kept here. */
  readonly eventsInAll: number;
  readonly heartbeats: ReadonlyMap<string, number>;
  readonly charts: Charts;
  readonly ticks: readonly TickView[];
  readonly timeMs: number;
}

/** `startMs`: virtual milliseconds since the epoch at the session's time 0. `from`: what an earlier fold has gathered. */
export function createViewFold(startMs: number, from?: Gathered): ViewFold {
  const kinds = new Map(from?.kinds);
  const pods = new Map(from?.pods);
  const nodes = new Map(from?.nodes);
  const sets = new Map(from?.sets);
  const events = new Map(from?.events);
  let eventsInAll = from?.eventsInAll ?? 0;
  const heartbeats = new Map(from?.heartbeats);
  const charts = from?.charts.copy() ?? createCharts();
  /** What a Pod looked like when it was last drawn: the same object as long as it looks so. */
  const drawn = new WeakMap<PodEntry, PodView>();
  let ticks: TickView[] = [...(from?.ticks ?? [])];
  let timeMs = from?.timeMs ?? Number.NEGATIVE_INFINITY;

  function put(key: string, object: KubeObject, t: number, revision: number): void {
    if (object.kind === 'Event' && !kinds.has(key)) eventsInAll += 1;
    kinds.set(key, object.kind);
    if (isPod(object)) putPod(key, object, t);
    else if (isNode(object)) nodes.set(key, nodeEntry(object, nodes.get(key), t));
    else if (isSet(object)) {
      sets.set(key, object);
      charts.wants(object.metadata.uid, object.metadata.name, object.spec?.replicas ?? 1, t);
    } else if (isEvent(object)) {
      events.delete(key);
      events.set(key, eventView(object, t, revision));
      if (events.size > eventsKept) events.delete(leastEvent() ?? '');
    } else if (object.kind === 'Lease' && object.metadata.namespace === 'kube-node-lease') {
      heartbeats.set(object.metadata.name, t);
    } else {
      const wish = wishOf(object);
      if (wish !== undefined) charts.measured(object.metadata.uid, object.metadata.name, wish, t);
    }
  }

  function putPod(key: string, pod: PodFields, t: number): void {
    const before = pods.get(key);
    const condition = podCondition(pod);
    const sinceMs = before?.condition.state === condition.state ? before.sinceMs : t;
    pods.set(key, {
      pod,
      condition,
      sinceMs,
      owner: controllerOf(pod),
      cpuMilli: before?.cpuMilli ?? requestedCpu(pod),
    });
    charts.ready(before?.owner?.uid, isCounted(before) ? -1 : 0, t);
    charts.ready(controllerOf(pod)?.uid, isCounted(pods.get(key)) ? 1 : 0, t);
  }

  /** The key of the one that goes first. */
  function leastEvent(): string | undefined {
    let warning: string | undefined;
    let warnings = 0;
    for (const [key, { type }] of events) {
      if (type !== 'Warning') return key;
      warning ??= key;
      warnings += 1;
      if (warnings > warningsKept) return warning;
    }
    return warning;
  }

  function remove(key: string, t: number): void {
    const pod = pods.get(key);
    if (pod !== undefined) charts.ready(pod.owner?.uid, isCounted(pod) ? -1 : 0, t);
    const set = sets.get(key);
    if (set !== undefined) charts.wants(set.metadata.uid, set.metadata.name, 0, t);
    if (kinds.get(key) === 'Event') eventsInAll -= 1;
    kinds.delete(key);
    for (const objects of [pods, nodes, sets, events]) objects.delete(key);
  }

  return {
    get timeMs() {
      return timeMs;
    },
    copy: () => createViewFold(startMs, { kinds, pods, nodes, sets, events, eventsInAll, heartbeats, charts, ticks, timeMs }),
    get size() {
      return kinds.size + ticks.length;
    },
    add({ t, revision, events: changes, mine, words }) {
      timeMs = t;
      let kind: TickView['kind'] = 'lease';
      for (const change of changes) {
        const key = change.type === 'put' ? change.kv.key : change.key;
        const known = kinds.get(key);
        if (change.type === 'delete') remove(key, t);
        else if (isKubeObject(change.kv.value)) put(key, change.kv.value, t, revision);
        kind = tickKind(kinds.get(key) ?? known ?? '', kind);
      }
      // What happened before the session's start (booting) isn't on its time line.
      if (t < 0) return;
      ticks.push({ t, revision, kind: mine ? 'you' : kind, ...(words === undefined ? {} : { words }) });
      if (ticks.length > mostTicks) ticks = thinnedTicks(ticks);
    },
    view(moment) {
      const { sets: views, loose, views: podViews } = viewSets(moment);
      return {
        ...moment,
        sets: views,
        loose,
        nodes: viewNodes(moment.timeMs, podViews),
        charts: charts.views(new Set(views.map((set) => set.uid))),
        events: [...events.values()].sort((a, b) => a.t - b.t),
        ...(eventsInAll > events.size && { eventsInAll }),
        ticks: [...ticks],
      };
    },
  };

  function viewSets(moment: ViewMoment) {
    const filled = new Map<string, PodView[]>();
    const wants = new Map<string, number>();
    for (const set of sets.values()) {
      filled.set(set.metadata.uid, []);
      wants.set(set.metadata.uid, set.spec?.replicas ?? 1);
    }
    const loose: PodView[] = [];
    const views: PodView[] = [];
    const notAnswering = new Set<string>();
    for (const { node, ready } of nodes.values()) if (ready === 'Unknown') notAnswering.add(node.metadata.name);
    for (const entry of pods.values()) {
      const view = podView(entry, drawn.get(entry), notAnswering, moment.timeMs, startMs);
      drawn.set(entry, view);
      views.push(view);
      const uid = entry.owner?.uid ?? '';
      const sockets = filled.get(uid);
      const there = view.state !== 'terminating' && view.state !== 'failed' && view.state !== 'succeeded';
      if (sockets !== undefined && there && sockets.length < (wants.get(uid) ?? 0)) sockets.push(view);
      else loose.push(view);
    }
    const shown: SetView[] = [];
    for (const set of sets.values()) {
      const { uid, name, namespace = '' } = set.metadata;
      const filling = filled.get(uid) ?? [];
      const wanted = wants.get(uid) ?? 0;
      // Old ReplicaSets of a Deployment stay for a rollback; they want nothing and have nothing.
      if (wanted === 0 && filling.length === 0 && controllerOf(set) !== undefined) continue;
      const ready = filling.filter((pod) => pod.ready).length;
      // A crash loop is no gap that closes: it is said and drawn as broken.
      const broken = filling.filter((pod) => !pod.ready && pod.state === 'crash-loop').length;
      shown.push({
        kind: set.kind,
        name,
        namespace,
        uid,
        wants: wanted,
        ready,
        gap: Math.max(0, wanted - ready - broken),
        pods: filling,
      });
    }
    return { sets: shown, loose, views };
  }

  function viewNodes(now: number, podViews: readonly PodView[]): readonly NodeView[] {
    const byNode = new Map<string, PodView[]>();
    const requested = new Map<string, number>();
    let index = 0;
    for (const { cpuMilli } of pods.values()) {
      const view = podViews[index];
      index += 1;
      if (view?.node === undefined) continue;
      const list = byNode.get(view.node);
      if (list === undefined) byNode.set(view.node, [view]);
      else list.push(view);
      const over = view.state === 'failed' || view.state === 'succeeded';
      if (!over) requested.set(view.node, (requested.get(view.node) ?? 0) + cpuMilli);
    }
    return [...nodes.values()].map(({ node, ready, reason, sinceMs }) => {
      const { name } = node.metadata;
      const heartbeat = heartbeats.get(name);
      return {
        name,
        ready: ready === 'True',
        reason,
        sinceMs,
        heartbeatAgoMs: heartbeat === undefined ? -1 : Math.max(0, now - heartbeat),
        cpuAllocatableMilli: milliValue(node.status?.allocatable?.['cpu'] ?? '0'),
        cpuRequestedMilli: requested.get(name) ?? 0,
        unschedulable: node.spec?.unschedulable === true,
        pods: byNode.get(name) ?? [],
      };
    });
  }
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

/** Whether a Pod counts as ready on the chart. */
function isCounted(entry: PodEntry | undefined): boolean {
  return entry?.condition.ready === true && entry.condition.state !== 'terminating';
}

function nodeEntry(node: NodeFields, before: NodeEntry | undefined, t: number): NodeEntry {
  const condition = node.status?.conditions?.find((each) => each.type === 'Ready');
  const ready = condition?.status ?? 'Unknown';
  return { node, ready, reason: condition?.reason ?? '', sinceMs: before?.ready === ready ? before.sinceMs : t };
}

function eventView(event: EventFields, t: number, revision: number): EventView {
  const about = event.involvedObject ?? event.regarding ?? {};
  return {
    t,
    type: event.type ?? 'Normal',
    reason: event.reason ?? '',
    object: `${(about.kind ?? '').toLowerCase()}/${about.name ?? ''}`,
    message: event.message ?? event.note ?? '',
    count: event.count ?? event.series?.count ?? 1,
    revision,
  };
}

function requestedCpu(pod: PodFields): number {
  let sum = 0;
  for (const container of pod.spec?.containers ?? []) {
    const cpu = container.resources?.requests?.['cpu'];
    if (cpu !== undefined) sum += milliValue(cpu);
  }
  return sum;
}

/** A Pod's change weighs more than another's, and anything more than a heartbeat. */
function tickKind(kind: string, so: TickView['kind']): TickView['kind'] {
  if (kind === 'Pod' || so === 'pod') return 'pod';
  return kind === 'Lease' && so === 'lease' ? 'lease' : 'other';
}

/** Heartbeats go first, the oldest of them; then those of the rest that are nearest to others. What you did stays. */
function thinnedTicks(ticks: readonly TickView[]): TickView[] {
  let surplus = ticks.length - ticksKept;
  const weighty = ticks.filter((tick) => tick.kind !== 'lease' || surplus-- <= 0);
  return downsampled(weighty, weighty.length - ticksKept, ({ kind }, before, after) =>
    kind === 'you' ? Number.POSITIVE_INFINITY : after.revision - before.revision,
  );
}
