/** A cache of one kind with handlers: what a controller reads instead of asking the API server each time. */
import type { Kind } from '../api/types.ts';
import type { Clock, Random } from '../kernel/index.ts';
import { type KubeObject, keyOf } from '../meta/index.ts';
import type { Connection } from './connection.ts';
import { createIndexer } from './indexer.ts';
import { startReflector } from './reflector.ts';
import type { stepReflector } from '../parts/reflector.ts';
import type { Informer, InformerHandlers, ListOptions } from './types.ts';

export interface InformerOptions<T extends KubeObject> {
  readonly connection: Connection;
  readonly clock: Clock;
  readonly random: Random;
  readonly kind: Kind<T>;
  /** Only these objects; by default all. */
  readonly selection?: ListOptions;
  /** Called once, when the first list is in the cache and its handlers have run. */
  readonly onSynced?: () => void;
  /** What is in the cache at once, as of that revision: the watch goes on from there, and handlers aren't told. */
  readonly known?: { readonly items: readonly T[]; readonly revision: string };
  /** The rules of its reflector; the engine's own if absent. */
  readonly step?: typeof stepReflector;
  /** Handlers from the start. More may be pushed to them later. */
  readonly handlers?: InformerHandlers<T>[];
}

/** Starts following the kind at once. Handlers run in the order they were given, after the cache has changed. */
export function createInformer<T extends KubeObject>(options: InformerOptions<T>): Informer<T> {
  const { known, handlers = [] } = options;
  const indexer = createIndexer<T>();
  for (const object of known?.items ?? []) indexer.put(object);

  function changed(object: T): void {
    const before = indexer.put(object);
    if (before === undefined) {
      for (const handler of handlers) handler.added?.(object);
    } else if (before.metadata.resourceVersion !== object.metadata.resourceVersion) {
      // The same version again (a doubled event, a relist) is no change.
      for (const handler of handlers) handler.updated?.(before, object);
    }
  }

  function remove(key: string, last: T | undefined): void {
    const before = indexer.remove(key);
    if (before === undefined) return;
    for (const handler of handlers) handler.deleted?.(last ?? before);
  }

  const reflector = startReflector<T>({
    ...options,
    ...(known !== undefined && { from: known.revision }),
    store: {
      changed,
      gone: (object) => remove(keyOf(object), object),
      replace(items) {
        const present = new Set<string>();
        for (const item of items) {
          present.add(keyOf(item));
          changed(item);
        }
        // Their deletion was missed: handlers get the last state known, which may be stale.
        for (const key of indexer.keys()) if (!present.has(key)) remove(key, undefined);
        if (informer.synced) return;
        informer.synced = true;
        options.onSynced?.();
      },
    },
  });

  const informer = {
    lister: indexer,
    synced: known !== undefined,
    onEvent(handler: InformerHandlers<T>) {
      handlers.push(handler);
      if (handler.added !== undefined) for (const object of indexer.list()) handler.added(object);
    },
    ...reflector,
  };
  return informer;
}
