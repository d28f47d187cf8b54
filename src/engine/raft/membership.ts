/** Changing who the members are, one at a time (thesis §4): any quorum before and any after have a member in common. */
import { type Draft, leading, patchLeader, setProgress } from './draft.ts';
import { lastIndex } from './log.ts';
import { newProgress } from './progress.ts';
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
  if (!membership.voters.includes(state.config.id)) {
    // Paper §6: a leader that isn't a voter steps down once that is committed.
    return becomeFollower(draft, state.term, undefined);
  }
  for (const member of leader.progress.keys()) if (!isMember(membership, member)) setProgress(draft, member, undefined);
  if (leader.transferTo !== undefined && !membership.voters.includes(leader.transferTo)) {
    patchLeader(draft, { transferTo: undefined });
  }
}
