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

export function createAutosave(options: AutosaveOptions): Autosave {
  const key = workKey(options.lesson);
  let waiting: LessonWork | undefined;
  /** On its way into the storage. */
  let writing: LessonWork | undefined;
  let cancel: (() => void) | undefined;
  let writes = Promise.resolve();
  let troubled = false;
  /** Stays true whatever is written. */
  let lasting: string | undefined;
  /** As it was last seen in the storage. */
  let base = emptyWork(options.hash);
  let reason: string | undefined;

  function say(line = lasting): void {
    if (line === undefined && !troubled) return;
    troubled = line !== undefined;
    options.trouble(line);
  }

  const refused = async (error: unknown): Promise<void> => say((await import('./storage-errors.ts')).storageErrorText(error));

  /** One after the other: two at once would take each other for another tab. */
  function flush(): Promise<void> {
    cancel?.();
    cancel = undefined;
    writes = writes.then(writeWaiting);
    return writes;
  }

  async function writeWaiting(): Promise<void> {
    const work = waiting;
    if (work === undefined) return;
    const why = reason;
    waiting = undefined;
    reason = undefined;
    writing = work;
    try {
      await write(work, why);
      say();
    } catch (error) {
      // It goes with the next change, or with the page.
      waiting ??= work;
      reason ??= why;
      await refused(error);
    }
    writing = undefined;
    if (waiting === undefined) options.storage.forget?.(key);
  }

  /** Without `change` there are no other tabs to think of. */
  async function write(mine: LessonWork, why: string | undefined): Promise<void> {
    const { storage, lesson } = options;
    const { change } = storage;
    if (change === undefined) return storage.set(key, mine);
    const { mergeWork, saveMerged } = await import('./save-merged.ts');
    const nowMs = options.nowMs?.() ?? 0;
    const settled = await saveMerged({
      ...{ storage: { ...storage, change }, lesson, base, mine, nowMs },
      ...(why === undefined ? {} : { why }),
    });
    base = settled;
    if (settled === mine) return;
    // What was changed while this was written doesn't know yet what came in.
    const together = waiting === undefined ? settled : mergeWork(mine, settled, waiting).work;
    if (waiting !== undefined) waiting = together;
    options.merged?.(together);
  }

  return {
    async open() {
      try {
        const stored = await options.storage.get(key);
        if (stored === undefined) return openWork(undefined, options.hash);
        const { readOrQuarantine } = await import('./quarantine.ts');
        const { work, words } = await readOrQuarantine(options.storage, options.lesson, stored);
        lasting = words;
        say();
        const state = openWork(work, options.hash);
        base = state.work;
        return state;
      } catch (error) {
        await refused(error);
        return openWork(undefined, options.hash);
      }
    },
    keep(work, why) {
      waiting = work;
      reason ??= why;
      cancel ??= options.after(waitMs, () => void flush());
    },
    flush,
    async refresh() {
      const { readWork } = await import('./read-work.ts');
      const read = await options.storage.get(key).then(readWork).catch(() => undefined);
      // What is damaged, or newer than this page, is told of when something is to be written.
      if (read?.work === undefined || read.unread.length > 0) return;
      const { work, type } = openWork(read.work, options.hash);
      // What waits is merged when it is written.
      if (waiting !== undefined || writing !== undefined) return;
      if (type === 'outdated' || JSON.stringify(work) === JSON.stringify(base)) return;
      base = work;
      options.merged?.(work);
    },
    leave() {
      const work = waiting ?? writing;
      if (work !== undefined) options.storage.backUp?.(key, { work, base } satisfies UnloadBackup);
      void flush();
    },
    refused,
  };
}
