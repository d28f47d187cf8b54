/** How many questions were answered right. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { quizQuestions } from '../../lesson/node/quiz-questions.ts';
import { rightPlace } from '../../lesson/recall.ts';
import type { GivenAnswer } from '../../lesson/submission.ts';

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

/** What is read of a question. */
interface AnsweredQuestion {
  readonly key: string;
  readonly answers: readonly { readonly right?: boolean }[];
}

/** Of a lesson's quiz. @param folder The lesson's. */
export const lessonQuestions = (folder: string): readonly QuestionKey[] => keysOf(quizQuestions(readFileSync(join(folder, 'index.mdx'), 'utf8')));

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
