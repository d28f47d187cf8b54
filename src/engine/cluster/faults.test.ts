import { expect, test } from 'vitest';
import { createCluster } from '../index.ts';
import { Lease, Node } from '../sdk/index.ts';

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

async function booted(options: { readonly etcd?: 3; readonly controlPlanes?: 3 } = {}) {
  const cluster = createCluster({ seed: 1, nodes: 1, settle, ...options });
  await cluster.run({ quiet: true });
  return cluster;
}

test('a kubelet with a wrong clock writes wrong times, renews as often as before, and its node stays ready', async () => {
  const cluster = await booted();
  const aheadMs = 3_600_000;
  const heal = cluster.addFault({ type: 'skew', component: 'kubelet/node-1', byMs: aheadMs });
  await cluster.run({ until: cluster.now() + 60_000 });
  const renewedMs = () =>
    Date.parse(String(cluster.objects(Lease).find(({ metadata }) => metadata.name === 'node-1')?.spec?.renewTime));
  expect(Math.abs(renewedMs() - aheadMs - cluster.now())).toBeLessThan(15_000);
  const ready = () => cluster.objects(Node)[0]?.status?.conditions?.find(({ type }) => type === 'Ready');
  expect(ready()?.status).toBe('True');
  const since = ready()?.lastTransitionTime;
  heal();
  await cluster.run({ until: cluster.now() + 120_000 });
  expect(Math.abs(renewedMs() - cluster.now())).toBeLessThan(15_000);
  expect(ready()).toMatchObject({ status: 'True', lastTransitionTime: since });
});

test('a wrong clock is healed though its loop has ended with the leadership of its manager', async () => {
  const cluster = await booted({ controlPlanes: 3 });
  await cluster.run({ until: cluster.now() + 30_000 });
  const heal = cluster.addFault({ type: 'skew', component: 'controller/endpoints', byMs: 60_000 });
  for (const manager of [0, 1, 2]) cluster.addFault({ type: 'crash', component: `controller-manager-${manager}` });
  expect(cluster.components()).not.toContain('controller/endpoints');
  heal();
});

test('a component that crashed until healed is down until then, and the trace says both', async () => {
  const cluster = await booted();
  const heal = cluster.addFault({ type: 'crash', component: 'kubelet/node-1' });
  await cluster.run({ until: cluster.now() + 120_000 });
  const ready = () => cluster.objects(Node)[0]?.status?.conditions?.find(({ type }) => type === 'Ready')?.status;
  expect(ready()).toBe('Unknown');
  heal();
  await cluster.run({ until: cluster.now() + 30_000 });
  expect(ready()).toBe('True');
  const told = cluster.trace
    .since(0)
    .filter(({ type }) => type === 'fault')
    .map(({ what }) => what);
  expect(told).toEqual(['kubelet/node-1 is down until healed', 'healed: kubelet/node-1 is down until healed']);
});

test('a component can be cut off from some and reach the others', async () => {
  const cluster = await booted({ etcd: 3 });
  const leader = cluster.etcdMembers().find(({ role }) => role === 'leader')?.name ?? '';
  const others = cluster
    .etcdMembers()
    .map(({ name }) => name)
    .filter((name) => name !== leader);
  cluster.addFault({ type: 'partition', component: leader, from: others });
  await cluster.run({ until: cluster.now() + 10_000 });
  const now = cluster.etcdMembers().find(({ role }) => role === 'leader')?.name;
  expect(others).toContain(now);
});

test('a fault that makes no sense here says why', async () => {
  const cluster = await booted({ etcd: 3 });
  expect(() => cluster.addFault({ type: 'skew', component: 'etcd-0', byMs: 1000 })).toThrow(
    'only how long things take',
  );
  expect(() => cluster.addFault({ type: 'crash', component: 'nobody' })).toThrow('no component nobody');
});
