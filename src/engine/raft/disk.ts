/** What a member's disk holds, as a value, and what a write makes of it. Drivers keep one per member; a crash goes back to it. */
import { append, compact, emptyLog, type Log } from './log.ts';
import type { Change, Entry, HardState, MemberId, Snapshot, Write } from './types.ts';

export interface Disk {
  readonly hardState: HardState;
  readonly snapshot: Snapshot | undefined;
  readonly log: Log;
}

/** Of a member that joins: it learns everything from the leader. */
export const emptyDisk: Disk = {
  hardState: { term: 0, vote: undefined, commit: 0 },
  snapshot: undefined,
  log: emptyLog(),
};

/**
 * Of a founding member: the log begins, in term 1, with one committed change for each founder (etcd's bootstrap). All founders must
 * get the same list.
 */
export function foundingDisk(founders: readonly (MemberId | Omit<Change, 'type'>)[]): Disk {
  const entries = founders.map((founder, at): Entry => {
    const member = typeof founder === 'string' ? { member: founder } : founder;
    return { index: at + 1, term: 1, kind: 'change', change: { type: 'add', ...member }, bytes: 0 };
  });
  const hardState: HardState = { term: 1, vote: undefined, commit: entries.length };
  return { hardState, snapshot: undefined, log: append(emptyLog(), entries) };
}

/** A disk that knows only a snapshot: of a member restored from a backup. */
export function restoredDisk(snapshot: Snapshot): Disk {
  const { index, term } = snapshot;
  return { hardState: { term, vote: undefined, commit: index }, snapshot, log: emptyLog(index, term) };
}

/** The disk after one write. Writes are applied in order; leaving out the last ones is what a crash does. */
export function applyWrite(disk: Disk, { hardState, snapshot, compactTo, entries }: Write): Disk {
  if (snapshot === undefined) return { hardState, snapshot: disk.snapshot, log: append(disk.log, entries) };
  const log = compactTo === undefined ? emptyLog(snapshot.index, snapshot.term) : compact(disk.log, compactTo.index);
  return { hardState, snapshot, log: append(log, entries) };
}
