/** What a learner has done in one lesson: plain JSON, kept in the browser, and what becomes of it when the lesson changes. */
import { hash32 } from '../../engine/index.ts';
import type { GivenAnswer, GivenPrediction } from '../submission.ts';
import type { Report } from '../universes/report.ts';
import { extraMile, firstExercise } from '../exercise-names.ts';
import type { PlaygroundSetup } from './playground-setup.ts';

export interface LessonWork {
  readonly version: 1;
  /** Of the start files and cells it was made against; see `lessonHash`. */
  readonly lessonHash: string;
  /** Files of the lesson's exercises that differ from the start, by path: all stand in one workspace. */
  readonly files: Readonly<Record<string, string>>;
  /** Cell inputs that differ from the lesson's, by cell. */
  readonly inputs: Readonly<Record<string, string>>;
  /** Choice by prediction; `settled` once the deciding cell has run. */
  readonly predictions: Readonly<Record<string, GivenPrediction>>;
  /** First and last answer by question of the quiz. */
  readonly quiz: Readonly<Record<string, { readonly first: number; readonly last: number; readonly right: boolean }>>;
  /** Hints asked for, of the first exercise. */
  readonly hints: number;
  /** The last check of the first exercise, and the files it was made of. */
  readonly report?: KeptReport;
  /** The exercise was passed at least once; of a lesson with several: each of them. */
  readonly passed: boolean;
  /** Of a lesson with several: those that were passed at least once. The first is called `first`. */
  readonly passedExercises?: readonly string[];
  /** What is kept of further exercises, by name. */
  readonly further?: Readonly<Record<string, FurtherWork>>;
  /** Of the playground. */
  readonly bench?: PlaygroundSetup;
}

export interface KeptReport {
  readonly report: Report;
  readonly files: Readonly<Record<string, string>>;
}

export interface FurtherWork {
  readonly hints: number;
  readonly report?: KeptReport;
}

/** Nothing done yet. */
export function emptyWork(hash: string): LessonWork {
  return { version: 1, lessonHash: hash, files: {}, inputs: {}, predictions: {}, quiz: {}, hints: 0, passed: false };
}

/** The first and the last answer to each question, by its key. */
export const answersOf = ({ quiz }: Pick<LessonWork, 'quiz'>): Readonly<Record<string, GivenAnswer>> =>
  Object.fromEntries(Object.entries(quiz).map(([key, { first, last }]) => [key, { first, last }]));

/** The same for the same texts, whatever their order. Eight hex digits. */
export function lessonHash(
  start: Readonly<Record<string, string>>,
  cells: Readonly<Record<string, string>> = {},
): string {
  const entries = (texts: Readonly<Record<string, string>>) =>
    Object.entries(texts).sort(([a], [b]) => (a < b ? -1 : 1));
  return hash32(JSON.stringify([entries(start), entries(cells)]))
    .toString(16)
    .padStart(8, '0');
}

/** What to do with work that was made against another version of the lesson. */
export type WorkState =
  | { readonly type: 'current'; readonly work: LessonWork }
  /** The learner chooses: keep, compare or reset. Nothing is thrown away before that. */
  | { readonly type: 'outdated'; readonly work: LessonWork };

/** It has files or cells of the learner's own. */
export const hasTexts = ({ files, inputs }: Pick<LessonWork, 'files' | 'inputs'>): boolean =>
  Object.keys(files).length + Object.keys(inputs).length > 0;

/** What to do with what was read; undefined: nothing was. Work without edits needs no choice. */
export function openWork(work: LessonWork | undefined, hash: string): WorkState {
  if (work === undefined) return { type: 'current', work: emptyWork(hash) };
  if (work.lessonHash === hash) return { type: 'current', work };
  return hasTexts(work) ? { type: 'outdated', work } : { type: 'current', work: { ...work, lessonHash: hash } };
}

/** Keeps the learner's texts with the lesson as it now is; what was checked against the old one is no longer a report. */
export function keepWork(work: LessonWork, hash: string): LessonWork {
  return { ...withoutReports(work), lessonHash: hash };
}

/** What checks said goes; hints and what was passed stay. */
export function withoutReports<W extends Pick<LessonWork, 'report' | 'further'>>({ report: _, further, ...rest }: W): Omit<W, 'report' | 'further'> & Pick<LessonWork, 'further'> {
  if (further === undefined) return rest;
  return { ...rest, further: Object.fromEntries(Object.entries(further).map(([name, { hints }]) => [name, { hints }])) };
}

/** Tasks of the lesson that are done: predictions committed, questions answered right, exercises passed. The extra mile is none. */
export function tasksDone(work: LessonWork): number {
  const answered = Object.values(work.quiz).filter(({ right }) => right).length;
  const passed = (work.passedExercises ?? []).filter((name) => name !== extraMile);
  const first = work.passed && !passed.includes(firstExercise) ? 1 : 0;
  return Object.keys(work.predictions).length + answered + passed.length + first;
}
