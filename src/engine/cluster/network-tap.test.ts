import { expect, test } from 'vitest';
import { createCluster } from '../index.ts';
import { Pod, ReplicaSet } from '../sdk/index.ts';
import type { Cluster } from './types.ts';

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function lived(observed: boolean): Promise<Cluster> {
  const cluster = createCluster({ seed: 3, settle, observed });
  await cluster.run({ quiet: true, until: cluster.now() + 60_000 });
  const template = { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'c', image: 'nginx:1.29' }] } };
  void cluster.client('kubectl').create(ReplicaSet, {
    metadata: { name: 'web', namespace: 'default' },
    spec: { replicas: 4, selector: { matchLabels: { app: 'web' } }, template },
  });
  cluster.addFault({ type: 'link', from: 'apiserver', to: 'scheduler', watchOnly: true, delayMs: 40, duplicate: 0.2 });
  await cluster.run({ until: cluster.now() + 5_000 });
  return cluster;
}

test('who looks on changes nothing of what happens', async () => {
  const [seen, unseen] = [await lived(true), await lived(false)];
  expect(seen.historyHash()).toBe(unseen.historyHash());
  expect(seen.now()).toBe(unseen.now());
  expect(unseen.networkTap).toBeUndefined();
});

test('every message is noted with when it was sent and when it arrived', async () => {
  const cluster = await lived(true);
  const { messages } = cluster.networkTap?.messages() ?? { messages: [] };
  const late = messages.filter(({ kind, component }) => kind === 'event' && component === 'scheduler').at(-1);
  expect((late?.arrivedMs ?? 0) - (late?.sentMs ?? 0)).toBeGreaterThanOrEqual(40);
  const asked = messages.find(({ kind, request }) => kind === 'request' && request?.method === 'POST' && request.path.endsWith('/replicasets'));
  expect(asked).toMatchObject({ component: 'kubectl', server: 'apiserver' });
  expect((asked?.arrivedMs ?? 0) - (asked?.sentMs ?? 0)).toBe(1);
  expect(messages.some(({ kind, says }) => kind === 'write' && String(says).includes('/replicasets/default/web'))).toBe(true);
  expect(messages.filter(({ arrivedMs, sentMs }) => arrivedMs === undefined && sentMs < cluster.now() - 60_000)).toEqual([]);
});

test('what is cut off on its way counts as lost', async () => {
  const cluster = await lived(true);
  cluster.addFault({ type: 'crash', component: 'apiserver', downMs: 1000 });
  await cluster.run({ until: cluster.now() + 10 });
  const { messages } = cluster.networkTap?.messages() ?? { messages: [] };
  expect(messages.filter(({ arrivedMs }) => arrivedMs === undefined).map(({ kind }) => kind)).not.toContain('event');
});

test('a decision holds what each plugin said of each node, and who was chosen', async () => {
  const cluster = await lived(true);
  const decisions = cluster.networkTap?.decisions() ?? [];
  const [pod] = cluster.objects(Pod);
  const decision = decisions.find(({ uid }) => uid === pod?.metadata.uid);
  expect(decision).toMatchObject({ key: `default/${pod?.metadata.name}`, attempt: 1, chosen: pod?.spec.nodeName });
  expect(decision?.feasible).toHaveLength(3);
  expect(decision?.filters).toContain('NodeResourcesFit');
  const numbers = Object.fromEntries(decision?.scores.map(({ plugin, normalized }) => [plugin, normalized.length]) ?? []);
  expect(numbers).toMatchObject({ NodeResourcesFit: 3, NodeResourcesBalancedAllocation: 0 });
});
