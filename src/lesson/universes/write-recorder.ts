/** Watches what is stored and what is answered, and says which of it the learner's controller has done, and what others desire. */
import { isOfKind, Lease } from 'converge/sdk';
import {
  type Answered,
  type Cluster,
  decodeObject,
  type KubeObject,
  objectOfWatchEvent,
  type TraceEvent,
  type WatchEvent,
} from '../../engine/index.ts';
import { requestOf, verbs } from './observer.ts';
import type { CalmRun } from './plans/derive-plans.ts';
import type { Pass, RecordedEvent, Refusal, SubjectRequest, Write } from './types.ts';

export interface WriteRecorder {
  /** Pods and the like the controller has created, changed or begun to delete, oldest first. */
  writes(verb: 'create' | 'change' | 'delete'): readonly Write[];
  /** Requests of the controller that were refused by a fault, oldest first. */
  readonly refused: readonly Refusal[];
  /** Everything the controller has stored, Events left out, oldest first. */
  readonly all: readonly Write[];
  /** Every request of its reconciles, Events left out, oldest first. */
  readonly requests: readonly SubjectRequest[];
  /** See World. */
  readonly events: readonly RecordedEvent[];
  readonly idleWrites: ReadonlyMap<string, number>;
  readonly eventPasses: ReadonlySet<number>;
  /** Every reconcile so far, oldest first. */
  passes(): readonly Pass[];
  /** How often something notable was stored, by whomever. */
  readonly commits: number;
  /** `controller/replicaset` */
  readonly component: string;
  /** Objects as others than the controller last wrote them, by name. The same array until one of the resource is written. @param resource `replicasets` */
  desiredOf(resource: string): readonly KubeObject[];
  /** See World. */
  heardAt(object: string, by?: number): number | undefined;
  /** Its stored writes and the watch events that were sent to it. */
  run(): CalmRun;
  stop(): void;
}

/** Objects of a resource as others last wrote them. */
interface Desired {
  /** `replicasets/default/web` */
  readonly byKey: Map<string, KubeObject>;
  /** In the order of their keys; undefined: to be made. */
  list?: readonly KubeObject[] | undefined;
}

interface Recording extends WriteRecorder {
  readonly created: Write[];
  readonly changed: Write[];
  readonly deleted: Write[];
  readonly all: Write[];
  readonly requests: SubjectRequest[];
  readonly events: RecordedEvent[];
  readonly idleWrites: Map<string, number>;
  readonly eventPasses: Set<number>;
  /** The revision that each object had by the latest answer. */
  readonly answered: Map<string, number>;
  readonly refused: Refusal[];
  readonly seenPasses: { -readonly [K in keyof Pass]: Pass[K] }[];
  readonly desired: Map<string, Desired>;
  /** By object: when others wrote it, oldest first, the newest few. */
  readonly heard: Map<string, readonly number[]>;
  /** By Lease: the time in it, where the controller looks after nodes. */
  readonly renewTimes: Map<string, string | undefined> | undefined;
  /** Requests of a reconcile that change something there is. */
  readonly changing: Map<number, number>;
  readonly component: string;
  readonly cluster: Cluster;
  readonly t: () => number;
  commits: number;
  traced: number;
}

/** What is recorded, and of whom. */
export interface WriteRecorderOptions {
  readonly cluster: Cluster;
  /** `replicaset` */
  readonly controller: string;
  /** It looks after nodes: what is written to them isn't background then. */
  readonly looksAfterNodes: boolean;
  /** Milliseconds since the session's start. */
  t(): number;
  /** Runs after each revision that isn't a heartbeat or an Event, and after each refusal. */
  onChange(): void;
}

export function createWriteRecorder({ cluster, controller, looksAfterNodes, t, onChange }: WriteRecorderOptions): WriteRecorder {
  const sent: { readonly t: number; readonly object: string }[] = [];
  const recording: Recording = {
    created: [],
    changed: [],
    deleted: [],
    all: [],
    requests: [],
    events: [],
    idleWrites: new Map(),
    eventPasses: new Set(),
    answered: new Map(),
    refused: [],
    seenPasses: [],
    desired: new Map(),
    heard: new Map(),
    renewTimes: looksAfterNodes ? new Map() : undefined,
    changing: new Map(),
    component: `controller/${controller}`,
    cluster,
    t,
    commits: 0,
    traced: cluster.trace.last,
    heardAt: (object, by = Number.POSITIVE_INFINITY) => recording.heard.get(object)?.findLast((at) => at <= by),
    desiredOf: (resource) => listOf(recording.desired.get(resource)),
    writes: (verb) =>
      ({ create: recording.created, change: recording.changed, delete: recording.deleted })[verb],
    passes() {
      read(recording);
      return recording.seenPasses;
    },
    run: () => ({
      writes: recording.requests.filter(({ verb, code }) => verb !== 'get' && verb !== 'list' && code < 300),
      events: sent,
      verbs: [...new Set(recording.requests.map(({ verb }) => verb))],
    }),
    stop() {
      for (const end of ends) end();
    },
  };
  const ends = [
    cluster.onCommit((events, revision) => {
      const reconcile = read(recording, revision);
      if (reconcile === undefined) for (const event of events) noteHeard(recording, event);
      const notable = events.filter((event) => !isBackground(keyOf(event), looksAfterNodes));
      if (notable.length === 0) return;
      recording.commits += 1;
      for (const event of notable) {
        if (reconcile === undefined) noteDesired(recording, event);
        else see(recording, event, revision, reconcile);
      }
      onChange();
    }),
    cluster.onAnswer((answer) => {
      if (hear(recording, answer)) onChange();
    }),
    cluster.cloud?.onChange(onChange) ?? (() => {}),
    cluster.onSend((component, chunk) => {
      const object = component === recording.component ? objectOfWatchEvent(chunk) : undefined;
      if (object !== undefined) sent.push({ t: t(), object });
    }),
    cluster.onLog(({ component, level, key, text }) => {
      if (component !== recording.component || level !== 'error' || key === undefined) return;
      read(recording);
      const pass = recording.seenPasses.findLast((each) => each.key === key);
      if (pass !== undefined) pass.failed = text;
    }),
  ];
  return recording;
}

/** The reconcile of the controller that an event was caused by; undefined when it was another component. */
function reconcileOf({ cluster, component }: Recording, id: number | undefined): number | undefined {
  const cause = id === undefined ? undefined : cluster.trace.get(id);
  return cause?.type === 'reconcile' && cause.component === component ? cause.id : undefined;
}

/** Reads the trace up to now: the passes, and which of them wrote this revision (commit <- request <- reconcile). */
function read(recording: Recording, revision?: number): number | undefined {
  const { cluster, component } = recording;
  const { trace } = cluster;
  let commit: TraceEvent | undefined;
  for (const event of trace.since(recording.traced)) {
    if (event.type === 'commit' && event.revision === revision) commit = event;
    if (event.type !== 'reconcile' || event.component !== component) continue;
    const t = recording.t() - (cluster.now() - event.time);
    recording.seenPasses.push({ id: event.id, t, key: event.what.replace(/^reconcile /, '') });
  }
  recording.traced = trace.last;
  const request = commit && trace.get(commit.cause);
  return request && reconcileOf(recording, request.cause);
}

/** An answer to the controller, before it is sent. True: it was refused, which is stored nowhere. */
function hear(recording: Recording, answer: Answered): boolean {
  const { component, request, response } = answer;
  if (component !== recording.component) return false;
  if (/\/events(\/|$)/.test(request.path)) {
    const told = reconcileOf(recording, request.cause);
    if (told !== undefined) recording.eventPasses.add(told);
    hearEvent(recording, request.body);
    return false;
  }
  const pass = reconcileOf(recording, request.cause);
  if (pass === undefined) return false;
  const { method, path } = request;
  if (method === 'PATCH' || method === 'PUT')
    recording.changing.set(pass, (recording.changing.get(pass) ?? 0) + 1);
  const asked = { ...requestOf(answer, recording.t()), pass };
  recording.requests.push(asked);
  if (asked.code < 300 && !ofCloud(path) && (method === 'PATCH' || method === 'PUT')) noteIdle(recording, path, response.body);
  if (asked.message.endsWith('refused by a fault')) recording.refused.push({ t: asked.t, verb: verbs[method] ?? asked.verb, path });
  return asked.code >= 400;
}

function hearEvent({ events, t }: Recording, body: unknown): void {
  // A repeat only counts: it says nothing new.
  if (typeof body !== 'object' || body === null || Reflect.get(body, 'reason') === undefined) return;
  const text = (name: string): string => String(Reflect.get(body, name) ?? '');
  const namespace = nested(body, 'metadata', 'namespace');
  events.push({ t: t(), type: text('type'), reason: text('reason'), message: text('message'), namespace: String(namespace ?? '') });
}

/** Whether what was requested has changed anything: then the revision that is answered is one that this controller made. */
function noteIdle({ idleWrites, answered, all }: Recording, path: string, body: unknown): void {
  const object = path.replace(/^\/apis?\/.*?namespaces\/([^/]+)\/([^/]+)\//, '$2/$1/');
  const revision = Number(nested(body, 'metadata', 'resourceVersion'));
  const changed = answered.get(object) !== revision && all.findLast((write) => write.revision <= revision)?.revision === revision;
  answered.set(object, revision);
  if (changed) idleWrites.delete(object);
  else idleWrites.set(object, (idleWrites.get(object) ?? 0) + 1);
}

function nested(value: unknown, first: string, second: string): unknown {
  const inner: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, first) : undefined;
  return typeof inner === 'object' && inner !== null ? Reflect.get(inner, second) : undefined;
}

function see(recording: Recording, event: WatchEvent, revision: number, reconcile: number): void {
  const before = event.previous === undefined ? undefined : decodeObject(event.previous);
  const after = event.type === 'put' ? decodeObject(event.kv) : undefined;
  const write: Write = {
    t: recording.t(),
    revision,
    object: objectOf(keyOf(event)),
    reconcile,
    changesBefore: recording.changing.get(reconcile) ?? 0,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
  };
  recording.all.push(write);
  if (event.type === 'put' && event.kv.version === 1) recording.created.push(write);
  else if (event.type === 'delete' || (isLeaving(after) && !isLeaving(before))) recording.deleted.push(write);
  else recording.changed.push(write);
}

/** Times that are kept of each object. */
const heardTimes = 4;

/** Others have written this. What leaves the time of a Lease as it is says nothing of the Lease's holder. */
function noteHeard({ heard, renewTimes, t }: Recording, event: WatchEvent): void {
  const object = objectOf(keyOf(event));
  const times = heard.get(object) ?? [];
  if (renewTimes !== undefined && event.type === 'put' && object.startsWith('leases/')) {
    const lease = decodeObject(event.kv);
    const renewTime = lease !== undefined && isOfKind(Lease, lease) ? lease.spec.renewTime : undefined;
    if (times.length > 0 && renewTimes.get(object) === renewTime) return;
    renewTimes.set(object, renewTime);
  }
  heard.set(object, [...times.slice(1 - heardTimes), t()]);
}

/** Another component has written: from now on this is the desired state. */
function noteDesired({ desired }: Recording, event: WatchEvent): void {
  const object = objectOf(keyOf(event));
  const resource = object.slice(0, object.indexOf('/'));
  const all = desired.get(resource) ?? { byKey: new Map<string, KubeObject>() };
  desired.set(resource, all);
  const now = event.type === 'put' ? decodeObject(event.kv) : undefined;
  if (now === undefined) all.byKey.delete(object);
  else all.byKey.set(object, now);
  all.list = undefined;
}

const none: readonly KubeObject[] = [];

function listOf(desired: Desired | undefined): readonly KubeObject[] {
  if (desired === undefined) return none;
  desired.list ??= [...desired.byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, object]) => object);
  return desired.list;
}

/** The cloud's objects have no revisions. */
const ofCloud = (path: string): boolean => path.startsWith('/cloud/');

const keyOf = (event: WatchEvent): string => (event.type === 'put' ? event.kv.key : event.key);

/** `/registry/pods/default/web` -> `pods/default/web`; of a custom resource without its group; nodes are stored under another name. */
const objectOf = (key: string): string => key.replace(/^\/registry\/([^/]*\.[^/]*\/)?/, '').replace(/^minions\//, 'nodes/');

/** Heartbeats, Events, and what nodes report of themselves. */
const isBackground = (key: string, looksAfterNodes: boolean): boolean =>
  looksAfterNodes ? /^\/registry\/(leases|events)\//.test(key) : /^\/registry\/(leases|events|minions)\//.test(key);

const isLeaving = (object: KubeObject | undefined): boolean => object?.metadata.deletionTimestamp !== undefined;
