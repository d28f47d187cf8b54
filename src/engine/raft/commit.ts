/** When an entry is committed, and what happens then. */
import { type Draft, leading, setProgress } from './draft.ts';
import { entryAt, lastIndex, slice } from './log.ts';
import { changeMembership, withChange } from './membership.ts';
import { RaftPanic } from './panic.ts';
import { releaseEarlyReads } from './read.ts';
import { broadcastAppend } from './sending.ts';
import type { RaftState } from './state.ts';
import type { Entry, Index } from './types.ts';

/** After a follower's copy or the leader's own became durable. Says whether more is committed now. */
export function advanceCommit(draft: Draft): boolean {
  const { state } = draft;
  const leader = leading(draft);
  if (leader === undefined) return false;
  const { log, term, commit: committed } = state;
  const matchIndexes = state.membership.voters.map((voter) => leader.progress.get(voter)?.match ?? 0);
  // As far as one has stored them: else each answer would cost O(entries that wait).
  const stored = slice(log, committed + 1, Math.max(committed, ...matchIndexes));
  const uncommittedTerms = stored.map((entry) => entry.term);
  const commit = state.config.commitRule({ term, committed, matchIndexes, uncommittedTerms });
  if (commit <= committed) return false;
  commitTo(draft, commit);
  releaseEarlyReads(draft);
  broadcastAppend(draft);
  applyCommitted(draft);
  return true;
}

/** A follower learns how far its leader has committed. */
export function learnCommit(draft: Draft, commit: Index): void {
  if (commit <= draft.state.commit) return;
  commitTo(draft, commit);
  applyCommitted(draft);
}

function commitTo({ state }: Draft, commit: Index): void {
  const last = lastIndex(state.log);
  if (commit > last) throw new RaftPanic(`tocommit(${commit}) is out of range [lastIndex(${last})]. Was the raft log corrupted, truncated, or lost?`);
  state.commit = commit;
}

/**
 * Gives the state machine what is committed and on the own disk, each entry once. Changes of the membership take effect here,
 * when applied (etcd), not when appended (thesis §4.1): so no more than one may be under way, and see `hasUnappliedChange`.
 */
export function applyCommitted(draft: Draft): void {
  const { state } = draft;
  const target = Math.min(state.commit, state.stable);
  if (target <= state.applied || target < state.log.offset) return;
  if (state.applied < state.log.offset && state.snapshot !== undefined) {
    draft.effects.push({ type: 'restore', snapshot: state.snapshot });
    state.applied = state.snapshot.index;
  }
  if (target <= state.applied) return;
  const entries = slice(state.log, state.applied + 1, target);
  state.applied = target;
  draft.effects.push({ type: 'commit', entries });
  const { membership } = state;
  for (const entry of entries) {
    if (entry.kind === 'change') changeMembership(draft, withChange(state.membership, entry.change));
  }
  // With fewer voters less may be a quorum; a new member needs its first message.
  if (membership !== state.membership && !advanceCommit(draft)) broadcastAppend(draft);
}

/** A write is done: the log is durable up to `stable`. */
export function advanceStable(draft: Draft, stable: Index): void {
  const { state } = draft;
  if (stable <= state.stable) return;
  state.stable = stable;
  const own = leading(draft)?.progress.get(state.config.id);
  if (own !== undefined) setProgress(draft, state.config.id, { ...own, match: stable });
  if (own === undefined || !advanceCommit(draft)) applyCommitted(draft);
}

/**
 * A member that knows of a committed change it hasn't applied must not stand: it would count the votes of a membership that is gone.
 * This holds after a crash too, because entries reach the disk together with the commit index known then, and nobody appends a
 * change before the one before it is applied.
 */
export function hasUnappliedChange(state: RaftState): boolean {
  for (let index = state.applied + 1; index <= state.commit; index += 1) {
    const entry: Entry | undefined = entryAt(state.log, index);
    if (entry?.kind === 'change') return true;
  }
  return false;
}
