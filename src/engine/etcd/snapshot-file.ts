/** A snapshot as a file: JSON with a hash over it, which the real one keeps at the end of its database file. */
import { hash32 } from '../kernel/index.ts';
import { fromUtf8, utf8 } from './bytes.ts';
import type { StoreSnapshot } from './types.ts';

/** What `etcdutl snapshot status` says. */
export interface SnapshotStatus {
  readonly hash: number;
  readonly revision: number;
  readonly totalKeys: number;
  readonly totalSize: number;
}

const format = 'converge-etcd-snapshot-1';

/** The text of a snapshot file. */
export function encodeSnapshot(snapshot: StoreSnapshot): string {
  const body = JSON.stringify(snapshot);
  return `${format} ${hash32(body).toString(16).padStart(8, '0')}\n${body}\n`;
}

/** The snapshot in a file's text. Throws an Error with etcd's words when it isn't one or was changed. */
export function decodeSnapshot(text: string): StoreSnapshot {
  const [head = '', body = ''] = text.split('\n', 2);
  if (!head.startsWith(`${format} `)) throw new Error('snapshot missing hash but --skip-hash-check=false');
  const expected = head.slice(format.length + 1);
  const got = hash32(body).toString(16).padStart(8, '0');
  if (got !== expected) throw new Error(`expected sha256 [${expected}], got [${got}]`);
  const parsed: unknown = JSON.parse(body);
  // What carries our hash was written by encodeSnapshot.
  return parsed as StoreSnapshot;
}

/** The same for bytes, one character each, as the gateway's pieces give them. */
export function decodeSnapshotBytes(bytes: string): StoreSnapshot {
  return decodeSnapshot(fromUtf8(bytes) ?? '');
}

/** Counts what a snapshot holds. `totalKeys` are versions, as in the real one's table. */
export function snapshotStatus(snapshot: StoreSnapshot): SnapshotStatus {
  const text = encodeSnapshot(snapshot);
  let totalKeys = snapshot.base.length;
  for (const { revision, events } of snapshot.commits)
    if (revision > snapshot.compactRevision) totalKeys += events.length;
  return { hash: hash32(text), revision: snapshot.revision, totalKeys, totalSize: utf8(text).length };
}
