/**
 * Parts that make an object are tried by scripts of calls. Each is played to the learner's and to the engine's own, and the first call that
 * returns something else is shown, in the fewest calls that show it.
 */
import { deepEqual, type WorkQueueOptions } from '../../../engine/index.ts';
import { asJson } from '../../../session/apart/as-json.ts';
import type { CallValue } from '../../../session/apart/messages.ts';
import type { CaseFinding, Mistake } from '../finding.ts';
import { type Call, callWords, findingOfFewest, playCalls, type RunCalls } from './calls.ts';

export interface ScriptedPart {
  /** The engine's own. */
  make(clock: WorkQueueOptions['clock']): object;
  /** `deletions('default/web', …)`: how the report writes a value. */
  words(value: CallValue): string;
  /** Whether this answer is as good as the engine's; by default when it is the same. */
  isRight?(call: Call, returned: CallValue | undefined, expected: CallValue | undefined): boolean;
  /** What it says of the code that the last of these calls returned this, and not what was expected. */
  mistake(calls: readonly Call[], returned: CallValue | undefined, expected: CallValue | undefined): Mistake;
}

/** What is wrong with the first of the scripts that fails. */
export async function judgeScripts(run: RunCalls, part: ScriptedPart, scripts: Iterable<readonly Call[]>): Promise<CaseFinding | undefined> {
  for (const calls of scripts) {
    const found = await differs(run, part, calls);
    if (found !== undefined) return findingOfFewest(calls, found, (fewer) => differs(run, part, fewer));
  }
  return undefined;
}

async function differs(run: RunCalls, part: ScriptedPart, calls: readonly Call[]): Promise<CaseFinding | undefined> {
  const expected = await returnedByOwn(part, calls);
  const { returned, problem } = await run(calls);
  if (problem !== undefined) return { problem, seen: `Calls: ${callWords(calls, part.words)}.` };
  const isRight = part.isRight ?? ((_call, got, wanted) => deepEqual(got, wanted));
  const at = calls.findIndex((call, index) => !isRight(call, returned[index], expected[index]));
  if (at < 0) return undefined;
  const upToIt = calls.slice(0, at + 1);
  const shown = (value: CallValue | undefined): string => (value === undefined ? 'nothing' : `\`${part.words(value)}\``);
  const seen = `Calls: ${callWords(upToIt, part.words)}. The last one returned ${shown(returned[at])}, and should have returned ${shown(expected[at])}.`;
  return { ...part.mistake(upToIt, returned[at], expected[at]), seen };
}

async function returnedByOwn(part: ScriptedPart, calls: readonly Call[]): Promise<readonly (CallValue | undefined)[]> {
  const returned: (CallValue | undefined)[] = [];
  await playCalls(part.make, calls, (made, { name, values }) => {
    const method: unknown = Reflect.get(made, name);
    if (typeof method !== 'function') throw new Error(`the part has no method ${name}`);
    returned.push(asJson(Reflect.apply(method, made, [...values])));
  });
  return returned;
}
