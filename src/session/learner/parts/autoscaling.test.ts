import { expect, test } from 'vitest';
import { guardBounds, guardRecommendations, guardStabilization } from './autoscaling.ts';

/** What the controller gets when the workspace's functions return this, and what is reported. */
function check(returned: unknown, numbers: readonly number[], reported?: string): void {
  const failures: unknown[] = [];
  const written = (): unknown => returned;
  const failed = (error: unknown): void => void failures.push(error);
  const { recommendReplicas } = guardRecommendations(written, failed);
  const { stabilizeReplicas } = guardStabilization(written, failed);
  const { boundReplicas } = guardBounds(written, failed);
  expect([
    recommendReplicas({ replicas: 3, target: 50, pods: [{ requests: 100, uses: 80, ready: true }] }),
    stabilizeReplicas({ now: 4, earlier: [], windowSeconds: 300 }),
    boundReplicas({ replicas: 5, wanted: 9, minReplicas: 1, maxReplicas: 10 }),
  ]).toEqual(numbers);
  expect(failures).toHaveLength(reported === undefined ? 0 : 3);
  expect(failures.map(String).join('\n')).toContain(reported ?? '');
}

test('a whole number passes', () => check(7, [7, 7, 7]));

test.each<[unknown, string]>([
  [undefined, 'recommendReplicas returned undefined'],
  [2.5, 'stabilizeReplicas returned 2.5'],
  [-1, 'boundReplicas returned -1'],
  [Number.NaN, 'a number of Pods is a whole number from 0'],
])('%s changes nothing, and is reported', (returned, reported) => check(returned, [3, 4, 5], reported));
