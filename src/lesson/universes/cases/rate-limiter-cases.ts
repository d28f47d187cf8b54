/** What a rate limiter must do, tried by calls alone: failures and successes of several keys, over time. */
import { engineParts, type Random } from '../../../engine/index.ts';
import { type Mistake, mistake } from '../finding.ts';
import type { Case } from '../types.ts';
import type { Call } from './calls.ts';
import { judgeScripts, type ScriptedPart } from './scripts.ts';

/** Scripts of a universe: each crosses the port once. */
const scripts = 16;
const keys = ['default/a', 'default/a', 'default/b'];
/** More than a bucket holds. */
const atOnce = [20, 101, 130, 220];

export const rateLimiterCases: readonly Case[] = [
  { name: 'one key fails again and again', judge: (run, random) => judgeScripts(run, part, [failing(1 + random.int(40))]) },
  { name: 'keys fail and succeed', judge: (run, random) => judgeScripts(run, part, draw(random)) },
  { name: 'many keys fail at once', judge: (run, random) => judgeScripts(run, part, [many(random)]) },
];

const failing = (times: number): readonly Call[] => Array.from({ length: times }, (): Call => ({ name: 'delayMs', values: ['default/a'], atMs: 0 }));

function* draw(random: Random): Generator<readonly Call[]> {
  for (let count = 0; count < scripts; count += 1) {
    let atMs = 0;
    yield Array.from({ length: 4 + random.int(16) }, (): Call => {
      atMs += random.pick([0, 0, 5, 100, 2000]);
      return { name: random.pick(['delayMs', 'delayMs', 'delayMs', 'failures', 'forget']), values: [random.pick(keys)], atMs };
    });
  }
}

/** All at once, and some more after a while in which the bucket fills again. */
function many(random: Random): readonly Call[] {
  const burst = Array.from({ length: random.pick(atOnce) }, (_, index): Call => ({ name: 'delayMs', values: [`shop/${index}`], atMs: 0 }));
  const laterMs = random.pick([500, 3000, 60_000]);
  const more = Array.from({ length: random.pick([1, 120]) }, (_, index): Call => ({ name: 'delayMs', values: [`more/${index}`], atMs: laterMs }));
  return [...burst, ...more];
}

/** Tokens have fractions; a millisecond is no difference. */
const isNear = (a: unknown, b: unknown): boolean => typeof a === 'number' && typeof b === 'number' && Math.abs(a - b) <= 1;

const part: ScriptedPart = {
  make: (clock) => engineParts.createRateLimiter(clock),
  words: (value) => (typeof value === 'string' ? `'${value}'` : JSON.stringify(value)),
  isRight: ({ name }, returned, expected) => name === 'forget' || isNear(returned, expected),
  mistake: (calls, returned) => whatIsWrong(calls, returned),
};

function whatIsWrong(calls: readonly Call[], returned: unknown): Mistake {
  const last = calls.at(-1);
  const own = calls.filter(({ values }) => values[0] === last?.values[0]);
  const failures = own.slice(own.findLastIndex(({ name }) => name === 'forget') + 1).filter(({ name }) => name === 'delayMs').length;
  if (last?.name === 'failures') return mistake('miscounted the failures', 'What counts a failure, and what sets the count back?', 'restless');
  if (typeof returned !== 'number' || !Number.isFinite(returned)) return mistake('said no time', 'How many milliseconds does this key wait? Which line of yours returns that?', 'threw');
  if (own.some(({ name }) => name === 'forget') && failures === 1) return mistake('remembered failures of a key that succeeded', 'The key has succeeded since. Which failure in a row is this?', 'waiting');
  if (calls.filter(({ name }) => name === 'delayMs').length > 100 && failures === 1)
    return mistake('let all keys go at once', 'Each key has failed once, and there are many. What do they share, how much is in it, and how fast does it fill?', 'restless');
  return mistake('waited another time', 'Write down the waits of this key so far. By which factor does each follow from the one before, and where does that end?', 'waiting');
}
