/** What the controller remembers between passes. All of it can be lost: a new process works it out again, or waits a little less. */
import type { Job, ObjectKey, Pod } from 'converge/sdk';
import { type BackOff, noBackOff } from './back-off.ts';
import { isTracked } from './job-pods.ts';

export interface JobMemory {
  backOff(key: ObjectKey): BackOff;
  setBackOff(key: ObjectKey, backOff: BackOff): void;
  /** Uids of Pods that lost their finalizer, as far as the cache hasn't shown it yet. (upstream tracking_utils.go) */
  counted(key: ObjectKey, pods: readonly Pod[]): ReadonlySet<string>;
  setCounted(key: ObjectKey, uids: readonly string[]): void;
  /** The cache has an older version of the Job than this controller wrote: what it says is not to be built upon. */
  isStale(key: ObjectKey, job: Job): boolean;
  /** The Job as the server has it after a write. */
  setWritten(key: ObjectKey, job: Job): void;
  forget(key: ObjectKey): void;
}

export function createMemory(): JobMemory {
  const backOffs = new Map<ObjectKey, BackOff>();
  const counted = new Map<ObjectKey, Set<string>>();
  const written = new Map<ObjectKey, number>();
  return {
    backOff: (key) => backOffs.get(key) ?? noBackOff,
    setBackOff: (key, backOff) => void backOffs.set(key, backOff),
    counted(key, pods) {
      const uids = counted.get(key) ?? new Set<string>();
      if (uids.size === 0) return uids;
      const shown = new Set(pods.filter(isTracked).map(({ metadata }) => metadata.uid));
      for (const uid of uids) if (!shown.has(uid)) uids.delete(uid);
      return new Set(uids);
    },
    setCounted(key, uids) {
      const all = counted.get(key) ?? new Set();
      counted.set(key, all);
      for (const uid of uids) all.add(uid);
    },
    isStale: (key, { metadata }) => Number(metadata.resourceVersion) < (written.get(key) ?? 0),
    setWritten: (key, { metadata }) => void written.set(key, Number(metadata.resourceVersion)),
    forget(key) {
      backOffs.delete(key);
      counted.delete(key);
      written.delete(key);
    },
  };
}
