/** IndexedDB under the names that idb-keyval has, but a database that another tab wants to change or holds back is no dead end. */
import type { UseStore } from 'idb-keyval';

const [database, store] = ['keyval-store', 'keyval'];
/** Beyond that another tab holds it. */
const openWithinMs = 5_000;

/** Opens it when it is first needed. */
export function createDatabase(factory: () => Pick<IDBFactory, 'open'>, after: (ms: number, run: () => void) => () => void): UseStore {
  let opening: Promise<IDBDatabase> | undefined;
  const forget = (): void => {
    opening = undefined;
  };

  function open(): Promise<IDBDatabase> {
    opening ??= new Promise<IDBDatabase>((resolve, reject) => {
      const request = factory().open(database);
      const late = after(openWithinMs, () => reject(new DOMException('', 'TimeoutError')));
      request.onupgradeneeded = () => request.result.createObjectStore(store);
      request.onerror = () => {
        late();
        reject(request.error);
      };
      request.onsuccess = () => {
        late();
        const { result } = request;
        result.onclose = forget;
        // Another tab wants to change it, and would wait for this one: the next use opens it as it is then.
        result.onversionchange = () => {
          result.close();
          forget();
        };
        resolve(result);
      };
    });
    opening.catch(forget);
    return opening;
  }
  return async (mode, use) => use((await open()).transaction(store, mode).objectStore(store));
}
