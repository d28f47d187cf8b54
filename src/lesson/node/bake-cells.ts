/** Runs the cells of a page in Node, for the build and for `lesson check`. What its author has to mend is named with file and line. */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createNodeRuntime } from '../../runtimes/node/node-runtime.ts';
import { nodePlatform } from '../../runtimes/platforms.ts';
import { type Descriptions, sessionParts } from '../../session/parts.ts';
import { bakeLesson, CellError } from '../bake.ts';
import type { BakedLesson } from '../baked.ts';
import { lessonLog } from '../cells/run-cell.ts';
import type { LessonFolder } from './lesson-folder.ts';
import { cellOfLocalTime, mayPrintLocalTime } from './local-time.ts';
import { predictionMistakes } from './page/predictions.ts';

/** A page with cells: a lesson, the glossary, a checkpoint. */
export interface CellPage extends Pick<LessonFolder, 'cells' | 'traces' | 'lanes' | 'start'> {
  readonly fields: Parameters<typeof lessonLog>[0];
}

/** @throws Error that names the cell which fails, or prints something else in another time zone. @param placeOf Where a cell stands. */
export async function bakeCells({ fields, start, cells, traces, lanes }: CellPage, descriptions: Descriptions, placeOf: (cell: string) => string): Promise<BakedLesson> {
  const bake = async (): Promise<BakedLesson> => {
    const runtime = createNodeRuntime(sessionParts(nodePlatform(), descriptions));
    try {
      return await bakeLesson(runtime, lessonLog(fields, start), cells, traces, lanes);
    } catch (error) {
      throw error instanceof CellError ? new Error(`${placeOf(error.cell)}: ${error.message}`) : error;
    } finally {
      runtime.stop();
    }
  };
  const baked = await bake();
  const local = mayPrintLocalTime(cells) ? await cellOfLocalTime(baked, bake) : undefined;
  if (local === undefined) return baked;
  throw new Error(`${placeOf(local)}: the cell "${local}" prints something else in another time zone; print toISOString(), or what getUTCHours() and the like return`);
}

/** @throws Error as `bakeCells`, and for each prediction that none of its options answers. */
export async function bakeFolder(lesson: LessonFolder, descriptions: Descriptions = {}): Promise<BakedLesson> {
  const path = join(lesson.folder, 'index.mdx');
  const file = relative(process.cwd(), path);
  const text = readFileSync(path, 'utf8');
  const baked = await bakeCells(lesson, descriptions, (cell) => `${file}:${lineOfCell(text, cell)}`);
  const mistakes = predictionMistakes(text, lesson.cells.map(({ id }) => id), baked);
  if (mistakes.length > 0) throw new Error(mistakes.map(({ line, message }) => `${file}:${line}: ${message}`).join('\n'));
  return baked;
}

/** Of its fence. A cell without a name of its own is called after its place: the line is the first. */
export function lineOfCell(text: string, cell: string): number {
  const fence = new RegExp(`^\`\`\`.*\\bcell\\b.*\\bid=${cell}(?:\\s|$)`);
  const lines = text.split('\n');
  const named = lines.findIndex((line) => fence.test(line));
  if (named >= 0) return named + 1;
  const nth = Number(/^cell-(\d+)$/.exec(cell)?.[1] ?? 0);
  const fences = lines.flatMap((line, index) => (/^```\w+ (?:.* )?cell\b/.test(line) ? [index + 1] : []));
  return fences[nth - 1] ?? 1;
}
