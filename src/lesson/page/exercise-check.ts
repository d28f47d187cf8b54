/** Checks an exercise in universes, and shows one that failed. Loaded with the first check. */
import { exerciseKey } from '../exercise-names.ts';
import { type GradeEnd, type Grading, type GradingOptions, grade } from '../universes/grading.ts';
import { headline } from '../universes/report.ts';
import { type CheckStage, currentStage, isHeld, stagedReport, stageResults } from '../universes/stages.ts';
import type { Verdict } from '../universes/types.ts';
import { type ExerciseState, placed } from './exercise-machine.ts';
import type { Exercise, ExerciseParts } from './exercise-parts.ts';
import { tr } from '../words/words.ts';

type Files = ExerciseState['files'];

/** How often a check says how far it is. */
const progressSteps = 20;

/**
 * Stage after stage, until one isn't passed. Says how far it is in steps, and when a stage is passed: drawing takes from the cores that the
 * universes run on.
 */
export function startCheck({ slug, data }: ExerciseParts, exercise: Exercise, files: Files, options: GradingOptions): Grading {
  const stages = stagesOf(data);
  const order = stages.flatMap(({ seeds }) => seeds);
  let said = stages[0];
  const grading: Grading = grade({ lesson: exerciseKey(slug, data.name), files }, order, options, (verdicts) => {
    if (isHeld(stages, verdicts)) grading.finish();
    const current = currentStage(stages, verdicts);
    if (current === undefined) return;
    const { stage, verdicts: own } = current;
    const done = verdicts.length;
    if (done % Math.ceil(order.length / progressSteps) !== 0 && done !== 1 && stage === said) return;
    said = stage;
    exercise.send({
      type: 'progress',
      done: own.length,
      universes: stage.seeds.length,
      failed: own.filter(({ ok }) => !ok).length,
      ...(data.stages && { stage: stage.name, stages: stageResults(stages, verdicts) }),
    });
  });
  return grading;
}

/** Of a check without stages, all is one. */
const stagesOf = ({ stages, universes }: ExerciseParts['data']): readonly CheckStage[] =>
  stages ?? [{ name: '', seeds: Array.from({ length: universes }, (_none, index) => index + 1) }];

/** Keeps the report of a check that has ended. */
export async function finishCheck(parts: ExerciseParts, exercise: Exercise, files: Files, end: GradeEnd): Promise<void> {
  if (end.type === 'unfit') return exercise.send({ type: 'refused', words: placed(end.problem), problem: end.problem });
  if (end.type === 'broken') return exercise.send({ type: 'refused', words: tr('The check could not be done: {reason}', { reason: end.message }) });
  const { universes, stages: parted } = parts.data;
  const { stages, ...whole } = stagedReport(stagesOf(parts.data), end.verdicts.map(withoutFiles));
  const report = parted === undefined || stages === undefined ? whole : { ...whole, stages };
  const passed = report.passed === universes;
  parts.keep({ report: { report, files }, ...(passed ? { passed: true } : {}) });
  exercise.send({
    type: 'checked',
    words: `${headline(report)}.`,
    chosen: report.groups[0]?.failures[0]?.seed,
    ...(passed && { passed: files }),
  });
  // The universe that failed was of an earlier text.
  if (passed && parts.session.place === 'elsewhere') await parts.session.back();
}

/** Shows the moment a universe broke, or says why it can't be shown. */
export async function openUniverse({ work, session, elsewhere, say }: ExerciseParts, exercise: Exercise, seed: number): Promise<void> {
  const { report, files } = work().report ?? {};
  const failed = report?.groups.flatMap(({ failures }) => failures).find((each) => each.seed === seed);
  if (failed?.log === undefined || files === undefined)
    return exercise.send({ type: 'universe', words: tr('Universe {seed} has left nothing to show: it never answered.', { seed }) });
  exercise.send({ type: 'universe' });
  const canComeBack = await session.show({ ...failed.log, files });
  const at = (failed.at / 1000).toFixed(3);
  const words = tr('Universe {seed}, {what}, at t = {at} s.', { seed, what: tr(failed.scenario), at });
  elsewhere({ universe: seed, words, ...(failed.about !== undefined && { about: failed.about }) }, canComeBack);
  say(tr('The panel shows universe {seed} at the moment it broke.', { seed }));
}

/** A universe's files are the checked ones: they are kept once. */
function withoutFiles(verdict: Verdict): Verdict {
  return verdict.ok || verdict.log === undefined ? verdict : { ...verdict, log: { ...verdict.log, files: {} } };
}
