/** The session's view: the fold of its commits, and what only the session knows (faults, quiet, which writes came from outside). */
import type { Cluster, TraceEvent } from '../engine/index.ts';
import type { ClusterView } from '../viz/model.ts';
import { createViewFold, type ViewFold } from '../viz/view.ts';
import type { Faults } from './faults.ts';
import type { Commit, History } from './history.ts';
import { etcdView, memberViews } from './etcd-view.ts';
import { createTimeline, type Timeline } from './timeline.ts';
import type { Place } from './types.ts';

export interface ViewParts {
  readonly cluster: Cluster;
  readonly history: History;
  readonly faults: Faults;
  readonly seed: number;
  /** Virtual milliseconds since the epoch at time 0. */
  readonly startMs: number;
  t(): number;
}

export interface Views {
  /** As it is now or was at an earlier moment; `running` and `speed` are the runtime's to fill in. */
  view(at?: Place): ClusterView;
}

/** Components of requests from outside: the shell's kubectl, cells' scripts, and requests that name none. */
const outsideComponents: ReadonlySet<string> = new Set(['kubectl', 'session', 'kubernetes-admin']);

export function createViews(parts: ViewParts): Views {
  return new FoldedViews(parts);
}

class FoldedViews implements Views {
  readonly #parts: ViewParts;
  readonly #outside: OutsideWrites;
  /** Now, as far as it is folded. */
  readonly #live: ViewFold;
  #foldedCount = 0;
  readonly #past: Timeline<ViewFold>;

  constructor(parts: ViewParts) {
    const { cluster, history, startMs } = parts;
    this.#parts = parts;
    this.#outside = new OutsideWrites(cluster.trace);
    this.#live = createViewFold(startMs);
    this.#past = createTimeline<ViewFold, Commit>(history.commits, {
      empty: () => createViewFold(startMs),
      copy: (fold) => fold.copy(),
      add: (fold, commit) => this.#add(fold, commit),
      size: ({ size }) => size,
    });
  }

  view(at?: Place): ClusterView {
    const { history, t } = this.#parts;
    this.#outside.update();
    if (at === undefined) return this.#now();
    const count = history.count(at);
    const isNow = count === history.commits.length && (!('t' in at) || at.t >= t());
    return isNow ? this.#now() : this.#then(at, count);
  }

  #now(): ClusterView {
    const { cluster, history, faults, startMs, seed, t } = this.#parts;
    const { commits } = history;
    for (let commit = commits[this.#foldedCount]; commit !== undefined; commit = commits[this.#foldedCount]) {
      this.#add(this.#live, commit);
      this.#foldedCount += 1;
    }
    const { revision } = cluster.etcd();
    const standing = { timeMs: t(), revision, quiet: cluster.quiet(), faults: faults.views() };
    return { ...this.#live.view({ seed, ...notFlowing, ...standing }), etcd: etcdView(cluster, startMs) };
  }

  /** After so many commits. */
  #then(at: Place, count: number): ClusterView {
    const { cluster, history, faults, seed } = this.#parts;
    const last = history.commits[count - 1];
    const timeMs = 't' in at ? at.t : Math.max(0, last?.t ?? 0);
    const known = faults.views().filter((fault) => fault.from <= timeMs);
    const standing = {
      timeMs,
      revision: last?.revision ?? 0,
      quiet: false,
      faults: known.map((fault) => ({ ...fault, to: Math.min(fault.to, timeMs) })),
    };
    const view = this.#past.after(count).view({ seed, ...notFlowing, ...standing });
    // A single member is as it always is; of several it is known how they were at each revision.
    return { ...view, etcd: { members: last?.members ?? membersNow(cluster) } };
  }

  #add(fold: ViewFold, commit: Commit): void {
    const { revision } = commit;
    fold.add({ ...commit, mine: this.#outside.has(revision), words: this.#outside.verbOf(revision) });
  }
}

/** The runtime fills in how time flows. */
const notFlowing = { running: false, speed: 1 };

function membersNow(cluster: Cluster): NonNullable<Commit['members']> {
  return memberViews(cluster).map(({ name, role, term, reachable }) => ({
    name,
    role,
    ...(term === undefined ? {} : { term }),
    reachable,
  }));
}

/** Which revisions were requested from outside rather than by a loop of the cluster, read from the trace. */
class OutsideWrites {
  readonly #trace: Cluster['trace'];
  /** By revision; the first of each command of kubectl with its verb. */
  readonly #verbs = new Map<number, string | undefined>();
  #lastCommand = 0;
  #lastRead = 0;

  constructor(trace: Cluster['trace']) {
    this.#trace = trace;
  }

  has(revision: number): boolean {
    return this.#verbs.has(revision);
  }

  verbOf(revision: number): string | undefined {
    return this.#verbs.get(revision);
  }

  /** Reads what has been traced since the last time. */
  update(): void {
    for (const event of this.#trace.since(this.#lastRead)) {
      this.#lastRead = event.id;
      if (event.type !== 'commit' || event.revision === undefined) continue;
      const request = this.#requestOf(event);
      if (request !== undefined && outsideComponents.has(request.component)) this.#verbs.set(event.revision, this.#firstVerb(request));
    }
  }

  #requestOf(commit: TraceEvent): TraceEvent | undefined {
    let event: TraceEvent | undefined = commit;
    while (event !== undefined && event.type !== 'request') event = this.#trace.get(event.cause);
    return event;
  }

  /** "apply", where a command of kubectl writes for the first time. */
  #firstVerb(request: TraceEvent): string | undefined {
    const command = this.#trace.get(request.cause);
    if (command?.type !== 'command' || command.id === this.#lastCommand) return undefined;
    this.#lastCommand = command.id;
    return /^kubectl ([a-z]+)/.exec(command.what)?.[1];
  }
}
