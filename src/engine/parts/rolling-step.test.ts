import { expect, test } from 'vitest';
import { type RollingUpdate, rollingStep } from './rolling-step.ts';

/** A quarter of ten, as by default. */
const limits = { replicas: 10, maxSurge: 3, maxUnavailable: 2 };

type Size = readonly [replicas: number, available: number];

/** What a step makes of these sets, as `name=size` in the order of the writes. */
function check(newSize: Size, oldSizes: readonly Size[], written: string, update: Partial<RollingUpdate> = {}): void {
  const oldSets = oldSizes.map(([replicas, available], index) => ({ name: `old-${index}`, replicas, available }));
  const [replicas, available] = newSize;
  const resizes = rollingStep({ ...limits, newSet: { name: 'new', replicas, available }, oldSets, ...update });
  expect(resizes.map(({ name, to }) => `${name}=${to}`).join(' ')).toBe(written);
}

test('the new set grows as far as the surge allows', () => {
  check([0, 0], [[10, 10]], 'new=3');
  check([3, 0], [[8, 8]], 'new=5');
  check([9, 9], [], 'new=10');
  check([0, 0], [], 'new=10');
});

test('the new set never gets more than the Deployment asks for, and gives back what is too much', () => {
  check([2, 2], [[1, 1]], 'new=4', { replicas: 4 });
  check([6, 6], [[1, 1]], 'new=4', { replicas: 4 });
});

test('old sets give up as much as the promise can spare', () => {
  check([3, 0], [[10, 10]], 'old-0=8');
  check([5, 5], [[8, 8]], 'old-0=3');
  check([10, 10], [[3, 3]], 'old-0=0');
});

test('where new Pods don’t work, the old ones stay', () => {
  check([5, 0], [[8, 8]], '');
});

test('old Pods that don’t work go first, and as many as could still be needed stay', () => {
  check([3, 0], [[4, 1], [6, 6]], 'old-0=2');
  check([5, 3], [[2, 2], [6, 1]], 'old-1=3');
  check([6, 6], [[2, 2], [5, 3]], 'old-1=3 old-0=0 old-1=2');
});

test('a status that still counts Pods which the set has given up spares nothing', () => {
  check([4, 1], [[9, 13]], 'old-0=7');
  check([5, 0], [[8, 10]], '');
});

test('nothing is promised of no replicas', () => {
  check([0, 0], [[3, 3]], 'old-0=0', { replicas: 0, maxSurge: 0, maxUnavailable: 0 });
});
