/** Reads the text of a lesson as its page is made from it. Apart from lesson-folder.ts: it loads TypeScript, which graders don't need. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { checkpoints } from '../../checkpoints/registry.ts';
import { termId, terms } from '../../glossary.ts';
import { type QuizLesson, recallProblem } from '../../recall.ts';
import type { LessonFolder } from '../lesson-folder.ts';
import type { AuthorMistake } from '../mistake.ts';
import { otherLanguages } from '../../translation/languages.ts';
import { quizQuestions } from '../quiz-questions.ts';
import type { Places } from './link-mistakes.ts';
import { pageMistakes } from './page-mistakes.ts';
import { translationMistakes } from './translation-mistakes.ts';

/** Pages beside the lessons. */
const otherPages: readonly string[] = ['', 'glossary', 'playground', 'certificate', 'final', 'fidelity'];

/** @throws Error with file and line of each mistake that would show in the page alone, or not at all. */
export function throwPageMistakes({ folder, fields }: Pick<LessonFolder, 'folder' | 'fields'>): void {
  const file = join(folder, 'index.mdx');
  const text = readFileSync(file, 'utf8');
  const lessons = (): readonly QuizLesson[] => pathsBeside(folder).map((path) => quizLesson(join(dirname(dirname(folder)), path)));
  throwMistakes(file, [...pageMistakes(text, placesFor(folder)), ...quizMistakes(text), ...recallMistakes(fields, text, lessons)]);
}

/** @throws Error with file and line of each mistake in the lesson’s translations, and of what differs from the lesson there. */
export async function throwTranslationMistakes({ folder }: Pick<LessonFolder, 'folder'>): Promise<void> {
  const translations = otherLanguages.map((language) => join(folder, `index.${language}.mdx`)).filter((file) => existsSync(file));
  if (translations.length === 0) return;
  const text = readFileSync(join(folder, 'index.mdx'), 'utf8');
  const places = placesFor(folder);
  for (const file of translations) throwMistakes(file, await mistakesOfTranslation(readFileSync(file, 'utf8'), text, places));
}

const pathsBeside = (folder: string): readonly string[] => globSync('*/*/index.mdx', { cwd: dirname(dirname(folder)) });

const placesFor = (folder: string): Places => ({
  folder,
  lessons: pathsBeside(folder).map((path) => basename(dirname(path))),
  pages: [...otherPages, ...checkpoints.map(({ part }) => `checkpoints/${part}`)],
  terms: terms.map((term) => `term-${termId(term)}`),
});

async function mistakesOfTranslation(text: string, original: string, places: Places): Promise<readonly AuthorMistake[]> {
  const ofPage = pageMistakes(text, places);
  // Where it isn’t even MDX, nothing can be compared.
  return ofPage.length > 0 ? ofPage : [...quizMistakes(text), ...(await translationMistakes(text, original))];
}

function throwMistakes(file: string, mistakes: readonly AuthorMistake[]): void {
  if (mistakes.length === 0) return;
  throw new Error(mistakes.map(({ line, message }) => `${relative(process.cwd(), file)}:${line}: ${message}`).join('\n'));
}

/** A quiz that other lessons couldn’t ask again. */
function quizMistakes(text: string): readonly AuthorMistake[] {
  try {
    quizQuestions(text);
    return [];
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    const [, line = '', message = words] = /^line (\d+): (.*)$/s.exec(words) ?? [];
    return [{ line: line === '' ? lineOfQuiz(text, words) : Number(line), message }];
  }
}

/** Of the last line that has the id which the words name, or of the first quiz. */
function lineOfQuiz(text: string, words: string): number {
  const id = /"(.*)"/.exec(words)?.[1];
  const lines = text.split('\n');
  const named = id === undefined ? -1 : lines.findLastIndex((line) => line.includes(id));
  return (named < 0 ? lines.findIndex((line) => line.startsWith('<Quiz')) : named) + 1;
}

/** @param lessons Read where something is asked again. */
function recallMistakes({ recall, number }: Pick<LessonFolder['fields'], 'recall' | 'number'>, text: string, lessons: () => readonly QuizLesson[]): readonly AuthorMistake[] {
  const problem = recall.length === 0 ? undefined : recallProblem(recall, number, lessons());
  if (problem === undefined) return [];
  const line = text.split('\n').findIndex((each) => each.includes(problem.id ?? 'recall:'));
  return [{ line: line + 1, message: problem.message }];
}

/** The build reads all lessons, and each asks for those before it. */
const read = new Map<string, QuizLesson>();

function quizLesson(file: string): QuizLesson {
  const text = readFileSync(file, 'utf8');
  const known = read.get(text);
  if (known !== undefined) return known;
  const lesson = { number: Number.parseInt(basename(dirname(file)), 10), questions: questionsOf(text) };
  read.set(text, lesson);
  return lesson;
}

function questionsOf(text: string): QuizLesson['questions'] {
  try {
    return quizQuestions(text);
  } catch {
    // Whoever reads that lesson is told.
    return [];
  }
}
