/** Writes a learner's work down soon after each change, as `autosave-machine.ts` decides. Storage that refuses or is full is reported and survived. */
import { type AutosaveEffect, type AutosaveEvent, type AutosaveState, beginAutosave, type Change, stepAutosave } from './autosave-machine.ts';
import { workKey } from './keys.ts';
import type { Storage } from './storage.ts';
import { TroubleLine } from './trouble-line.ts';
import { emptyWork, type LessonWork, openWork, type WorkState } from './work.ts';

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
  /** Reads what other tabs have done meanwhile. */
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
  return new WorkAutosave(options);
}

class WorkAutosave implements Autosave {
  readonly #options: AutosaveOptions;
  readonly #key: string;
  readonly #trouble: TroubleLine;
  #state: AutosaveState;
  #stopTimer = (): void => {};
  /** All writes so far, one after the other. */
  #writes = Promise.resolve();

  constructor(options: AutosaveOptions) {
    this.#options = options;
    this.#key = workKey(options.lesson);
    this.#trouble = new TroubleLine((line) => options.trouble(line));
    this.#state = beginAutosave(emptyWork(options.hash));
  }

  async open(): Promise<WorkState> {
    const opened = await read(this.#options, this.#trouble);
    if (opened.isStored) this.#dispatch({ type: 'opened', work: opened.state.work });
    return opened.state;
  }

  keep(work: LessonWork, why?: string): void {
    this.#dispatch({ type: 'changed', change: { work, why } });
  }

  flush(): Promise<void> {
    this.#dispatch({ type: 'due' });
    return this.#writes;
  }

  async refresh(): Promise<void> {
    const work = await readOtherTabs(this.#options);
    if (work !== undefined) this.#dispatch({ type: 'others-read', work });
  }

  leave(): void {
    this.#dispatch({ type: 'left' });
  }

  refused(error: unknown): Promise<void> {
    return this.#trouble.refused(error);
  }

  #dispatch(event: AutosaveEvent): void {
    const step = stepAutosave(this.#state, event);
    this.#state = step.state;
    for (const effect of step.effects) this.#carryOut(effect);
  }

  #carryOut(effect: AutosaveEffect): void {
    const { storage } = this.#options;
    switch (effect.do) {
      case 'start-timer':
        this.#stopTimer = this.#options.after(waitMs, () => void this.flush());
        break;
      case 'stop-timer':
        this.#stopTimer();
        break;
      case 'write':
        this.#writes = this.#writes.then(() => this.#write());
        break;
      case 'publish':
        this.#options.merged?.(effect.work);
        break;
      case 'back-up':
        storage.backUp?.(this.#key, effect.backup);
        break;
      case 'forget-backup':
        storage.forget?.(this.#key);
        break;
    }
  }

  async #write(): Promise<void> {
    const { waiting, base } = this.#state;
    if (waiting === undefined) return;
    this.#dispatch({ type: 'write-began' });
    try {
      const saved = await save(this.#options, base, waiting);
      if (saved !== undefined) this.#dispatch({ type: 'written', ...saved });
      this.#trouble.clear();
    } catch (error) {
      this.#dispatch({ type: 'refused' });
      await this.#trouble.refused(error);
    }
    this.#dispatch({ type: 'write-ended' });
  }
}

/** What was kept. `isStored`: it was read, whole or in part. */
async function read(
  { storage, lesson, hash }: AutosaveOptions,
  trouble: TroubleLine,
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
  const merge = (...works: Parameters<typeof mergeWork>): LessonWork => mergeWork(...works).work;
  return { work, merge };
}
