/** What learners who hand in the wrong answers of an exercise are shown: the report of the first stage that isn't passed, as the page has it. */
import { createGraderPool } from '../universes/grader-pool.ts';
import { type GradeEnd, type GradingOptions, grade } from '../universes/grading.ts';
import { drawStages } from '../universes/draw-stages.ts';
import type { Report } from '../universes/report.ts';
import { type CheckStage, currentStage, isHeld, stagedReport } from '../universes/stages.ts';
import type { WrongAnswer } from '../exercise.ts';
import type { Problem } from '../../session/types.ts';
import { type LessonExercise, loadCheck, readExercise } from './lesson-folder.ts';

/** What one wrong answer is shown. */
export interface AnswerReport {
  readonly answer: WrongAnswer;
  /** Undefined where nothing was judged: `refused` says why. */
  readonly report?: Report;
  /** What can't be loaded, or the tool's own failure. */
  readonly refused?: Pick<Problem, 'title'> & Partial<Problem>;
}

export interface ReportOptions {
  readonly universes: number;
  /** So many failures of a stage are enough; by default all its universes are judged, as in the page. */
  readonly failures?: number | undefined;
  /** Names of those that are wanted; by default all. */
  readonly only?: readonly string[] | undefined;
}

/** Grades the wrong answers to one exercise one after the other; `told` is called with each as it is done. */
export async function answerReports(key: string, options: ReportOptions, grading: GradingOptions, told: (report: AnswerReport, of: LessonExercise) => void): Promise<void> {
  const lesson = readExercise(key);
  const { exercise, folder } = lesson;
  const stages = drawStages(await loadCheck(folder), options.universes);
  const graders = createGraderPool(grading);
  try {
    for (const answer of exercise.wrong.filter(({ name }) => options.only?.includes(name) ?? true)) {
      const end = await judged({ lesson: key, files: { ...exercise.start, [exercise.file]: answer.text } }, stages, options, graders);
      told({ answer, ...shown(end, stages) }, lesson);
    }
  } finally {
    graders.close();
  }
}

/** Stage after stage, until one isn't passed. */
function judged(job: Parameters<typeof grade>[0], stages: readonly CheckStage[], { failures = Number.POSITIVE_INFINITY }: ReportOptions, graders: GradingOptions): Promise<GradeEnd> {
  const order = stages.flatMap(({ seeds }) => seeds);
  const running = grade(job, order, graders, (verdicts) => {
    const failed = currentStage(stages, verdicts)?.verdicts.filter(({ ok }) => !ok).length ?? 0;
    if (failed >= failures || isHeld(stages, verdicts)) running.finish();
  });
  return running.end;
}

function shown(end: GradeEnd, stages: readonly CheckStage[]): Omit<AnswerReport, 'answer'> {
  if (end.type === 'unfit') return { refused: end.problem };
  if (end.type === 'broken') return { refused: { title: end.message } };
  return { report: stagedReport(stages, end.verdicts) };
}
