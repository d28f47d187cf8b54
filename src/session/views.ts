/** The session's view: the fold of its commits, and what only the session knows (faults, quiet, who asked). */
import type { Cluster, TraceEvent } from '../engine/index.ts';
import type { ClusterView } from '../viz/model.ts';
import { createViewFold, type ViewFold } from '../viz/view.ts';
import type { Faults } from './faults.ts';
import type { Commit, History } from './history.ts';
import { etcdView, memberViews } from './etcd-view.ts';
import { createTimeline } from './timeline.ts';
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

/** Components of requests from outside: the shell's kubectl, cells' scripts, and whoever doesn't say. */
const askers: ReadonlySet<string> = new Set(['kubectl', 'session', 'kubernetes-admin']);

export function createViews(parts: ViewParts): Views {
  const { cluster, history, faults, startMs, seed } = parts;
  /** Revisions of those who ask from outside, the first of each command with its verb. */
  const mine = new Map<number, string | undefined>();
  let lastCommand = 0;
  const live = createViewFold(startMs);
  let folded = 0;
  const past = createTimeline<ViewFold, Commit>(history.commits, {
    empty: () => createViewFold(startMs),
    copy: (fold) => fold.copy(),
    add,
    size: ({ size }) => size,
  });
  let traced = 0;
  const common = { seed, running: false, speed: 1 };

  /** Which revisions were asked for from outside rather than by a loop of the cluster. */
  function readTrace(): void {
    for (const event of cluster.trace.since(traced)) {
      traced = event.id;
      if (event.type !== 'commit' || event.revision === undefined) continue;
      const request = requestOf(event);
      if (request !== undefined && askers.has(request.component)) mine.set(event.revision, verbOf(request));
    }
  }

  function requestOf(commit: TraceEvent): TraceEvent | undefined {
    let event: TraceEvent | undefined = commit;
    while (event !== undefined && event.type !== 'request') event = cluster.trace.get(event.cause);
    return event;
  }

  /** "apply", where a command of kubectl asks for the first time. */
  function verbOf(request: TraceEvent): string | undefined {
    const asked = cluster.trace.get(request.cause);
    if (asked?.type !== 'command' || asked.id === lastCommand) return undefined;
    lastCommand = asked.id;
    return /^kubectl ([a-z]+)/.exec(asked.what)?.[1];
  }

  function add(fold: ViewFold, commit: Commit): void {
    fold.add({ ...commit, mine: mine.has(commit.revision), words: mine.get(commit.revision) });
  }

  function now(): ClusterView {
    for (let commit = history.commits[folded]; commit !== undefined; commit = history.commits[folded]) {
      add(live, commit);
      folded += 1;
    }
    const { revision } = cluster.etcd();
    const view = live.view({ ...common, timeMs: parts.t(), revision, quiet: cluster.quiet(), faults: faults.views() });
    return { ...view, etcd: etcdView(cluster, startMs) };
  }

  return {
    view(at) {
      readTrace();
      if (at === undefined) return now();
      const count = history.count(at);
      if (count === history.commits.length && (!('t' in at) || at.t >= parts.t())) return now();
      const last = history.commits[count - 1];
      const timeMs = 't' in at ? at.t : Math.max(0, last?.t ?? 0);
      const then = faults
        .views()
        .filter((fault) => fault.from <= timeMs)
        .map((fault) => ({ ...fault, to: Math.min(fault.to, timeMs) }));
      const view = past
        .after(count)
        .view({ ...common, timeMs, revision: last?.revision ?? 0, quiet: false, faults: then });
      // One that is alone is as it always is; of several it is known how they were at each revision.
      const members =
        last?.members ??
        memberViews(cluster).map(({ name, role, term, reachable }) => ({
          name,
          role,
          ...(term === undefined ? {} : { term }),
          reachable,
        }));
      return { ...view, etcd: { members } };
    },
  };
}
