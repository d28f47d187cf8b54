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
 * What `recall: [3/created, 1/power-loss]` in the frontmatter of lesson `number` means. A question of a lesson that this course doesn't have is
 * left out.
 * @param lessons Those that are written.
 * @param where `path:line` of an id in the lesson's file.
 * @throws Error that begins with `where`, and says what was expected.
 */
export function recalledQuestions(ids: readonly string[], number: number, lessons: readonly QuizLesson[], where: (id: string) => string): readonly Recalled[] {
  const problem = recallProblem(ids, number, lessons);
  if (problem !== undefined) throw new Error(`${where(problem.id ?? 'recall')}: ${problem.message}`);
  const known = knownQuestions(number, lessons);
  return ids.flatMap((id) => {
    const one = known.get(id);
    return one === undefined ? [] : [{ key: `recall-${id.replace('/', '-')}`, ...one }];
  });
}

type KnownQuestions = ReadonlyMap<string, { readonly lesson: number; readonly question: QuizQuestion }>;

/** Those that have an id, of the lessons before this one. */
function knownQuestions(number: number, lessons: readonly QuizLesson[]): KnownQuestions {
  const named = lessons.filter((lesson) => lesson.number < number).flatMap(({ number: lesson, questions }) => questions.map((question) => ({ lesson, question })));
  return new Map(named.filter(({ question }) => question.id !== undefined).map((one) => [`${one.lesson}/${one.question.id}`, one]));
}

/** What is wrong with the ids, and about which it is. */
export interface RecallProblem {
  readonly id?: string;
  readonly message: string;
}

/** Undefined: nothing is. */
export function recallProblem(ids: readonly string[], number: number, lessons: readonly QuizLesson[]): RecallProblem | undefined {
  const known = knownQuestions(number, lessons);
  const left = ids.filter((id) => !isLeftOut(id, number, lessons));
  const unknown = left.find((id) => !known.has(id));
  if (unknown !== undefined) return { id: unknown, message: `recall names "${unknown}", ${unknownQuestion(unknown, number, [...known.keys()])}` };
  if (left.length < ids.length) return undefined;
  const message = spacingProblem(ids.map((id) => ({ lesson: known.get(id)?.lesson ?? 0 })), number, known);
  const [id] = ids;
  return message === undefined ? undefined : { ...(id === undefined ? {} : { id }), message };
}

/** Of an earlier lesson that isn't in this course. */
function isLeftOut(id: string, number: number, lessons: readonly QuizLesson[]): boolean {
  const lesson = Number.parseInt(id, 10);
  return lesson < number && !lessons.some((each) => each.number === lesson);
}

/** Of a lesson that has questions, these are what was meant; else the nearest of all. */
function unknownQuestion(id: string, number: number, known: readonly string[]): string {
  const lesson = Number.parseInt(id, 10);
  if (lesson >= number) return `and asks what lessons before lesson ${number} have taught`;
  const its = known.filter((each) => each.startsWith(`${lesson}/`));
  const near = nearest(id, its.length > 0 ? its : known);
  const all = its.length > 0 ? `, and lesson ${lesson} has ${its.join(', ')}` : '';
  return `which no question of an earlier lesson is called: ${near === undefined ? 'no earlier question has an id' : `the nearest is "${near}"${all}`}`;
}

function spacingProblem(found: readonly Pick<Recalled, 'lesson'>[], number: number, known: ReadonlyMap<string, unknown>): string | undefined {
  if (found.length === 0) return undefined;
  const [older, newer] = found.map(({ lesson }) => lesson).sort((a, b) => a - b);
  if (found.length !== 2 || older === undefined || newer === undefined) return `recall names two questions, and this lesson names ${found.length}`;
  if (older === newer) return `recall names questions of two lessons, and both are from lesson ${older}`;
  if (older > number - spacedLessons) return `recall names one question of lesson ${number - spacedLessons} or before, and the older is from lesson ${older}`;
  const before = [...known.keys()].filter((id) => id.startsWith(`${number - 1}/`));
  if (before.length > 0 && newer !== number - 1) return `recall names one question of lesson ${number - 1}, the one before: ${before.join(', ')}`;
  return undefined;
}
