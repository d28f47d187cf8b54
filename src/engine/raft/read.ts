/**
 * Linearizable reads without a log entry (thesis §6.4, etcd's ReadOnlySafe): note the commit index, prove by a round of heartbeats that
 * no other member leads, then read from the state machine when it has applied that index.
 */
import { type Draft, leading, patchLeader, refuse, send } from './draft.ts';
import { termAt } from './log.ts';
import { reachedByQuorum } from './quorum.ts';
import { broadcastHeartbeat } from './sending.ts';
import { leaderOf } from './state.ts';
import type { Index, MemberId, ReadId } from './types.ts';

/** A read that begins here, or that a follower sent on. Followers send it to their leader. */
export function askReadIndex(draft: Draft, id: ReadId, from: MemberId): void {
  const { state } = draft;
  if (leading(draft) !== undefined) return takeRead(draft, id, from);
  const leader = leaderOf(state);
  if (from !== state.config.id) return;
  if (leader === undefined) return refuse(draft, 'noLeader', { kind: 'read', id });
  send(draft, leader, { type: 'readIndex', id }, 0);
}

function takeRead(draft: Draft, id: ReadId, from: MemberId): void {
  const { state } = draft;
  const leader = leading(draft);
  if (leader === undefined) return;
  if (termAt(state.log, state.commit) !== state.term) {
    // It can't know yet what earlier leaders have committed.
    return patchLeader(draft, { earlyReads: [...leader.earlyReads, { id, from }] });
  }
  const { voters } = state.membership;
  if (voters.length === 1 && voters[0] === state.config.id) return answer(draft, id, from, state.commit);
  const round = leader.round + 1;
  patchLeader(draft, { round, reads: [...leader.reads, { id, from, index: state.commit, round }] });
  broadcastHeartbeat(draft);
}

/** The first entry of the own term is committed: the reads that waited for it begin. */
export function releaseEarlyReads(draft: Draft): void {
  const leader = leading(draft);
  if (leader === undefined || leader.earlyReads.length === 0) return;
  if (termAt(draft.state.log, draft.state.commit) !== draft.state.term) return;
  patchLeader(draft, { earlyReads: [] });
  for (const { id, from } of leader.earlyReads) takeRead(draft, id, from);
}

/** A member answered a heartbeat: reads of rounds that a quorum has answered are proven. */
export function confirmReads(draft: Draft): void {
  const { state } = draft;
  const leader = leading(draft);
  if (leader === undefined || leader.reads.length === 0) return;
  const own = state.config.id;
  const rounds = state.membership.voters.map((voter) =>
    voter === own ? leader.round : (leader.progress.get(voter)?.round ?? 0),
  );
  const proven = reachedByQuorum(rounds.sort((a, b) => a - b));
  const done = leader.reads.filter(({ round }) => round <= proven);
  if (done.length === 0) return;
  patchLeader(draft, { reads: leader.reads.slice(done.length) });
  for (const { id, from, index } of done) answer(draft, id, from, index);
}

function answer(draft: Draft, id: ReadId, from: MemberId, index: Index): void {
  if (from === draft.state.config.id) draft.effects.push({ type: 'read', id, index });
  else send(draft, from, { type: 'readIndexReply', id, index });
}
