import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type BakedCell, type BakedLesson, parseBakedLesson } from '../../lesson/baked.ts';

interface Read {
  /** Of the file, when it was read: the development server's cells run again. */
  readonly changedMs: number | undefined;
  readonly baked: BakedLesson | undefined;
}
const read = new Map<string, Read>();

/** What running the lesson has printed; undefined if it was never run (only a lesson without cells may do that). */
export function readBakedLesson(slug: string): BakedLesson | undefined {
  const known = read.get(slug);
  if (!import.meta.env.DEV && known !== undefined) return known.baked;
  const file = resolve('.generated/lessons', `${slug}.json`);
  const changedMs = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  if (known !== undefined && known.changedMs === changedMs) return known.baked;
  const baked = changedMs === undefined ? undefined : parse(file);
  read.set(slug, { changedMs, baked });
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
