/** What a leader sends its followers: entries, a snapshot where the log doesn't reach, heartbeats. */
import { type Draft, leading, send, setProgress } from './draft.ts';
import { lastIndex, sliceOfSize, termAt } from './log.ts';
import { RaftPanic } from './panic.ts';
import { isPaused, sent, toSnapshot } from './progress.ts';
import type { Progress } from './state.ts';
import type { MemberId } from './types.ts';

/** Sends one append message, if the follower may get one and there is something for it (or `evenIfEmpty`). Says whether it did. */
export function sendAppend(draft: Draft, to: MemberId, evenIfEmpty: boolean): boolean {
  const { state } = draft;
  const { config, log } = state;
  const progress = leading(draft)?.progress.get(to);
  if (progress === undefined || to === config.id || isPaused(progress, config.maxInflight)) return false;
  const prevIndex = progress.next - 1;
  const prevTerm = termAt(log, prevIndex);
  if (prevTerm === undefined) return sendSnapshot(draft, to, progress);
  if (progress.next > lastIndex(log) && !evenIfEmpty) return false;
  const entries = sliceOfSize(log, progress.next, config.maxMessageBytes);
  send(draft, to, { type: 'append', prevIndex, prevTerm, entries, commit: state.commit });
  setProgress(draft, to, sent(progress, prevIndex + entries.length));
  return true;
}

/** Paper §7: a follower that needs entries already forgotten gets the snapshot instead. */
function sendSnapshot(draft: Draft, to: MemberId, progress: Progress): boolean {
  const { snapshot } = draft.state;
  // The follower has entries that this leader's log never had, or the log is compacted without a snapshot.
  if (snapshot === undefined) throw new RaftPanic('need non-empty snapshot');
  // To one that isn't there it would be wasted (etcd: "ignore sending snapshot … not recently active").
  if (!progress.active) return false;
  send(draft, to, { type: 'snapshot', snapshot });
  setProgress(draft, to, toSnapshot(progress, snapshot.index));
  return true;
}

/** To all others. Empty messages too: they carry the commit index. */
export function broadcastAppend(draft: Draft): void {
  const leader = leading(draft);
  if (leader === undefined || leader.progress.size === 1) return;
  for (const member of leader.progress.keys()) sendAppend(draft, member, true);
}

/** Never a commit index the follower may not have: entries it has beyond its match could be another leader's. */
export function broadcastHeartbeat(draft: Draft): void {
  const leader = leading(draft);
  if (leader === undefined) return;
  for (const [member, { match }] of leader.progress) {
    if (member === draft.state.config.id) continue;
    send(draft, member, { type: 'heartbeat', commit: Math.min(match, draft.state.commit), round: leader.round });
  }
}
