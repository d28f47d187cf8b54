/** Reads lessons from disk: for the build, the command line and tests. */
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parse } from 'yaml';
import { sourceEnding } from '../code/language.ts';
import { cellsOf } from '../cells/cells-of.ts';
import type { CellFence } from '../cells/fence.ts';
import type { BesideCluster } from '../cells/run-cell.ts';
import { nearest } from '../nearest.ts';
import { assembleExercise, type Exercise, type ExerciseFields } from '../exercise.ts';
import { exerciseKey } from '../exercise-names.ts';
import { besideOf } from './beside.ts';
import { checkMistakes } from './check-mistakes.ts';
import { readAnswers, readFiles } from './exercise-folder.ts';
import { lessonMistakes } from './lesson-mistakes.ts';
import { type LessonFrontmatter, lessonFrontmatter } from '../frontmatter.ts';
import { frontmatterText } from '../frontmatter-text.ts';
import { type LanesRequest, lanesOf } from '../lanes.ts';
import { type TraceRequest, tracesOf } from '../traces.ts';
import type { Check } from '../universes/types.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const lessons = join(root, 'src/content/lessons');

export interface LessonFolder {
  /** `12-replicaset` */
  readonly slug: string;
  readonly folder: string;
  readonly fields: LessonFrontmatter & { readonly beside: BesideCluster };
  readonly cells: readonly CellFence[];
  readonly traces: readonly TraceRequest[];
  readonly lanes: readonly LanesRequest[];
  /** The first. */
  readonly exercise?: Exercise;
  /** All, the first before the others. */
  readonly exercises: readonly LessonExercise[];
  /** What the lesson's workspace begins with: the start of each exercise. */
  readonly start: Readonly<Record<string, string>>;
}

export interface LessonExercise {
  /** `6-quorum`; of a further one `6-quorum/restore`. */
  readonly key: string;
  /** Of a further one. */
  readonly name?: string;
  /** Where its `check.ts` stands. */
  readonly folder: string;
  readonly fields: NonNullable<LessonFrontmatter['exercise']>;
  readonly exercise: Exercise;
}

/** Every lesson's slug, in the course's order. */
export function lessonSlugs(): readonly string[] {
  return globSync('*/*/index.mdx', { cwd: lessons })
    .map((path) => basename(dirname(path)))
    .sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10));
}

/** The name in full: `12` is `12-replicaset`, and `6/restore` is `6-quorum/restore`. Other names stay as they are. */
export function fullName(name: string): string {
  const [number = '', ...exercise] = name.split('/');
  if (!/^\d+$/.test(number)) return name;
  const slug = lessonSlugs().find((each) => each.startsWith(`${number}-`));
  return [slug ?? number, ...exercise].join('/');
}

/** Reads a lesson whole. Throws an Error that says which file is wrong and how. */
export function readLesson(slug: string): LessonFolder {
  const path = globSync(`*/${slug}/index.mdx`, { cwd: lessons })[0];
  if (path === undefined) throw new Error(`there is no lesson ${slug}: there are ${lessonSlugs().join(', ')}`);
  const folder = dirname(join(lessons, path));
  const text = readFileSync(join(lessons, path), 'utf8');
  throwMistakes(path, text);
  const fields = lessonFrontmatter.parse(parse(frontmatterText(text) ?? ''));
  const cells = cellsOf(text);
  const traces = tracesOf(text);
  const lanes = lanesOf(text);
  if (fields.exercise === undefined && fields.programs.length > 0)
    throw new Error(`${slug}: what runs beside the cluster is shown in the exercise, and there is none`);
  const exercises = readExercises(slug, path, fields);
  const start = startOf(path, exercises);
  const lesson = { slug, folder, fields: { ...fields, beside: besideOf(fields) }, cells, traces, lanes, exercises, start };
  const [first] = exercises;
  return first === undefined ? lesson : { ...lesson, exercise: first.exercise };
}

/** The exercise of a key: `6-quorum` is the lesson's first, `6-quorum/restore` a further one. @throws Error that names those that are there. */
export function readExercise(key: string): LessonExercise {
  const [slug = ''] = key.split('/');
  const { exercises } = readLesson(slug);
  const found = exercises.find((each) => each.key === key);
  if (found !== undefined) return found;
  const known = exercises.map((each) => each.key);
  throw new Error(known.length === 0 ? `${slug} has no exercise` : `there is no exercise ${key}: there are ${known.join(', ')}`);
}

/** The key of every exercise, in the course's order. */
export const exerciseKeys = (): readonly string[] => lessonSlugs().flatMap((slug) => readLesson(slug).exercises.map(({ key }) => key));

/** Of a lesson all its exercises, in order; of `6-quorum/restore` that one. Reading them finds what is written wrongly. */
export const keysNamed = (name: string): readonly string[] => (name.includes('/') ? [readExercise(name).key] : readLesson(name).exercises.map(({ key }) => key));

function readExercises(slug: string, path: string, { exercise, exercises, programs }: LessonFrontmatter): readonly LessonExercise[] {
  if (exercise === undefined) return [];
  const read = (folder: string, own: typeof exercise, line: RegExp, shown: readonly string[]): Pick<LessonExercise, 'folder' | 'fields' | 'exercise'> => {
    const found = assembled({ path, folder, line }, own, shown);
    checkWrongAnswers(`${folder}/index.mdx`, found.wrong);
    checkLadder(path, Object.keys(own.ladder), found.wrong.flatMap(({ causes }) => causes), (cause) => lineOf(path, (each) => each.trim().replaceAll(/^['"]|['"]?:$/g, '') === cause));
    return { folder: join(lessons, folder), fields: own, exercise: found };
  };
  const first = { key: exerciseKey(slug), ...read(dirname(path), exercise, /^exercise:/, programs) };
  // Programs beside the cluster are shown once, with the first.
  const further = Object.entries(exercises).map(([name, own]) => ({ key: exerciseKey(slug, name), name, ...read(`${dirname(path)}/exercises/${name}`, own, new RegExp(`^  ${name}:`), []) }));
  return [first, ...further];
}

/** One workspace holds the files of all. @throws Error for a name that two exercises give to files that differ, or that can both be edited. */
function startOf(path: string, exercises: readonly LessonExercise[]): Readonly<Record<string, string>> {
  const start: Record<string, string> = {};
  const fixedIn = new Set<string>();
  for (const { key, exercise } of exercises)
    for (const [name, text] of Object.entries(exercise.start)) {
      const isShared = start[name] === text && fixedIn.has(name) && exercise.fixed.includes(name);
      if (start[name] !== undefined && !isShared)
        throw new Error(`src/content/lessons/${path}:1: the exercise ${key} has a file ${name}, and so has the one before: all stand in one workspace, so each needs a name of its own`);
      start[name] = text;
      if (exercise.fixed.includes(name)) fixedIn.add(name);
    }
  return start;
}

/** Where an exercise stands: its folder, and the line of the lesson's text that has its fields. */
interface ExercisePlace {
  readonly path: string;
  readonly folder: string;
  readonly line: RegExp;
}

/** @throws Error that names the file: what is written wrongly in an answer with its line, what is missing with the line that asks for it. */
function assembled({ path, folder: inside, line }: ExercisePlace, fields: ExerciseFields, programs: readonly string[]): Exercise {
  const folder = join(lessons, inside);
  const files = {
    start: readFiles(join(folder, 'start')),
    solution: readFiles(join(folder, 'solution')),
    wrong: readAnswers(join(folder, 'wrong')),
    right: readAnswers(join(folder, 'right')),
    engine: engineFiles(fields),
    programs: Object.fromEntries(programs.map(programFile)),
  };
  try {
    return assembleExercise(fields, files);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const inAnswer = /^(?:wrong|right)\//.test(message);
    throw new Error(`src/content/lessons/${inAnswer ? `${inside}/` : `${path}:${lineOf(path, (each) => line.test(each))}: `}${message}`);
  }
}

/** From 1. */
const lineOf = (path: string, isWanted: (line: string) => boolean): number => readFileSync(join(lessons, path), 'utf8').split('\n').findIndex(isWanted) + 1;

/** So many typical mistakes are the least that shows whether a check notices any. */
const fewestWrongAnswers = 4;

/** @throws Error where there are too few that differ. */
export function checkWrongAnswers(path: string, wrong: readonly { readonly causes: readonly string[] }[]): void {
  const distinct = new Set(wrong.map(({ causes }) => causes.join(' | '))).size;
  if (distinct >= fewestWrongAnswers) return;
  throw new Error(`src/content/lessons/${dirname(path)}/wrong: ${wrong.length} wrong answers with ${distinct} different causes; write at least ${fewestWrongAnswers} that fail for different reasons`);
}

/** Other right answers are the least that shows whether a check takes one way to be right for the only one. */
const fewestRightAnswers = 5;

/** What an author of an exercise with fewer should know; undefined: there are enough that differ. */
export function rightAnswersNote({ right }: Pick<Exercise, 'right'>): string | undefined {
  const distinct = new Set(right.map(({ text }) => text)).size;
  return distinct >= fewestRightAnswers ? undefined : `right/ has ${distinct} answers that differ; write at least ${fewestRightAnswers} that differ in kind`;
}

function throwMistakes(path: string, text: string): void {
  const others = globSync('*/*/index.mdx', { cwd: lessons }).filter((other) => other !== path);
  const mistakes = lessonMistakes({ folder: dirname(path), text, others: others.map((other) => dirname(other)), start: readFiles(join(lessons, dirname(path), 'start')), controllers: controllerNames(), programs: programNames() });
  if (mistakes.length > 0) throw new Error(mistakes.map(({ line, message }) => `src/content/lessons/${path}:${line}: ${message}`).join('\n'));
}

/** What a cluster can go without: each controller has a folder of its name. */
export const controllerNames = (): readonly string[] => [...readdirSync(join(root, 'src/engine/controllers'), { withFileTypes: true }).filter((each) => each.isDirectory()).map(({ name }) => name), 'scheduler'];

const programNames = (): readonly string[] => readdirSync(join(root, 'src/lesson/programs')).filter(isSource).map((name) => name.replace(sourceEnding, ''));

/** @throws Error that names the cause which no wrong answer of the lesson has, and the nearest that one has. */
export function checkLadder(path: string, rungs: readonly string[], causes: readonly string[], lineOfRung: (cause: string) => number): void {
  const unknown = rungs.find((cause) => !causes.includes(cause));
  if (unknown === undefined) return;
  const near = nearest(unknown, causes);
  throw new Error(`src/content/lessons/${path}:${lineOfRung(unknown)}: ladder: no file of wrong/ has the cause "${unknown}"${near === undefined ? '' : `; the nearest is "${near}"`}`);
}

function engineFiles({ replaces, part, file }: ExerciseFields): Record<string, string> {
  if (replaces === undefined) return {};
  if (part === undefined) return readFolder(join(root, 'src/engine/controllers', replaces));
  return { [file]: readFileSync(join(root, 'src/engine/parts', `${part}.ts`), 'utf8') };
}

const programFile = (name: string): [string, string] => {
  const file = `${name}.ts`;
  return [file, readFileSync(join(root, 'src/lesson/programs', file), 'utf8')];
};

/** The check of an exercise, by its folder. @throws Error with file and line where it can't be loaded. */
export async function loadCheck(folder: string): Promise<Check> {
  const file = join(folder, 'check.ts');
  if (!existsSync(file)) throw new Error(`${relative(root, folder)}/index.mdx:1: the lesson has an exercise, and no check.ts`);
  try {
    const module: { default: Check } = await import(pathToFileURL(file).href);
    return module.default;
  } catch (error) {
    const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
    const line = /check\.ts:(\d+)/.exec(stack)?.[1] ?? '1';
    throw new Error(`${relative(root, file)}:${line}: ${message}`);
  }
}

const isSource = (name: string): boolean => sourceEnding.test(name) && !name.endsWith('.test.ts');

/** @param key Of the exercise. @throws Error with file and line of each name in `check.ts` that nothing has, and of what would be judged by nothing. */
export function throwCheckMistakes(key: string, check: Check): void {
  const { exercise, folder } = readExercise(key);
  const [slug = ''] = key.split('/');
  const mistakes = checkMistakes({ check, exercise, lesson: readLesson(slug).fields, text: readFileSync(join(folder, 'check.ts'), 'utf8'), controllers: controllerNames() });
  if (mistakes.length > 0) throw new Error(mistakes.map(({ line, message }) => `${relative(root, folder)}/check.ts:${line}: ${message}`).join('\n'));
}

/** The engine's files of a folder, by name; tests and prose are left out. */
function readFolder(folder: string): Record<string, string> {
  if (!existsSync(folder)) return {};
  const names = readdirSync(folder).filter(isSource);
  return Object.fromEntries(names.sort().map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}
