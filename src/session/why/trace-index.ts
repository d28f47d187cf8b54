/** What the trace and the history know, as the sentences need it. Everything is as of a moment: later events don't exist. */
import type { Cluster, KubeObject, TraceEvent, WatchEvent } from '../../engine/index.ts';
import type { TraceMoment } from '../../viz/trace-model.ts';
import { asObject, type History, type World } from '../history.ts';
import type { TraceLog } from '../trace-log.ts';
import type { SessionLog } from '../types.ts';

export interface TraceIndexSources {
  readonly cluster: Cluster;
  readonly history: History;
  readonly traces: TraceLog;
  /** What the session was opened with. */
  readonly log: Pick<SessionLog, 'inputs'>;
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
  /** What came of it next; a line of code that requested something stands aside for what it requested. */
  effects(id: number): readonly TraceEvent[];
  /** The event before it. */
  before(event: TraceEvent): TraceEvent | undefined;
  /** What it came of: as `before`, past a line of code. */
  cause(event: TraceEvent): TraceEvent | undefined;
  between(from: number, to: number): readonly TraceEvent[];
  sourced(file: string, line: number): readonly TraceEvent[];
  /** The last of a component's at or before a time. */
  lastOf(component: string, t: number, type: TraceEvent['type'], what?: string): TraceEvent | undefined;
  /** The last fault at or before a time that no incident brought. */
  lastFault(component: string, t: number): TraceEvent | undefined;
  /** Events of a time that hasn't come yet at this moment, because of this one. Only the past has them. */
  coming(id: number): readonly TraceEvent[];
  /** The write that a commit is. */
  write(commit: TraceEvent): Write | undefined;
  /** The last commit of what this matches. */
  lastWrite(matches: (event: WatchEvent) => boolean): TraceEvent | undefined;
  firstWrite(matches: (event: WatchEvent) => boolean): TraceEvent | undefined;
  commitOf(revision: number): TraceEvent | undefined;
  /** Everything as it was before a time: what a reader could know then. */
  worldBefore(t: number): World;
  /** How the scheduler chose, where that is remembered. */
  decision(bind: TraceEvent): Decision | undefined;
  /** Whether the controller ran code of the workspace then. */
  isLearners(controller: string, t: number): boolean;
}

/** What is known as of a moment; now by default. */
export function createTraceIndex(sources: TraceIndexSources, at: TraceMoment | undefined): TraceIndex {
  return new MomentIndex(sources, at);
}

class MomentIndex implements TraceIndex {
  readonly traces: TraceLog;
  readonly #cluster: Cluster;
  readonly #history: History;
  readonly #log: TraceIndexSources['log'];
  readonly #at: TraceMoment | undefined;
  readonly #until: number;
  /** Commits up to the moment. */
  readonly #commitCount: number;

  constructor({ cluster, history, traces, log, t }: TraceIndexSources, at: TraceMoment | undefined) {
    this.traces = traces;
    this.#cluster = cluster;
    this.#history = history;
    this.#log = log;
    this.#at = at;
    this.#until = at?.t ?? t();
    this.#commitCount = at === undefined ? history.commits.length : history.count(atPlace(at));
  }

  get(id: number): TraceEvent | undefined {
    return this.#ifThere(this.traces.get(id));
  }

  inputOf(id: number): ReturnType<TraceLog['inputOf']> {
    return this.traces.inputOf(id);
  }

  t(event: TraceEvent): number {
    return this.traces.t(event);
  }

  effects(id: number): readonly TraceEvent[] {
    return this.#effectsPastLines(id).filter((event) => this.#isThere(event));
  }

  before(event: TraceEvent): TraceEvent | undefined {
    const cause = event.cause === 0 ? undefined : this.traces.get(event.cause);
    return cause !== undefined && isOfIncident(cause) ? undefined : cause;
  }

  cause(event: TraceEvent): TraceEvent | undefined {
    const cause = this.before(event);
    return cause !== undefined && isLine(cause) ? this.traces.get(cause.cause) : cause;
  }

  between(from: number, to: number): readonly TraceEvent[] {
    return this.traces.between(from, Math.min(to, this.#until)).filter((event) => this.#isThere(event));
  }

  sourced(file: string, line: number): readonly TraceEvent[] {
    return this.traces.sourced(file, line).filter((event) => this.#isThere(event));
  }

  lastOf(component: string, time: number, type: TraceEvent['type'], what?: string): TraceEvent | undefined {
    return this.traces
      .between(Number.NEGATIVE_INFINITY, Math.min(time, this.#until))
      .findLast((event) => event.component === component && event.type === type && (what === undefined || event.what === what));
  }

  lastFault(component: string, time: number): TraceEvent | undefined {
    const until = Math.min(time, this.#until);
    const isSaid = ({ cause }: TraceEvent): boolean => this.traces.get(cause)?.component !== 'incident';
    const isFault = (event: TraceEvent): boolean => !event.what.startsWith('healed') && event.revision === undefined && isSaid(event);
    return this.traces
      .faults()
      .findLast((event) => event.component === component && this.traces.t(event) <= until && isFault(event));
  }

  coming(id: number): readonly TraceEvent[] {
    return this.#at === undefined ? [] : this.#effectsPastLines(id).filter((event) => !this.#isThere(event));
  }

  write(event: TraceEvent): Write | undefined {
    if (event.revision === undefined) return undefined;
    const { commits } = this.#history;
    const commit = commits[this.#history.count({ revision: event.revision }) - 1];
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

  lastWrite(matches: (event: WatchEvent) => boolean): TraceEvent | undefined {
    return this.#find(matches, -1);
  }

  firstWrite(matches: (event: WatchEvent) => boolean): TraceEvent | undefined {
    return this.#find(matches, 1);
  }

  commitOf(revision: number): TraceEvent | undefined {
    return this.#ifThere(this.traces.commitOf(revision));
  }

  worldBefore(time: number): World {
    return this.#history.worldAfter(this.#history.count({ t: time - 1 }));
  }

  decision(bind: TraceEvent): Decision | undefined {
    const key = bind.object?.replace(/^pods\//, '');
    const decisions = this.#cluster.networkTap?.decisions();
    const decision = decisions?.findLast((each) => each.key === key && each.timeMs <= bind.time);
    if (decision === undefined) return undefined;
    const totals = decision.feasible.map((_, index) =>
      decision.scores.reduce((sum, { weight, normalized }) => sum + weight * (normalized[index] ?? 0), 0),
    );
    return { of: decision.nodes.length, fit: decision.feasible, totals: decision.scores.length === 0 ? [] : totals };
  }

  isLearners(controller: string, time: number): boolean {
    if (isProgram(controller, this.#log)) return false;
    let isSwapped = false;
    for (const [id, { input }] of this.traces.inputs()) {
      const event = this.traces.get(id);
      if (event !== undefined && this.traces.t(event) > time) break;
      if (input.type === 'swap' && input.controller === controller) isSwapped = true;
      if (input.type === 'unswap' && input.controller === controller) isSwapped = false;
    }
    return isSwapped;
  }

  #isThere(event: TraceEvent): boolean {
    if (this.traces.t(event) > this.#until) return false;
    const revision = this.#at?.revision;
    return revision === undefined || event.revision === undefined || event.revision <= revision;
  }

  #ifThere(event: TraceEvent | undefined): TraceEvent | undefined {
    return event !== undefined && this.#isThere(event) ? event : undefined;
  }

  /** A line of code stands aside for what it requested. */
  #effectsPastLines(id: number): readonly TraceEvent[] {
    const next = this.traces.effects(id);
    return next.some(isLine) ? next.flatMap((event) => (isLine(event) ? this.traces.effects(event.id) : event)) : next;
  }

  #find(matches: (event: WatchEvent) => boolean, way: 1 | -1): TraceEvent | undefined {
    const { commits } = this.#history;
    for (let index = way === 1 ? 0 : this.#commitCount - 1; index >= 0 && index < this.#commitCount; index += way) {
      const commit = commits[index];
      const found = commit?.events.some(matches) ? this.traces.commitOf(commit.revision) : undefined;
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

/** What broke an incident's cluster: its cause is for the learner to find. */
export const isOfIncident = ({ component, what }: TraceEvent): boolean =>
  component === 'incident' || (component === 'you' && /^converge incident begin [^-]/.test(what));

/** A program of the lesson runs from the very beginning, before a user has done anything. */
function isProgram(controller: string, { inputs }: TraceIndexSources['log']): boolean {
  const swap = inputs.findIndex((input) => input.type === 'swap' && input.controller === controller);
  return swap >= 0 && inputs.slice(0, swap).every(({ type }) => type === 'swap');
}

/** A line of the workspace, between the reconcile and what it requested. */
export const isLine = (event: TraceEvent): boolean => event.type === 'note' && event.source !== undefined;

export const atPlace = ({ t, revision }: TraceMoment) => (revision === undefined ? { t } : { t, revision });

export const keyOf = (event: WatchEvent): string => (event.type === 'put' ? event.kv.key : event.key);

/** The object a write is about. */
export const objectOf = ({ before, after }: Write): KubeObject | undefined => after ?? before;

/** Of an event of etcd's: the object, as it is or was. */
export const objectIn = (event: WatchEvent): KubeObject | undefined =>
  asObject(event.type === 'put' ? event.kv.value : event.previous?.value);

/** Kinds that only report: what others did, or that a component is alive. */
export const isReport = (write: Write | undefined): boolean =>
  ['Event', 'Lease'].includes((write && objectOf(write)?.kind) ?? '');
