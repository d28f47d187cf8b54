/** A universe of trials: what the learner wrote is brought into a cluster of its own, and one of the check's trials is lived through. */
import { createRandom } from '../../../engine/index.ts';
import type { SubjectLost } from '../../../session/apart/messages.ts';
import { emptyLog, openSession, type Session, type SessionParts } from '../../../session/session.ts';
import type { Problem } from '../../../session/types.ts';
import { swapOf } from '../../exercise.ts';
import { subjectOf } from '../../subjects/install.ts';
import { lostRule } from '../lost-verdicts.ts';
import { threwWords, thrownBy } from '../diagnosis.ts';
import type { UniverseObserver } from '../observer.ts';
import { isBlamed, ruleOf } from '../problem-rules.ts';
import type { CaseFinding, Check, Failed, Verdict } from '../types.ts';
import { UnfitError } from '../unfit-error.ts';
import { logUntil } from '../universe-log.ts';
import { openBench } from './bench.ts';
import { observed } from './observed.ts';
import { trialOf } from './trial-of.ts';

/** What such a universe says of its weather. */
export const quietWeather = 'nothing else went wrong';

export interface TrialsOptions {
  readonly seed: number;
  /** The learner's files, by path in the workspace. */
  readonly files: Readonly<Record<string, string>>;
  readonly check: Check;
  readonly parts: SessionParts;
  /** Hears what the code does. */
  readonly observer?: UniverseObserver;
}

/**
 * A shell that can't change which loops run, and reaches what is in etcd through the API server only, unless the exercise is about etcd. Where its
 * cluster runs in a cloud, it has the cloud's console: what that changed, a trial sees in the trace.
 */
const honestShell =
  ({ createShell }: SessionParts, { etcd: aboutEtcd }: Check): SessionParts['createShell'] =>
  ({ etcd, faults: _faults, incidents: _incidents, began, ...options }) =>
    createShell({
      ...options,
      ...(aboutEtcd && { etcd }),
      began(words, line) {
        const { connect, cloud } = began?.(words, line) ?? {};
        return { ...(connect && { connect }), cloud };
      },
    });

export async function runTrials({ check, files, seed, parts, observer }: TrialsOptions): Promise<Verdict> {
  const trial = trialOf(check, seed);
  if (trial === undefined) throw new Error('the check has no trials');
  const code = new CodeOnTrial();
  const itsParts: SessionParts = { ...parts, subjectEnded: (end) => code.ended(end), ...(subjectOf(check) === 'commands' && { createShell: honestShell(parts, check) }) };
  const { session } = await openSession(emptyLog(trial.seed ?? seed, trial.cluster ?? check.cluster, files), itsParts);
  session.on((event) => {
    if (event.type === 'problem') code.said(event.problem);
  });
  try {
    const plain = openBench(session, files, isApart(check));
    const bench = observer === undefined ? plain : observed(plain, session, check, observer);
    const refused = await bring(session, check, () => bench.applyFile(check.entry));
    const found = refused ?? (await trial.judge(bench, createRandom(seed).fork(trial.name)));
    const said = code.finding() ?? code.explained(worded(found));
    if (said === undefined) return { ok: true, seed };
    const { t, revision } = session.now();
    return { ok: false, seed, ...said, scenario: trial.name, at: t, revision, weather: quietWeather, log: logUntil(session.log(), t) };
  } finally {
    session.close();
  }
}

/** Manifests, webhooks and commands change what the API server accepts; a plugin doesn't, nor does a part that a controller runs with. Other parts have cases alone. */
const isApart = (check: Check): boolean => ['plugin', 'part'].includes(subjectOf(check));

/**
 * Applies the manifests, or swaps the code in, over the port wherever it runs. What is wrong with it at once, if anything. Commands are run by
 * the trial itself, which first makes what they are to repair.
 */
async function bring(session: Session, check: Check, apply: () => Promise<{ readonly ok: boolean; readonly text: string }>): Promise<CaseFinding | undefined> {
  const subject = subjectOf(check);
  if (subject === 'commands' || subject === 'diagnosis') return undefined;
  if (subject === 'manifests') {
    const { ok, text } = await apply();
    return ok ? undefined : notApplied(text);
  }
  const { outputs } = await session.run({ ...swapOf(check), apart: true });
  const error = outputs.find((output) => output.type === 'error');
  if (error !== undefined) throw new UnfitError(error);
  return undefined;
}

function worded(found: CaseFinding | undefined): Blame | undefined {
  if (found !== undefined && 'problem' in found) throw new UnfitError(found.problem);
  return found;
}

type Blame = Pick<Failed, 'cause' | 'glyph' | 'question' | 'seen' | 'problem'>;

const trialQuestion = 'What becomes of the answer that your code had to give, when that line throws?';

/** What the code did beside its answers: it threw, or answers no more. */
class CodeOnTrial {
  #problem: Problem | undefined;
  /** An error that may be thrown for a reason, of the code's own. */
  #thrown: Problem | undefined;
  #lost: SubjectLost | undefined;
  #unfit: Problem | undefined;

  said(problem: Problem): void {
    if (isBlamed(problem)) this.#problem ??= problem;
    else this.#thrown ??= problem;
  }

  /** What was found, and an error that the code threw before: not wrong by itself, and perhaps why. */
  explained(found: Blame | undefined): Blame | undefined {
    const problem = this.#thrown;
    if (found === undefined || problem === undefined) return found;
    return { ...thrownBy(problem.title), question: trialQuestion, seen: `${found.seen} Before that, your code threw ${threwWords(problem)}`, problem };
  }

  ended(end: Parameters<NonNullable<SessionParts['subjectEnded']>>[0]): void {
    if (end.type === 'lost') this.#lost = end.lost;
    else this.#unfit ??= end.problem;
  }

  /** @throws UnfitError when it couldn't be run at all; SubjectLost when there was nowhere to run it. */
  finding(): Blame | undefined {
    if (this.#unfit !== undefined) throw new UnfitError(this.#unfit);
    if (this.#lost?.how === 'unstarted') throw this.#lost;
    if (this.#lost !== undefined) return { ...lostRule(this.#lost), seen: this.#lost.message };
    if (this.#problem === undefined) return undefined;
    return { ...ruleOf(this.#problem), seen: threwWords(this.#problem), problem: this.#problem };
  }
}

const notApplied = (text: string) => ({
  cause: 'was refused by the API server',
  glyph: 'threw' as const,
  question: 'The answer names a field of your file, and the rule that it breaks. What does the rule ask for?',
  seen: `The API server answered: ${text}`,
});
