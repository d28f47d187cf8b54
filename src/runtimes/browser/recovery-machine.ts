/**
 * What becomes of a session whose engine is lost: a state machine without I/O; `recovering-runtime.ts` carries out its effects. What is known
 * of the session is its journal; `recovery-policy.ts` says whether it is brought back, and without what.
 */
import type { RuntimeEvent } from '../runtime.ts';
import { afterRecovery, decideRecovery, noRecoveries, type RecoveryHistory } from './recovery-policy.ts';
import {
  emptyJournal,
  type JournalEvent,
  type RecoveryPlan,
  recoveryPlan,
  type SessionJournal,
  stepJournal,
} from './session-journal.ts';

export interface Recoverable {
  readonly journal: SessionJournal;
  readonly recoveries: RecoveryHistory;
  /** `used`: a session has been on this engine. */
  readonly engine: 'fresh' | 'used';
}

export type RecoverableEvent =
  | JournalEvent
  /** A session is about to begin on an engine. */
  | { readonly type: 'reset' }
  /** The engine hangs, or is gone. `nowMs`: real milliseconds. */
  | { readonly type: 'lost'; readonly nowMs: number }
  /** The session is back. */
  | { readonly type: 'brought-back'; readonly plan: RecoveryPlan; readonly because: string }
  | { readonly type: 'stopped' };

export type RecoverableEffect =
  | { readonly do: 'emit'; readonly event: RuntimeEvent }
  /** Ends the engine; the session that begins gets a fresh one. */
  | { readonly do: 'discard-engine' }
  /** Starts another engine, and replays in it what the plan keeps. */
  | { readonly do: 'bring-back'; readonly plan: RecoveryPlan; readonly because: string }
  /** The session is given up. */
  | { readonly do: 'fail'; readonly because: string };

export interface RecoverableStep {
  readonly state: Recoverable;
  readonly effects: readonly RecoverableEffect[];
}

export const noSession: Recoverable = { journal: emptyJournal, recoveries: noRecoveries, engine: 'fresh' };

export function stepRecoverable(state: Recoverable, event: RecoverableEvent): RecoverableStep {
  switch (event.type) {
    case 'reset':
      return onReset(state);
    case 'lost':
      return onLost(state, event.nowMs);
    case 'brought-back':
      return onBroughtBack(state, event.plan, event.because);
    case 'stopped':
      return { state: { ...state, journal: emptyJournal, engine: 'fresh' }, effects: [] };
    case 'engine-event':
      return { state: noted(state, event), effects: [{ do: 'emit', event: event.event }] };
    default:
      return { state: noted(state, event), effects: [] };
  }
}

const noted = (state: Recoverable, event: JournalEvent): Recoverable => ({ ...state, journal: stepJournal(state.journal, event) });

/** A fresh engine for a fresh session: nothing that learner code did to the old one is left, and a hang doesn't delay it. */
function onReset(state: Recoverable): RecoverableStep {
  const next: Recoverable = { ...state, recoveries: { ...state.recoveries, count: 0 }, engine: 'used' };
  if (state.engine === 'fresh') return { state: next, effects: [] };
  return { state: noted(next, { type: 'engine-lost' }), effects: [{ do: 'discard-engine' }] };
}

/** A new engine replays the log without what hung it. When that hangs too, the next suspect goes. */
function onLost(state: Recoverable, nowMs: number): RecoverableStep {
  const { history, decision } = decideRecovery(state.recoveries, recoveryPlan(state.journal), nowMs);
  const next = { ...state, recoveries: history };
  if (decision.do === 'fail') return { state: next, effects: [decision] };
  const { plan, because } = decision;
  // Before a page inspects the session again, with this watch expression.
  const endless: readonly RecoverableEffect[] =
    plan.watch === undefined ? [] : [{ do: 'emit', event: { type: 'endless', watch: plan.watch } }];
  return {
    state: noted(next, { type: 'engine-lost' }),
    effects: [...endless, { do: 'bring-back', plan, because }],
  };
}

function onBroughtBack(state: Recoverable, plan: RecoveryPlan, because: string): RecoverableStep {
  const recovered: RuntimeEvent = { type: 'recovered', because, ...(plan.input === undefined ? {} : { input: plan.input }) };
  return {
    state: { ...state, recoveries: afterRecovery(state.recoveries, plan) },
    effects: [{ do: 'emit', event: recovered }],
  };
}
