/** The fold from what etcd committed to what is drawn. Pure: the same commits and moment, the same view. */
import { controllerOf, type KubeObject, milliValue, type WatchEvent } from '../engine/index.ts';
import { type Charts, createCharts } from './chart-fold.ts';
import { downsampled } from './downsample.ts';
import { keepEvent, type KeptEvents } from './kept-events.ts';
import type { ClusterView, EventView, FaultView, TickView } from './model.ts';
import {
  desiredStateOf,
  type EventFields,
  isEvent,
  isKubeObject,
  isNode,
  isPod,
  isSet,
  type NodeFields,
  type PodFields,
  type SetFields,
} from './objects.ts';
import { podCondition } from './pod-state.ts';
import { type DrawnPods, type NodeEntry, type PodEntry, replicasOf, viewNodes, viewPods, viewSets } from './view-objects.ts';

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

/** What a fold has gathered. The entries themselves never change. */
interface Folded {
  readonly kinds: Map<string, string>;
  readonly pods: Map<string, PodEntry>;
  readonly nodes: Map<string, NodeEntry>;
  readonly sets: Map<string, SetFields>;
  readonly events: KeptEvents;
  /** Also those that aren't kept here. */
  eventsInAll: number;
  readonly heartbeats: Map<string, number>;
  readonly charts: Charts;
  ticks: TickView[];
  timeMs: number;
}

const copyOf = (from: Folded | undefined): Folded => ({
  kinds: new Map(from?.kinds),
  pods: new Map(from?.pods),
  nodes: new Map(from?.nodes),
  sets: new Map(from?.sets),
  events: new Map(from?.events),
  eventsInAll: from?.eventsInAll ?? 0,
  heartbeats: new Map(from?.heartbeats),
  charts: from?.charts.copy() ?? createCharts(),
  ticks: [...(from?.ticks ?? [])],
  timeMs: from?.timeMs ?? Number.NEGATIVE_INFINITY,
});

/** `startMs`: virtual milliseconds since the epoch at the session's time 0. `from`: what an earlier fold has gathered. */
export function createViewFold(startMs: number, from?: Folded): ViewFold {
  const folded = copyOf(from);
  const drawn: DrawnPods = new WeakMap();
  return {
    get timeMs() {
      return folded.timeMs;
    },
    copy: () => createViewFold(startMs, folded),
    get size() {
      return folded.kinds.size + folded.ticks.length;
    },
    add: (commit) => addCommit(folded, commit),
    view(moment) {
      const pods = viewPods(folded, drawn, moment.timeMs, startMs);
      const sets = viewSets(folded, pods);
      const { events, eventsInAll, charts, ticks } = folded;
      return {
        ...moment,
        sets,
        loose: pods.loose,
        nodes: viewNodes(folded, pods, moment.timeMs),
        charts: charts.views(new Set(sets.map((set) => set.uid))),
        events: [...events.values()].sort((a, b) => a.t - b.t),
        ...(eventsInAll > events.size && { eventsInAll }),
        ticks: [...ticks],
      };
    },
  };
}

function addCommit(folded: Folded, commit: ViewCommit): void {
  const { t, revision, events, mine, words } = commit;
  folded.timeMs = t;
  let kind: TickView['kind'] = 'lease';
  for (const change of events) {
    const key = change.type === 'put' ? change.kv.key : change.key;
    const known = folded.kinds.get(key);
    if (change.type === 'delete') remove(folded, key, commit);
    else if (isKubeObject(change.kv.value)) put(folded, key, change.kv.value, commit);
    kind = tickKind(folded.kinds.get(key) ?? known ?? '', kind);
  }
  // What happened before the session's start (booting) isn't on its time line.
  if (t < 0) return;
  folded.ticks.push({ t, revision, kind: mine ? 'you' : kind, ...(words === undefined ? {} : { words }) });
  if (folded.ticks.length > mostTicks) folded.ticks = thinnedTicks(folded.ticks);
}

function put(folded: Folded, key: string, object: KubeObject, commit: ViewCommit): void {
  const { t, revision } = commit;
  const { kinds, nodes, sets, events, charts, heartbeats } = folded;
  if (object.kind === 'Event' && !kinds.has(key)) folded.eventsInAll += 1;
  kinds.set(key, object.kind);
  if (isPod(object)) putPod(folded, key, object, t);
  else if (isNode(object)) nodes.set(key, nodeEntry(object, nodes.get(key), t));
  else if (isSet(object)) {
    sets.set(key, object);
    charts.wants(object.metadata, replicasOf(object), commit);
  } else if (isEvent(object)) {
    keepEvent(events, key, eventView(object, t, revision));
  } else if (object.kind === 'Lease' && object.metadata.namespace === 'kube-node-lease') {
    heartbeats.set(object.metadata.name, t);
  } else {
    const desired = desiredStateOf(object);
    if (desired !== undefined) charts.measured(object.metadata, desired, commit);
  }
}

function putPod({ pods, charts }: Folded, key: string, pod: PodFields, t: number): void {
  const before = pods.get(key);
  const condition = podCondition(pod);
  const owner = controllerOf(pod);
  const sinceMs = before?.condition.state === condition.state ? before.sinceMs : t;
  const entry: PodEntry = { pod, condition, sinceMs, owner, cpuMilli: before?.cpuMilli ?? requestedCpu(pod) };
  pods.set(key, entry);
  charts.ready(before?.owner?.uid, isCounted(before) ? -1 : 0, t);
  charts.ready(owner?.uid, isCounted(entry) ? 1 : 0, t);
}

function remove(folded: Folded, key: string, { t }: ViewCommit): void {
  const { kinds, pods, nodes, sets, events, charts } = folded;
  const pod = pods.get(key);
  if (pod !== undefined) charts.ready(pod.owner?.uid, isCounted(pod) ? -1 : 0, t);
  const set = sets.get(key);
  if (set !== undefined) charts.wants(set.metadata, 0, { t, mine: false });
  if (kinds.get(key) === 'Event') folded.eventsInAll -= 1;
  kinds.delete(key);
  for (const objects of [pods, nodes, sets, events]) objects.delete(key);
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
