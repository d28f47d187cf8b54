/** A running hash over everything etcd has committed: equal histories, equal hashes, on every platform. */
import type { Etcd } from '../etcd/types.ts';
import { hash32 } from '../kernel/index.ts';

/** Returns a function that folds in what was committed since it was last called and gives the hash as 16 hex digits. */
export function createHistoryHash(etcd: Pick<Etcd, 'history'>): () => string {
  let revision = 0;
  let low = 0x811c9dc5;
  let high = 0x9e3779b9;
  return () => {
    for (const { revision: at, time, event } of etcd.history(revision)) {
      revision = Math.max(revision, at);
      const text =
        event.type === 'put'
          ? `${at} ${time} put ${event.kv.key} ${JSON.stringify(event.kv.value)}`
          : `${at} ${time} delete ${event.key}`;
      low = hash32(text, low);
      high = hash32(text, high);
    }
    return high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0');
  };
}
