/** Handing over leadership on purpose (thesis §3.10): catch the next leader up, take no proposals meanwhile, tell it to stand. */
import { type Draft, leading, patchLeader, refuse, send } from './draft.ts';
import { lastIndex } from './log.ts';
import { passOn } from './replication.ts';
import { sendAppend } from './sending.ts';
import { leaderOf } from './state.ts';
import type { MemberId } from './types.ts';

/** Followers forward the request to their leader. A transfer that isn't done within an election timeout is dropped. */
export function askTransfer(draft: Draft, target: MemberId, from: MemberId): void {
  const { state } = draft;
  const leader = leading(draft);
  if (leader === undefined) {
    const known = leaderOf(state);
    if (from !== state.config.id) return;
    if (known === undefined) refuse(draft, 'noLeader', { kind: 'transfer' });
    else send(draft, known, { type: 'transferLeader', target }, 0);
    return;
  }
  if (target === leader.transferTo) return;
  if (!state.membership.voters.includes(target)) {
    if (from === state.config.id) refuse(draft, 'notMember', { kind: 'transfer' });
    return;
  }
  patchLeader(draft, { transferTo: target === state.config.id ? undefined : target });
  if (target === state.config.id) return;
  state.electionElapsed = 0;
  if (leader.progress.get(target)?.match === lastIndex(state.log)) passOn(draft, target);
  else sendAppend(draft, target, true);
}
