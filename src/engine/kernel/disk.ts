/** A simulated disk: what is on it changes by writes, each durable only once it has been synced; a crash loses the rest. */
import type { Clock } from './clock.ts';
import type { Random } from './random.ts';

/** What goes wrong with a disk. */
export type DiskFault =
  /** Each sync takes this long, milliseconds. */
  | { readonly type: 'slow'; readonly latencyMs: number }
  /** Writes fail. */
  | { readonly type: 'full' }
  /** Everything is gone, at once and for good; writes fail until it is healed. */
  | { readonly type: 'lost' }
  /** A crash leaves some of the writes that weren't synced, the last of them torn (and so no write at all). */
  | { readonly type: 'torn' };

export interface DiskOptions<T> {
  readonly clock: Clock;
  readonly random: Random;
  /** One write and its sync, milliseconds. */
  readonly latencyMs: number;
  /** What an empty disk holds. */
  readonly empty: T;
}

export interface Disk<T> {
  /** What is durable. */
  content(): T;
  /**
   * Changes the content; `done` runs when that is durable. In order; writes of one instant share a sync.
   * `sync` false: it waits only for the writes before it; with none on their way it is done at once.
   */
  write(change: (content: T) => T, done: () => void, sync?: boolean): void;
  /** Cuts the power: what wasn't synced is lost, and no `done` of it will run. */
  crash(): void;
  /** Replaces everything at once: another disk is put in. */
  replace(content: T): void;
  /** Returns what heals it. */
  addFault(fault: DiskFault): () => void;
  /** Set by the user of the disk, called when a write failed. Nothing after it is written. */
  failed: (reason: 'full' | 'lost') => void;
}

interface Pending<T> {
  readonly change: (content: T) => T;
  readonly done: () => void;
}

/** Creates a healthy disk. Syncs go on in the background: who waits for one keeps the cluster from being quiet. */
export function createDisk<T>({ clock, random, latencyMs, empty }: DiskOptions<T>): Disk<T> {
  let content = empty;
  let faults: readonly DiskFault[] = [];
  /** Batches on their way, oldest first. */
  let batches: Pending<T>[][] = [];
  let gatheredAt = -1;
  let freeAt = 0;

  function sync(batch: Pending<T>[]): void {
    if (!batches.includes(batch)) return;
    const reason = brokenBy(faults);
    if (reason !== undefined) {
      batches = [];
      disk.failed(reason);
      return;
    }
    batches = batches.filter((each) => each !== batch);
    for (const { change } of batch) content = change(content);
    for (const { done } of batch) done();
  }

  function crash(): void {
    const lost = batches.flat();
    batches = [];
    freeAt = clock.now();
    gatheredAt = -1;
    if (lost.length === 0 || !faults.some(({ type }) => type === 'torn')) return;
    for (const { change } of lost.slice(0, random.int(lost.length))) content = change(content);
  }

  const disk: Disk<T> = {
    content: () => content,
    write(change, done, wantsSync = true) {
      const now = clock.now();
      let batch = batches.at(-1);
      if (!wantsSync) {
        if (batch !== undefined) return void batch.push({ change, done });
        content = change(content);
        return done();
      }
      if (gatheredAt !== now || batch === undefined) {
        batch = [];
        batches.push(batch);
        const begun = batch;
        gatheredAt = now;
        freeAt = Math.max(freeAt, now + slowest(faults, latencyMs));
        clock.after(freeAt - now, () => sync(begun), { background: true });
      }
      batch.push({ change, done });
    },
    crash,
    replace(other) {
      batches = [];
      content = other;
    },
    addFault(fault) {
      faults = [...faults, fault];
      if (fault.type === 'lost') {
        content = empty;
        batches = [];
        disk.failed('lost');
      }
      return () => {
        faults = faults.filter((each) => each !== fault);
      };
    },
    failed() {},
  };
  return disk;
}

/** How long a write takes, milliseconds. */
function slowest(faults: readonly DiskFault[], latencyMs: number): number {
  let ms = latencyMs;
  for (const fault of faults) if (fault.type === 'slow') ms = Math.max(ms, fault.latencyMs);
  return Math.max(1, ms);
}

/** Why writes fail; undefined while they don't. */
function brokenBy(faults: readonly DiskFault[]): 'full' | 'lost' | undefined {
  for (const { type } of faults) if (type === 'full' || type === 'lost') return type;
  return undefined;
}
