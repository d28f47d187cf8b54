import { createStore, get, keys, promisifyRequest } from 'idb-keyval';
import type { Storage } from './keeper.ts';
import { workKey } from './keeper.ts';

/** IndexedDB of this browser. Its promises reject where storage is refused (private windows, full disks). */
export const browserStorage: Storage = {
  get: (key) => get(key, place()),
  set: (key, value) =>
    place()('readwrite', (store) => {
      store.put(value, key);
      // A page that goes away doesn't live to commit by itself: what is asked for now is kept.
      store.transaction.commit();
      return promisifyRequest(store.transaction);
    }),
};

/** Where idb-keyval keeps things unless told. */
const place = () => (opened ??= createStore('keyval-store', 'keyval'));
let opened: ReturnType<typeof createStore> | undefined;

/** Everything kept, by lesson: for export, and for marks beside the lessons. Empty where nothing can be read. */
export async function allWork(): Promise<ReadonlyMap<string, unknown>> {
  const prefix = workKey('');
  try {
    const found = (await keys(place()))
      .filter((key) => typeof key === 'string')
      .filter((key) => key.startsWith(prefix));
    const entries = await Promise.all(
      found.sort().map(async (key) => [key.slice(prefix.length), await get(key, place())] as const),
    );
    return new Map(entries);
  } catch {
    return new Map();
  }
}
