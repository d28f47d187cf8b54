/** The stages of a check: its universes parted by what goes wrong in them, each small enough to be won, one after the other. */
import { type Report, reportOf, type StageResult } from './report.ts';
import type { Verdict } from './types.ts';

export interface CheckStage {
  /** "late and double" */
  readonly name: string;
  /** In order. */
  readonly seeds: readonly number[];
}

/** How each stage stands with these verdicts. */
export function stageResults(stages: readonly CheckStage[], verdicts: readonly Verdict[]): readonly StageResult[] {
  const at = indexOfCurrent(stages, verdicts);
  return stages.map(({ name }, index) => ({ name, status: index < at ? 'met' : index === at ? 'now' : 'later' }));
}

/** The verdicts of the first stage that isn't passed; undefined: all are. */
export function currentStage(stages: readonly CheckStage[], verdicts: readonly Verdict[]): { readonly stage: CheckStage; readonly verdicts: readonly Verdict[] } | undefined {
  const stage = stages[indexOfCurrent(stages, verdicts)];
  return stage && { stage, verdicts: verdicts.filter(({ seed }) => stage.seeds.includes(seed)) };
}

/** Whether what comes after need not be judged: every universe of a stage is, and one of them failed. */
export function isHeld(stages: readonly CheckStage[], verdicts: readonly Verdict[]): boolean {
  const current = currentStage(stages, verdicts);
  return current !== undefined && current.verdicts.length === current.stage.seeds.length;
}

/** A report of the first stage that isn't passed, or of all of them. */
export function stagedReport(stages: readonly CheckStage[], verdicts: readonly Verdict[]): Report {
  const current = currentStage(stages, verdicts);
  const universes = stages.reduce((count, { seeds }) => count + seeds.length, 0);
  const report = current === undefined ? reportOf(verdicts, universes) : reportOf(current.verdicts, current.stage.seeds.length);
  return { ...report, stages: stageResults(stages, verdicts) };
}

function indexOfCurrent(stages: readonly CheckStage[], verdicts: readonly Verdict[]): number {
  const converged = new Set(verdicts.filter(({ ok }) => ok).map(({ seed }) => seed));
  const at = stages.findIndex(({ seeds }) => !seeds.every((seed) => converged.has(seed)));
  return at < 0 ? stages.length : at;
}
