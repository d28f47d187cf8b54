import type { Deployment, ReplicaSet } from 'converge/sdk';
import { expect, test } from 'vitest';
import { limitsOf } from './limits.ts';
import { planProportional } from './plan-proportional.ts';
import { currentSize, shrinkOld } from './plan-rolling.ts';
import { templateHash } from '../shared/template-hash.ts';

const template = { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'main', image: 'nginx' }] } };
const meta = { name: 'web', uid: 'u', resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z' };

function deploymentOf(replicas: number, rollingUpdate = {}): Deployment {
  const spec = { replicas, selector: {}, template, strategy: { type: 'RollingUpdate', rollingUpdate } };
  return { apiVersion: 'apps/v1', kind: 'Deployment', metadata: meta, spec, status: {} };
}

function setOf(name: string, replicas: number, available = replicas, annotations = {}): ReplicaSet {
  const metadata = { ...meta, name, uid: name, annotations };
  const status = { replicas, availableReplicas: available };
  return { apiVersion: 'apps/v1', kind: 'ReplicaSet', metadata, spec: { replicas, selector: {}, template }, status };
}

test.each([
  [0, 0, 0],
  [1, 1, 0],
  [2, 1, 0],
  [3, 1, 0],
  [4, 1, 1],
  [5, 2, 1],
  [10, 3, 2],
])('a quarter of %i: surge %i, unavailable %i', (replicas, surge, unavailable) => {
  expect(limitsOf(deploymentOf(replicas))).toEqual({ surge, unavailable });
});

test('limits that come to nothing allow one unavailable pod', () => {
  expect(limitsOf(deploymentOf(3, { maxSurge: 0, maxUnavailable: '10%' }))).toEqual({ surge: 0, unavailable: 1 });
  expect(limitsOf(deploymentOf(3, { maxSurge: 0, maxUnavailable: 5 }))).toEqual({ surge: 0, unavailable: 3 });
});

test.each([
  { replicas: 10, current: 0, old: [10], size: 3 },
  { replicas: 10, current: 3, old: [8], size: 5 },
  { replicas: 10, current: 5, old: [8], size: 5 },
  { replicas: 10, current: 9, old: [0], size: 10 },
  { replicas: 4, current: 6, old: [0], size: 4 },
])('the current set goes from $current to $size beside $old', ({ replicas, current, old, size }) => {
  expect(
    currentSize(
      deploymentOf(replicas),
      current,
      old.map((each, index) => setOf(`o${index}`, each)),
    ),
  ).toBe(size);
});

test.each([
  { what: 'nothing while the new ones are not there', current: [3, 0], old: [[10, 10]], to: [8] },
  { what: 'as many as the new ones replace', current: [5, 5], old: [[8, 8]], to: [3] },
  {
    what: 'what is not available anyway first',
    current: [3, 0],
    old: [
      [4, 1],
      [6, 6],
    ],
    to: [2, 6],
  },
])('old sets give up $what', ({ current, old, to }) => {
  const sets = old.map(([size, available], index) => setOf(`old-${index}`, size ?? 0, available));
  const scales = shrinkOld(deploymentOf(10), setOf('new', current[0] ?? 0, current[1]), sets);
  const sizes = new Map(sets.map((set) => [set.metadata.name, set.spec.replicas]));
  for (const { set, to: size } of scales) sizes.set(set.metadata.name, size);
  expect([...sizes.values()]).toEqual(to);
});

test('a new size in the middle of a rollout is shared by size', () => {
  const annotations = { 'deployment.kubernetes.io/max-replicas': '13' };
  const plan = planProportional(deploymentOf(15, { maxSurge: 3 }), [
    setOf('a', 8, 8, annotations),
    setOf('b', 5, 5, annotations),
  ]);
  expect(plan.map(({ set, to }) => [set.metadata.name, to])).toEqual([
    ['a', 11],
    ['b', 7],
  ]);
});

test('scaled to zero, every set goes to zero', () => {
  const plan = planProportional(deploymentOf(0), [setOf('a', 8), setOf('b', 5)]);
  expect(plan.map(({ to }) => to)).toEqual([0, 0]);
});

test('a hash has letters and digits that spell no words, and another after a collision', () => {
  expect(templateHash(template, 0)).toMatch(/^[4-9bcdf]{1,10}$/);
  expect(templateHash(template, 0)).toBe(templateHash(template, 0));
  expect(templateHash(template, 1)).not.toBe(templateHash(template, 0));
});
