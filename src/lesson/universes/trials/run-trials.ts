/** A universe for manifests: the learner's file is applied to a cluster of its own, and one of the check's trials is lived through. */
import { createRandom } from '../../../engine/index.ts';
import { emptyLog, openSession, type SessionParts } from '../../../session/session.ts';
import type { Check, Verdict } from '../types.ts';
import { UnfitError } from '../unfit-error.ts';
import { logUntil } from '../universe-log.ts';
import { openBench } from './bench.ts';

/** What a universe of manifests says of its weather. */
export const quietWeather = 'nothing else went wrong';

export interface TrialsOptions {
  readonly seed: number;
  /** The learner's files, by path in the workspace. */
  readonly files: Readonly<Record<string, string>>;
  readonly check: Check;
  readonly parts: SessionParts;
}

/** The trial of a seed: all come equally often. */
const trialOf = ({ trials = [] }: Check, seed: number) => trials[seed % trials.length];

export async function runTrials({ check, files, seed, parts }: TrialsOptions): Promise<Verdict> {
  const trial = trialOf(check, seed);
  if (trial === undefined) throw new Error('the check has no trials');
  const { session } = await openSession(emptyLog(seed, check.cluster, files), parts);
  try {
    const bench = openBench(session, check.entry, files);
    const applied = await bench.applyYours();
    const found = applied.ok ? await trial.judge(bench, createRandom(seed).fork(trial.name)) : notApplied(applied.text);
    if (found === undefined) return { ok: true, seed };
    if ('problem' in found) throw new UnfitError(found.problem);
    const { t, revision } = session.now();
    return { ok: false, seed, ...found, scenario: trial.name, at: t, revision, weather: quietWeather, log: logUntil(session.log(), t) };
  } finally {
    session.close();
  }
}

const notApplied = (text: string) => ({
  cause: 'was refused by the API server',
  glyph: 'threw' as const,
  question: 'The answer names a field of your file, and the rule that it breaks. What does the rule ask for?',
  seen: `The API server answered: ${text}`,
});
