/** What an author has written wrongly in a lesson's `index.mdx`: each mistake with its line, what was expected, and the nearest name. */
import { isMap, isScalar, LineCounter, parseDocument } from 'yaml';
import { exerciseFields, lessonFields, type LessonFrontmatter, lessonFrontmatter } from '../frontmatter.ts';
import { frontmatterText } from '../frontmatter-text.ts';
import { nearest } from '../nearest.ts';
import { cellMistakes } from './cell-mistakes.ts';
import { exerciseMistakes } from './exercise-mistakes.ts';
import type { AuthorMistake } from './mistake.ts';
import { unknownController, unknownControllers } from './check-mistakes.ts';

export interface LessonText {
  /** `3-loops/12-replicaset` */
  readonly folder: string;
  readonly text: string;
  /** Folders of the other lessons. */
  readonly others: readonly string[];
  /** What stands in `start/`, by name. */
  readonly start?: Readonly<Record<string, string>>;
  /** Names of controllers that a cluster can go without, and of programs that can run beside it. Absent: they aren't checked. */
  readonly controllers?: readonly string[];
  readonly programs?: readonly string[];
}

/** Every mistake that shows without running anything, in order of lines. */
export function lessonMistakes(lesson: LessonText): readonly AuthorMistake[] {
  const { text } = lesson;
  const frontmatter = frontmatterText(text);
  if (frontmatter === undefined) return [{ line: 1, message: 'the file begins with no frontmatter: a line ---, fields, and a line ---' }];
  const mistakes = [...frontmatterMistakes(frontmatter, lesson), ...cellMistakes(lesson)];
  return mistakes.sort((a, b) => a.line - b.line);
}

/** Keys of the frontmatter, where they stand. */
type LineOf = (path: readonly PropertyKey[]) => number;

function frontmatterMistakes(frontmatter: string, lesson: LessonText): readonly AuthorMistake[] {
  const lines = new LineCounter();
  const document = parseDocument(frontmatter, { lineCounter: lines });
  // The line of the three dashes comes before.
  const at = (offset: number): number => lines.linePos(offset).line + 1;
  if (document.errors.length > 0) return document.errors.map(({ pos, message }) => ({ line: at(pos[0]), message: `no YAML: ${yamlWords(message)}` }));
  const lineOf: LineOf = (path) => at(offsetOf(document.contents, path));
  const fields: unknown = document.toJS();
  return [...unknownKeys(fields, lineOf), ...wrongFields(fields, lineOf, lesson), ...wrongPlace(fields, lineOf, lesson)];
}

/** The parser's own, without its place: it counts from the line after the three dashes. */
const yamlWords = (message: string): string => (message.split('\n')[0] ?? '').replace(/ at line \d+, column \d+:?$/, '');

/** Of the key at this path, or of the last one on the way to it that is there. */
export function offsetOf(contents: unknown, path: readonly PropertyKey[]): number {
  let [node, offset] = [contents, 0];
  for (const step of path) {
    if (!isMap(node)) break;
    const pair = node.items.find(({ key }) => isScalar(key) && key.value === step);
    if (pair === undefined) break;
    if (isScalar(pair.key)) offset = pair.key.range?.[0] ?? offset;
    node = pair.value;
  }
  return offset;
}

function unknownKeys(fields: unknown, lineOf: LineOf): readonly AuthorMistake[] {
  if (typeof fields !== 'object' || fields === null) return [];
  const known = Object.keys(lessonFields);
  return Object.keys(fields)
    .filter((key) => !known.includes(key))
    .map((key) => ({ line: lineOf([key]), message: `a lesson has no field "${key}"; the nearest is "${nearest(key, known)}"` }));
}

function wrongFields(fields: unknown, lineOf: LineOf, lesson: LessonText): readonly AuthorMistake[] {
  const parsed = lessonFrontmatter.safeParse(fields);
  if (!parsed.success) return parsed.error.issues.flatMap((issue) => issueMistakes(issue, fields, lineOf));
  return [...exerciseMistakes(parsed.data, lesson.text, lineOf), ...unknownNames(parsed.data, lineOf, lesson)];
}

type Issue = NonNullable<ReturnType<typeof lessonFrontmatter.safeParse>['error']>['issues'][number];

function issueMistakes(issue: Issue, fields: unknown, lineOf: LineOf): readonly AuthorMistake[] {
  const { path, message } = issue;
  const name = path.map(String).join('.') || 'the frontmatter';
  if (issue.code === 'unrecognized_keys') {
    const known = path.includes('ladder') ? ['look', 'fragment'] : String(path[0]).startsWith('exercise') ? exerciseFields : [];
    return issue.keys.map((key) => ({ line: lineOf([...path, key]), message: `${name} has no field "${key}"${known.length === 0 ? '' : `; the nearest is "${nearest(key, known)}"`}` }));
  }
  const value = valueAt(fields, path);
  if (issue.code === 'invalid_value' && typeof value === 'string') {
    const known = issue.values.map(String);
    return [{ line: lineOf(path), message: `${name}: there is no "${value}"; the nearest is "${nearest(value, known)}", and there are ${known.join(', ')}` }];
  }
  const isMissing = path.length > 0 && value === undefined;
  return [{ line: lineOf(path), message: isMissing ? `the field ${name} is missing: ${message.replace(/^Invalid input: |, received undefined$/g, '')}` : `${name}: ${message.replace(/^Invalid input: /, '')}` }];
}

const valueAt = (fields: unknown, path: readonly PropertyKey[]): unknown => path.reduce((value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined), fields);

/** Names that would be looked for in vain, or not at all. */
function unknownNames({ programs, withoutControllers }: LessonFrontmatter, lineOf: LineOf, lesson: LessonText): readonly AuthorMistake[] {
  const { controllers, programs: known } = lesson;
  const missing = known === undefined ? [] : programs.filter((name) => !known.includes(name));
  const leftOut = controllers === undefined ? [] : unknownControllers(withoutControllers, controllers);
  return [
    ...missing.map((name) => ({ line: lineOf(['programs']), message: `programs: src/lesson/programs/ has no "${name}"; the nearest is "${nearest(name, known ?? []) ?? ''}"` })),
    ...leftOut.map((name) => ({ line: lineOf(['withoutControllers']), message: unknownController(name, controllers ?? []) })),
  ];
}

/** Part and number stand in the names of the folders, too. */
function wrongPlace(fields: unknown, lineOf: LineOf, { folder, others }: LessonText): readonly AuthorMistake[] {
  if (typeof fields !== 'object' || fields === null) return [];
  const [partFolder = '', lessonFolder = ''] = folder.split('/');
  const mistakes: AuthorMistake[] = [];
  for (const [key, name] of [['part', partFolder], ['number', lessonFolder]] as const) {
    const value: unknown = Reflect.get(fields, key);
    if (value !== undefined && Number.parseInt(name, 10) !== value) mistakes.push({ line: lineOf([key]), message: `${key} is ${String(value)}, and the folder is called ${name}` });
  }
  const twin = others.find((other) => Number.parseInt(other.split('/')[1] ?? '', 10) === Number.parseInt(lessonFolder, 10));
  if (twin !== undefined) mistakes.push({ line: lineOf(['number']), message: `the number ${Number.parseInt(lessonFolder, 10)} is that of ${twin}, too` });
  return mistakes;
}
