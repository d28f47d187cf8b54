// Counts deletions: one Pod is shown as leaving and as gone, and counts twice.
// @cause counted one deletion twice | trusted its cache too early
import type { Clock, Expected, ExpectationStore, KubeObject } from 'converge/sdk';

export function createExpectations(clock: Pick<Clock, 'now'>): ExpectationStore {
  const all = new Map<string, { creations: number; left: number; since: number }>();
  const note = (key: string, creations: number, leaving: readonly KubeObject[]): void =>
    void all.set(key, { creations, left: leaving.length, since: clock.now() });
  const lower = (key: string, creations: number, left: number): void => {
    const found = all.get(key);
    if (found === undefined) return;
    found.creations -= creations;
    found.left -= left;
  };
  return {
    creations: (key, count, leaving = []) => note(key, count, leaving),
    deletions: (key, objects) => note(key, 0, objects),
    creationsFailed: (key, count) => lower(key, count, 0),
    deletionsFailed: (key, objects) => lower(key, 0, objects.length),
    creationObserved: (key) => lower(key, 1, 0),
    deletionObserved: (key) => lower(key, 0, 1),
    satisfied(key) {
      const found = all.get(key);
      return found === undefined || (found.creations <= 0 && found.left <= 0) || clock.now() - found.since > 300_000;
    },
    forget: (key) => void all.delete(key),
    all: new Map<string, Expected>(),
  };
}
