/** What is said of a universe that never answered. */
import type { SubjectLost } from '../../session/apart/messages.ts';
import type { Failed, Rule, Verdict } from './types.ts';

/** The cause of a universe that hangs. */
export const hungCause = 'ran without end';

const diedCause = 'ended its universe from within';
const diedQuestion = 'What in your code grows with every pass and is never let go?';
const hungQuestion = 'Which of your loops waits for something that can only happen while your code is not running?';

/** What is said of code that ran apart and does nothing any more. */
export function lostRule({ how }: SubjectLost): Pick<Rule, 'cause' | 'glyph' | 'question'> {
  switch (how) {
    case 'hung':
      return { cause: hungCause, glyph: 'hung', question: hungQuestion };
    case 'died':
    case 'unstarted':
      return { cause: diedCause, glyph: 'hung', question: diedQuestion };
    case 'nonsense':
      return {
        cause: 'said what no controller can say',
        glyph: 'hung',
        question: 'What in your code reaches for more than `tools` gives it?',
      };
  }
}

/** Whether the code was lost on the way: a further universe would cost as much time, and bring as little. */
export const isLost = (verdict: Verdict): boolean => !verdict.ok && (verdict.cause === hungCause || verdict.cause === diedCause);

/** The grader was ended while it lived through this universe. */
export function died(seed: number, because: string): Failed {
  return {
    ...hung(seed, 0),
    cause: diedCause,
    weather: 'the universe is gone',
    seen: because,
    question: diedQuestion,
  };
}

/** The universe took longer than `hangMs`. */
export function hung(seed: number, hangMs: number): Failed {
  return {
    ok: false,
    seed,
    cause: hungCause,
    glyph: 'hung',
    scenario: '',
    at: 0,
    revision: 0,
    weather: 'the universe stood still',
    seen: `Your code ran for ${Math.round(hangMs / 1000)} s without giving the turn back, so the universe was ended. Nothing else in it could move.`,
    question: hungQuestion,
  };
}
