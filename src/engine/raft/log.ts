/**
 * The log as a value. Appending costs O(new entries): logs share one growing array, and each only sees its first `length` entries,
 * as slices do in Go. Who appends at the end of the array extends it; who appends earlier (an old state, a fork) copies first, unless
 * the array goes on with the very same entries.
 */
import type { ConflictHint, Entry, Index, Term } from './types.ts';

/** What an entry takes on the wire besides its data: index, term and kind. */
const entryHeadBytes = 16;

export interface Log {
  /** The entry before the first one kept: compacted, but its term is known. */
  readonly offset: Index;
  readonly offsetTerm: Term;
  readonly length: number;
  /** Shared. Never read at or beyond `length`, never written except at the end by `append`. */
  readonly shared: Entry[];
}

/** A log that begins behind `offset`. */
export function emptyLog(offset: Index = 0, offsetTerm: Term = 0): Log {
  return { offset, offsetTerm, length: 0, shared: [] };
}

export function lastIndex(log: Log): Index {
  return log.offset + log.length;
}

export function lastTerm(log: Log): Term {
  return log.length === 0 ? log.offsetTerm : (log.shared[log.length - 1]?.term ?? 0);
}

/** Term of the entry at `index`; undefined where it is compacted or not there yet. */
export function termAt(log: Log, index: Index): Term | undefined {
  if (index === log.offset) return log.offsetTerm;
  return entryAt(log, index)?.term;
}

export function entryAt(log: Log, index: Index): Entry | undefined {
  return index > log.offset && index <= lastIndex(log) ? log.shared[index - log.offset - 1] : undefined;
}

/** Entries from `from` to `to`, both included; `from` must not be compacted. */
export function slice(log: Log, from: Index, to: Index): readonly Entry[] {
  return log.shared.slice(from - log.offset - 1, Math.min(to, lastIndex(log)) - log.offset);
}

/** As `slice`, but ends before the sum of sizes passes `maxBytes`; at least one entry. */
export function sliceOfSize(log: Log, from: Index, maxBytes: number): readonly Entry[] {
  let bytes = 0;
  let to = from - 1;
  for (let entry = entryAt(log, from); entry !== undefined; entry = entryAt(log, to + 1)) {
    bytes += entryHeadBytes + entry.bytes;
    if (bytes > maxBytes && to >= from) break;
    to += 1;
  }
  return slice(log, from, to);
}

/** The log with `entries` at their place; what was there from the first of them on is gone. */
export function append(log: Log, entries: readonly Entry[]): Log {
  const first = entries[0];
  if (first === undefined) return log;
  let at = first.index - log.offset - 1;
  if (at < 0 || at > log.length)
    throw new Error(`raft: entry ${first.index} doesn't follow a log that ends at ${lastIndex(log)}`);
  let shared = log.shared;
  for (const entry of entries) {
    if (at < shared.length && shared[at] !== entry) shared = shared.slice(0, at);
    if (at === shared.length) shared.push(entry);
    at += 1;
  }
  return { offset: log.offset, offsetTerm: log.offsetTerm, length: at, shared };
}

/** The log without the entries up to `index`. Costs O(entries kept). */
export function compact(log: Log, index: Index): Log {
  const term = termAt(log, index);
  if (index <= log.offset || term === undefined) return log;
  const shared = log.shared.slice(index - log.offset, log.length);
  return { offset: index, offsetTerm: term, length: shared.length, shared };
}

/** First of `entries` that isn't in the log; undefined when all are. (index, term) names an entry: paper's log matching. */
export function firstNew(log: Log, entries: readonly Entry[]): Entry | undefined {
  return entries.find((entry) => termAt(log, entry.index) !== entry.term);
}

/**
 * The largest index up to `index` whose term isn't above `term`: skips whole terms that can't agree (end of paper §5.3, etcd's
 * findConflictByTerm). Below the offset nothing is known; 0 is a safe answer for its term.
 */
export function agreementBound(log: Log, index: Index, term: Term): ConflictHint {
  for (let at = index; at > 0; at -= 1) {
    const ours = termAt(log, at);
    if (ours === undefined) return { index: at, term: 0 };
    if (ours <= term) return { index: at, term: ours };
  }
  return { index: 0, term: 0 };
}
