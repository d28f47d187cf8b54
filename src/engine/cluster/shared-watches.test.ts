import { expect, test } from 'vitest';
import { createCluster } from '../index.ts';
import { ReplicaSet } from '../sdk/index.ts';
import type { Cluster, Fault } from './types.ts';

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const template = { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'c', image: 'nginx:1.29' }] } };

async function booted(): Promise<Cluster> {
  const cluster = createCluster({ seed: 3, settle, observed: true });
  await cluster.run({ quiet: true, until: cluster.now() + 60_000 });
  return cluster;
}

/** Components whose watches of Pods the API server has been asked for since then, nodes left out. */
function podWatches(cluster: Cluster, sinceMs = 0): readonly string[] {
  const { messages } = cluster.networkTap?.messages() ?? { messages: [] };
  return messages
    .filter(({ kind, request, sentMs }) => kind === 'request' && sentMs >= sinceMs && request?.query['watch'] !== undefined)
    .filter(({ request, component }) => request?.path === '/api/v1/pods' && !component.startsWith('kubelet/'))
    .map(({ component }) => component);
}

/** Who was sent something about a Pod since then. */
function told(cluster: Cluster, sinceMs: number): ReadonlySet<string> {
  const { messages } = cluster.networkTap?.messages() ?? { messages: [] };
  const events = messages.filter(({ kind, request, sentMs }) => kind === 'event' && sentMs >= sinceMs && request?.path === '/api/v1/pods');
  return new Set(events.map(({ component }) => component));
}

async function replicate(cluster: Cluster, name: string): Promise<void> {
  void cluster.client('kubectl').create(ReplicaSet, {
    metadata: { name, namespace: 'default' },
    spec: { replicas: 1, selector: { matchLabels: { app: 'web' } }, template },
  });
  await cluster.run({ until: cluster.now() + 5_000 });
}

test('the controllers share one watch of a kind, and each is seen to be told', async () => {
  const cluster = await booted();
  expect(podWatches(cluster).toSorted()).toEqual(['controller-manager', 'scheduler']);
  const before = cluster.now();
  await replicate(cluster, 'web');
  expect([...told(cluster, before)]).toEqual(expect.arrayContaining(['controller/replicaset', 'controller/pod-gc', 'scheduler']));
  expect(told(cluster, before)).not.toContain('controller-manager');
});

const faults: readonly Fault[] = [
  { type: 'link', from: 'apiserver', to: 'controller/replicaset', watchOnly: true, delayMs: 100 },
  { type: 'pause', component: 'controller/replicaset' },
  { type: 'partition', component: 'apiserver', from: ['controller/replicaset'] },
  { type: 'withhold', component: 'controller/replicaset', event: 1 },
  { type: 'stale-after-write', component: 'controller/replicaset', write: 1, lagMs: 1000 },
  { type: 'restart', component: 'controller/replicaset' },
];

test.each(faults)('$type of one controller: it watches by itself, the others go on together', async (fault) => {
  const cluster = await booted();
  const before = cluster.now();
  const heal = cluster.addFault(fault);
  await cluster.run({ until: cluster.now() + 100 });
  expect(new Set(podWatches(cluster, before))).toEqual(new Set(['controller/replicaset']));
  heal();
  await cluster.run({ until: cluster.now() + 60_000 });
  const healed = cluster.now();
  await replicate(cluster, 'web');
  expect([...told(cluster, healed)]).toEqual(expect.arrayContaining(['controller/replicaset', 'controller/pod-gc']));
});

test('a fault of every link leaves them together', async () => {
  const cluster = await booted();
  const before = cluster.now();
  cluster.addFault({ type: 'link', from: 'apiserver', to: '*', watchOnly: true, delayMs: 50 });
  await cluster.run({ until: cluster.now() + 1000 });
  expect(podWatches(cluster, before)).toEqual([]);
});

test('a controller in the place of another lists and watches by itself', async () => {
  const cluster = await booted();
  const before = cluster.now();
  cluster.swap({ name: 'replicaset', for: ReplicaSet, reconcile: async () => undefined });
  await cluster.run({ until: cluster.now() + 1000 });
  expect(podWatches(cluster, before)).toEqual([]);
  await replicate(cluster, 'web');
  expect(told(cluster, before)).not.toContain('controller/replicaset');
});
