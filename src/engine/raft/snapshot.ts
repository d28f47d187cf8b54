/** Snapshots: taken by each member for itself, sent to those the log doesn't reach any more (paper §7). */
import { learnCommit } from './commit.ts';
import { type Draft, writeSnapshot } from './draft.ts';
import { compact, emptyLog, termAt } from './log.ts';
import { changeMembership } from './membership.ts';
import type { Index, Snapshot } from './types.ts';

/** Makes `data` the snapshot at the applied index, and forgets entries before it but for the last `keep`. */
export function takeSnapshot(draft: Draft, data: unknown, keep: number): void {
  const { state } = draft;
  const term = termAt(state.log, state.applied);
  if (term === undefined || state.applied <= (state.snapshot?.index ?? 0)) return;
  state.snapshot = { index: state.applied, term, membership: state.membership, data };
  const wanted: Index = state.applied - keep;
  if (wanted > state.log.offset) state.log = compact(state.log, wanted);
  writeSnapshot(draft, state.snapshot, { index: state.log.offset, term: state.log.offsetTerm });
}

/**
 * Puts a snapshot received in place of the log; the state machine gets it when it is durable. Not if it is old, nor if the log has its
 * last entry: then the log holds more and only the commit index is new. Returns whether it was taken.
 */
export function installSnapshot(draft: Draft, snapshot: Snapshot): boolean {
  const { state } = draft;
  const { index, term } = snapshot;
  if (index <= state.commit) return false;
  if (termAt(state.log, index) === term) {
    learnCommit(draft, index);
    return false;
  }
  state.log = emptyLog(index, term);
  state.snapshot = snapshot;
  state.commit = index;
  state.stable = Math.min(state.stable, state.applied);
  state.writtenTo = index;
  state.pendingWrites = [];
  writeSnapshot(draft, snapshot);
  changeMembership(draft, snapshot.membership);
  return true;
}
