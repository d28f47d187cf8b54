/**
 * One etcd member on the kernel's clock: it gathers the proposals of an instant, writes them to its disk in one go (group
 * commit) and applies them in order. Between `propose` and `done` stands the disk; with several members, raft.
 */
import type { Clock, Trace } from '../kernel/index.ts';
import { createMvcc } from './mvcc.ts';
import { refuseTxn } from './txn-check.ts';
import type { Etcd, EtcdFailure, Result, Revision, Txn, TxnResponse, WatchEvent } from './types.ts';
import { createWatchHub } from './watch-hub.ts';

export interface EtcdOptions {
  readonly clock: Clock;
  readonly trace: Trace;
  /** Milliseconds one write to the disk takes, asked when it begins; 2 unless told. A slow disk is a fault. */
  readonly diskLatencyMs?: () => number;
  /** Names the object under a key for the trace: `pods/default/web`. The key without `/registry/` unless told. */
  readonly describeKey?: (key: string) => string;
}

/** One fsync of a common cloud disk, milliseconds. */
export const defaultDiskLatencyMs = 2;

type Proposal = { readonly cause: number } & (
  | { readonly txn: Txn; readonly done: (result: Result<TxnResponse>) => void }
  | { readonly compact: Revision; readonly done: (result: Result<Revision>) => void }
);

/** Creates a member with an empty store. */
export function createEtcd(options: EtcdOptions): Etcd {
  const { clock, trace } = options;
  const diskLatencyMs = options.diskLatencyMs ?? (() => defaultDiskLatencyMs);
  const describeKey = options.describeKey ?? ((key: string) => key.replace(/^\/registry\//, ''));
  const store = createMvcc();
  const hub = createWatchHub(clock, trace, store);
  /** Proposals of the instant `gatheredAt` that aren't on their way to the disk yet. */
  let gathering: Proposal[] = [];
  let gatheredAt = -1;
  /** Commits keep the order of proposals, also when the disk becomes faster meanwhile. */
  let diskFreeAt = 0;

  function enqueue(proposal: Proposal): void {
    if (clock.now() !== gatheredAt) {
      const batch: Proposal[] = [];
      gathering = batch;
      gatheredAt = clock.now();
      diskFreeAt = Math.max(diskFreeAt, gatheredAt + Math.max(1, diskLatencyMs()));
      clock.after(diskFreeAt - gatheredAt, () => batch.forEach(apply));
    }
    gathering.push(proposal);
  }

  function apply(proposal: Proposal): void {
    trace.current = proposal.cause;
    if ('compact' in proposal) {
      const result = store.compact(proposal.compact);
      if (result.failure === undefined) hub.compacted();
      proposal.done(result);
      return;
    }
    const { result, commit } = store.apply(proposal.txn, stamp);
    if (commit !== undefined) {
      trace.current = commit.cause;
      hub.publish(commit);
      trace.current = commit.cause;
    }
    proposal.done(result);
  }

  function stamp(revision: Revision, events: readonly WatchEvent[]): { time: number; cause: number } {
    const first = events[0];
    const key = first === undefined ? '' : first.type === 'put' ? first.kv.key : first.key;
    const what = `${first?.type ?? 'put'} ${key}${events.length > 1 ? ` and ${events.length - 1} more` : ''}`;
    const cause = trace.record({ component: 'etcd', type: 'commit', what, object: describeKey(key), revision });
    return { time: clock.now(), cause };
  }

  function refuseLater<T>(refused: EtcdFailure, done: (result: Result<T>) => void): void {
    clock.after(0, () => done({ failure: refused }));
  }

  return {
    propose(txn, done) {
      const refused = refuseTxn(txn);
      if (refused !== undefined) refuseLater(refused, done);
      else enqueue({ txn, done, cause: trace.current });
    },
    compact: (revision, done) => enqueue({ compact: revision, done, cause: trace.current }),
    range(request, done) {
      clock.after(0, () => done(store.range(request)));
    },
    peek: store.range,
    watch: hub.add,
    status: () => ({ revision: store.revision, compactRevision: store.compactRevision, keys: store.keys }),
    *history(after) {
      for (const { revision, time, events } of store.commitsFrom(after + 1)) {
        for (const event of events) yield { revision, time, event };
      }
    },
  };
}
