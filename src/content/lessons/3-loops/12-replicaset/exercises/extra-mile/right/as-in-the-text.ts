import type { Clock, Expected, ExpectationStore, KubeObject } from 'converge/sdk';

const timeoutMs = 5 * 60_000;

export function createExpectations(clock: Pick<Clock, 'now'>): ExpectationStore {
  const all = new Map<string, Expected>();

  function note(key: string, creations: number, leaving: readonly KubeObject[]): void {
    const deletions = new Set(leaving.map((object) => object.metadata.uid));
    all.set(key, { creations, deletions, since: clock.now() });
  }
  function change(key: string, by: (before: Expected) => Partial<Expected>): void {
    const before = all.get(key);
    if (before !== undefined) all.set(key, { ...before, ...by(before) });
  }
  const without = (uids: ReadonlySet<string>, gone: readonly string[]): ReadonlySet<string> => new Set([...uids].filter((uid) => !gone.includes(uid)));

  return {
    creations: (key, count, leaving = []) => note(key, count, leaving),
    deletions: (key, objects) => note(key, 0, objects),
    creationsFailed: (key, count) => change(key, ({ creations }) => ({ creations: creations - count })),
    deletionsFailed: (key, objects) => change(key, ({ deletions }) => ({ deletions: without(deletions, objects.map(({ metadata }) => metadata.uid)) })),
    creationObserved: (key) => change(key, ({ creations }) => ({ creations: creations - 1 })),
    deletionObserved: (key, uid) => change(key, ({ deletions }) => ({ deletions: without(deletions, [uid]) })),
    satisfied(key) {
      const expected = all.get(key);
      if (expected === undefined) return true;
      const shown = expected.creations <= 0 && expected.deletions.size === 0;
      return shown || clock.now() - expected.since > timeoutMs;
    },
    forget: (key) => void all.delete(key),
    all,
  };
}
