import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type BakedCell, type BakedLesson, parseBakedLesson } from '../../lesson/baked.ts';

const read = new Map<string, BakedLesson | undefined>();

/** What running the lesson has printed; undefined if it was never run (only a lesson without cells may do that). */
export function readBakedLesson(slug: string): BakedLesson | undefined {
  if (!import.meta.env.DEV && read.has(slug)) return read.get(slug);
  const file = resolve('.generated/lessons', `${slug}.json`);
  const baked = existsSync(file) ? parse(file) : undefined;
  read.set(slug, baked);
  return baked;
}

/** @throws Error that says what to run, if the cell's output isn't there. */
export function bakedCell(slug: string, id: string): BakedCell {
  const lesson = readBakedLesson(slug);
  if (!lesson) {
    throw new Error(
      `${slug} has cells but .generated/lessons/${slug}.json is missing: "npm run build" runs the lessons first`,
    );
  }
  const cell = lesson.cells[id];
  if (!cell) {
    throw new Error(
      `${slug}: no output for cell "${id}"; the lesson has changed since it was run; "npm run build" runs it again`,
    );
  }
  return cell;
}

function parse(file: string): BakedLesson {
  try {
    return parseBakedLesson(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`${file} is not what the lesson build writes: ${error instanceof Error ? error.message : error}`);
  }
}
