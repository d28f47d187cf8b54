import { createStore, get, keys, promisifyRequest, update } from 'idb-keyval';
import type { Storage } from './keeper.ts';
import { workKey } from './keeper.ts';

/** IndexedDB of this browser. Its promises reject where storage is refused (private windows, full disks). */
export const browserStorage = {
  async get(key) {
    const rescued = takeRescued(key);
    if (rescued === undefined) return get(key, place());
    const { mergeRescued } = await import('./settle.ts');
    const together = mergeRescued(await get(key, place()).catch(() => undefined), rescued);
    await browserStorage.set(key, together).catch(() => undefined);
    return together;
  },
  async set(key, value) {
    await place()('readwrite', (store) => {
      store.put(value, key);
      store.transaction.commit();
      return promisifyRequest(store.transaction);
    });
    // What is down now is newer than what an earlier leaving had to rescue.
    takeRescued(key);
  },
  async change(key, next) {
    await update(key, next, place());
    takeRescued(key);
  },
  // A page that goes away doesn't live to see IndexedDB answer: what waits goes where writing takes no time.
  setNow(key, value) {
    try {
      localStorage.setItem(rescueKey(key), JSON.stringify(value));
    } catch {
      // Refused or full: the usual way is tried all the same.
    }
  },
} satisfies Storage;

const rescueKey = (key: string): string => `converge/${key}`;

/** What `setNow` has kept, which is then forgotten there. */
function takeRescued(key: string): unknown {
  try {
    const text = localStorage.getItem(rescueKey(key));
    if (text === null) return undefined;
    localStorage.removeItem(rescueKey(key));
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Where idb-keyval keeps things unless told. */
const place = () => (opened ??= createStore('keyval-store', 'keyval'));
let opened: ReturnType<typeof createStore> | undefined;

/** Everything kept, by lesson: for export, and for marks beside the lessons. Empty where nothing can be read. */
export async function allWork(prefix = workKey('')): Promise<ReadonlyMap<string, unknown>> {
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
