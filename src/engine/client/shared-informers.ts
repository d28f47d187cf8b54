/**
 * One informer a kind for many readers: one watch and one cache, however many controllers follow the kind (client-go informers.
 * SharedInformerFactory). A reader that is to see something else than the others is split off: it goes on with a cache and a watch of
 * its own, from where the shared ones stand.
 */
import type { Kind } from '../api/types.ts';
import type { Clock, Random } from '../kernel/index.ts';
import type { KubeObject } from '../meta/index.ts';
import type { Connection } from './connection.ts';
import { createInformer, type InformerOptions } from './informer.ts';
import { collectionPath } from './paths.ts';
import type { Informer, InformerHandlers } from './types.ts';

export interface SharedInformers {
  /** The reader's view of a kind. `own` is what it needs for an informer of its own, once it is split off. */
  join(reader: string, own: InformerOptions<KubeObject>): Informer<KubeObject>;
  /** Readers that are told what arrives from this path of the API server. */
  readersOf(path: string): readonly string[];
  /** From now on this reader follows its kinds by itself. */
  splitOff(reader: string): void;
}

export interface SharedInformersOptions {
  /** What lists and watches for all readers. */
  readonly connection: Connection;
  readonly clock: Clock;
  readonly random: Random;
}

interface Reader {
  readonly name: string;
  readonly own: InformerOptions<KubeObject>;
  readonly handlers: InformerHandlers<KubeObject>[];
  /** The shared one, or its own. */
  informer: Informer<KubeObject>;
}

/** A kind and who reads it, in the order they joined: so they are told. */
interface Shared {
  readonly informer: Informer<KubeObject>;
  readonly path: string;
  readers: readonly Reader[];
}

/** Creates a factory without informers: a kind is followed from its first reader on, until the last one has left. */
export function createSharedInformers(options: SharedInformersOptions): SharedInformers {
  const kinds = new Map<string, Shared>();

  function leave(shared: Shared, reader: Reader): void {
    shared.readers = shared.readers.filter((each) => each !== reader);
    if (shared.readers.length > 0) return;
    shared.informer.stop();
    kinds.delete(nameOf(reader.own.kind));
  }

  return {
    join(name, own) {
      const kind = nameOf(own.kind);
      const shared = kinds.get(kind) ?? follow(options, own.kind);
      kinds.set(kind, shared);
      const reader: Reader = { name, own, handlers: [], informer: shared.informer };
      shared.readers = [...shared.readers, reader];
      return viewOf(reader, () => leave(shared, reader));
    },
    readersOf(path) {
      for (const shared of kinds.values()) if (shared.path === path) return shared.readers.map(({ name }) => name);
      return [];
    },
    splitOff(name) {
      for (const shared of [...kinds.values()]) {
        for (const reader of shared.readers) {
          if (reader.name !== name) continue;
          reader.informer = informerFrom(shared.informer, reader);
          leave(shared, reader);
        }
      }
    },
  };
}

function nameOf({ plural, group }: Kind): string {
  return `${plural}.${group}`;
}

/** Starts to follow a kind, and tells every reader there is then. */
function follow({ connection, clock, random }: SharedInformersOptions, kind: Kind): Shared {
  const informer = createInformer({
    connection,
    clock,
    random,
    kind,
    onSynced() {
      for (const { own } of shared.readers) own.onSynced?.();
    },
  });
  const shared: Shared = { informer, path: collectionPath(kind, undefined), readers: [] };
  informer.onEvent({
    added(object) {
      for (const { handlers } of shared.readers) for (const handler of handlers) handler.added?.(object);
    },
    updated(before, now) {
      for (const { handlers } of shared.readers) for (const handler of handlers) handler.updated?.(before, now);
    },
    deleted(last) {
      for (const { handlers } of shared.readers) for (const handler of handlers) handler.deleted?.(last);
    },
  });
  return shared;
}

/** An informer of the reader's own, which holds what the shared one holds and watches from there. */
function informerFrom({ lister, synced, status }: Informer<KubeObject>, { own, handlers }: Reader): Informer<KubeObject> {
  const known = synced ? { items: lister.list(), revision: status().revision } : undefined;
  return createInformer({ ...own, handlers, ...(known !== undefined && { known }) });
}

/** What a reader holds stays the same when the informer behind it changes. */
function viewOf(reader: Reader, leave: () => void): Informer<KubeObject> {
  const shared = reader.informer;
  return {
    lister: {
      get: (key) => reader.informer.lister.get(key),
      list: (namespace) => reader.informer.lister.list(namespace),
      controlledBy: (owner) => reader.informer.lister.controlledBy(owner),
      orphans: (namespace) => reader.informer.lister.orphans(namespace),
    },
    get synced() {
      return reader.informer.synced;
    },
    onEvent(handler) {
      reader.handlers.push(handler);
      if (handler.added !== undefined) for (const object of reader.informer.lister.list()) handler.added(object);
    },
    status: () => reader.informer.status(),
    stop() {
      if (reader.informer === shared) leave();
      else reader.informer.stop();
    },
  };
}
