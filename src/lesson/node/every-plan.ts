/** Every universe that can be derived from calm runs: the solution and the other right answers hold in all of them. */
import { nodePlatform } from '../../runtimes/platforms.ts';
import { sessionParts } from '../../session/parts.ts';
import type { Answer } from '../exercise.ts';
import { createGraderPool } from '../universes/grader-pool.ts';
import { type GradeEnd, type GradeJob, type GradingOptions, grade } from '../universes/grading.ts';
import { planSlot } from '../universes/plans/plan-slot.ts';
import type { Failed } from '../universes/types.ts';
import { planNumbers } from '../universes/universe.ts';
import { loadCheck, readExercise } from './lesson-folder.ts';

/** What an answer came to in all universes derived from its own calm runs. */
export interface PlansProof {
  /** `solution`, `right/live-reads`, `wrong/asks-last` */
  readonly name: string;
  /** How many plans there are. */
  readonly plans: number;
  /** Right answers: those in which it failed, by number. Wrong ones: the first, where no other universe of the check notices the answer. */
  readonly failures: readonly Failed[];
  /** Why it couldn't be judged. */
  readonly broken?: string;
  readonly ms: number;
}

export interface PlansPart {
  readonly part: number;
  readonly of: number;
}

export interface EveryPlanOptions {
  /** `solution`, `right/live-reads`, `wrong/asks-last`; undefined: all. */
  readonly only?: readonly string[] | undefined;
  /** The plans are dealt out to so many parts, of which this one is run, from 1; all of them by default. */
  readonly part?: PlansPart | undefined;
  /** Called with each proof of a right answer as it is done, and of a wrong one that nothing but a plan notices. */
  report?(proof: PlansProof): void;
}

/** Runs them all, by an exercise's key. Undefined where its check derives no universes. */
export async function proveEveryPlan(key: string, { only, part: { part, of } = { part: 1, of: 1 }, report = () => {} }: EveryPlanOptions, grading: GradingOptions): Promise<readonly PlansProof[] | undefined> {
  const { exercise, folder, fields } = readExercise(key);
  const check = await loadCheck(folder);
  if (check.derived === false || check.trials !== undefined || check.scenarios.length === 0) return undefined;
  const parts = sessionParts(nodePlatform());
  const pool = createGraderPool(grading);
  const proofs: PlansProof[] = [];
  const isRequested = (name: string): boolean => only?.includes(name) !== false;
  const withText = ({ text }: Answer) => ({ ...exercise.start, [exercise.file]: text });

  async function prove(name: string, files: GradeJob['files'], isEnough: (failures: number) => boolean): Promise<void> {
    const from = performance.now();
    const all = (await planNumbers({ files, check, parts })).filter((_, index) => index % of === part - 1);
    const end = await judged({ lesson: key, files, plans: true }, all, pool, isEnough);
    const proof = { name, plans: all.length, ...outcomeOf(end), ms: performance.now() - from };
    proofs.push(proof);
    report(proof);
  }

  /** Whether universes that aren't derived notice it: then plans needn't. */
  async function isNoticed(files: GradeJob['files']): Promise<boolean> {
    const seeds = Array.from({ length: fields.universes }, (_, index) => index + 1);
    const drawn = seeds.filter((seed) => planSlot(seed, check.scenarios.length) === undefined);
    const end = await judged({ lesson: key, files }, drawn, pool, (failures) => failures > 0);
    return end.type === 'unfit' || outcomeOf(end).failures.length > 0;
  }

  try {
    const right = [{ name: 'solution', files: exercise.solution }, ...exercise.right.map((answer) => ({ name: `right/${answer.name}`, files: withText(answer) }))];
    for (const { name, files } of right.filter((each) => isRequested(each.name))) await prove(name, files, () => false);
    for (const answer of exercise.wrong.filter((each) => isRequested(`wrong/${each.name}`))) {
      const files = withText(answer);
      if (!(await isNoticed(files))) await prove(`wrong/${answer.name}`, files, (failures) => failures > 0);
    }
  } finally {
    pool.close();
  }
  return proofs;
}

function judged(job: GradeJob, numbers: readonly number[], grading: GradingOptions, isEnough: (failures: number) => boolean): Promise<GradeEnd> {
  const running = grade(job, numbers, grading, (verdicts) => {
    if (isEnough(verdicts.filter(({ ok }) => !ok).length)) running.finish();
  });
  return running.end;
}

function outcomeOf(end: GradeEnd): Pick<PlansProof, 'failures' | 'broken'> {
  if (end.type === 'unfit') return { failures: [], broken: end.problem.title };
  if (end.type === 'broken') return { failures: [], broken: end.message };
  return { failures: end.verdicts.filter((verdict): verdict is Failed => !verdict.ok).sort((a, b) => a.seed - b.seed) };
}
