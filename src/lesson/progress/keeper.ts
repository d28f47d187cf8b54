/** Writes a learner's work down soon after each change. Storage that refuses or is full is said once and survived. */
import { type LessonWork, openWork, type WorkState } from './work.ts';

/** A place that keeps values by key; IndexedDB in the page. Both may reject. */
export interface Storage {
  get(key: string): Promise<unknown>;
  set(key: string, value: unknown): Promise<void>;
  /** Keeps it before this call returns, for a page that is going away; the next `get` gives it. Never throws. */
  setNow?(key: string, value: unknown): void;
}

export interface KeeperOptions {
  readonly storage: Storage;
  /** `12-replicaset` */
  readonly lesson: string;
  readonly hash: string;
  /** Runs after so many real milliseconds; returns what cancels it. */
  after(ms: number, run: () => void): () => void;
  /** One line for the page: why nothing is kept; undefined when it is kept again. */
  trouble(line: string | undefined): void;
}

export interface Keeper {
  /** What was kept. Never rejects: without storage, nothing was. */
  open(): Promise<WorkState>;
  /** Keeps this soon, in place of what was to be kept before. */
  keep(work: LessonWork): void;
  /** Keeps at once what waits. */
  flush(): Promise<void>;
  /** The page goes away: what isn't down yet is kept before this returns. */
  leave(): void;
}

const waitMs = 300;

export function createKeeper(options: KeeperOptions): Keeper {
  const key = workKey(options.lesson);
  let waiting: LessonWork | undefined;
  /** On its way into the storage. */
  let writing: LessonWork | undefined;
  let cancel: (() => void) | undefined;
  let troubled = false;

  function say(line: string | undefined): void {
    if (line === undefined && !troubled) return;
    troubled = line !== undefined;
    options.trouble(line);
  }

  async function flush(): Promise<void> {
    cancel?.();
    cancel = undefined;
    const work = waiting;
    if (work === undefined) return;
    waiting = undefined;
    writing = work;
    try {
      await options.storage.set(key, work);
      say(undefined);
    } catch (error) {
      say(troubleWords(error));
    }
    if (writing === work) writing = undefined;
  }

  return {
    async open() {
      try {
        return openWork(await options.storage.get(key), options.hash);
      } catch (error) {
        say(troubleWords(error));
        return openWork(undefined, options.hash);
      }
    },
    keep(work) {
      waiting = work;
      cancel ??= options.after(waitMs, () => void flush());
    },
    flush,
    leave() {
      const work = waiting ?? writing;
      if (work !== undefined) options.storage.setNow?.(key, work);
      void flush();
    },
  };
}

/** The key under which a lesson's work is kept. */
export const workKey = (lesson: string): string => `work/${lesson}`;

function troubleWords(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  if (name === 'QuotaExceededError')
    return 'This browser’s storage is full: what you do here is lost when you leave the page.';
  return 'This browser doesn’t let the page keep anything: what you do here is lost when you leave.';
}
