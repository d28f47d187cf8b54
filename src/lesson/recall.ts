/** Two questions of earlier lessons' quizzes that a lesson asks again before it begins, spaced: what was learned a while ago stays. Pure. */
import { nearest } from './nearest.ts';

export interface QuizQuestion {
  /** What it is called where it is asked again. */
  readonly id?: string;
  /** Under which its answers are kept: `quiz-2`. */
  readonly key: string;
  readonly ask: string;
  readonly answers: readonly { readonly text: string; readonly because: string; readonly right: boolean }[];
}

/** Place of the right answer of a question: what is kept of it. */
export const rightPlace = (answers: readonly { readonly right?: boolean }[]): number => answers.findIndex(({ right }) => right === true);

export interface QuizLesson {
  readonly number: number;
  readonly questions: readonly QuizQuestion[];
}

export interface Recalled {
  /** Under which its answers are kept in the lesson that asks again: `recall-3-created`. */
  readonly key: string;
  readonly lesson: number;
  readonly question: QuizQuestion;
}

/** The first lesson that has enough before it. */
export const firstRecall = 4;
/** One of the two questions is from at least so many lessons before. */
const spacedLessons = 3;
/** What is kept of "I don't remember": no question has so many answers. */
export const notRemembered = 99;

/**
 * What `recall: [3/created, 1/power-loss]` in the frontmatter of lesson `number` means.
 * @param lessons Those that are written.
 * @param where `path:line` of an id in the lesson's file.
 * @throws Error that begins with `where`, and says what was expected.
 */
export function recalledQuestions(ids: readonly string[], number: number, lessons: readonly QuizLesson[], where: (id: string) => string): readonly Recalled[] {
  const earlier = lessons.filter((lesson) => lesson.number < number);
  const known = new Map<string, { readonly lesson: number; readonly question: QuizQuestion }>();
  for (const { number: lesson, questions } of earlier) {
    for (const question of questions) if (question.id !== undefined) known.set(`${lesson}/${question.id}`, { lesson, question });
  }
  const found = ids.map((id) => {
    const one = known.get(id);
    if (one !== undefined) return { key: `recall-${id.replace('/', '-')}`, ...one };
    const near = nearest(id, [...known.keys()]);
    const hint = near === undefined ? 'no earlier question has an id' : `the nearest is "${near}"`;
    throw new Error(`${where(id)}: recall names "${id}", which no question of an earlier lesson is called: ${hint}`);
  });
  const problem = spacingProblem(found, number, known);
  if (problem !== undefined) throw new Error(`${where(ids[0] ?? 'recall')}: ${problem}`);
  return found;
}

function spacingProblem(found: readonly Recalled[], number: number, known: ReadonlyMap<string, unknown>): string | undefined {
  if (found.length === 0) return undefined;
  const [older, newer] = found.map(({ lesson }) => lesson).sort((a, b) => a - b);
  if (found.length !== 2 || older === undefined || newer === undefined) return `recall names two questions, and this lesson names ${found.length}`;
  if (older === newer) return `recall names questions of two lessons, and both are from lesson ${older}`;
  if (older > number - spacedLessons) return `recall names one question of lesson ${number - spacedLessons} or before, and the older is from lesson ${older}`;
  const before = [...known.keys()].filter((id) => id.startsWith(`${number - 1}/`));
  if (before.length > 0 && newer !== number - 1) return `recall names one question of lesson ${number - 1}, the one before: ${before.join(', ')}`;
  return undefined;
}
