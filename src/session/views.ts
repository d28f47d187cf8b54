/** The session's view: the fold of its commits, and what only the session knows (faults, quiet, who asked). */
import type { Cluster, TraceEvent } from '../engine/index.ts';
import type { ClusterView } from '../viz/model.ts';
import { createViewFold, type ViewFold } from '../viz/view.ts';
import type { Faults } from './faults.ts';
import type { Commit, History } from './history.ts';

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
  /** As it is now or was at an earlier time; `running` and `speed` are the runtime's to fill in. */
  view(at?: number): ClusterView;
}

/** Components of requests from outside: the shell's kubectl, cells' scripts, and whoever doesn't say. */
const askers: ReadonlySet<string> = new Set(['kubectl', 'session', 'kubernetes-admin']);

export function createViews(parts: ViewParts): Views {
  const { cluster, history, faults, startMs, seed } = parts;
  const mine = new Set<number>();
  const live: { fold: ViewFold; folded: number } = { fold: createViewFold(startMs), folded: 0 };
  let past: { fold: ViewFold; folded: number } | undefined;
  let traced = 0;

  /** Which revisions were asked for from outside rather than by a loop of the cluster. */
  function readTrace(): void {
    for (const event of cluster.trace.since(traced)) {
      traced = event.id;
      if (event.type === 'commit' && event.revision !== undefined && isAskedFor(event)) mine.add(event.revision);
    }
  }

  function isAskedFor(commit: TraceEvent): boolean {
    let event: TraceEvent | undefined = commit;
    while (event !== undefined && event.type !== 'request') event = cluster.trace.get(event.cause);
    return event !== undefined && askers.has(event.component);
  }

  function catchUp(from: { fold: ViewFold; folded: number }, until: number): void {
    for (; from.folded < history.commits.length; from.folded += 1) {
      const commit: Commit | undefined = history.commits[from.folded];
      if (commit === undefined || commit.t > until) break;
      from.fold.add({ ...commit, mine: mine.has(commit.revision) });
    }
  }

  return {
    view(at) {
      readTrace();
      const now = parts.t();
      const common = { seed, running: false, speed: 1 };
      if (at === undefined || at >= now) {
        catchUp(live, now);
        const { revision } = cluster.etcd();
        return live.fold.view({ ...common, timeMs: now, revision, quiet: cluster.quiet, faults: faults.views() });
      }
      if (past === undefined || past.fold.timeMs > at) past = { fold: createViewFold(startMs), folded: 0 };
      catchUp(past, at);
      const revision = history.commits[past.folded - 1]?.revision ?? 0;
      const then = faults.views().filter((fault) => fault.from <= at);
      return past.fold.view({ ...common, timeMs: at, revision, quiet: false, faults: then });
    },
  };
}
