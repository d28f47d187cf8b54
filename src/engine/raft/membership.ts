/** Changing who the members are, one at a time (thesis §4): any quorum before and any after have a member in common. */
import { type Draft, leading, patchLeader, setProgress } from './draft.ts';
import { lastIndex } from './log.ts';
import { newProgress } from './progress.ts';
import { reachedByQuorum } from './quorum.ts';
import { becomeFollower } from './roles.ts';
import { isMember } from './state.ts';
import type { Change, Membership } from './types.ts';

/** The membership after a change. A change that says what is so already changes nothing. */
export function withChange(membership: Membership, { type, member }: Change): Membership {
  const { voters, learners } = membership;
  const without = (members: readonly string[]) => members.filter((each) => each !== member);
  switch (type) {
    case 'add':
    case 'promote':
      return voters.includes(member) ? membership : { voters: [...voters, member].sort(), learners: without(learners) };
    case 'addLearner':
      return isMember(membership, member) ? membership : { voters, learners: [...learners, member].sort() };
    case 'remove':
      return isMember(membership, member) ? { voters: without(voters), learners: without(learners) } : membership;
  }
}

/** Puts a membership in force. A leader starts with a new member at the end of its log, as it does with all when elected. */
export function changeMembership(draft: Draft, membership: Membership): void {
  const { state } = draft;
  if (membership === state.membership) return;
  state.membership = membership;
  const leader = leading(draft);
  if (leader === undefined) return;
  for (const member of [...membership.voters, ...membership.learners]) {
    if (!leader.progress.has(member)) setProgress(draft, member, newProgress(lastIndex(state.log)));
  }
  for (const member of leader.progress.keys()) {
    if (member !== state.config.id && !isMember(membership, member)) setProgress(draft, member, undefined);
  }
  if (leader.transferTo !== undefined && !membership.voters.includes(leader.transferTo)) {
    patchLeader(draft, { transferTo: undefined });
  }
}

/**
 * A leader that was removed steps down (paper §6), but not before a quorum of those who stay has applied its removal: until then they
 * would need the vote of one who isn't a member any more. Meanwhile it counts itself nowhere and takes no proposals.
 */
export function leaveWhenKnown(draft: Draft): void {
  const { state } = draft;
  const leader = leading(draft);
  if (leader === undefined || state.membership.voters.includes(state.config.id)) return;
  const applied = state.membership.voters.map((voter) => leader.progress.get(voter)?.applied ?? 0);
  if (reachedByQuorum(applied.sort((a, b) => a - b)) >= leader.changeIndex)
    becomeFollower(draft, state.term, undefined);
}
