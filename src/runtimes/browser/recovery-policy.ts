/** Whether a session whose engine was lost is brought back, and with which words: a state machine without I/O. */
import type { InputRequest } from '../../session/types.ts';
import type { EvaluatedWatch } from '../runtime.ts';
import type { RecoveryPlan } from './session-journal.ts';

/** Recoveries in a row. */
export interface RecoveryHistory {
  readonly count: number;
  readonly lastMs: number;
}

export type RecoveryDecision =
  | { readonly do: 'recover'; readonly plan: RecoveryPlan; readonly because: string }
  | { readonly do: 'fail'; readonly because: string };

/** Replays that hang are tried again without the next suspect, so often. */
const mostInARow = 5;
/** Recoveries further apart than this have nothing to do with each other. */
const rowWindowMs = 60_000;

export const noRecoveries: RecoveryHistory = { count: 0, lastMs: 0 };

/** The engine was lost at `nowMs`. */
export function decideRecovery(
  history: RecoveryHistory,
  plan: RecoveryPlan | undefined,
  nowMs: number,
): { readonly history: RecoveryHistory; readonly decision: RecoveryDecision } {
  if (plan === undefined) return { history, decision: { do: 'fail', because: 'The engine has stopped answering. Reload the page to start it again.' } };
  const count = nowMs - history.lastMs > rowWindowMs ? 1 : history.count + 1;
  const because = plan.watch === undefined ? inputSentence(plan.input) : watchSentence(plan.watch);
  const decision: RecoveryDecision =
    count > mostInARow
      ? { do: 'fail', because: 'The session can’t be brought back: its log hangs again and again. Restart the lesson.' }
      : { do: 'recover', plan, because };
  return { history: { count, lastMs: nowMs }, decision };
}

/** After a session is back. Where nothing could be blamed, it may hang again at once, and again: those stay counted. */
export function afterRecovery(history: RecoveryHistory, plan: RecoveryPlan): RecoveryHistory {
  return plan.input === undefined && plan.watch === undefined ? history : { ...history, count: 0 };
}

const watchSentence = ({ text }: EvaluatedWatch): string =>
  `The watch expression “${text}” never came to an end: it is switched off. The session is back, and your code runs as before.`;

function inputSentence(input: InputRequest | undefined): string {
  switch (input?.type) {
    case 'script':
      return 'The cell ran without end. The session is back as it was before it.';
    case 'swap':
      return `The code in ${input.entry} ran without end. The session is back, with the built-in ${input.controller} controller.`;
    default:
      return 'The engine had stopped answering. The session is back.';
  }
}
