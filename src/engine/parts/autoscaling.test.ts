/** By upstream's cases it is tried beside the autoscaler, `controllers/horizontal-pod-autoscaler/`; here, what each step is about. */
import { expect, test } from 'vitest';
import { boundReplicas, type PodUse, recommendReplicas, stabilizeReplicas } from './autoscaling.ts';

const busy = (...uses: readonly number[]): readonly PodUse[] => uses.map((each) => ({ requests: 100, uses: each, ready: true }));
const starting: PodUse = { requests: 100, uses: 300, ready: false };
const missing: PodUse = { requests: 100, ready: true };

/** For a target of 50 percent, and as many replicas as there are Pods. */
function check(pods: readonly PodUse[], recommended: number, replicas = pods.length): void {
  expect(recommendReplicas({ replicas, target: 50, pods })).toBe(recommended);
}

test('as many Pods as bring the load to its target, rounded up', () => {
  check(busy(100, 100), 4);
  check(busy(60, 90), 3);
  check(busy(10, 10, 10, 10), 1);
});

test('within a tenth nothing changes', () => {
  check(busy(54, 54), 2);
  check(busy(46, 46), 2);
  check(busy(56, 56), 3);
});

test('a Pod that is starting counts as idle when the number is to grow, and not at all when it is to shrink', () => {
  check([...busy(100, 100), starting], 4);
  check([...busy(60, 60), starting], 3);
  check([...busy(20, 20), starting], 1);
});

test('a Pod without a metric counts as whatever makes the change smaller', () => {
  check([...busy(100, 100), missing], 4);
  check([...busy(10, 10, 10, 10), missing], 3);
  check([...busy(40), missing], 2);
});

test('a guess never turns the change around', () => {
  check([...busy(60), missing], 2);
  check([...busy(70), missing, missing, missing, missing], 5);
});

test('the highest of the window, which is the newest when it grows', () => {
  const earlier = [{ replicas: 9, secondsAgo: 315 }, { replicas: 6, secondsAgo: 300 }, { replicas: 2, secondsAgo: 15 }];
  expect(stabilizeReplicas({ now: 1, earlier, windowSeconds: 300 })).toBe(6);
  expect(stabilizeReplicas({ now: 8, earlier, windowSeconds: 300 })).toBe(8);
  expect(stabilizeReplicas({ now: 1, earlier, windowSeconds: 0 })).toBe(1);
});

test('between the limits, and at most twice as many at once, or four', () => {
  const bound = (replicas: number, wanted: number): number => boundReplicas({ replicas, wanted, minReplicas: 2, maxReplicas: 15 });
  expect([bound(2, 1), bound(2, 9), bound(4, 9), bound(10, 99), bound(10, 3)]).toEqual([2, 4, 8, 15, 3]);
  expect(boundReplicas({ replicas: 1, wanted: 9, minReplicas: 1, maxReplicas: 15 })).toBe(4);
});
