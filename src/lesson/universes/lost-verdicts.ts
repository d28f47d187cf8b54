/** What is said of a universe that never answered. */
import type { Failed } from './types.ts';

/** The cause of a universe that hangs. */
export const hungCause = 'never gave the turn back';

/** The grader was ended while it lived through this universe. */
export function died(seed: number, because: string): Failed {
  return {
    ...hung(seed, 0),
    cause: 'ended its universe from within',
    weather: 'the universe is gone',
    seen: because,
    question: 'What in your code grows with every pass and is never let go?',
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
    question: 'Which of your loops waits for something that can only happen while your code is not running?',
  };
}
