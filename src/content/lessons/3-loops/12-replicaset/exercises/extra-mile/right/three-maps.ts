import type { Clock, Expected, ExpectationStore } from 'converge/sdk';

const fiveMinutes = 300_000;

/** Counts, uids and deadlines, each by owner. */
export function createExpectations(clock: Pick<Clock, 'now'>): ExpectationStore {
  const counts = new Map<string, number>();
  const uids = new Map<string, Set<string>>();
  const deadlines = new Map<string, number>();

  const lower = (key: string, by: number): void => void counts.set(key, Math.max(0, (counts.get(key) ?? 0) - by));
  return {
    creations(key, count, leaving = []) {
      counts.set(key, count);
      uids.set(key, new Set(leaving.map(({ metadata }) => metadata.uid)));
      deadlines.set(key, clock.now() + fiveMinutes);
    },
    deletions(key, objects) {
      this.creations(key, 0, objects);
    },
    creationsFailed: lower,
    deletionsFailed(key, objects) {
      for (const { metadata } of objects) this.deletionObserved(key, metadata.uid);
    },
    creationObserved: (key) => lower(key, 1),
    deletionObserved: (key, uid) => void uids.get(key)?.delete(uid),
    satisfied(key) {
      const isWaiting = (counts.get(key) ?? 0) > 0 || (uids.get(key)?.size ?? 0) > 0;
      return !isWaiting || clock.now() > (deadlines.get(key) ?? 0);
    },
    forget(key) {
      for (const each of [counts, uids, deadlines]) each.delete(key);
    },
    get all() {
      return new Map([...counts].map(([key, creations]): [string, Expected] => [key, { creations, deletions: uids.get(key) ?? new Set(), since: (deadlines.get(key) ?? 0) - fiveMinutes }]));
    },
  };
}
