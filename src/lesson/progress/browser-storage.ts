import { get, keys, promisifyRequest, update } from 'idb-keyval';
import { startTimer } from '../../runtimes/timer.ts';
import { workKey } from './keys.ts';
import { createDatabase } from './database.ts';
import { createBackupStorage } from './unload-backup.ts';

const place = createDatabase(() => indexedDB, startTimer);

/**
 * IndexedDB of this browser. Its promises reject where storage is refused (private windows, full disks). A page that goes away doesn't live
 * to see IndexedDB answer: what waits then goes to localStorage.
 */
export const browserStorage = createBackupStorage(
  {
    get: (key) => get(key, place),
    set: (key, value) =>
      place('readwrite', (store) => {
        store.put(value, key);
        store.transaction.commit();
        return promisifyRequest(store.transaction);
      }),
    change: (key, next) => update(key, next, place),
    keys: async () => (await keys(place)).filter((key) => typeof key === 'string'),
  },
  () => localStorage,
  Math.random().toString(36).slice(2),
);

/** Everything kept, by lesson: for export, and for marks beside the lessons. Empty where nothing can be read. */
export const allWork = (prefix = workKey('')): Promise<ReadonlyMap<string, unknown>> => browserStorage.all(prefix);
