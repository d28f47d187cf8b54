import type { Clock, Expected, ExpectationStore, KubeObject } from 'converge/sdk';

/** One line a Pod that is still to be shown: `create`, or the uid of one that leaves. */
interface Line {
  readonly key: string;
  readonly what: string;
  readonly since: number;
}

export function createExpectations(clock: Pick<Clock, 'now'>): ExpectationStore {
  let lines: readonly Line[] = [];
  const of = (key: string): readonly Line[] => lines.filter((line) => line.key === key);

  function note(key: string, count: number, leaving: readonly KubeObject[]): void {
    const what = [...Array.from({ length: count }, () => 'create'), ...new Set(leaving.map(({ metadata }) => metadata.uid))];
    lines = [...lines.filter((line) => line.key !== key), ...what.map((each) => ({ key, what: each, since: clock.now() }))];
  }
  /** The first line that says so. */
  function strike(key: string, what: string): void {
    const found = lines.find((line) => line.key === key && line.what === what);
    lines = lines.filter((line) => line !== found);
  }

  return {
    creations: (key, count, leaving = []) => note(key, count, leaving),
    deletions: (key, objects) => note(key, 0, objects),
    creationsFailed(key, count) {
      for (let left = count; left > 0; left -= 1) strike(key, 'create');
    },
    deletionsFailed(key, objects) {
      for (const { metadata } of objects) strike(key, metadata.uid);
    },
    creationObserved: (key) => strike(key, 'create'),
    deletionObserved: (key, uid) => strike(key, uid),
    satisfied: (key) => of(key).every(({ since }) => clock.now() - since > 300_000),
    forget(key) {
      lines = lines.filter((line) => line.key !== key);
    },
    get all() {
      const owners = [...new Set(lines.map(({ key }) => key))];
      return new Map(
        owners.map((key): [string, Expected] => {
          const [own, { since } = { since: 0 }] = [of(key), of(key)[0]];
          return [key, { creations: own.filter(({ what }) => what === 'create').length, deletions: new Set(own.map(({ what }) => what).filter((what) => what !== 'create')), since }];
        }),
      );
    },
  };
}
