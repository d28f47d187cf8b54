/** Taking proposals. Followers send them to their leader, as etcd's do; there is no answer but the entry itself, committed, or silence. */
import { type Draft, leading, patchLeader, refuse, send } from './draft.ts';
import { lastIndex } from './log.ts';
import { withChange } from './membership.ts';
import { appendAsLeader } from './roles.ts';
import { leaderOf } from './state.ts';
import type { MemberId, Proposal, RefusalReason } from './types.ts';

/** A proposal made here (`from` is this member) or sent on by a follower. */
export function takeProposal(draft: Draft, proposal: Proposal, from: MemberId): void {
  const { state } = draft;
  const local = from === state.config.id;
  if (leading(draft) === undefined) {
    const leader = leaderOf(state);
    if (leader !== undefined && leader !== from) send(draft, leader, { type: 'propose', proposal }, 0);
    else if (local) refuse(draft, 'noLeader', proposal);
    return;
  }
  const reason = obstacle(draft, proposal);
  if (reason !== undefined) {
    if (local) refuse(draft, reason, proposal);
    return;
  }
  if (proposal.kind === 'change') patchLeader(draft, { changeIndex: lastIndex(state.log) + 1 });
  appendAsLeader(draft, proposal);
}

function obstacle(draft: Draft, proposal: Proposal): RefusalReason | undefined {
  const { state } = draft;
  const leader = leading(draft);
  if (leader === undefined) return 'noLeader';
  if (!state.membership.voters.includes(state.config.id)) return 'notMember';
  if (leader.transferTo !== undefined) return 'transferring';
  if (proposal.kind !== 'change') return undefined;
  // One change at a time, and none before those an earlier leader may have left are decided.
  if (leader.changeIndex > state.applied) return 'changePending';
  return withChange(state.membership, proposal.change).voters.length === 0 ? 'invalidChange' : undefined;
}
