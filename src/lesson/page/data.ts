/** What the page knows of its lesson before anything runs: written into it as JSON by the build. */
import type { ProfileName } from '../../engine/index.ts';
import type { Replacement } from '../exercise.ts';
import type { CheckStage } from '../universes/stages.ts';
import type { CellFence } from '../cells/fence.ts';
import type { BesideCluster } from '../cells/run-cell.ts';

export interface LessonPageData {
  /** `12-replicaset` */
  readonly slug: string;
  readonly seed: number;
  readonly nodes: number;
  readonly etcd?: 1 | 3 | 5;
  /** Absent: one. */
  readonly controlPlanes?: 2 | 3;
  readonly beside?: BesideCluster;
  /** Absent: `full`. */
  readonly profile?: ProfileName;
  /** Where its cluster runs until the reader chooses; absent: `auto`. */
  readonly runtime?: 'worker' | 'webcontainer';
  readonly withoutControllers?: readonly string[];
  /** Programs that run beside the cluster. */
  readonly programs?: readonly string[];
  readonly cells: readonly CellFence[];
  /** No lesson: the learner chooses cluster and cells, and there is no text that could change under kept work. */
  readonly free?: true;
  /** The page stands in a frame of another site: nothing is read from this browser, and nothing kept in it. */
  readonly embedded?: true;
  /** Predictions, right answers to recall and quiz, and exercises: what "tasks done" counts. */
  readonly tasks: number;
  /** By a cell's id: the predictions that its output gives away. Absent: there are none. */
  readonly covers?: Readonly<Record<string, readonly string[]>>;
  /** The first. */
  readonly exercise?: ExerciseData;
  /** Further ones, in the order of the text; absent: there are none. */
  readonly further?: readonly ExerciseData[];
}

export interface ExerciseData extends Replacement {
  /** Of a further one. */
  readonly name?: string;
  /** The file that is graded. */
  readonly file: string;
  readonly universes: number;
  /** Its universes parted: a check ends with the first stage that isn't passed. Absent: it has but one. */
  readonly stages?: readonly CheckStage[];
  readonly hints: number;
  readonly start: Readonly<Record<string, string>>;
  /** Ids of the cells above it, which run before it does. */
  readonly above: readonly string[];
}

/** All of a lesson, the first before the others. */
export const exercisesOf = ({ exercise, further = [] }: Pick<LessonPageData, 'exercise' | 'further'>): readonly ExerciseData[] => (exercise === undefined ? [] : [exercise, ...further]);

/** What the lesson's workspace begins with. */
export const startOf = (data: Pick<LessonPageData, 'exercise' | 'further'>): ExerciseData['start'] => Object.assign({}, ...exercisesOf(data).map(({ start }) => start));

/** The element that holds it. */
export const lessonDataId = 'lesson-data';

/** Reads it from the page; undefined where there is none (the home page). */
export function readLessonData(root: Document): LessonPageData | undefined {
  const text = root.getElementById(lessonDataId)?.textContent;
  return text === undefined || text === null ? undefined : JSON.parse(text);
}
