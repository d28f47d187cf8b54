import { expect, test } from 'vitest';
import { createCluster } from '../engine/index.ts';
import { createFaults } from './faults.ts';

async function faultsOf() {
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  const cluster = createCluster({ profile: 'minimal', seed: 1, nodes: 0, withoutControllers: ['*'], settle });
  const startMs = cluster.now();
  const faults = createFaults(cluster, () => cluster.now() - startMs);
  const pass = (ms: number) => cluster.run({ until: cluster.now() + ms });
  return { faults, pass };
}

test('a fault may begin later and end by itself; views have it from when it began', async () => {
  const { faults, pass } = await faultsOf();
  faults.add({ type: 'pause', component: 'apiserver' }, 3000, 2000);
  await pass(1000);
  expect(faults.views()).toEqual([]);
  await pass(2000);
  expect(faults.views()).toEqual([{ from: 2000, to: 3000, label: 'paused, apiserver' }]);
  await pass(5000);
  expect(faults.views()).toEqual([{ from: 2000, to: 5000, label: 'paused, apiserver' }]);
  expect(faults.list()).toEqual([]);
});

test('a fault that is healed before it begins never was', async () => {
  const { faults, pass } = await faultsOf();
  const id = faults.add({ type: 'partition', component: 'apiserver' }, undefined, 2000);
  expect(faults.heal(id)).toBe(true);
  await pass(5000);
  expect(faults.views()).toEqual([]);
});

test('a crash without a length lasts until it is healed', async () => {
  const { faults, pass } = await faultsOf();
  const id = faults.add({ type: 'crash', component: 'apiserver' });
  await pass(60_000);
  expect(faults.list()).toHaveLength(1);
  faults.heal(id);
  expect(faults.views()).toEqual([{ from: 0, to: 60_000, label: 'crash, apiserver' }]);
});

test('a look has those that are not healed, also those to come, and what could break', async () => {
  const { faults, pass } = await faultsOf();
  const healed = faults.add({ type: 'pause', component: 'apiserver' });
  faults.add({ type: 'crash', component: 'apiserver' }, undefined, 2000);
  await pass(1000);
  faults.heal(healed);
  const { components, faults: now } = faults.current();
  expect(now).toEqual([{ id: 'fault-2', label: 'crash, apiserver', from: 2000 }]);
  expect(components).toContain('apiserver');
});
