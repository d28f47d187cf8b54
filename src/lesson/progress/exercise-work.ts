/** One exercise's part of a lesson's work, and how a change of it goes back. Pure. */
import { extraMile, firstExercise } from '../exercise-names.ts';
import type { KeptReport, LessonWork } from './work.ts';

/** What is kept of one exercise. */
export interface ExerciseWork {
  /** Its files that differ from the start, by path. */
  readonly files: Readonly<Record<string, string>>;
  /** Hints asked for. */
  readonly hints: number;
  /** The last check, and the files it was made of. */
  readonly report?: KeptReport;
  /** It was passed at least once. */
  readonly passed: boolean;
}

/** An exercise of a lesson: `name` of a further one, and the names of the files that it begins with. */
export interface OwnedFiles {
  readonly name?: string;
  readonly start: Readonly<Record<string, string>>;
}

type Exercises = readonly OwnedFiles[];

/** The part of an exercise among all of its lesson. */
export function exerciseWork(work: LessonWork, { name }: OwnedFiles, all: Exercises): ExerciseWork {
  const { hints, report } = name === undefined ? work : (work.further?.[name] ?? { hints: 0 });
  const owned = Object.entries(work.files).filter(([path]) => ownerOf(path, all) === name);
  return { files: Object.fromEntries(owned), hints, ...(report === undefined ? {} : { report }), passed: isPassed(work, name) };
}

/** What changes in the lesson's work with this change of one exercise. */
export function changeOfExercise(work: LessonWork, { name }: OwnedFiles, change: Partial<ExerciseWork>, all: Exercises): Partial<LessonWork> {
  const { files, passed, ...own } = change;
  const others = Object.entries(work.files).filter(([path]) => ownerOf(path, all) !== name);
  return {
    ...(files === undefined ? {} : { files: { ...Object.fromEntries(others), ...files } }),
    ...(passed === undefined ? {} : passing(work, name, all)),
    ...(name === undefined ? own : { further: { ...work.further, [name]: { hints: 0, ...work.further?.[name], ...own } } }),
  };
}

/** A lesson is passed with the last of its exercises, the extra mile left out. One passed earlier, when it had but one, stays so. */
function passing(work: LessonWork, name: string | undefined, all: Exercises): Partial<LessonWork> {
  const needed = all.filter((each) => each.name !== extraMile);
  if (needed.length < 2 && name !== extraMile) return { passed: true };
  const passedExercises = [...new Set([...(work.passedExercises ?? []), name ?? firstExercise])];
  const after = { ...work, passedExercises };
  return { passedExercises, passed: work.passed || needed.every((each) => isPassed(after, each.name)) };
}

/** Where a lesson had but one, `passed` stands for it. */
const isPassed = ({ passed, passedExercises = [] }: LessonWork, name: string | undefined): boolean =>
  passedExercises.includes(name ?? firstExercise) || (name === undefined && passed);

/** The name of the further exercise that has this file; what none has belongs to the first. */
const ownerOf = (path: string, all: Exercises): string | undefined => all.find(({ name, start }) => name !== undefined && start[path] !== undefined)?.name;
