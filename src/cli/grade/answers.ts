/** How many questions were answered right, those of the recall too, and how many predictions were made. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lessonSlugs, readLesson } from '../../lesson/node/lesson-folder.ts';
import { predictionIds } from '../../lesson/node/prediction-ids.ts';
import { quizQuestions } from '../../lesson/node/quiz-questions.ts';
import { recalledQuestions, rightPlace } from '../../lesson/recall.ts';
import type { GivenAnswer, GivenPrediction, Submission } from '../../lesson/submission.ts';

export interface QuestionKey {
  readonly key: string;
  /** Place of the right answer. */
  readonly right: number;
}

export interface QuestionCount {
  readonly of: number;
  /** Answered right at first or at last. */
  readonly right: number;
  readonly atOnce: number;
}

/** Predictions hold no key: the truth is what a cell did, so it isn't counted how many were right. */
export interface PredictionCount {
  readonly of: number;
  readonly made: number;
  /** Their cell has run since. */
  readonly settled: number;
}

/** What was answered of a lesson's questions. What the file has nothing of isn't there. */
export interface Answered {
  /** Of its quiz. */
  readonly questions?: QuestionCount;
  /** Of the questions of earlier lessons that it begins with. */
  readonly recall?: QuestionCount;
  readonly predictions?: PredictionCount;
}

/** What is read of a question. */
interface AnsweredQuestion {
  readonly key: string;
  readonly answers: readonly { readonly right?: boolean }[];
}

/** Of a lesson's quiz. @param folder The lesson's. */
export const lessonQuestions = (folder: string): readonly QuestionKey[] => keysOf(quizQuestions(textOf(folder)));

export const keysOf = (questions: readonly AnsweredQuestion[]): readonly QuestionKey[] => questions.map(({ key, answers }) => ({ key, right: rightPlace(answers) }));

/** @param answers By the question's key. */
export function countAnswers(questions: readonly QuestionKey[], answers: Readonly<Record<string, GivenAnswer>>): QuestionCount {
  const given = questions.map(({ key, right }) => ({ right, ...(Object.hasOwn(answers, key) ? answers[key] : {}) }));
  return {
    of: questions.length,
    right: given.filter(({ right, first, last }) => first === right || last === right).length,
    atOnce: given.filter(({ right, first }) => first === right).length,
  };
}

/** @throws Error where the lesson isn't there. */
export function answeredIn({ lesson, answers, predictions }: Pick<Submission, 'lesson' | 'answers' | 'predictions'>): Answered {
  const { folder, fields } = readLesson(lesson);
  const recall = answers === undefined ? [] : recallOf(fields);
  const ids = predictions === undefined ? [] : predictionIds(textOf(folder));
  return {
    ...(answers !== undefined && { questions: countAnswers(lessonQuestions(folder), answers) }),
    ...(answers !== undefined && recall.length > 0 && { recall: countAnswers(recall, answers) }),
    ...(predictions !== undefined && ids.length > 0 && { predictions: countPredictions(ids, predictions) }),
  };
}

const textOf = (folder: string): string => readFileSync(join(folder, 'index.mdx'), 'utf8');

/** The questions that a lesson begins with: they stand in the quizzes of the lessons that they name. */
function recallOf({ recall, number }: Pick<ReturnType<typeof readLesson>['fields'], 'recall' | 'number'>): readonly QuestionKey[] {
  const named = new Set(recall.map((id) => Number.parseInt(id, 10)));
  const asked = lessonSlugs().filter((slug) => named.has(Number.parseInt(slug, 10)));
  const lessons = asked.map((slug) => ({ number: Number.parseInt(slug, 10), questions: quizQuestions(textOf(readLesson(slug).folder)) }));
  return recalledQuestions(recall, number, lessons, (id) => id).map(({ key, question }) => ({ key, right: rightPlace(question.answers) }));
}

function countPredictions(ids: readonly string[], predictions: Readonly<Record<string, GivenPrediction>>): PredictionCount {
  const made = ids.flatMap((id) => (Object.hasOwn(predictions, id) ? (predictions[id] ?? []) : []));
  return { of: ids.length, made: made.length, settled: made.filter(({ settled }) => settled).length };
}

/** `5 of 6, 4 at once` */
export const questionWords = (count: QuestionCount | undefined): string => (count === undefined ? '' : `${count.right} of ${count.of}, ${count.atOnce} at once`);

/** `3 of 4, 2 settled` */
export const predictionWords = (count: PredictionCount | undefined): string => (count === undefined ? '' : `${count.made} of ${count.of}, ${count.settled} settled`);
