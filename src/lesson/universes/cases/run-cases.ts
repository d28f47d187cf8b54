/** A universe without a cluster: the learner's part or function is called directly, and what it returns is judged. */
import { createRandom } from '../../../engine/index.ts';
import { openLoopback } from '../../../session/apart/loopback.ts';
import { SubjectLost, type SubjectProgram } from '../../../session/apart/messages.ts';
import { loadTypeScript } from '../../../session/learner/toolchain.ts';
import type { SessionParts } from '../../../session/session.ts';
import { thrownBy } from '../diagnosis.ts';
import { lostRule } from '../lost-verdicts.ts';
import type { UniverseObserver } from '../observer.ts';
import type { Check, Failed, Verdict } from '../types.ts';
import { UnfitError } from '../unfit-error.ts';
import { openCalls, type RunCalls } from './calls.ts';
import { noCluster } from './no-cluster.ts';

export interface CasesOptions {
  readonly seed: number;
  readonly files: Readonly<Record<string, string>>;
  readonly check: Check;
  readonly parts: SessionParts;
  /** Hears what the code prints: without a cluster it can request nothing. */
  readonly observer?: UniverseObserver;
}

/** Lives through one. Rejects with `UnfitError` when the files can't be run at all. */
export async function runCases({ seed, files, check, parts, observer }: CasesOptions): Promise<Verdict> {
  const { cases = [] } = check;
  await loadTypeScript();
  const link = parts.openSubject?.() ?? openLoopback(parts);
  const port = openCalls(link, { ...calledOf(check), files, seed }, observer?.logged);
  const failed = (fields: Pick<Failed, 'cause' | 'glyph' | 'question' | 'seen' | 'scenario' | 'problem'>): Failed => ({
    ok: false,
    seed,
    at: 0,
    revision: 0,
    weather: noCluster,
    ...fields,
  });
  observer?.began();
  try {
    for (const each of cases) {
      const found = await each.judge(onlyCalling(check, port.run), createRandom(seed).fork(each.name));
      const unfit = port.unfit();
      if (unfit !== undefined) throw new UnfitError(unfit);
      if (found === undefined) continue;
      if (!('problem' in found)) return failed({ ...found, scenario: each.name });
      const { title, file, line } = found.problem;
      return failed({ ...thrownBy(title), seen: `${title}${line === undefined ? '' : `, at ${file ?? ''}:${line}`}. ${found.seen}`, scenario: each.name, problem: found.problem });
    }
    return { ok: true, seed };
  } catch (error) {
    if (!(error instanceof SubjectLost)) throw error;
    if (error.how === 'unstarted') throw error;
    return failed({ ...lostRule(error), seen: error.message, scenario: cases[0]?.name ?? '' });
  } finally {
    port.close();
  }
}

/** What is loaded to be called: the check's function, or the part that the exercise is about. */
const calledOf = ({ controller, entry, part, function: called }: Check): Pick<SubjectProgram, 'controller' | 'entry' | 'part'> =>
  called === undefined ? { controller, entry, part } : { controller: `function/${called.name}`, entry: called.file };

/** Any other name would be a mistake of the check, and look like a function that returns nothing. */
function onlyCalling({ function: called }: Check, run: RunCalls): RunCalls {
  if (called === undefined) return run;
  return (calls) => {
    const other = calls.find(({ name }) => name !== called.name);
    if (other !== undefined) throw new Error(`it calls "${other.name}", and the check’s function is "${called.name}"`);
    return run(calls);
  };
}
