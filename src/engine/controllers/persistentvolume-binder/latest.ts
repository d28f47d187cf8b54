/**
 * The newest version of each claim and volume: the cache's, or what this controller has written and the cache hasn't shown yet. Without it
 * a second claim could get a volume that was just given away. (upstream pv_controller_base.go, storeObjectUpdate)
 */
import { keyOf, type KubeObject, type Lister, type ObjectKey } from 'converge/sdk';

export interface Latest<T extends KubeObject> {
  get(key: ObjectKey): T | undefined;
  list(): readonly T[];
  /** Notes what the API server has answered to a write. */
  wrote(object: T): T;
}

/** Remembers writes of one kind over the lifetime of a controller; `over` gives the view of a pass. */
export function createWritten<T extends KubeObject>(): { over(lister: Lister<T>): Latest<T> } {
  const written = new Map<ObjectKey, T>();

  function newest(cached: T): T {
    const key = keyOf(cached);
    const own = written.get(key);
    if (own === undefined) return cached;
    const isNewer = own.metadata.uid === cached.metadata.uid && revisionOf(own) > revisionOf(cached);
    if (isNewer) return own;
    written.delete(key);
    return cached;
  }

  return {
    over: (lister) => ({
      get(key) {
        const cached = lister.get(key);
        if (cached === undefined) written.delete(key);
        return cached === undefined ? undefined : newest(cached);
      },
      list: () => lister.list().map(newest),
      wrote(object) {
        written.set(keyOf(object), object);
        return object;
      },
    }),
  };
}

const revisionOf = ({ metadata }: KubeObject): number => Number(metadata.resourceVersion);

