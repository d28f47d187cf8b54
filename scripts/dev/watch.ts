/**
 * What `npm run dev` does beside Astro's server: runs the cells of a changed lesson again, and bundles the engine and the checks again when
 * what they are made of has changed. All of it is written to `.generated/`, which pages are made of (`scripts/dev/reload.ts`).
 */
import { existsSync, watch } from 'node:fs';
import { join } from 'node:path';
import { lessonSlugs } from '../../src/lesson/node/lesson-folder.ts';
import { startTool } from '../machine/tools.ts';
import { Baker } from './baker.ts';
import { dueFor } from './due.ts';

/** Editors write a file in several steps. */
const calmMs = 40;

export interface Watching {
  /** Resolves when no cells of this page wait to be run again, or run; at once where none do. */
  baked(slug: string): Promise<void>;
  stop(): void;
}

/** What has been made anew. */
export interface Made {
  /** @param awaited Somebody waited for it, by `baked`. */
  lesson(slug: string, awaited: boolean): void;
  engine(): void;
}

/** Watches `src/` of the current folder. */
export function watchSources(made: Made): Watching {
  const worker = new Worker(made);
  const watcher = watch('src', { recursive: true }, (_, name) => name !== null && worker.changed(`src/${name.replaceAll('\\', '/')}`));
  console.log('watching src/: a changed lesson is run again');
  return {
    baked: (slug) => worker.baked(slug),
    stop() {
      watcher.close();
      worker.stop();
    },
  };
}

/** Each kind of work one after the other; what changes meanwhile is done next. */
class Worker {
  readonly #made: Made;
  readonly #baker = new Baker();
  readonly #lessons = new Set<string>();
  #baking: string | undefined;
  #checks = new Set<string>();
  #engine = false;
  #timer: NodeJS.Timeout | undefined;
  readonly #busy = { bake: false, bundle: false };
  /** Who waits for which lesson. */
  readonly #waiting = new Map<string, (() => void)[]>();

  constructor(made: Made) {
    this.#made = made;
  }

  changed(path: string): void {
    const due = dueFor(path);
    if (due.baker) this.#baker.renew();
    for (const slug of due.bake) this.#lessons.add(slug);
    // A lesson has its line in the course after its folder, or before.
    if (path === 'src/lesson/course.ts') for (const slug of lessonSlugs()) if (!existsSync(join('.generated/lessons', `${slug}.json`))) this.#lessons.add(slug);
    for (const key of due.checks) this.#checks.add(key);
    if (due.engine) this.#engine = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#work(), calmMs);
  }

  baked(slug: string): Promise<void> {
    if (!this.#lessons.has(slug) && this.#baking !== slug) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.set(slug, [...(this.#waiting.get(slug) ?? []), resolve]));
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#baker.stop();
  }

  async #work(): Promise<void> {
    await Promise.all([this.#one('bake', () => this.#bakeAll()), this.#one('bundle', () => this.#bundleAll())]);
  }

  async #one(kind: 'bake' | 'bundle', run: () => Promise<void>): Promise<void> {
    if (this.#busy[kind]) return;
    this.#busy[kind] = true;
    await run().finally(() => (this.#busy[kind] = false));
  }

  async #bakeAll(): Promise<void> {
    for (let [slug] = this.#lessons; slug !== undefined; [slug] = this.#lessons) {
      this.#lessons.delete(slug);
      this.#baking = slug;
      await this.#baker.bake(slug);
      this.#baking = undefined;
      // It has changed while it ran: who waits for it waits for that.
      if (!this.#lessons.has(slug)) this.#release(slug);
    }
  }

  #release(slug: string): void {
    const waiting = this.#waiting.get(slug) ?? [];
    this.#waiting.delete(slug);
    for (const resolve of waiting) resolve();
    this.#made.lesson(slug, waiting.length > 0);
  }

  async #bundleAll(): Promise<void> {
    while (this.#engine || this.#checks.size > 0) {
      const only = this.#engine ? undefined : [...this.#checks];
      this.#engine = false;
      this.#checks = new Set();
      if (await bundle(only)) this.#made.engine();
    }
  }
}

/** @param checks Only these, where that is enough. @returns Whether it has worked; what is wrong is printed. */
async function bundle(checks: readonly string[] | undefined): Promise<boolean> {
  const from = performance.now();
  const what = checks === undefined ? ['--only-engine'] : checks.flatMap((key) => ['--only-check', key]);
  const { status } = await startTool(process.execPath, ['scripts/build-worker.ts', '--quiet', ...what], { stdio: ['ignore', 'inherit', 'inherit'] }).ended;
  const words = checks === undefined ? 'engine and checks' : `check of ${checks.join(', ')}`;
  if (status === 0) console.log(`${words}: bundled again in ${((performance.now() - from) / 1000).toFixed(1)} s`);
  return status === 0;
}
