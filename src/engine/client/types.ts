/** The client side of the API: typed requests, and caches that follow a kind by list and watch. */
import type { Draft, Kind } from '../api/types.ts';
import type { Json, KubeObject, ObjectKey } from '../meta/index.ts';

/** Names an object: its key (`default/web`), the object itself, or its parts. */
export type Ref = ObjectKey | KubeObject | { readonly name: string; readonly namespace?: string };

/** Which objects of a kind are meant. Without options: all. */
export interface ListOptions {
  /** Absent: all namespaces. */
  readonly namespace?: string;
  /** `app=web,tier!=db` */
  readonly labelSelector?: string;
  /** `spec.nodeName=node-1` */
  readonly fieldSelector?: string;
}

/** How an object is deleted. Absent fields: as its kind has it by default. */
export interface DeleteOptions {
  readonly gracePeriodSeconds?: number;
  readonly propagationPolicy?: 'Background' | 'Foreground' | 'Orphan';
  /** Refused with a conflict unless the live object has them. */
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
}

export type PatchType = 'json' | 'merge' | 'strategic';

/** Every method rejects with a `StatusError` when the API server refuses or can't be reached. */
export interface Client {
  get<T extends KubeObject>(kind: Kind<T>, ref: Ref): Promise<T>;
  list<T extends KubeObject>(kind: Kind<T>, options?: ListOptions): Promise<readonly T[]>;
  create<T extends KubeObject>(kind: Kind<T>, object: Draft<T>): Promise<T>;
  /** Replaces the object; refused with a conflict when it has changed since `object` was read. */
  update<T extends KubeObject>(kind: Kind<T>, object: T): Promise<T>;
  updateStatus<T extends KubeObject>(kind: Kind<T>, object: T): Promise<T>;
  patch<T extends KubeObject>(
    kind: Kind<T>,
    ref: Ref,
    patch: Json,
    options?: { readonly type?: PatchType; readonly subresource?: string },
  ): Promise<T>;
  /** Resolves when the API server has accepted it: the object may still be on its way out. */
  delete(kind: Kind, ref: Ref, options?: DeleteOptions): Promise<void>;
  /** GET of a subresource: `scale`. */
  getSubresource(kind: Kind, ref: Ref, subresource: string, query?: Readonly<Record<string, string>>): Promise<Json>;
  /** POST to a subresource: `binding`, `eviction`. */
  postSubresource(kind: Kind, ref: Ref, subresource: string, body: Json): Promise<Json>;
  /** PUT to a subresource: `finalize`, `scale`. */
  putSubresource(kind: Kind, ref: Ref, subresource: string, body: Json): Promise<Json>;
  /**
   * Creates `count` objects like `draft` in batches of 1, 2, 4, 8 …, at most 500; after a batch with a failure the rest is skipped.
   * A function makes a draft for each index from 0 on.
   * Resolves with what was created and how many were not; never rejects for a refused create.
   */
  createMany<T extends KubeObject>(
    kind: Kind<T>,
    draft: Draft<T> | ((index: number) => Draft<T>),
    count: number,
  ): Promise<Many<T>>;
  /** Deletes all, at most 500 at once. Resolves with those that were refused; never rejects for one. */
  deleteMany<T extends KubeObject>(kind: Kind<T>, objects: readonly T[]): Promise<ManyDeleted<T>>;
}

/** What came of a request for several new objects. */
export interface Many<T> {
  readonly created: readonly T[];
  /** Refused or never tried. */
  readonly missing: number;
  /** The first refusal. */
  readonly error?: Error;
  /** The refusals of the batch that ended it, in the order of its drafts. */
  readonly errors: readonly Error[];
}

/** What came of a request to delete several objects. */
export interface ManyDeleted<T> {
  /** Refused or never tried. */
  readonly failed: readonly T[];
  /** The first refusal. */
  readonly error?: Error;
  /** All refusals, in the order of the objects. */
  readonly errors: readonly Error[];
}

/** A read-only cache of one kind, kept by list and watch. It runs behind the API server: by milliseconds, sometimes by far more. */
export interface Lister<T extends KubeObject> {
  get(key: ObjectKey): T | undefined;
  /** In order of creation in the cache; all namespaces unless one is named. */
  list(namespace?: string): readonly T[];
  /** Objects whose controller (ownerReference with controller=true) is this owner. Indexed: costs what it returns. */
  controlledBy(owner: KubeObject): readonly T[];
  /** Objects of the namespace that no controller owns. Indexed. */
  orphans(namespace: string): readonly T[];
}

export interface InformerHandlers<T extends KubeObject> {
  added?(object: T): void;
  updated?(before: T, now: T): void;
  /** `last` is the last state known, which may be stale when the deletion itself was missed. */
  deleted?(last: T): void;
}

export interface ReflectorStatus {
  readonly kind: Kind;
  /** resourceVersion up to which the store is what the server has; '' before the first list. */
  readonly revision: string;
  /** A watch is open. */
  readonly alive: boolean;
}

export interface Informer<T extends KubeObject> {
  readonly lister: Lister<T>;
  /** True once the first list is in the cache and its handlers have run. */
  readonly synced: boolean;
  /** Late handlers are given everything in the cache first. */
  onEvent(handlers: InformerHandlers<T>): void;
  /** How far it has come, for views. */
  status(): ReflectorStatus;
  stop(): void;
}
