/** etcd's own compaction, off by default (--auto-compaction-mode, etcdserver/api/v3compactor). Only the leader compacts. */
import type { Clock, Timer } from '../kernel/index.ts';
import type { Revision } from './types.ts';

export type AutoCompaction =
  /** Keeps this much of the past: every interval, what is older goes. The interval is the retention, an hour at most. */
  | { readonly mode: 'periodic'; readonly retentionMs: number }
  /** Keeps this many revisions: checked every five minutes. */
  | { readonly mode: 'revision'; readonly retention: number };

const revisionIntervalMs = 300_000;
const longestIntervalMs = 3_600_000;
/** Revisions are noted this often within a retention. */
const notesPerInterval = 10;

export interface Compactable {
  readonly leads: () => boolean;
  readonly revision: () => Revision;
  compact(revision: Revision): void;
}

/** Starts it; returns what stops it. */
export function startAutoCompaction(clock: Clock, options: AutoCompaction, store: Compactable): () => void {
  return options.mode === 'revision'
    ? repeat(clock, revisionIntervalMs, () => {
        const at = store.revision() - options.retention;
        if (at > 0 && store.leads()) store.compact(at);
      })
    : startPeriodic(clock, options.retentionMs, store);
}

function startPeriodic(clock: Clock, retentionMs: number, store: Compactable): () => void {
  const interval = Math.min(retentionMs, longestIntervalMs);
  const noteEveryMs = Math.max(1, Math.floor(interval / notesPerInterval));
  const kept = Math.ceil(retentionMs / noteEveryMs);
  let notes: Revision[] = [store.revision()];
  let sinceCompaction = 0;
  return repeat(clock, noteEveryMs, () => {
    notes.push(store.revision());
    notes = notes.slice(-kept - 1);
    sinceCompaction += 1;
    const [oldest] = notes;
    if (notes.length <= kept || sinceCompaction < notesPerInterval || oldest === undefined) return;
    sinceCompaction = 0;
    if (oldest > 1 && store.leads()) store.compact(oldest);
  });
}

function repeat(clock: Clock, everyMs: number, run: () => void): () => void {
  let timer: Timer;
  const again = (): void => {
    run();
    timer = clock.after(everyMs, again, { background: true });
  };
  timer = clock.after(everyMs, again, { background: true });
  return () => timer.cancel();
}
