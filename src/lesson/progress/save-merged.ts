/** Writes work down beside what other tabs have written, and keeps what is written over. Loaded with the first change. */
import { quarantine } from './quarantine.ts';
import type { Storage } from './storage.ts';
import { versionsKey, workKey } from './keys.ts';
import { mergeWork, same } from './merge.ts';
import { passedOnKey, readPassedOn } from './passed-on.ts';
import { readWork } from './read-work.ts';
import { keepVersion, readVersions } from './versions.ts';
import { emptyWork, type LessonWork } from './work.ts';

export { mergeWork } from './merge.ts';

export interface MergedSave {
  readonly storage: Storage & Required<Pick<Storage, 'change'>>;
  readonly lesson: string;
  /** What this tab has last seen in the storage. */
  readonly base: LessonWork;
  readonly mine: LessonWork;
  readonly nowMs: number;
  /** Keep what was there as a version, whatever the time. */
  readonly why?: string;
}

/**
 * What is down now: mine, and what others have done meanwhile.
 * @throws NewerWork, and whatever the storage does.
 */
export async function saveMerged({ storage, lesson, base, mine, nowMs, why }: MergedSave): Promise<LessonWork> {
  let before = base;
  let work = mine;
  let lost = false;
  await updateWork(storage, lesson, (read) => {
    before = read ?? emptyWork(mine.lessonHash);
    ({ work, lost } = mergeWork(base, before, mine));
    return work;
  });
  if (work.passed && !before.passed) await storage.change(passedOnKey(lesson), (stored) => readPassedOn(stored) ?? nowMs);
  const reason = lost ? 'as another tab had left it' : (why ?? '');
  await storage.change(versionsKey(lesson), (stored) => {
    const versions = readVersions(stored);
    // What this tab had before another's came in, too.
    return keepVersion(versions, before, work, nowMs, reason);
  });
  return work;
}

/** Changes a lesson's work; what can't be read of it is set aside first. @throws NewerWork, and whatever the storage does. */
export async function updateWork(
  storage: MergedSave['storage'],
  lesson: string,
  next: (work: LessonWork | undefined) => LessonWork,
): Promise<void> {
  const key = workKey(lesson);
  let aside: { readonly raw: unknown; readonly what: string } | undefined;
  /** Done in one step only when all could be read: between looking and writing it could be written again. */
  const change = async (): Promise<boolean> => {
    let done = false;
    await storage.change(key, (stored) => {
      const { work, unread } = readWork(stored);
      done = unread.length === 0 || same(aside?.raw, stored);
      if (done) return next(work);
      aside = { raw: stored, what: unread.join(', ') };
      return stored;
    });
    return done;
  };
  while (!(await change())) if (aside !== undefined) await quarantine(storage, lesson, { key, ...aside });
}

/** What a page that went away had not written yet, and what is there by now. Undefined: it isn’t ours. @throws NewerWork */
export function mergeBackup(theirs: LessonWork | undefined, rescued: unknown): { readonly work: LessonWork; readonly lost?: LessonWork } | undefined {
  if (typeof rescued !== 'object' || rescued === null) return undefined;
  const { work: mine } = readWork('work' in rescued ? rescued.work : undefined);
  const { work: base } = readWork('base' in rescued ? rescued.base : undefined);
  if (mine === undefined) return undefined;
  if (base === undefined || theirs === undefined) return { work: mine };
  const { work, lost } = mergeWork(base, theirs, mine);
  return lost ? { work, lost: theirs } : { work };
}
