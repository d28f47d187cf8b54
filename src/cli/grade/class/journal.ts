/**
 * What has been graded, a line of JSON each, written as it goes: who runs the command again goes on from there. A file that has changed, another
 * number of universes and another version of the checks make a line of no use; it is left where it is.
 */
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, globSync, readFileSync, truncateSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Entry } from './entry.ts';

export interface Journal {
  /** What is known of a file with this text. */
  find(sha256: string): Omit<Entry, 'file'> | undefined;
  add(entry: Entry): void;
}

interface Line {
  readonly course: string;
  readonly universes: number | null;
  readonly entry: Entry;
}

export interface JournalSetting {
  /** The first is written to. Without any, nothing is graded twice in one run, and nothing is kept. */
  readonly files: readonly string[];
  /** See `courseOf`. */
  readonly course: string;
  readonly universes: number | undefined;
  /** Is told of a line that can't be read. */
  warn(words: string): void;
}

/** Where a folder's journal is kept: beside the folder, as whoever hands in may have written what is in it. */
export function journalBeside(folder: string): string {
  const path = resolve(folder);
  return join(dirname(path), `.${basename(path)}.converge-grades.jsonl`);
}

/** @throws Error where a file can't be read or written. */
export function openJournal({ files, course, universes, warn }: JournalSetting): Journal {
  const known = new Map<string, Entry>();
  const [own] = files;
  const asked = universes ?? null;
  for (const file of new Set(files)) {
    if (!existsSync(file)) continue;
    if (file === own) dropTornEnd(file, warn);
    for (const [index, text] of readFileSync(file, 'utf8').split('\n').entries()) {
      if (text === '') continue;
      const line = parsed(text);
      if (line === undefined) warn(`${file}:${index + 1} can’t be read, and is passed over`);
      else if (line.course === course && line.universes === asked) known.set(line.entry.sha256, line.entry);
    }
  }
  // A folder that can't be written to should be known before an hour of grading.
  if (own !== undefined) appendFileSync(own, '');
  return {
    find: (sha256) => known.get(sha256),
    add(entry) {
      known.set(entry.sha256, entry);
      if (own !== undefined) appendFileSync(own, `${JSON.stringify({ course, universes: asked, entry } satisfies Line)}\n`);
    },
  };
}

/** A line that was being written when the machine stopped has no end. */
function dropTornEnd(file: string, warn: (words: string) => void): void {
  const bytes = readFileSync(file);
  const end = bytes.lastIndexOf(10) + 1;
  if (end === bytes.length) return;
  truncateSync(file, end);
  warn(`${file}: its last line was cut off, and is dropped`);
}

function parsed(text: string): Line | undefined {
  try {
    const line: Line = JSON.parse(text);
    return typeof line.entry.sha256 === 'string' && Array.isArray(line.entry.outcomes) ? line : undefined;
  } catch {
    return undefined;
  }
}

/** Another one where entries of before say something else: since 2, an exercise that wasn't handed in has an outcome, and an entry says what its system lacked, and what was recalled and predicted. */
const entryVersion = '2';

/** Changes with anything that judges, and with what an entry holds. @param programs The folder of the judge and its checks. */
export function courseOf(programs: string): string {
  const hash = createHash('sha256').update(entryVersion);
  for (const name of globSync('**/*.{mjs,cjs,js,txt}', { cwd: programs }).sort()) hash.update(name).update(readFileSync(join(programs, name)));
  return hash.digest('hex').slice(0, 16);
}
