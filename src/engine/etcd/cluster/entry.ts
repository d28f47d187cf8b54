/** What an entry of the log carries. */
import type { Command } from '../store.ts';
import type { Member, StoreSnapshot } from '../types.ts';

/** `origin` is the start of the member that waits for it under `id`. */
export type EntryData =
  | {
      readonly type: 'command';
      readonly origin: string;
      readonly id: number;
      readonly cause: number;
      readonly command: Command;
    }
  /** A member says its name and addresses once it has started, or others change its peer addresses. */
  | { readonly type: 'record'; readonly origin: string; readonly id: number; readonly member: Member };

/** What goes with a change of the membership. */
export interface ChangeContext {
  readonly origin: string;
  readonly id: number;
  /** Of the member added. */
  readonly member: Member | undefined;
}

/** The state machine of a member as raft's snapshots hold it. */
export interface MachineSnapshot {
  readonly clusterId: number;
  readonly store: StoreSnapshot;
  readonly members: readonly Member[];
}
