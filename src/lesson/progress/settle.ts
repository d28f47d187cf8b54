/** Writes work down beside what other tabs have written, and keeps what is written over. Loaded with the first change. */
import { versionsKey, workKey, type Storage } from './keeper.ts';
import { mergeWork } from './merge.ts';
import { keepVersion, readVersions } from './versions.ts';
import { emptyWork, type LessonWork, parseWork } from './work.ts';

export { mergeWork } from './merge.ts';

export interface Settling {
  readonly storage: Storage & Required<Pick<Storage, 'change'>>;
  readonly lesson: string;
  /** What this tab has last seen in the storage. */
  readonly base: LessonWork;
  readonly mine: LessonWork;
  readonly nowMs: number;
  /** Keep what was there as a version, whatever the time. */
  readonly why?: string;
}

/** What is down now: mine, and what others have done meanwhile. */
export async function settleWork({ storage, lesson, base, mine, nowMs, why }: Settling): Promise<LessonWork> {
  let before = base;
  let work = mine;
  let lost = false;
  await storage.change(workKey(lesson), (stored) => {
    before = parseWork(stored) ?? emptyWork(mine.lessonHash);
    ({ work, lost } = mergeWork(base, before, mine));
    return work;
  });
  const reason = lost ? 'as another tab had left it' : (why ?? '');
  await storage.change(versionsKey(lesson), (stored) => {
    const versions = readVersions(stored);
    // What this tab had before another's came in, too.
    return keepVersion(versions, before, work, nowMs, reason);
  });
  return work;
}

/** What a page that went away had not written yet, and what is stored, which another tab may have written since. Undefined: it isn’t ours. */
export function mergeRescued(stored: unknown, rescued: unknown): { readonly work: LessonWork; readonly lost?: LessonWork } | undefined {
  if (typeof rescued !== 'object' || rescued === null) return undefined;
  const mine = parseWork('work' in rescued ? rescued.work : undefined);
  const base = parseWork('base' in rescued ? rescued.base : undefined);
  const theirs = parseWork(stored);
  if (mine === undefined) return undefined;
  if (base === undefined || theirs === undefined) return { work: mine };
  const { work, lost } = mergeWork(base, theirs, mine);
  return lost ? { work, lost: theirs } : { work };
}
