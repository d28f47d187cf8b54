/** Writes a learner's work down soon after each change. Storage that refuses or is full is said once and survived. */
import { workKey } from './keys.ts';
import type { Storage } from './storage.ts';
import { emptyWork, type LessonWork, openWork, type WorkState } from './work.ts';

/** What a page that went away had not written yet, and what it had begun with. */
export interface UnloadBackup {
  readonly work: LessonWork;
  readonly base: LessonWork;
}

export interface AutosaveOptions {
  readonly storage: Storage;
  /** `12-replicaset` */
  readonly lesson: string;
  readonly hash: string;
  /** Runs after so many real milliseconds; returns what cancels it. */
  after(ms: number, run: () => void): () => void;
  /** Milliseconds since the epoch: when a version was written over. */
  nowMs?(): number;
  /** One line for the page: why nothing is kept, or what of it can’t be read; undefined when all is well again. */
  trouble(line: string | undefined): void;
  /** Another tab has done something to the same lesson: this is both together. */
  merged?(work: LessonWork): void;
}

export interface Autosave {
  /** What was kept. Never rejects: without storage, nothing was. */
  open(): Promise<WorkState>;
  /** Keeps this soon, in place of what was to be kept before. `why`: what is written over is kept as a version. */
  keep(work: LessonWork, why?: string): void;
  /** Looks for what other tabs have done meanwhile. */
  refresh(): Promise<void>;
  /** Keeps at once what waits. */
  flush(): Promise<void>;
  /** The page goes away: what isn't down yet is kept before this returns. */
  leave(): void;
  /** Storage has refused something else of the page’s. */
  refused(error: unknown): Promise<void>;
}

const waitMs = 300;

/** Work that is to be kept; `why`: what is written over becomes an earlier version. */
interface Change {
  readonly work: LessonWork;
  readonly why: string | undefined;
}

/** A change that could not be written, with what came after it. */
const withLater = ({ work, why }: Change, later: Change | undefined): Change => ({
  work: later?.work ?? work,
  why: later?.why ?? why,
});

export function createAutosave(options: AutosaveOptions): Autosave {
  const { storage } = options;
  const key = workKey(options.lesson);
  const trouble = createTroubleLine(options.trouble);
  let waiting: Change | undefined;
  /** On its way into the storage. */
  let writing: LessonWork | undefined;
  let cancel: (() => void) | undefined;
  let writes = Promise.resolve();
  /** As it was last seen in the storage. */
  let base = emptyWork(options.hash);

  /** One after the other: two at once would take each other for another tab. */
  function flush(): Promise<void> {
    cancel?.();
    cancel = undefined;
    writes = writes.then(writeWaiting);
    return writes;
  }

  async function writeWaiting(): Promise<void> {
    if (waiting === undefined) return;
    const change = waiting;
    waiting = undefined;
    writing = change.work;
    try {
      await write(change);
      trouble.clear();
    } catch (error) {
      // It goes with the next change, or with the page.
      waiting = withLater(change, waiting);
      await trouble.refused(error);
    }
    writing = undefined;
    if (waiting === undefined) storage.forget?.(key);
  }

  async function write(change: Change): Promise<void> {
    const saved = await save(options, base, change);
    if (saved === undefined) return;
    base = saved.work;
    if (base === change.work) return;
    // What was changed while this was written doesn't know yet what came in.
    const together = waiting === undefined ? base : saved.merge(change.work, base, waiting.work).work;
    if (waiting !== undefined) waiting = { ...waiting, work: together };
    options.merged?.(together);
  }

  return {
    async open() {
      const opened = await read(options, trouble);
      if (opened.isStored) base = opened.state.work;
      return opened.state;
    },
    keep(work, why) {
      waiting = { work, why: waiting?.why ?? why };
      cancel ??= options.after(waitMs, () => void flush());
    },
    flush,
    async refresh() {
      const work = await readOtherTabs(options);
      // What waits is merged when it is written.
      if (work === undefined || waiting !== undefined || writing !== undefined || isSame(work, base)) return;
      base = work;
      options.merged?.(work);
    },
    leave() {
      const work = waiting?.work ?? writing;
      if (work !== undefined) storage.backUp?.(key, { work, base } satisfies UnloadBackup);
      void flush();
    },
    refused: trouble.refused,
  };
}

const isSame = (a: LessonWork, b: LessonWork): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The line that says why nothing is kept: it goes when all is well again. */
function createTroubleLine(show: AutosaveOptions['trouble']) {
  let isShown = false;
  /** Stays true whatever is written. */
  let lasting: string | undefined;

  function say(line = lasting): void {
    if (line === undefined && !isShown) return;
    isShown = line !== undefined;
    show(line);
  }

  return {
    clear: (): void => say(),
    setLasting(line: string | undefined): void {
      lasting = line;
      say();
    },
    refused: async (error: unknown): Promise<void> => say((await import('./storage-errors.ts')).storageErrorText(error)),
  };
}

/** What was kept. `isStored`: it was read, whole or in part. */
async function read(
  { storage, lesson, hash }: AutosaveOptions,
  trouble: ReturnType<typeof createTroubleLine>,
): Promise<{ readonly state: WorkState; readonly isStored: boolean }> {
  const nothing = { state: openWork(undefined, hash), isStored: false };
  try {
    const stored = await storage.get(workKey(lesson));
    if (stored === undefined) return nothing;
    const { readOrQuarantine } = await import('./quarantine.ts');
    const { work, words } = await readOrQuarantine(storage, lesson, stored);
    trouble.setLasting(words);
    return { state: openWork(work, hash), isStored: true };
  } catch (error) {
    await trouble.refused(error);
    return nothing;
  }
}

/** What other tabs have written; undefined where it can't be taken in. */
async function readOtherTabs({ storage, lesson, hash }: AutosaveOptions): Promise<LessonWork | undefined> {
  const { readWork } = await import('./read-work.ts');
  const found = await storage.get(workKey(lesson)).then(readWork).catch(() => undefined);
  // What is damaged, or newer than this page, is reported when something is to be written.
  if (found?.work === undefined || found.unread.length > 0) return undefined;
  const { work, type } = openWork(found.work, hash);
  return type === 'outdated' ? undefined : work;
}

/** Writes the change, merged with what other tabs have written. Undefined: without `change` there are no other tabs. */
async function save({ storage, lesson, nowMs }: AutosaveOptions, base: LessonWork, { work: mine, why }: Change) {
  const { change } = storage;
  if (change === undefined) {
    await storage.set(workKey(lesson), mine);
    return undefined;
  }
  const { mergeWork, saveMerged } = await import('./save-merged.ts');
  const work = await saveMerged({
    storage: { ...storage, change },
    lesson,
    base,
    mine,
    nowMs: nowMs?.() ?? 0,
    ...(why === undefined ? {} : { why }),
  });
  return { work, merge: mergeWork };
}
