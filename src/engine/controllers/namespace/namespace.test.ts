import { ConfigMap, Namespace, Pod, ReplicaSet } from 'converge/sdk';
import { expect, test } from 'vitest';
import { createWorld } from '../../sdk/testing/world.ts';
import { replicaSetController } from '../replicaset/index.ts';
import { namespaceController } from './index.ts';

test('a deleted namespace is emptied and goes', async () => {
  const world = createWorld({ controllers: [namespaceController, replicaSetController] });
  world.runPods();
  await world.create(Namespace, { metadata: { name: 'team' } });
  const template = { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'main', image: 'nginx' }] } };
  const spec = { replicas: 2, selector: { matchLabels: { app: 'web' } }, template };
  await world.create(ReplicaSet, { metadata: { name: 'web', namespace: 'team' }, spec });
  await world.create(ConfigMap, { metadata: { name: 'settings', namespace: 'team' } });
  await world.settle();
  expect(world.objects(Pod)).toHaveLength(2);
  await world.remove(Namespace, 'team');
  await world.sleep(2000);
  expect(world.objects(Namespace).find(({ metadata }) => metadata.name === 'team')?.status.phase).toBe('Terminating');
  await world.sleep(60_000);
  expect(world.objects(Namespace).map(({ metadata }) => metadata.name)).not.toContain('team');
  expect([...world.objects(Pod), ...world.objects(ReplicaSet), ...world.objects(ConfigMap)]).toEqual([]);
});
