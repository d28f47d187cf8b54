import { ConfigMap, kinds, Namespace, Pod, ReplicaSet } from 'converge/sdk';
import { expect, test } from 'vitest';
import { createWorld } from '../../sdk/testing/world.ts';
import { replicaSetController } from '../replicaset/index.ts';
import { createNamespaceController } from './index.ts';

test('a deleted namespace is emptied and goes', async () => {
  const world = createWorld({ controllers: [createNamespaceController(kinds), replicaSetController] });
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

test('a namespace whose content is held by finalizers says so, and is looked at every 8 seconds until it can go', async () => {
  const world = createWorld({ controllers: [createNamespaceController(kinds)] });
  await world.create(Namespace, { metadata: { name: 'team' } });
  const metadata = { name: 'held', namespace: 'team', finalizers: ['example.com/hold'] };
  await world.create(ConfigMap, { metadata });
  await world.remove(Namespace, 'team');
  await world.settle();
  const team = () => world.objects(Namespace).find((each) => each.metadata.name === 'team');
  expect(world.seconds()).toBeLessThan(60);
  expect(team()?.metadata.deletionGracePeriodSeconds).toBeUndefined();
  expect(
    team()
      ?.status.conditions?.filter(({ status }) => status === 'True')
      .map(({ message }) => message),
  ).toEqual([
    'Some resources are remaining: configmaps. has 1 resource instances',
    'Some content in the namespace has finalizers remaining: example.com/hold in 1 resource instances',
  ]);
  await world.merge(ConfigMap, 'team/held', { metadata: { finalizers: null } });
  await world.sleep(9_000);
  expect(team()).toBeUndefined();
});
