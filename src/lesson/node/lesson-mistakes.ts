/** What an author has written wrongly in a lesson's `index.mdx`: each mistake with its line, what was expected, and the nearest name. */
import { isMap, isScalar, LineCounter, parseDocument } from 'yaml';
import { cellsOf } from '../cells/cells-of.ts';
import { lessonFields, lessonFrontmatter } from '../frontmatter.ts';
import { nearest } from '../nearest.ts';

export interface Mistake {
  /** From 1. */
  readonly line: number;
  readonly message: string;
}

export interface LessonText {
  /** `3-loops/12-replicaset` */
  readonly folder: string;
  readonly text: string;
  /** Folders of the other lessons. */
  readonly others: readonly string[];
  /** What stands in `start/`, by name. */
  readonly start?: Readonly<Record<string, string>>;
}

/** Every mistake that shows without running anything, in order of lines. */
export function lessonMistakes(lesson: LessonText): readonly Mistake[] {
  const { text } = lesson;
  const frontmatter = /^---\n([\s\S]*?)\n---\n/.exec(text)?.[1];
  if (frontmatter === undefined) return [{ line: 1, message: 'the file begins with no frontmatter: a line ---, fields, and a line ---' }];
  const mistakes = [...frontmatterMistakes(frontmatter, lesson), ...cellMistakes(lesson)];
  return mistakes.sort((a, b) => a.line - b.line);
}

/** Keys of the frontmatter, where they stand. */
type LineOf = (path: readonly PropertyKey[]) => number;

function frontmatterMistakes(frontmatter: string, lesson: LessonText): readonly Mistake[] {
  const lines = new LineCounter();
  const document = parseDocument(frontmatter, { lineCounter: lines });
  // The line of the three dashes comes before.
  const at = (offset: number): number => lines.linePos(offset).line + 1;
  if (document.errors.length > 0) return document.errors.map(({ pos, message }) => ({ line: at(pos[0]), message: `no YAML: ${message.split('\n')[0] ?? ''}` }));
  const lineOf: LineOf = (path) => at(offsetOf(document.contents, path));
  const fields: unknown = document.toJS();
  return [...unknownKeys(fields, lineOf), ...wrongFields(fields, lineOf), ...wrongPlace(fields, lineOf, lesson)];
}

/** Of the key at this path, or of the last one on the way to it that is there. */
function offsetOf(contents: unknown, path: readonly PropertyKey[]): number {
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

function unknownKeys(fields: unknown, lineOf: LineOf): readonly Mistake[] {
  if (typeof fields !== 'object' || fields === null) return [];
  const known = Object.keys(lessonFields);
  return Object.keys(fields)
    .filter((key) => !known.includes(key))
    .map((key) => ({ line: lineOf([key]), message: `a lesson has no field "${key}"; the nearest is "${nearest(key, known)}"` }));
}

function wrongFields(fields: unknown, lineOf: LineOf): readonly Mistake[] {
  const parsed = lessonFrontmatter.safeParse(fields);
  if (parsed.success) {
    const { exercise } = parsed.data;
    if (exercise === undefined || exercise.hints.length > 0) return [];
    return [{ line: lineOf(['exercise']), message: 'the exercise has no hints: a learner who is stuck finds nothing' }];
  }
  return parsed.error.issues.map(({ path, message }) => ({ line: lineOf(path), message: `${path.map(String).join('.') || 'the frontmatter'}: ${message}` }));
}

/** Part and number stand in the names of the folders, too. */
function wrongPlace(fields: unknown, lineOf: LineOf, { folder, others }: LessonText): readonly Mistake[] {
  if (typeof fields !== 'object' || fields === null) return [];
  const [partFolder = '', lessonFolder = ''] = folder.split('/');
  const mistakes: Mistake[] = [];
  for (const [key, name] of [['part', partFolder], ['number', lessonFolder]] as const) {
    const value: unknown = Reflect.get(fields, key);
    if (value !== undefined && Number.parseInt(name, 10) !== value) mistakes.push({ line: lineOf([key]), message: `${key} is ${String(value)}, and the folder is called ${name}` });
  }
  const twin = others.find((other) => Number.parseInt(other.split('/')[1] ?? '', 10) === Number.parseInt(lessonFolder, 10));
  if (twin !== undefined) mistakes.push({ line: lineOf(['number']), message: `the number ${Number.parseInt(lessonFolder, 10)} is that of ${twin}, too` });
  return mistakes;
}

function cellMistakes({ text, start = {} }: LessonText): readonly Mistake[] {
  let cells: ReturnType<typeof cellsOf>;
  try {
    cells = cellsOf(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const [, line, rest] = /^line (\d+): (.*)$/s.exec(message) ?? [];
    return [{ line: Number(line ?? 1), message: rest ?? message }];
  }
  const ids = cells.map(({ id }) => id);
  const lines = text.split('\n');
  const differing = cells.filter(({ file = '', code }) => start[file] !== undefined && start[file].trim() !== code.trim());
  return [
    ...namesOfNoCell(lines, ids),
    ...differing.map(({ id, file = '' }) => ({
      line: lines.findIndex((line) => line.startsWith('```') && line.includes(`file=${file}`)) + 1,
      message: `the cell "${id}" is ${file}, and differs from start/${file}: the exercise would begin with another file than the page shows`,
    })),
  ];
}

function namesOfNoCell(lines: readonly string[], ids: readonly string[]): readonly Mistake[] {
  return lines.flatMap((written, index) =>
    [...written.matchAll(/(?:^|\s)cell="([^"]*)"/g)]
      .map(([, id = '']) => id)
      .filter((id) => !ids.includes(id))
      .map((id) => {
        const near = nearest(id, ids);
        return { line: index + 1, message: `no cell is called "${id}"${near === undefined ? ': the lesson has no cells' : `; the nearest is "${near}"`}` };
      }),
  );
}
