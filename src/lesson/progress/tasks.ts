/** What becomes of a lesson's work when a prediction is made, settled, or a question answered: the part that changes. Pure. */
import type { LessonWork } from './work.ts';

/** What is settled stays as it was. */
export function predicted({ predictions }: LessonWork, id: string, choice: string): Pick<LessonWork, 'predictions'> {
  if (predictions[id]?.settled === true) return { predictions };
  return { predictions: { ...predictions, [id]: { choice, settled: false } } };
}

/** The cell that decides has run. */
export function settled({ predictions }: LessonWork, id: string): Pick<LessonWork, 'predictions'> {
  const made = predictions[id];
  if (made === undefined || made.settled) return { predictions };
  return { predictions: { ...predictions, [id]: { ...made, settled: true } } };
}

/** The first answer is remembered, and that it was once right. */
export function answered({ quiz }: LessonWork, question: string, answer: number, right: boolean): Pick<LessonWork, 'quiz'> {
  const known = quiz[question];
  const now = { first: known?.first ?? answer, last: answer, right: right || known?.right === true };
  return { quiz: { ...quiz, [question]: now } };
}
