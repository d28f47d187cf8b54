import type { Clock, Expected, ExpectationStore } from 'converge/sdk';

/** Whatever has been shown is thrown away at once: a key that is there is one that waits. */
export function createExpectations(clock: Pick<Clock, 'now'>): ExpectationStore {
  const all = new Map<string, Expected>();

  function keep(key: string, { creations, deletions, since }: Expected): void {
    if (creations <= 0 && deletions.size === 0) all.delete(key);
    else all.set(key, { creations, deletions, since });
  }
  function take(key: string, count: number, uids: readonly string[]): void {
    const { creations = 0, deletions = new Set<string>(), since = 0 } = all.get(key) ?? {};
    keep(key, { creations: creations - count, deletions: new Set([...deletions].filter((uid) => !uids.includes(uid))), since });
  }

  return {
    creations: (key, count, leaving = []) => keep(key, { creations: count, deletions: new Set(leaving.map(({ metadata }) => metadata.uid)), since: clock.now() }),
    deletions: (key, objects) => keep(key, { creations: 0, deletions: new Set(objects.map(({ metadata }) => metadata.uid)), since: clock.now() }),
    creationsFailed: (key, count) => take(key, count, []),
    deletionsFailed: (key, objects) => take(key, 0, objects.map(({ metadata }) => metadata.uid)),
    creationObserved: (key) => take(key, 1, []),
    deletionObserved: (key, uid) => take(key, 0, [uid]),
    satisfied: (key) => clock.now() > (all.get(key)?.since ?? -Infinity) + 5 * 60_000,
    forget: (key) => void all.delete(key),
    all,
  };
}
