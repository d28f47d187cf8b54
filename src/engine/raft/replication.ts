/** A leader's side of replication: what the followers' answers teach it (paper §5.3, figure 2 "leaders"). */
import { advanceCommit } from './commit.ts';
import { type Draft, leading, send, setProgress } from './draft.ts';
import { agreementBound, lastIndex } from './log.ts';
import { leaveWhenKnown } from './membership.ts';
import { acknowledged, isPaused, rejected, toProbe } from './progress.ts';
import { confirmReads } from './read.ts';
import { sendAppend } from './sending.ts';
import type { MemberId, Message, MessageBody } from './types.ts';

type Of<Type extends MessageBody['type']> = Message & Extract<MessageBody, { type: Type }>;

export function onAppendReply(draft: Draft, reply: Of<'appendReply'>): void {
  const before = leading(draft)?.progress.get(reply.from);
  if (before === undefined) return;
  const heard = { ...before, active: true };
  const { state } = draft;
  if (reply.conflict !== undefined) {
    // Skip our own terms that are newer than anything the follower has there.
    const hint = agreementBound(state.log, reply.conflict.index, reply.conflict.term);
    const probing = rejected(heard, reply.index, hint.index);
    setProgress(draft, reply.from, probing ?? heard);
    if (probing !== undefined) sendAppend(draft, reply.from, true);
    return;
  }
  const wasPaused = isPaused(before, state.config.maxInflight);
  setProgress(draft, reply.from, acknowledged(heard, reply.index, state.log.offset + 1));
  if (!advanceCommit(draft) && wasPaused) sendAppend(draft, reply.from, true);
  while (sendAppend(draft, reply.from, false)) {
    // Until it is paused or has all.
  }
  passOn(draft, reply.from);
}

/** The member that is to lead next has everything: it may stand at once, without waiting for its timeout (thesis §3.10). */
export function passOn(draft: Draft, member: MemberId): void {
  const leader = leading(draft);
  if (leader?.transferTo !== member) return;
  if (leader.progress.get(member)?.match === lastIndex(draft.state.log)) send(draft, member, { type: 'timeoutNow' });
}

export function onHeartbeatReply(draft: Draft, reply: Of<'heartbeatReply'>): void {
  const progress = leading(draft)?.progress.get(reply.from);
  if (progress === undefined) return;
  const round = Math.max(progress.round, reply.round);
  const heard = { ...progress, active: true, round, applied: Math.max(progress.applied, reply.applied) };
  if (heard.mode === 'probe') setProgress(draft, reply.from, { ...heard, paused: false });
  else if (heard.mode === 'replicate' && isPaused(heard, draft.state.config.maxInflight)) {
    // All its answers may be lost: let one more message through.
    setProgress(draft, reply.from, { ...heard, inflight: heard.inflight.slice(1) });
  } else setProgress(draft, reply.from, heard);
  // It is there but lacks something: an append was lost, or is still on its way.
  if (heard.match < lastIndex(draft.state.log) || heard.mode === 'probe') sendAppend(draft, reply.from, true);
  confirmReads(draft);
  leaveWhenKnown(draft);
}

/** Messages to it were lost: don't send ahead of its answers any more. */
export function onUnreachable(draft: Draft, member: MemberId): void {
  const progress = leading(draft)?.progress.get(member);
  if (progress?.mode === 'replicate') setProgress(draft, member, toProbe(progress, false));
}

/** After a snapshot arrived or was lost, wait for a sign of life before the next message. */
export function onSnapshotReport(draft: Draft, member: MemberId, delivered: boolean): void {
  const progress = leading(draft)?.progress.get(member);
  if (progress?.mode === 'snapshot') setProgress(draft, member, toProbe(progress, true, delivered));
}
