/** A follower's side of replication: take what the leader sends, or say where the logs could agree (paper §5.3). */
import { learnCommit } from './commit.ts';
import { type Draft, send, sendAfterPersist } from './draft.ts';
import { agreementBound, append, firstNew, lastIndex, termAt } from './log.ts';
import { RaftPanic } from './panic.ts';
import { installSnapshot } from './snapshot.ts';
import type { Index, Message, MessageBody } from './types.ts';

type Of<Type extends MessageBody['type']> = Message & Extract<MessageBody, { type: Type }>;

export function onAppend(draft: Draft, message: Of<'append'>): void {
  const { state } = draft;
  const { prevIndex, prevTerm, entries } = message;
  if (prevIndex < state.commit) {
    // An old message. What is committed is surely the same.
    return sendAfterPersist(draft, message.from, { type: 'appendReply', index: state.commit });
  }
  if (termAt(state.log, prevIndex) !== prevTerm) {
    const conflict = agreementBound(state.log, Math.min(prevIndex, lastIndex(state.log)), prevTerm);
    return sendAfterPersist(draft, message.from, { type: 'appendReply', index: prevIndex, conflict });
  }
  const fresh = firstNew(state.log, entries);
  if (fresh !== undefined) takeEntries(draft, entries.slice(fresh.index - prevIndex - 1), fresh.index);
  const last = prevIndex + entries.length;
  learnCommit(draft, Math.min(message.commit, last));
  sendAfterPersist(draft, message.from, { type: 'appendReply', index: last });
}

/** Entries that conflict, and all behind them, make place. Nothing committed ever does. */
function takeEntries(draft: Draft, entries: Of<'append'>['entries'], first: Index): void {
  const { state } = draft;
  if (first <= state.commit) throw new RaftPanic(`entry ${first} conflict with committed entry [committed(${state.commit})]`);
  state.log = append(state.log, entries);
  state.stable = Math.min(state.stable, first - 1);
  state.writtenTo = Math.min(state.writtenTo, first - 1);
  // Writes still under way made entries durable that are not in the log any more.
  if (state.pendingWrites.some(({ index }) => index >= first)) {
    state.pendingWrites = state.pendingWrites.map((write) => ({ ...write, index: Math.min(write.index, first - 1) }));
  }
}

export function onHeartbeat(draft: Draft, message: Of<'heartbeat'>): void {
  learnCommit(draft, message.commit);
  send(draft, message.from, { type: 'heartbeatReply', round: message.round, applied: draft.state.applied });
}

export function onSnapshot(draft: Draft, message: Of<'snapshot'>): void {
  const installed = installSnapshot(draft, message.snapshot);
  const index = installed ? lastIndex(draft.state.log) : draft.state.commit;
  sendAfterPersist(draft, message.from, { type: 'appendReply', index });
}
