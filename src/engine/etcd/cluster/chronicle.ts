/**
 * What the cluster has committed, whichever member applied it first: members that apply the same entry later, or again
 * after a crash, share the commit. Views and the history are folded from it, so they outlive every member.
 */
import type { Clock, Trace } from '../../kernel/index.ts';
import type { Stamp } from '../mvcc.ts';
import { createStamp } from '../stamp.ts';
import type { Commit, Revision, StoreSnapshot, WatchEvent } from '../types.ts';
import { createWatchHub, type WatchHub } from '../watch-hub.ts';

export interface Chronicle {
  revision(): Revision;
  compactRevision(): Revision;
  readonly stamp: Stamp;
  /** Watches of those who look from outside. */
  readonly hub: WatchHub;
  commitsFrom(revision: Revision): Iterable<Commit>;
  /** Some member has compacted. */
  compacted(revision: Revision): void;
  /** Another history begins, at a snapshot. `events` lead from what was there to what the snapshot holds. */
  reset(snapshot: StoreSnapshot, events: readonly WatchEvent[]): void;
}

/** `beforeCompaction` runs while what is about to be forgotten can still be read. */
export function createChronicle(
  clock: Clock,
  trace: Trace,
  describeKey: ((key: string) => string) | undefined,
  beforeCompaction: () => void,
): Chronicle {
  const create = createStamp(clock, trace, describeKey);
  /** Commit of revision r at place r - first. */
  let log: Commit[] = [];
  let first = 2;
  let revision = 1;
  let compactRevision = 0;

  const chronicle: Chronicle = {
    revision: () => revision,
    compactRevision: () => compactRevision,
    stamp(at, events) {
      if (at <= revision) return log[at - first] ?? { revision: at, time: clock.now(), cause: 0, events };
      const commit = create(at, events);
      revision = at;
      log.push(commit);
      chronicle.hub.publish(commit);
      trace.current = commit.cause;
      return commit;
    },
    hub: createWatchHub(clock, trace, () => chronicle),
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
      chronicle.hub.compacted();
    },
    reset(snapshot, events) {
      beforeCompaction();
      ({ revision, compactRevision } = snapshot);
      log = [...snapshot.commits];
      first = log[0]?.revision ?? revision + 1;
      const what = `restored from a snapshot at revision ${revision}`;
      const cause = trace.record({ component: 'etcd', type: 'fault', what, revision });
      chronicle.hub.jump({ revision, time: clock.now(), cause, events });
    },
  };
  return chronicle;
}
