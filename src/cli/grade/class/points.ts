/** What an exercise is worth that wasn't passed whole: by its stages, and in each by its universes. */
import { loadCheck, readExercise } from '../../../lesson/node/lesson-folder.ts';
import { drawStages } from '../../../lesson/universes/draw-stages.ts';
import type { CheckStage } from '../../../lesson/universes/stages.ts';

export interface StageCount {
  /** "late and double" */
  readonly name: string;
  readonly universes: number;
  readonly passed: number;
}

const drawn = new Map<string, Promise<readonly CheckStage[]>>();

/** @param key `12-replicaset`, `6-quorum/restore` @param universes How many it was graded in. */
export async function stageCounts(key: string, universes: number, converged: readonly number[]): Promise<readonly StageCount[]> {
  const name = `${key} ${universes}`;
  const stages = drawn.get(name) ?? loadCheck(readExercise(key).folder).then((check) => drawStages(check, universes));
  drawn.set(name, stages);
  const passed = new Set(converged);
  return (await stages).map((stage) => ({
    name: stage.name,
    universes: stage.seeds.length,
    passed: stage.seeds.filter((seed) => passed.has(seed)).length,
  }));
}

/** Stages count alike, however many universes each has. To one decimal; all of them only for all universes. @param worth Points for all. */
export function pointsFor(stages: readonly StageCount[], worth: number): number {
  if (stages.length === 0) return 0;
  const share = stages.reduce((sum, { universes, passed }) => sum + passed / universes, 0) / stages.length;
  return share === 1 ? worth : Math.floor(share * worth * 10) / 10;
}
