import { expect, test } from 'vitest';
import type { RollingUpdate } from '../../../engine/sdk/index.ts';
import { guardRollingStep } from './rolling-step.ts';

const update: RollingUpdate = {
  replicas: 3,
  maxSurge: 1,
  maxUnavailable: 0,
  newSet: { name: 'new', replicas: 0, available: 0 },
  oldSets: [{ name: 'old', replicas: 3, available: 3 }],
};

/** What the controller gets when the workspace's step returns this, and what is reported. */
function check(returned: unknown, resizes: unknown, reported?: string): void {
  const failures: unknown[] = [];
  const { rollingStep } = guardRollingStep(() => returned, (error) => failures.push(error));
  expect(rollingStep(update)).toEqual(resizes);
  expect(failures.map(String).join()).toContain(reported ?? '');
  expect(failures).toHaveLength(reported === undefined ? 0 : 1);
}

test('resizes pass, and nothing else of them', () => {
  check([{ name: 'new', to: 1, why: 'more' }], [{ name: 'new', to: 1 }]);
  check([], []);
});

test('what isn’t a list of resizes changes nothing, and is reported', () => {
  check(undefined, [], 'returned no array');
  check([3], [], 'a resize that is no object');
  check([{ name: 'other', to: 1 }], [], '"other", which is the name of none of the sets');
  check([{ name: 'new', to: 1.5 }], [], 'resized new to 1.5: a size is a whole number from 0');
  check([{ name: 'new', to: -1 }], [], 'resized new to -1');
  check(Array.from({ length: 101 }, () => ({ name: 'new', to: 1 })), [], '101 resizes at once');
});
