import { expect, test } from 'vitest';
import { Event } from '../api/core/v1/event/index.ts';
import { createCluster } from '../index.ts';
import { defineController, ReplicaSet } from '../sdk/index.ts';

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const template = { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'c', image: 'nginx:1.29' }] } };

const noting = defineController<ReplicaSet>({
  name: 'noting',
  for: ReplicaSet,
  async reconcile(key, { lister, events }) {
    const set = lister(ReplicaSet).get(key);
    if (set !== undefined) events.normal(set, 'Noted', 'It was noted.');
  },
});

/** Who has written Events once a ReplicaSet has its Pod. */
async function writers(withoutEvents: boolean): Promise<readonly string[]> {
  const cluster = createCluster({ profile: 'minimal', seed: 3, nodes: 1, settle, withoutEvents, controllers: [noting] });
  await cluster.run({ quiet: true, until: cluster.now() + 60_000 });
  void cluster.client('kubectl').create(ReplicaSet, {
    metadata: { name: 'web', namespace: 'default' },
    spec: { replicas: 1, selector: { matchLabels: { app: 'web' } }, template },
  });
  await cluster.run({ until: cluster.now() + 10_000 });
  return [...new Set(cluster.objects(Event).map(({ reportingComponent }) => reportingComponent ?? ''))].sort();
}

test('every component writes Events by default', async () => {
  const usual = ['default-scheduler', 'kubelet', 'node-controller', 'noting-controller', 'replicaset-controller'];
  expect(await writers(false)).toEqual(usual);
});

test('without them, only controllers of others do', async () => {
  expect(await writers(true)).toEqual(['noting-controller']);
});
