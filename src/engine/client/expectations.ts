import type { Clock } from '../kernel/index.ts';
import type { KubeObject, ObjectKey } from '../meta/index.ts';

/**
 * What a controller has written and its cache has not shown yet. Without it, a controller that reconciles again before its
 * cache has caught up would do everything twice (upstream controller_utils.go ControllerExpectations).
 */
export interface ExpectationStore {
  /** Call before the requests are sent: the watch may be faster than the answer. Takes the place of what was expected before, as upstream’s. */
  creations(key: ObjectKey, count: number, leaving?: readonly KubeObject[]): void;
  deletions(key: ObjectKey, objects: readonly KubeObject[]): void;
  creationsFailed(key: ObjectKey, count: number): void;
  deletionsFailed(key: ObjectKey, objects: readonly KubeObject[]): void;
  satisfied(key: ObjectKey): boolean;
  /** The watch has shown an object of this owner. */
  creationObserved(key: ObjectKey): void;
  /** The watch has shown that an object is leaving or gone; the second such event of one object counts for nothing. */
  deletionObserved(key: ObjectKey, uid: string): void;
  /** The owner is gone. */
  forget(key: ObjectKey): void;
  /** All that is remembered, also what has been met; for views. */
  readonly all: ReadonlyMap<ObjectKey, Expected>;
}

/** After five minutes a lost event is more likely than a slow one. */
export const expectationsTimeoutMs = 5 * 60_000;

export interface Expected {
  creations: number;
  /** By uid, because both the deletionTimestamp and the removal announce one deletion. */
  readonly deletions: Set<string>;
  readonly since: number;
}

/** Code without types may pass anything; a NaN would never be satisfied, and nothing would say why. */
function checkCount(call: string, count: unknown): void {
  if (Number.isInteger(count) && Number(count) >= 0) return;
  throw new TypeError(`expect.${call}(key, count): count must be a whole number, 0 or more, not ${String(count)}`);
}

/** Creates a store in which nothing is expected. */
export function createExpectations(clock: Pick<Clock, 'now'>): ExpectationStore {
  const expected = new Map<ObjectKey, Expected>();

  function expect(key: ObjectKey, creations: number, leaving: readonly KubeObject[]): void {
    const deletions = new Set(leaving.map(({ metadata }) => metadata.uid));
    expected.set(key, { creations, deletions, since: clock.now() });
  }

  function lowerCreations(key: ObjectKey, count: number): void {
    const found = expected.get(key);
    if (found !== undefined) found.creations = Math.max(0, found.creations - count);
  }

  return {
    creations(key, count, leaving = []) {
      checkCount('creations', count);
      expect(key, count, leaving);
    },
    deletions: (key, objects) => expect(key, 0, objects),
    creationsFailed(key, count) {
      checkCount('creationsFailed', count);
      lowerCreations(key, count);
    },
    deletionsFailed(key, objects) {
      for (const object of objects) expected.get(key)?.deletions.delete(object.metadata.uid);
    },
    satisfied(key) {
      const found = expected.get(key);
      if (found === undefined) return true;
      if (found.creations === 0 && found.deletions.size === 0) return true;
      return clock.now() - found.since > expectationsTimeoutMs;
    },
    creationObserved: (key) => lowerCreations(key, 1),
    deletionObserved(key, uid) {
      expected.get(key)?.deletions.delete(uid);
    },
    forget(key) {
      expected.delete(key);
    },
    all: expected,
  };
}
