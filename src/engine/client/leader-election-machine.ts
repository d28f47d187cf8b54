/** A candidate for a Lease as a state machine: outcomes of its attempts and the time in, who leads out (client-go tools/leaderelection). */

/** A leader that couldn't renew for this long stops leading, well before the others may begin. */
export const renewDeadlineMs = 10_000;
/** Between two tries. */
export const retryPeriodMs = 2_000;
/** Followers wait up to this much longer, so that they don't all try at once. */
const jitterFactor = 1.2;

export type Candidate =
  | { readonly name: 'following' }
  /** `renewedAtMs`: when the API server last confirmed it. */
  | { readonly name: 'leading'; readonly renewedAtMs: number }
  | { readonly name: 'stopped' };

export type CandidateEvent =
  /**
   * An attempt to acquire or renew the Lease is over. `held`: it succeeded. `lostTo`: the Lease names another holder.
   */
  | { readonly type: 'attempted'; readonly held: boolean; readonly lostTo: boolean; readonly nowMs: number }
  /** The deadline is watched apart from the attempts: one of them may hang for as long as a request may. */
  | { readonly type: 'deadlineChecked'; readonly nowMs: number }
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
    case 'deadlineChecked':
      return state.name === 'leading' && isOverdue(state.renewedAtMs, event.nowMs)
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
  { held, lostTo, nowMs }: Extract<CandidateEvent, { type: 'attempted' }>,
): CandidateStep {
  if (state.name === 'following') {
    if (!held) return { state, effects: [tryAsFollower] };
    return { state: { name: 'leading', renewedAtMs: nowMs }, effects: [{ type: 'startLeading' }, tryAsLeader] };
  }
  const renewedAtMs = held ? nowMs : state.renewedAtMs;
  if (lostTo || isOverdue(renewedAtMs, nowMs)) return { state: following, effects: [stopLeading, tryAsFollower] };
  return { state: { name: 'leading', renewedAtMs }, effects: [tryAsLeader] };
}

function isOverdue(renewedAtMs: number, nowMs: number): boolean {
  return nowMs - renewedAtMs >= renewDeadlineMs;
}
