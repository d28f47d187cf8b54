/**
 * What a controller has written and its cache has not shown yet. Without it, a controller that reconciles again before its
 * cache has caught up would do everything twice. (upstream controller_utils.go ControllerExpectations)
 */
import type { Clock, ExpectationStore, KubeObject, ObjectKey } from 'converge/sdk';

/** After five minutes a lost event is more likely than a slow one. */
const timeoutMs = 5 * 60_000;

interface Expected {
  creations: number;
  /** By uid, because both the deletionTimestamp and the removal announce one deletion. */
  readonly deletions: Set<string>;
  readonly since: number;
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
    creations: (key, count, leaving = []) => expect(key, count, leaving),
    deletions: (key, objects) => expect(key, 0, objects),
    creationsFailed: lowerCreations,
    deletionsFailed(key, objects) {
      for (const object of objects) expected.get(key)?.deletions.delete(object.metadata.uid);
    },
    satisfied(key) {
      const found = expected.get(key);
      if (found === undefined) return true;
      if (found.creations === 0 && found.deletions.size === 0) return true;
      return clock.now() - found.since > timeoutMs;
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
