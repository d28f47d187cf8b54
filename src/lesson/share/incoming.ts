/** A file that a reader imports: all lessons' work, or one session. What it is, or a sentence that says what is wrong with it and what to do. */
import { type Archive, largestArchive, parseArchive } from './archive.ts';
import { readJson } from './checks.ts';
import { parseShared, type SharedSession } from './link.ts';
import { type English, tr } from '../words/words.ts';

export type Incoming =
  | { readonly type: 'work'; readonly archive: Archive }
  | { readonly type: 'session'; readonly session: SharedSession };

export interface IncomingFile {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  text(): Promise<string>;
}

const choose: English = 'Choose one whose name begins with “converge-work” or “converge-session”.';

/** `lesson`: of the page that asks. @throws Error with a sentence or two. */
export async function readIncoming(file: IncomingFile, lesson: string): Promise<Incoming> {
  // Not even read: a page that takes in gigabytes is gone.
  if (file.size > largestArchive)
    throw new Error(`${tr('{file} can’t be read: it has {size} MB, and Converge writes at most {most}.', { file: file.name, size: megabytes(file.size), most: megabytes(largestArchive) })} ${tr(choose)}`);
  const value = readJson(await file.text(), file.name);
  switch (formatOf(value)) {
    case 'converge-work':
      return { type: 'work', archive: parseArchive(value, file.name) };
    case 'converge-session': {
      const session = parseShared(Reflect.get(Object(value), 'session'), file.name);
      if (session.lesson !== lesson)
        throw new Error(tr('{file} holds a session of {other}, and this is {lesson}. Open that page, and bring it in there.', { file: file.name, other: session.lesson, lesson }));
      return { type: 'session', session };
    }
    case 'converge-submission':
      throw new Error(`${tr('{file} is a submission: it is read by whoever grades it, not here.', { file: file.name })} ${tr(choose)}`);
    default:
      throw new Error(`${tr('{file} can’t be read: it is JSON, but nothing that Converge has written.', { file: file.name })} ${tr(choose)}`);
  }
}

/** What was brought in, when none of it is this page's. */
export function elsewhereWords(archive: Archive, lesson: string): string | undefined {
  const names = Object.keys(archive.lessons);
  if (names.includes(lesson)) return undefined;
  if (names.length === 0) return tr('There is no work in this file. Nothing was changed.');
  return tr('Brought in: the work of {lessons}. There is none of this lesson in the file.', { lessons: names.join(', ') });
}

const megabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(0);

function formatOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'format' in value ? value.format : undefined;
}
