/**
 * Laws of a pure function: what must hold for every argument of a kind. Arguments are drawn by fast-check, from the universe's seed; one that
 * breaks the law is made smaller until nothing can be taken away from it.
 */
import { type Arbitrary, asyncProperty, check } from 'fast-check';
import type { Random } from '../../../engine/index.ts';
import { type CallValue, SubjectLost } from '../../../session/apart/messages.ts';
import type { Problem } from '../../../session/types.ts';
import type { Mistake } from '../finding.ts';
import type { Case } from '../types.ts';
import type { RunCalls } from './calls.ts';

export interface Law<T> {
  /** "a log that is behind gets no vote" */
  readonly name: string;
  /** Only what the law speaks of. */
  readonly draws: Arbitrary<T>;
  /** The function that is called, and its arguments. */
  readonly call: (drawn: T) => { readonly name: string; readonly values: readonly CallValue[] };
  /** Undefined where the law holds. */
  readonly judge: (drawn: T, returned: CallValue | undefined) => Mistake | undefined;
  /** Where the part's guard let nothing through of what was returned: the mistake, and that in words. Undefined: the code threw. */
  readonly refused?: (drawn: T, problem: Problem) => (Mistake & { readonly seen: string }) | undefined;
  /** The arguments, what was returned and what was expected. */
  readonly words: (drawn: T, returned: CallValue | undefined) => string;
}

/** So many arguments are tried in a universe. */
const tries = 40;

export const lawCase = <T>(law: Law<T>): Case => ({
  name: law.name,
  judge: (run, random) =>
    judgeLaw(law, run, random).catch((error: unknown) => {
      if (error instanceof SubjectLost) throw error;
      throw new Error(`the law “${law.name}” can’t be judged: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }),
});

async function judgeLaw<T>(law: Law<T>, run: RunCalls, random: Random): ReturnType<Case['judge']> {
  /** Of the arguments that broke the law last: they are the smallest in the end. */
  let broken: { readonly drawn: T; readonly returned: CallValue | undefined; readonly problem?: Problem | undefined } | undefined;
  /** By the law itself, or because the code is lost: nothing may be said of what was tried. */
  let thrown: { readonly error: unknown } | undefined;
  const isKept = async (drawn: T): Promise<boolean> => {
    const { returned, problem } = await run([{ ...law.call(drawn), atMs: 0 }]);
    const [value] = returned;
    if (problem === undefined && law.judge(drawn, value) === undefined) return true;
    broken = { drawn, returned: value, problem };
    return false;
  };
  const holds = asyncProperty(law.draws, (drawn) => {
    if (thrown !== undefined) throw thrown.error;
    return isKept(drawn).catch((error: unknown) => {
      thrown = { error };
      throw error;
    });
  });
  const { failed, numRuns, numShrinks } = await check(holds, { seed: random.int(2 ** 31), numRuns: tries });
  if (thrown !== undefined) throw thrown.error;
  if (!failed || broken === undefined) return undefined;
  const { drawn, returned, problem } = broken;
  const words = law.words(drawn, returned);
  const tried = effort(numRuns, numShrinks);
  const refused = problem && law.refused?.(drawn, problem);
  if (refused !== undefined) return { ...refused, seen: `${refused.seen} ${tried}` };
  if (problem !== undefined) return { problem, seen: words };
  const found = law.judge(drawn, returned);
  return found && { ...found, seen: `The law: ${law.name}. ${words} ${tried}` };
}

function effort(runs: number, shrinks: number): string {
  const after = `Found after ${runs === 1 ? 'one try' : `${runs} tries`}`;
  return shrinks === 0 ? `${after}.` : `${after}, and made smaller ${shrinks === 1 ? 'once' : `${shrinks} times`}.`;
}
