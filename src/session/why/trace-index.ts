/** What the trace and the history know, as the sentences need it. Everything is as of a moment: later events don't exist. */
import type { Cluster, KubeObject, TraceEvent, WatchEvent } from '../../engine/index.ts';
import type { TraceMoment } from '../../viz/trace-model.ts';
import { asObject, type History, type World } from '../history.ts';
import type { TraceLog } from '../trace-log.ts';

export interface TraceIndexSources {
  readonly cluster: Cluster;
  readonly history: History;
  readonly traces: TraceLog;
  t(): number;
}

/** One write, with what was there before it. */
export interface Write {
  readonly event: TraceEvent;
  readonly revision: number;
  readonly key: string;
  readonly before: KubeObject | undefined;
  readonly after: KubeObject | undefined;
  /** Further keys of the same revision. */
  readonly more: number;
}

/** A number of nodes, and what was said of them. */
export interface Decision {
  readonly of: number;
  readonly fit: readonly string[];
  /** Total scores, by index of `fit`; empty where only one was fit. */
  readonly totals: readonly number[];
}

export interface TraceIndex extends Pick<TraceLog, 'get' | 'inputOf'> {
  readonly traces: TraceLog;
  t(event: TraceEvent): number;
  /** What came of it next; a line of code that asked for something stands aside for what it asked for. */
  effects(id: number): readonly TraceEvent[];
  /** The event before it. */
  before(event: TraceEvent): TraceEvent | undefined;
  /** What it came of: as `before`, past a line of code. */
  cause(event: TraceEvent): TraceEvent | undefined;
  between(from: number, to: number): readonly TraceEvent[];
  sourced(file: string, line: number): readonly TraceEvent[];
  /** The last of a component's at or before a time. */
  lastOf(component: string, t: number, type: TraceEvent['type'], what?: string): TraceEvent | undefined;
  /** The last fault at or before a time. */
  lastFault(component: string, t: number): TraceEvent | undefined;
  /** Events of a time that hasn't come yet at this moment, because of this one. Only the past has them. */
  coming(id: number): readonly TraceEvent[];
  /** The write that a commit is. */
  write(commit: TraceEvent): Write | undefined;
  /** The last commit of what this matches. */
  lastWrite(matches: (event: WatchEvent) => boolean): TraceEvent | undefined;
  firstWrite(matches: (event: WatchEvent) => boolean): TraceEvent | undefined;
  commitOf(revision: number): TraceEvent | undefined;
  /** Everything as it was before a time: what somebody who looked then could know. */
  worldBefore(t: number): World;
  /** How the scheduler chose, where that is remembered. */
  decision(bind: TraceEvent): Decision | undefined;
  /** Whether the controller ran code of the workspace then. */
  isLearners(controller: string, t: number): boolean;
}

export function createTraceIndex({ cluster, history, traces, t }: TraceIndexSources, at: TraceMoment | undefined): TraceIndex {
  const until = at?.t ?? t();
  const isThere = (event: TraceEvent): boolean =>
    traces.t(event) <= until &&
    (at?.revision === undefined || event.revision === undefined || event.revision <= at.revision);
  const count = at === undefined ? history.commits.length : history.count(atPlace(at));

  const through = (id: number): readonly TraceEvent[] => {
    const next = traces.effects(id);
    return next.some(isLine) ? next.flatMap((event) => (isLine(event) ? traces.effects(event.id) : event)) : next;
  };

  const before = (event: TraceEvent): TraceEvent | undefined => (event.cause === 0 ? undefined : traces.get(event.cause));

  function write(event: TraceEvent): Write | undefined {
    if (event.revision === undefined) return undefined;
    const commit = history.commits[history.count({ revision: event.revision }) - 1];
    const [first] = commit?.events ?? [];
    if (commit?.revision !== event.revision || first === undefined) return undefined;
    return {
      event,
      revision: event.revision,
      key: keyOf(first),
      before: asObject(first.previous?.value),
      after: first.type === 'put' ? asObject(first.kv.value) : undefined,
      more: commit.events.length - 1,
    };
  }

  function find(matches: (event: WatchEvent) => boolean, way: 1 | -1): TraceEvent | undefined {
    for (let index = way === 1 ? 0 : count - 1; index >= 0 && index < count; index += way) {
      const commit = history.commits[index];
      const found = commit?.events.some(matches) ? traces.commitOf(commit.revision) : undefined;
      if (found !== undefined) return found;
    }
    return undefined;
  }

  return {
    traces,
    get(id) {
      const event = traces.get(id);
      return event !== undefined && isThere(event) ? event : undefined;
    },
    inputOf: (id) => traces.inputOf(id),
    t: (event) => traces.t(event),
    effects: (id) => through(id).filter(isThere),
    before,
    cause(event) {
      const cause = before(event);
      return cause !== undefined && isLine(cause) ? traces.get(cause.cause) : cause;
    },
    between: (from, to) => traces.between(from, Math.min(to, until)).filter(isThere),
    sourced: (file, line) => traces.sourced(file, line).filter(isThere),
    lastOf: (component, time, type, what) =>
      traces
        .between(Number.NEGATIVE_INFINITY, Math.min(time, until))
        .findLast((event) => event.component === component && event.type === type && (what === undefined || event.what === what)),
    lastFault: (component, time) =>
      traces
        .faults()
        .findLast((event) => event.component === component && traces.t(event) <= Math.min(time, until) && !event.what.startsWith('healed') && event.revision === undefined),
    coming: (id) => (at === undefined ? [] : through(id).filter((event) => !isThere(event))),
    write,
    lastWrite: (matches) => find(matches, -1),
    firstWrite: (matches) => find(matches, 1),
    commitOf(revision) {
      const found = traces.commitOf(revision);
      return found !== undefined && isThere(found) ? found : undefined;
    },
    worldBefore: (time) => history.worldAfter(history.count({ t: time - 1 })),
    decision(bind) {
      const key = bind.object?.replace(/^pods\//, '');
      const decision = cluster.networkTap?.decisions().findLast((each) => each.key === key && each.timeMs <= bind.time);
      if (decision === undefined) return undefined;
      const totals = decision.feasible.map((_, index) =>
        decision.scores.reduce((sum, { weight, normalized }) => sum + weight * (normalized[index] ?? 0), 0),
      );
      return { of: decision.nodes.length, fit: decision.feasible, totals: decision.scores.length === 0 ? [] : totals };
    },
    isLearners(controller, time) {
      let mine = false;
      for (const [id, { input }] of traces.inputs()) {
        const event = traces.get(id);
        if (event !== undefined && traces.t(event) > time) break;
        if (input.type === 'swap' && input.controller === controller) mine = true;
        if (input.type === 'unswap' && input.controller === controller) mine = false;
      }
      return mine;
    },
  };
}

/** A line of the workspace, between the reconcile and what it asked for. */
export const isLine = (event: TraceEvent): boolean => event.type === 'note' && event.source !== undefined;

const atPlace = ({ t, revision }: TraceMoment) => (revision === undefined ? { t } : { t, revision });

export const keyOf = (event: WatchEvent): string => (event.type === 'put' ? event.kv.key : event.key);

/** The object a write is about. */
export const objectOf = ({ before, after }: Write): KubeObject | undefined => after ?? before;

/** Of an event of etcd's: the object, as it is or was. */
export const objectIn = (event: WatchEvent): KubeObject | undefined =>
  asObject(event.type === 'put' ? event.kv.value : event.previous?.value);

/** Kinds that only tell what others did, or that somebody lives. */
export const isTold = (write: Write | undefined): boolean =>
  ['Event', 'Lease'].includes((write && objectOf(write)?.kind) ?? '');
