/** A running hash over everything etcd has committed: equal histories, equal hashes, on every platform. */
import type { Etcd } from '../etcd/types.ts';
import { hash32Twice } from '../kernel/index.ts';

export interface HistoryHash {
  /** Folds in what was committed since the last call; 16 hex digits. */
  value(): string;
  /** Another history has begun, from a snapshot: what comes behind its revision is new. */
  restored(): void;
}

/** Creates the hash of a history that hasn't begun. */
export function createHistoryHash(etcd: Pick<Etcd, 'history' | 'status'>): HistoryHash {
  let revision = 0;
  let low = 0x811c9dc5;
  let high = 0x9e3779b9;

  function fold(text: string): void {
    [low, high] = hash32Twice(text, low, high);
  }

  return {
    value() {
      for (const { revision: at, time, event } of etcd.history(revision)) {
        revision = Math.max(revision, at);
        if (event.type === 'put') fold(`${at} ${time} put ${event.kv.key} ${JSON.stringify(event.kv.value)}`);
        else fold(`${at} ${time} delete ${event.key}`);
      }
      return high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0');
    },
    restored() {
      ({ revision } = etcd.status());
      fold(`restored at ${revision}`);
    },
  };
}
