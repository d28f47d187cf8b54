/** Takes in what pages that went away had put onto the shelf. Loaded when there is something on it. */
import { mergeCodeBackup } from '../page/code-autosave.ts';
import { mergeSessionBackup } from '../page/saved-session.ts';
import { lessonOf, quarantineUnreadable } from './quarantine.ts';
import { codeKey, sessionKey, versionsKey, workKey } from './keys.ts';
import { readWork } from './read-work.ts';
import { type Database, keyOf, type SyncStorage } from './storage.ts';
import { updateWork, mergeBackup } from './save-merged.ts';
import { keepVersion, readVersions } from './versions.ts';
import { emptyWork, type LessonWork } from './work.ts';

interface Together {
  /** What is stored and what was rescued, as one. */
  readonly work: LessonWork | undefined;
  /** Where both had another text in the same place: what was stored, and what stands there now. */
  readonly lost: readonly { readonly before: LessonWork; readonly after: LessonWork }[];
}

interface Rescue {
  readonly name: string;
  readonly text: string;
  readonly at: number;
  readonly value: unknown;
}

/** Writes all of these down, key by key. What could not be written stays on the shelf. */
export async function restoreBackups(database: Database, shelf: () => SyncStorage, names: readonly string[]): Promise<void> {
  for (const key of new Set(names.map(keyOf))) {
    const of = names.filter((name) => keyOf(name) === key);
    try {
      await settleKey(database, shelf, key, of);
    } catch {
      // The autosave reports storage that refuses or is full.
    }
  }
}

async function settleKey(database: Database, shelf: () => SyncStorage, key: string, names: readonly string[]): Promise<void> {
  const rescues = read(shelf, names);
  const lesson = lessonOf(key, workKey);
  let lost: Together['lost'] = [];
  if (lesson === undefined) {
    // What can't be read of it would be left out.
    await quarantineUnreadable(database, key, await database.get(key));
    await database.change(key, (stored) => takeIn(key, stored, rescues));
  } else if (rescues.some(({ value }) => mergeBackup(undefined, value) !== undefined)) {
    await updateWork(database, lesson, (stored) => {
      const together = workWith(stored, rescues);
      lost = together.lost;
      return together.work ?? emptyWork('');
    });
  }
  for (const { before, after } of lost) {
    const at = Math.max(...rescues.map((rescue) => rescue.at));
    const why = 'as it was when a page that was left came in';
    await database.change(versionsKey(lesson ?? ''), (stored) => keepVersion(readVersions(stored), before, after, at, why));
  }
  // A page that still lives may have put something newer there meanwhile.
  for (const { name, text } of rescues) if (shelf().getItem(name) === text) shelf().removeItem(name);
}

/** What is stored under a key, with what is on the shelf for it. Writes nothing. */
export const withBackups = (key: string, stored: unknown, shelf: () => SyncStorage, names: readonly string[]): unknown =>
  takeIn(key, stored, read(shelf, names));

function takeIn(key: string, stored: unknown, rescues: readonly Rescue[]): unknown {
  if (lessonOf(key, workKey) !== undefined) return workWith(readWork(stored).work, rescues).work;
  let value = stored;
  for (const rescue of rescues) {
    if (lessonOf(key, sessionKey) !== undefined) value = mergeSessionBackup(value, rescue.value);
    else if (lessonOf(key, codeKey) !== undefined) value = mergeCodeBackup(value, rescue.value);
  }
  return value;
}

function workWith(stored: LessonWork | undefined, rescues: readonly Rescue[]): Together {
  const lost: { before: LessonWork; after: LessonWork }[] = [];
  let work = stored;
  for (const { value } of rescues) {
    const merged = mergeBackup(work, value);
    if (merged?.lost !== undefined) lost.push({ before: merged.lost, after: merged.work });
    work = merged?.work ?? work;
  }
  return { work, lost };
}

/** The oldest first: where two have changed the same, the later stands. */
function read(shelf: () => SyncStorage, names: readonly string[]): readonly Rescue[] {
  const rescues = names.flatMap((name): Rescue[] => {
    const text = shelf().getItem(name);
    if (text === null) return [];
    try {
      const { at, value } = Object(JSON.parse(text));
      return [{ name, text, at: typeof at === 'number' ? at : 0, value }];
    } catch {
      return [{ name, text, at: 0, value: undefined }];
    }
  });
  return rescues.sort((a, b) => a.at - b.at || (a.name < b.name ? -1 : 1));
}
