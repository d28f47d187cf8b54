/**
 * What the cluster has committed, whichever member applied it first: members that apply the same entry later, or again
 * after a crash, share the commit. Views and the history are folded from it, so they outlive every member.
 */
import type { Clock, Trace } from '../../kernel/index.ts';
import { createCommitFactory } from '../commit-factory.ts';
import type { CommitFactory } from '../mvcc.ts';
import type { Commit, Revision, StoreSnapshot, WatchEvent } from '../types.ts';
import { createWatchHub, type WatchHub } from '../watch-hub.ts';

export interface CommitLog {
  revision(): Revision;
  compactRevision(): Revision;
  readonly createCommit: CommitFactory;
  /** Watches from outside the simulation. */
  readonly hub: WatchHub;
  commitsFrom(revision: Revision): Iterable<Commit>;
  /** Some member has compacted. */
  compacted(revision: Revision): void;
  /** Another history begins, at a snapshot. `events` lead from what was there to what the snapshot holds. */
  reset(snapshot: StoreSnapshot, events: readonly WatchEvent[]): void;
}

/** `beforeCompaction` runs while what is about to be forgotten can still be read. */
export function createCommitLog(
  clock: Clock,
  trace: Trace,
  describeKey: ((key: string) => string) | undefined,
  beforeCompaction: () => void,
): CommitLog {
  const create = createCommitFactory(clock, trace, describeKey);
  /** Commit of revision r at place r - first. */
  let log: Commit[] = [];
  let first = 2;
  let revision = 1;
  let compactRevision = 0;

  const commitLog: CommitLog = {
    revision: () => revision,
    compactRevision: () => compactRevision,
    createCommit(at, events) {
      if (at <= revision) {
        const known = log[at - first];
        return known !== undefined && isSame(known.events, events) ? known : { revision: at, time: clock.now(), cause: 0, events };
      }
      const commit = create(at, events);
      revision = at;
      log.push(commit);
      commitLog.hub.publish(commit);
      trace.current = commit.cause;
      return commit;
    },
    hub: createWatchHub(clock, trace, () => commitLog),
    *commitsFrom(from) {
      for (let at = Math.max(from, first); at <= revision; at += 1) {
        const commit = log[at - first];
        if (commit !== undefined) yield commit;
      }
    },
    compacted(at) {
      if (at <= compactRevision) return;
      beforeCompaction();
      compactRevision = at;
      log = log.slice(Math.max(0, at - first));
      first = Math.max(first, at);
      commitLog.hub.compacted();
    },
    reset(snapshot, events) {
      beforeCompaction();
      ({ revision, compactRevision } = snapshot);
      log = [...snapshot.commits];
      first = log[0]?.revision ?? revision + 1;
      const what = `restored from a snapshot at revision ${revision}`;
      const cause = trace.record({ component: 'etcd', type: 'fault', what, revision });
      commitLog.hub.jump({ revision, time: clock.now(), cause, events });
    },
  };
  return commitLog;
}

/** Members share what an entry puts. Where a rule for commits is wrong, one may have applied another entry. */
function isSame(events: readonly WatchEvent[], others: readonly WatchEvent[]): boolean {
  return events.length === others.length && events.every((event, at) => isSameEvent(event, others[at]));
}

function isSameEvent(event: WatchEvent, other: WatchEvent | undefined): boolean {
  if (event.type === 'delete') return other?.type === 'delete' && event.key === other.key;
  return other?.type === 'put' && event.kv.key === other.kv.key && event.kv.value === other.kv.value;
}
