/** What a member does with a committed command, however it was agreed on: the store changes, watches hear of it, leases are counted. */
import { type Clock, hash32, type Trace } from '../kernel/index.ts';
import { type Backend, createBackend } from './backend.ts';
import { createExpiry, type Expiry } from './expiry.ts';
import type { CommitFactory } from './mvcc.ts';
import { type Command, createStore, type Outcome, type Store } from './store.ts';
import type { StoreSnapshot } from './types.ts';
import { createWatchHub, type WatchHub } from './watch-hub.ts';

export interface Core {
  readonly store: Store;
  readonly hub: WatchHub;
  readonly expiry: Expiry;
  readonly backend: Backend;
  /** Applies a command under the trace event that caused it. */
  apply(command: Command, cause: number): Outcome;
  /** Puts a snapshot in the place of the store; watches go on from what they have seen. */
  restore(snapshot: StoreSnapshot | undefined): void;
}

export interface CoreOptions {
  readonly clock: Clock;
  readonly trace: Trace;
  readonly createCommit: CommitFactory;
  readonly snapshot?: StoreSnapshot | undefined;
  /** Proposes the end of a lease. */
  readonly revoke: (id: number) => void;
}

/** Creates a member's inside over an empty store, or one from a snapshot. */
export function createCore(options: CoreOptions): Core {
  const { clock, trace, createCommit } = options;
  const hub = createWatchHub(clock, trace, () => core.store.mvcc);
  const expiry = createExpiry(clock, () => core.store.leases, options.revoke);
  const backend = createBackend(() => core.store.mvcc.bytes());

  const core: { -readonly [Field in keyof Core]: Core[Field] } = {
    store: createStore(options.snapshot, hash32),
    hub,
    expiry,
    backend,
    apply(command, cause) {
      trace.current = cause;
      const outcome = core.store.apply(command, createCommit);
      const { result, commit } = outcome;
      if (commit !== undefined) {
        backend.grown();
        trace.current = commit.cause;
        hub.publish(commit);
        trace.current = commit.cause;
      }
      if (result.failure === undefined) {
        if (command.type === 'compact') hub.compacted();
        else if (command.type === 'grant')
          expiry.granted({ id: command.id, ttlS: core.store.leases.get(command.id)?.ttlS ?? 0 });
        else if (command.type === 'revoke') expiry.revoked(command.id);
      }
      return outcome;
    },
    restore(snapshot) {
      core.store = createStore(snapshot, hash32);
      hub.replaced();
    },
  };
  return core;
}
