import type { Deployment, ReplicaSet } from 'converge/sdk';
import { expect, test } from 'vitest';
import { limitsOf } from './limits.ts';
import { planProportional } from './plan-proportional.ts';
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
  expect(limitsOf(deploymentOf(replicas))).toEqual({ maxSurge: surge, maxUnavailable: unavailable });
});

test('limits that come to nothing allow one unavailable pod', () => {
  expect(limitsOf(deploymentOf(3, { maxSurge: 0, maxUnavailable: '10%' }))).toEqual({ maxSurge: 0, maxUnavailable: 1 });
  expect(limitsOf(deploymentOf(3, { maxSurge: 0, maxUnavailable: 5 }))).toEqual({ maxSurge: 0, maxUnavailable: 3 });
});

test('a new size in the middle of a rollout is shared by size', () => {
  const annotations = { 'deployment.kubernetes.io/max-replicas': '13' };
  const plan = planProportional(deploymentOf(15, { maxSurge: 3 }), [
    setOf('a', 8, 8, annotations),
    setOf('b', 5, 5, annotations),
  ]);
  expect(plan.map(({ name, to }) => [name, to])).toEqual([
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
