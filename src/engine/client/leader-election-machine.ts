/**
 * A candidate for a Lease as a state machine: outcomes of its attempts and what the lease rule says in, who leads out
 * (client-go tools/leaderelection). When to wait, write or step down is the rule's: `parts/lease-rule.ts`.
 */

/** A leader that couldn't renew for this long stops leading, well before the others may begin. */
export const renewDeadlineMs = 10_000;
/** Between two tries. */
export const retryPeriodMs = 2_000;
/** Followers wait up to this much longer, so that they don't all try at once. */
const jitterFactor = 1.2;

export type Candidate =
  | { readonly name: 'following' }
  /** `renewedAtMs`: when it sent the last write that the API server has confirmed. */
  | { readonly name: 'leading'; readonly renewedAtMs: number }
  | { readonly name: 'stopped' };

export type CandidateEvent =
  /**
   * An attempt to acquire or renew the Lease is over. `writtenAtMs`: when the write was sent, if it was confirmed. `stepsDown`: what the
   * rule says to a leader that has come so far.
   */
  | { readonly type: 'attempted'; readonly writtenAtMs: number | undefined; readonly stepsDown: boolean }
  /** The rule is consulted apart from the attempts, too: one of them may hang for as long as a request may. */
  | { readonly type: 'checked'; readonly stepsDown: boolean }
  | { readonly type: 'stop' };

export type CandidateEffect =
  | { readonly type: 'startLeading' }
  | { readonly type: 'stopLeading' }
  /** The next attempt, after `waitMs` stretched by up to `jitterFactor` of itself. */
  | { readonly type: 'tryLater'; readonly waitMs: number; readonly jitterFactor: number }
  | { readonly type: 'checkLater'; readonly waitMs: number }
  | { readonly type: 'cancelAttempt' };

export interface CandidateStep {
  readonly state: Candidate;
  readonly effects: readonly CandidateEffect[];
}

const following: Candidate = { name: 'following' };
const stopped: Candidate = { name: 'stopped' };
const stopLeading: CandidateEffect = { type: 'stopLeading' };
const checkLater: CandidateEffect = { type: 'checkLater', waitMs: retryPeriodMs };
const tryAsLeader: CandidateEffect = { type: 'tryLater', waitMs: retryPeriodMs, jitterFactor: 0 };
const tryAsFollower: CandidateEffect = { type: 'tryLater', waitMs: retryPeriodMs, jitterFactor };

/** One step. */
export function stepCandidate(state: Candidate, event: CandidateEvent): CandidateStep {
  if (state.name === 'stopped') return { state, effects: [] };
  switch (event.type) {
    case 'attempted':
      return attempted(state, event);
    case 'checked':
      return state.name === 'leading' && event.stepsDown
        ? { state: following, effects: [stopLeading, checkLater] }
        : { state, effects: [checkLater] };
    case 'stop':
      return {
        state: stopped,
        effects: state.name === 'leading' ? [{ type: 'cancelAttempt' }, stopLeading] : [{ type: 'cancelAttempt' }],
      };
  }
}

function attempted(
  state: Exclude<Candidate, { name: 'stopped' }>,
  { writtenAtMs, stepsDown }: Extract<CandidateEvent, { type: 'attempted' }>,
): CandidateStep {
  if (state.name === 'following') {
    // A confirmation that comes too late makes no leader.
    if (writtenAtMs === undefined || stepsDown) return { state, effects: [tryAsFollower] };
    return { state: { name: 'leading', renewedAtMs: writtenAtMs }, effects: [{ type: 'startLeading' }, tryAsLeader] };
  }
  if (stepsDown) return { state: following, effects: [stopLeading, tryAsFollower] };
  return { state: { name: 'leading', renewedAtMs: writtenAtMs ?? state.renewedAtMs }, effects: [tryAsLeader] };
}
