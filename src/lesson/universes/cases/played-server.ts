/** An API server as a reflector meets it, and a store: small enough to know at every moment what the store must hold. */
import type { ReflectorObject } from '../../../engine/index.ts';

export interface WatchEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly object: ReflectorObject;
}

export interface PlayedServer {
  readonly revision: string;
  list(): readonly ReflectorObject[];
  /** Creates, changes or deletes the object of this name. */
  change(name: string, isDeleted: boolean): void;
  /** Something else in the cluster changes. */
  pass(): void;
  /** The first change after this revision. */
  next(revision: string): WatchEvent | undefined;
}

export function createPlayedServer(): PlayedServer {
  const objects = new Map<string, ReflectorObject>();
  const history: WatchEvent[] = [];
  let revision = 100;
  return {
    get revision() {
      return String(revision);
    },
    list: () => [...objects.values()],
    change(name, isDeleted) {
      const isThere = objects.has(name);
      if (isDeleted && !isThere) return;
      revision += 1;
      const object = { metadata: { namespace: 'default', name, resourceVersion: String(revision) } };
      if (isDeleted) objects.delete(name);
      else objects.set(name, object);
      history.push({ type: isDeleted ? 'DELETED' : isThere ? 'MODIFIED' : 'ADDED', object });
    },
    pass() {
      revision += 1;
    },
    next: (from) => history.find(({ object }) => Number(object.metadata.resourceVersion) > Number(from)),
  };
}

/** What a store holds: revisions by name. */
export type Held = ReadonlyMap<string, string>;

export const heldOf = (objects: readonly ReflectorObject[]): Map<string, string> =>
  new Map(objects.map(({ metadata: { name = '', resourceVersion } }) => [name, resourceVersion]));
