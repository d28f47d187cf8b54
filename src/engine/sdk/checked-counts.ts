import type { Expectations } from './expectations.ts';

/** The expectations that a pass gets. Code without types may pass anything; a NaN would never be satisfied, and nothing would say why. */
export const withCheckedCounts = (store: Expectations): Expectations => ({
  creations(key, count, leaving) {
    checkCount('creations', count);
    store.creations(key, count, leaving);
  },
  creationsFailed(key, count) {
    checkCount('creationsFailed', count);
    store.creationsFailed(key, count);
  },
  deletions: (key, objects) => store.deletions(key, objects),
  deletionsFailed: (key, objects) => store.deletionsFailed(key, objects),
  satisfied: (key) => store.satisfied(key),
});

function checkCount(call: string, count: unknown): void {
  if (Number.isInteger(count) && Number(count) >= 0) return;
  throw new TypeError(`expect.${call}(key, count): count must be a whole number, 0 or more, not ${String(count)}`);
}
