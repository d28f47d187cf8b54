/** The limits, by upstream's cases (podautoscaler/horizontal_test.go). */
import type { HPAScalingPolicy, HPAScalingRules } from 'converge/sdk';
import { expect, test } from 'vitest';
import * as parts from '../../parts/autoscaling.ts';
import { fastestDown, fastestUp, type History, type Limited, limitReplicas as limitBy, type Noted, type Wanted } from './limits.ts';

const nowMs = 10_000_000;
const limitReplicas = (wanted: Wanted, history: History, atMs: number): Limited => limitBy(wanted, history, atMs, parts);
const none: History = { recommendations: [], scaledUp: [], scaledDown: [] };

const pods = (value: number, periodSeconds = 60): HPAScalingPolicy => ({ type: 'Pods', value, periodSeconds });
const percent = (value: number, periodSeconds = 60): HPAScalingPolicy => ({ type: 'Percent', value, periodSeconds });

/** What the API server fills in where nothing is said. */
const up = (...policies: readonly HPAScalingPolicy[]): HPAScalingRules => ({
  selectPolicy: 'Max',
  stabilizationWindowSeconds: 0,
  policies: policies.length > 0 ? policies : [pods(4, 15), percent(100, 15)],
});
const down = (...policies: readonly HPAScalingPolicy[]): HPAScalingRules => ({
  selectPolicy: 'Max',
  policies: policies.length > 0 ? policies : [percent(100, 15)],
});

/** Changes in the middle of equal parts of the last while. */
function spread(changes: readonly number[], seconds: number): readonly Noted[] {
  const part = seconds / changes.length;
  return changes.map((replicas, index) => ({
    replicas,
    atMs: nowMs - Math.trunc(seconds - part * (index + 1) + part / 2) * 1000,
  }));
}

const minutesAgo = (...noted: readonly (readonly [replicas: number, minutes: number])[]): readonly Noted[] =>
  noted.map(([replicas, minutes]) => ({ replicas, atMs: nowMs - minutes * 60_000 }));

type Range = readonly [fewest: number, most: number];

// TestConvertDesiredReplicasWithRules
test.each<[current: number, desired: number, range: Range, replicas: number, reason: string]>([
  [5, 7, [3, 8], 7, 'DesiredWithinRange'],
  [3, 1, [2, 8], 2, 'TooFewReplicas'],
  [1, 0, [0, 10], 0, 'DesiredWithinRange'],
  [20, 1000, [1, 10], 10, 'TooManyReplicas'],
  [3, 1000, [1, 2000], 6, 'ScaleUpLimit'],
  [1, 1000, [1, 2000], 4, 'ScaleUpLimit'],
])('without a behavior: from %d to %d in %j is %d, %s', (current, desired, [fewest, most], replicas, reason) => {
  const limited = limitReplicas({ current, desired, fewest, most, behavior: undefined }, none, nowMs);
  expect(limited).toMatchObject({ replicas, limited: { reason, status: replicas === desired ? 'False' : 'True' } });
});

// TestCalculateScaleUpLimitWithScalingRules, TestCalculateScaleDownLimitWithBehaviors
test('Min takes the policy that changes least, and Disabled none', () => {
  const policies = [pods(2), percent(50)];
  expect(fastestUp(1, { selectPolicy: 'Min', policies }, none, nowMs)).toBe(2);
  expect(fastestDown(5, { selectPolicy: 'Min', policies }, none, nowMs)).toBe(3);
  expect(fastestUp(5, { selectPolicy: 'Disabled', policies }, none, nowMs)).toBe(5);
  expect(fastestDown(5, { selectPolicy: 'Disabled', policies }, none, nowMs)).toBe(5);
});

interface Rates {
  readonly up?: HPAScalingRules;
  readonly down?: HPAScalingRules;
  readonly scaledUp?: readonly Noted[];
  readonly scaledDown?: readonly Noted[];
}

const three = spread([1, 5, 9], 120);
const four = spread([8, 12, 9, 11], 120);

// TestScalingWithRules
test.each<
  [what: string, current: number, desired: number, range: Range, rates: Rates, replicas: number, reason: string]
>([
  ['within the range', 5, 7, [3, 8], {}, 7, 'DesiredWithinRange'],
  ['below the least', 3, 1, [2, 8], {}, 2, 'TooFewReplicas'],
  ['to none', 1, 0, [0, 10], {}, 0, 'DesiredWithinRange'],
  ['above the most, at more already', 20, 1000, [1, 10], {}, 10, 'TooManyReplicas'],
  ['above the most', 100, 1000, [100, 150], {}, 150, 'TooManyReplicas'],
  ['up by one percent', 3, 1000, [1, 2000], { up: up(percent(1)) }, 4, 'ScaleUpLimit'],
  ['down by twenty', 1000, 3, [3, 2000], { down: down(pods(20)) }, 980, 'ScaleDownLimit'],
  ['up by the default', 10, 50, [1, 1000], {}, 20, 'ScaleUpLimit'],
  ['up, more by pods', 10, 500, [1, 1000], { up: up(pods(100), percent(100)) }, 110, 'ScaleUpLimit'],
  ['up, more by percent', 10, 500, [1, 1000], { up: up(pods(2), percent(100)) }, 20, 'ScaleUpLimit'],
  ['up, pods to spare', 10, 50, [1, 1000], { up: up(pods(100)) }, 50, 'DesiredWithinRange'],
  ['up, far more pods to spare', 10, 50, [1, 1000], { up: up(pods(10_000)) }, 50, 'DesiredWithinRange'],
  ['up by thirty', 10, 50, [1, 1000], { up: up(pods(30)) }, 40, 'ScaleUpLimit'],
  ['up by 200 percent', 10, 50, [1, 1000], { up: up(percent(200)) }, 30, 'ScaleUpLimit'],
  ['down, more by pods', 100, 2, [1, 1000], { down: down(pods(20), percent(1)) }, 80, 'ScaleDownLimit'],
  ['down, a little more by pods', 100, 2, [1, 1000], { down: down(pods(2), percent(1)) }, 98, 'ScaleDownLimit'],
  ['down to the least by pods', 10, 0, [1, 1000], { down: down(pods(100)) }, 1, 'TooFewReplicas'],
  ['down to the least by percent', 10, 2, [5, 1000], { down: down(percent(100)) }, 5, 'TooFewReplicas'],
  ['down by five', 10, 2, [1, 1000], { down: down(pods(5)) }, 5, 'ScaleDownLimit'],
  ['down by half', 10, 5, [1, 1000], { down: down(percent(50)) }, 5, 'DesiredWithinRange'],
  [
    'up to the most by pods, after changes',
    100,
    500,
    [1, 200],
    { up: up(pods(300)), scaledUp: three },
    200,
    'TooManyReplicas',
  ],
  [
    'up to the most by percent, after changes',
    100,
    500,
    [1, 200],
    { up: up(percent(10_000)), scaledUp: three },
    200,
    'TooManyReplicas',
  ],
  ['not up, too much was added', 100, 500, [1, 1000], { up: up(pods(5, 120)), scaledUp: three }, 100, 'ScaleUpLimit'],
  ['up by pods, after changes', 100, 500, [1, 1000], { up: up(pods(150, 120)), scaledUp: three }, 235, 'ScaleUpLimit'],
  [
    'up by percent, after changes',
    100,
    500,
    [1, 1000],
    { up: up(percent(200, 120)), scaledUp: three },
    255,
    'ScaleUpLimit',
  ],
  [
    'up by percent, after changes up and down',
    6,
    24,
    [1, 1000],
    { up: up(percent(300, 300)), scaledUp: spread([4], 120), scaledDown: spread([2], 120) },
    16,
    'ScaleUpLimit',
  ],
  ['down by the default, after changes', 10, 5, [1, 1000], { scaledDown: three }, 5, 'DesiredWithinRange'],
  [
    'down to the least by pods, after changes',
    100,
    0,
    [1, 1000],
    { down: down(pods(115, 120)), scaledDown: three },
    1,
    'TooFewReplicas',
  ],
  [
    'down to five by pods, after changes',
    100,
    0,
    [5, 1000],
    { down: down(pods(130, 120)), scaledDown: three },
    5,
    'TooFewReplicas',
  ],
  [
    'down to five by percent, after changes',
    100,
    2,
    [5, 1000],
    { down: down(percent(100, 120)), scaledDown: three },
    5,
    'TooFewReplicas',
  ],
  [
    'not down, too many were removed',
    100,
    2,
    [1, 1000],
    { down: down(pods(5, 120)), scaledDown: three },
    100,
    'ScaleDownLimit',
  ],
  [
    'down by half, after changes',
    100,
    0,
    [1, 1000],
    { down: down(percent(50, 120)), scaledDown: spread([2, 4, 6], 120) },
    56,
    'ScaleDownLimit',
  ],
  [
    'down by half, after changes up and down',
    10,
    1,
    [1, 1000],
    { down: down(percent(50, 180)), scaledUp: spread([2], 120), scaledDown: spread([4], 120) },
    6,
    'ScaleDownLimit',
  ],
  [
    'not down by a tenth',
    100,
    0,
    [1, 1000],
    { down: down(percent(10, 120)), scaledDown: spread([10, 10, 10], 120) },
    100,
    'ScaleDownLimit',
  ],
  [
    'down by more than there are',
    10,
    5,
    [1, 1000],
    { down: down(percent(1000, 120)), scaledDown: spread([10, 10, 10], 120) },
    5,
    'DesiredWithinRange',
  ],
  ['up, some changes are old', 100, 200, [1, 1000], { up: up(pods(1000)), scaledUp: four }, 200, 'DesiredWithinRange'],
  [
    'up by two policies, changes count for one',
    100,
    200,
    [1, 1000],
    { up: up(pods(1000, 120), percent(100)), scaledUp: four },
    200,
    'DesiredWithinRange',
  ],
  [
    'up by two policies, changes are old',
    100,
    200,
    [1, 1000],
    { up: up(pods(1000, 30), percent(100)), scaledUp: four },
    200,
    'DesiredWithinRange',
  ],
  [
    'down, some changes are old',
    100,
    5,
    [1, 1000],
    { down: down(pods(1000)), scaledDown: four },
    5,
    'DesiredWithinRange',
  ],
  [
    'down by two policies, changes count for one',
    100,
    5,
    [1, 1000],
    { down: down(pods(1000, 120), percent(100)), scaledDown: four },
    5,
    'DesiredWithinRange',
  ],
  [
    'down by two policies, changes are old',
    100,
    5,
    [1, 1000],
    { down: down(pods(1000, 30), percent(100)), scaledDown: four },
    5,
    'DesiredWithinRange',
  ],
])('with a behavior: %s', (_, current, desired, [fewest, most], rates, replicas, reason) => {
  const { scaledUp = [], scaledDown = [] } = rates;
  const behavior = { scaleUp: rates.up ?? up(), scaleDown: rates.down ?? down() };
  const history: History = { recommendations: [], scaledUp, scaledDown };
  const limited = limitReplicas({ current, desired, fewest, most, behavior }, history, nowMs);
  expect(limited).toMatchObject({ replicas, limited: { reason } });
});

// TestNormalizeDesiredReplicas
test.each<[what: string, recommendations: readonly Noted[], desired: number, replicas: number]>([
  ['nothing before', [], 5, 5],
  ['more before', minutesAgo([4, 2], [5, 1]), 3, 5],
  ['less before', minutesAgo([1, 2], [2, 1]), 3, 3],
  ['more long ago', minutesAgo([10, 10], [9, 9]), 3, 3],
  ['more long ago and before', minutesAgo([10, 10], [4, 1], [5, 2], [9, 9]), 3, 5],
])('stays as large as five minutes ask for: %s', (_, recommendations, desired, replicas) => {
  const limited = limitReplicas(
    { current: 100, desired, fewest: 0, most: 1000, behavior: undefined },
    { ...none, recommendations },
    nowMs,
  );
  expect(limited.replicas).toBe(replicas);
  expect(limited.able.reason).toBe(replicas === desired ? 'ReadyForNewScale' : 'ScaleDownStabilized');
});

type Windows = readonly [up: number, down: number];

// TestNormalizeDesiredReplicasWithBehavior
test.each<
  [
    what: string,
    recommendations: readonly Noted[],
    current: number,
    desired: number,
    windows: Windows,
    replicas: number,
  ]
>([
  ['nothing before', [], 100, 5, [0, 0], 5],
  ['down to the highest', minutesAgo([4, 2], [5, 1]), 100, 3, [0, 180], 5],
  ['up to the lowest', minutesAgo([4, 2], [5, 1]), 1, 7, [300, 0], 4],
  ['down, less before', minutesAgo([1, 2], [2, 1]), 100, 3, [300, 0], 3],
  ['up, more before', minutesAgo([4, 2], [5, 1]), 1, 3, [0, 300], 3],
  ['down, more long ago', minutesAgo([10, 10], [9, 9]), 100, 3, [0, 0], 3],
  ['up, less long ago', minutesAgo([10, 10], [9, 9]), 1, 100, [0, 0], 100],
  ['down, more long ago and before', minutesAgo([10, 10], [4, 1], [5, 2], [9, 9]), 100, 3, [0, 180], 5],
  ['up, some long ago', minutesAgo([10, 100], [6, 1], [5, 2], [9, 3]), 1, 100, [300, 0], 5],
  ['not up while it asks for less', minutesAgo([2, 100], [3, 3]), 2, 1, [300, 300], 2],
  ['not down while it asks for more', minutesAgo([2, 100], [1, 3]), 2, 3, [300, 300], 2],
])(
  'stays within what the windows ask for: %s',
  (_, recommendations, current, desired, [upSeconds, downSeconds], replicas) => {
    const behavior = {
      scaleUp: { ...up(pods(1000)), stabilizationWindowSeconds: upSeconds },
      scaleDown: { ...down(), stabilizationWindowSeconds: downSeconds },
    };
    const limited = limitReplicas(
      { current, desired, fewest: 0, most: 1000, behavior },
      { ...none, recommendations },
      nowMs,
    );
    expect(limited.replicas).toBe(replicas);
  },
);

test('a behavior says which way it waits', () => {
  const behavior = { scaleUp: { ...up(), stabilizationWindowSeconds: 300 }, scaleDown: down() };
  const wanted = { fewest: 0, most: 1000, behavior };
  const recommendations = minutesAgo([4, 2]);
  expect(limitReplicas({ ...wanted, current: 3, desired: 7 }, { ...none, recommendations }, nowMs).able.reason).toBe(
    'ScaleUpStabilized',
  );
  expect(limitReplicas({ ...wanted, current: 5, desired: 2 }, { ...none, recommendations }, nowMs).able.reason).toBe(
    'ScaleDownStabilized',
  );
  expect(limitReplicas({ ...wanted, current: 4, desired: 4 }, { ...none, recommendations }, nowMs).able.reason).toBe(
    'ReadyForNewScale',
  );
});
