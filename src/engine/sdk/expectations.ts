/** What a loop has written and its cache hasn’t shown yet, as its author and the watch see it. */
import type { KubeObject, ObjectKey } from '../meta/index.ts';

/**
 * What a controller has done and its cache has not shown yet. Creations and deletions of owned objects are
 * ticked off by the framework as the watch delivers them; those that failed must be taken back by the author.
 */
export interface Expectations {
  /**
   * Notes, before creating, how many new objects the watch will have to show (0 or more; throws a TypeError otherwise).
   * What was noted for this key before is forgotten, deletions too. `leaving`: what the same pass is about to delete.
   */
  creations(key: ObjectKey, count: number, leaving?: readonly KubeObject[]): void;
  /**
   * Notes, before deleting, which objects the watch will have to show as leaving or gone. What was noted for this key
   * before is forgotten, creations too, also when the list is empty.
   */
  deletions(key: ObjectKey, objects: readonly KubeObject[]): void;
  /** Takes back creations that were refused or never tried (0 or more; throws a TypeError otherwise). */
  creationsFailed(key: ObjectKey, count: number): void;
  /** Takes back deletions that were refused. */
  deletionsFailed(key: ObjectKey, objects: readonly KubeObject[]): void;
  /**
   * True when everything expected has been seen, or five minutes have passed. Ask before reading the cache: what
   * arrives between an early reading and a late question is in the answer, but not in the reading.
   */
  satisfied(key: ObjectKey): boolean;
}

/** Where expectations are kept: what a controller sees of it, and what the watch tells it. */
export interface ExpectationStore extends Expectations {
  /** The watch has shown an object of this owner. */
  creationObserved(key: ObjectKey): void;
  /** The watch has shown that an object is leaving or gone; the second such event of one object counts for nothing. */
  deletionObserved(key: ObjectKey, uid: string): void;
  /** The owner is gone. */
  forget(key: ObjectKey): void;
  /** All that is remembered, also what has been met; for views. */
  readonly all: ReadonlyMap<ObjectKey, Expected>;
}

/** What is expected for one key. */
export interface Expected {
  /** Objects that the watch has still to show. */
  readonly creations: number;
  /** Uids of those that it has still to show as leaving or gone. */
  readonly deletions: ReadonlySet<string>;
  /** Milliseconds since the epoch. */
  readonly since: number;
}
