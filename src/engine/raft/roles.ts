/** The changes of role (paper figure 4). Each begins with a new election timeout. */

import { type Draft, leading, setProgress } from './draft.ts';
import { append, lastIndex } from './log.ts';
import { drawTimeout } from './prng.ts';
import { newProgress } from './progress.ts';
import { broadcastAppend } from './sending.ts';
import type { MemberId, Proposal, Term } from './types.ts';

function restartTimer(draft: Draft): void {
  const { state } = draft;
  const { timeout, prngState } = drawTimeout(state.prngState, state.config.electionTicks);
  state.electionElapsed = 0;
  state.electionTimeout = timeout;
  state.prngState = prngState;
}

function enterTerm(draft: Draft, term: Term): void {
  if (term === draft.state.term) return;
  draft.state.term = term;
  draft.state.vote = undefined;
}

export function becomeFollower(draft: Draft, term: Term, leader: MemberId | undefined): void {
  enterTerm(draft, term);
  draft.state.role = { name: 'follower', leader };
  restartTimer(draft);
}

/** Neither term nor vote change: it only asks whether it would be elected. */
export function becomePreCandidate(draft: Draft): void {
  draft.state.role = { name: 'preCandidate', votes: new Map([[draft.state.config.id, true]]) };
  restartTimer(draft);
}

/** Votes for itself, but its vote counts only once it is durable: else one that forgets it could lead a term twice. */
export function becomeCandidate(draft: Draft): void {
  const { state } = draft;
  enterTerm(draft, state.term + 1);
  state.vote = state.config.id;
  state.role = { name: 'candidate', votes: new Map(), ballot: state.writesGiven + 1 };
  restartTimer(draft);
}

/** Starts its term with an empty entry: when that is committed, so is all before it (paper §8). */
export function becomeLeader(draft: Draft): void {
  const { state } = draft;
  const end = lastIndex(state.log);
  const { voters, learners } = state.membership;
  state.role = {
    name: 'leader',
    progress: new Map([...voters, ...learners].sort().map((member) => [member, newProgress(end + 1)])),
    heartbeatElapsed: 0,
    transferTo: undefined,
    // There may be a change among the entries it took over; wait for all of them.
    changeIndex: end,
    reads: [],
    round: 0,
    earlyReads: [],
  };
  restartTimer(draft);
  setProgress(draft, state.config.id, {
    ...newProgress(end + 1),
    match: state.stable,
    mode: 'replicate',
    inflight: [],
  });
  appendAsLeader(draft, { kind: 'empty', bytes: 0 });
}

/** Adds one entry to the leader's log and sends it on. It counts as the leader's own copy when it is durable. */
export function appendAsLeader(draft: Draft, what: Proposal | { readonly kind: 'empty'; readonly bytes: 0 }): void {
  const { state } = draft;
  const index = lastIndex(state.log) + 1;
  state.log = append(state.log, [{ index, term: state.term, ...what }]);
  const own = leading(draft)?.progress.get(state.config.id);
  if (own !== undefined) setProgress(draft, state.config.id, { ...own, next: index + 1 });
  broadcastAppend(draft);
}
