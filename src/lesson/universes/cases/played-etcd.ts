/** etcd as an update meets it: the engine's own store with one object that rivals write to, and a cache that follows it by a watch. */
import { createStore, deepEqual, hash32, type KubeObject, type Stored, type Write } from '../../../engine/index.ts';

const prefix = '/registry/configmaps/default/';
const key = `${prefix}counter`;
const otherKey = `${prefix}other`;

/** What a transaction guarded by a revision has come to. */
export type Swapped = { readonly written: true } | { readonly written: false; readonly current: Stored | undefined };

export interface PlayedEtcd {
  /** The object as etcd has it now. */
  read(): Stored | undefined;
  swap(ifRevision: number, write: Write): Swapped;
  /** The object as the cache has it. */
  cached(): Stored | undefined;
  /** The watch brings the cache everything that has happened. Where it was broken, it goes on from the cache's revision. */
  follow(): void;
  /** A rival writes the object, or creates it: with this count, or with one that was never there. */
  put(count?: number): void;
  /** A rival deletes it. */
  remove(): void;
  /** Another object is written: the store's revision grows. */
  writeOther(): void;
  /** History is forgotten: a cache that is further behind lists anew. */
  compact(): void;
}

export const counterAt = (count: number): KubeObject & { readonly data: { readonly count: string } } => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { namespace: 'default', name: 'counter', uid: 'u', creationTimestamp: '2026-01-01T00:00:00Z', resourceVersion: '' },
  data: { count: String(count) },
});

export const countIn = (object: KubeObject): number => ('data' in object && isCounts(object.data) ? Number(object.data.count) : 0);

const isCounts = (data: unknown): data is { readonly count: string } => typeof data === 'object' && data !== null && 'count' in data;

/** An empty one. */
export function createPlayedEtcd(): PlayedEtcd {
  const { mvcc } = createStore(undefined, hash32);
  let cached: Stored | undefined;
  let followed = mvcc.revision();
  let rivalCount = 100;

  function txn(ifRevision: number | undefined, write: Write): Swapped {
    const op = 'remove' in write ? ({ type: 'delete', key } as const) : ({ type: 'put', key, value: JSON.stringify(write.put) } as const);
    const compare = ifRevision === undefined ? [] : [{ key, target: 'mod', op: '=', value: ifRevision } as const];
    const { result } = mvcc.apply({ compare, success: [op], failure: [] }, createCommit);
    return result.ok?.succeeded === true ? { written: true } : { written: false, current: read() };
  }

  function read(): Stored | undefined {
    const [kv] = mvcc.range({ key }).ok?.kvs ?? [];
    return kv && storedAt(String(kv.value), kv.modRevision);
  }

  return {
    read,
    swap: txn,
    cached: () => cached,
    follow() {
      if (followed < mvcc.compactRevision()) cached = read();
      for (const { events } of mvcc.commitsFrom(followed + 1))
        for (const event of events) {
          if (event.type === 'delete' && event.key === key) cached = undefined;
          if (event.type === 'put' && event.kv.key === key) cached = storedAt(String(event.kv.value), event.kv.modRevision);
        }
      followed = mvcc.revision();
    },
    put(count) {
      rivalCount += 100;
      txn(undefined, { put: counterAt(count ?? rivalCount) });
    },
    remove: () => void txn(undefined, { remove: counterAt(0) }),
    writeOther: () => void mvcc.apply({ compare: [], success: [{ type: 'put', key: otherKey, value: '' }], failure: [] }, createCommit),
    compact: () => void mvcc.compact(mvcc.revision()),
  };
}

const createCommit: Parameters<ReturnType<typeof createStore>['apply']>[1] = (revision, events) => ({ revision, time: 0, cause: 0, events });

function storedAt(value: string, revision: number): Stored {
  const object: KubeObject = JSON.parse(value);
  return { revision, object: { ...object, metadata: { ...object.metadata, resourceVersion: String(revision) } } };
}

export const isSame = (a: Stored | undefined, b: Stored | undefined): boolean => deepEqual(a, b);
