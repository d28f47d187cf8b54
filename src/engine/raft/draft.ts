/** The step under way: the next state, still open, and the effects so far. Lives within one call of `step`. */
import { lastIndex, slice } from './log.ts';
import type { Leader, Progress, RaftState } from './state.ts';
import type { Effect, MemberId, Message, MessageBody, RefusalReason, Snapshot, Term, Write } from './types.ts';

type Open<T> = { -readonly [Key in keyof T]: T[Key] };

export interface Draft {
  /** Fields may be set; what they hold is shared with the state before and is replaced, never changed. */
  readonly state: Open<RaftState>;
  readonly before: RaftState;
  readonly effects: Effect[];
  /** Messages to be sent once everything written so far is durable: vote requests, votes, acknowledgements. */
  readonly afterPersist: Message[];
  /** A snapshot to be written, received or taken. */
  snapshot: Pick<Write, 'snapshot' | 'compactTo'> | undefined;
  /** The progress map is this draft's own and may be set. */
  progress: Map<MemberId, Progress> | undefined;
}

export interface StepResult {
  readonly state: RaftState;
  readonly effects: readonly Effect[];
}

export function openDraft(before: RaftState): Draft {
  return { state: { ...before }, before, effects: [], afterPersist: [], snapshot: undefined, progress: undefined };
}

/** Sends at once. `term` is the sender's unless the protocol says otherwise. */
export function send(draft: Draft, to: MemberId, body: MessageBody, term: Term = draft.state.term): void {
  draft.effects.push({ type: 'send', message: { from: draft.state.config.id, to, term, ...body } });
}

/** Sends once everything written up to this step is durable: after a crash the member must still know what it said. */
export function sendAfterPersist(draft: Draft, to: MemberId, body: MessageBody, term: Term = draft.state.term): void {
  draft.afterPersist.push({ from: draft.state.config.id, to, term, ...body });
}

export function refuse(draft: Draft, reason: RefusalReason, what: Extract<Effect, { type: 'refuse' }>['what']): void {
  draft.effects.push({ type: 'refuse', reason, what });
}

/** Remembers that a snapshot must be written; `compactTo` only for one taken by this member. */
export function writeSnapshot(draft: Draft, snapshot: Snapshot, compactTo?: Write['compactTo']): void {
  draft.snapshot = compactTo === undefined ? { snapshot } : { snapshot, compactTo };
}

/** Changes the leader's part of the state; only for a leader. */
export function patchLeader(draft: Draft, change: Partial<Omit<Leader, 'name' | 'progress'>>): void {
  const leader = leading(draft);
  if (leader !== undefined) draft.state.role = { ...leader, ...change };
}

/** Replaces what a leader knows of one member. The map is copied once in a step. */
export function setProgress(draft: Draft, member: MemberId, progress: Progress | undefined): void {
  const leader = leading(draft);
  if (leader === undefined) return;
  if (draft.progress === undefined || leader.progress !== draft.progress) {
    draft.progress = new Map(leader.progress);
    draft.state.role = { ...leader, progress: draft.progress };
  }
  if (progress === undefined) draft.progress.delete(member);
  else draft.progress.set(member, progress);
}

/** The leader's part of the state as it is now, if it leads. Ask again after each change. */
export function leading(draft: Draft): Leader | undefined {
  const { role } = draft.state;
  return role.name === 'leader' ? role : undefined;
}

/** Closes the step: what is new and must be durable becomes one write; messages in `afterPersist` go with it, or at once where nothing is pending. */
export function closeDraft(draft: Draft): StepResult {
  const { state, before, effects, afterPersist } = draft;
  const end = lastIndex(state.log);
  const sync =
    end > state.writtenTo || draft.snapshot !== undefined || state.term !== before.term || state.vote !== before.vote;
  if (!sync && state.writesGiven === state.writesStored) {
    for (const message of afterPersist) effects.push({ type: 'send', message });
  } else if (sync || afterPersist.length > 0) {
    const number = state.writesGiven + 1;
    const write: Write = {
      number,
      // Entries never reach the disk without the commit index known with them: see `hasUnappliedChange`.
      hardState: { term: state.term, vote: state.vote, commit: state.commit },
      entries: end > state.writtenTo ? slice(state.log, state.writtenTo + 1, end) : [],
      ...draft.snapshot,
      sync,
    };
    if (end > state.stable) state.pendingWrites = [...state.pendingWrites, { number, index: end }];
    state.writesGiven = number;
    state.writtenTo = end;
    effects.push({ type: 'persist', write, thenSend: afterPersist });
  }
  return { state, effects };
}
