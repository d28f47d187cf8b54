import { ConfigMap, kinds, Namespace, Pod, ReplicaSet, Secret, ServiceAccount } from 'converge/sdk';
import { expect, test } from 'vitest';
import { createWorld } from '../../sdk/testing/world.ts';
import { replicaSetController } from '../replicaset/index.ts';
import { createNamespaceController } from './index.ts';

function web(namespace: string) {
  const template = { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'main', image: 'nginx' }] } };
  return { metadata: { name: 'web', namespace }, spec: { replicas: 2, selector: { matchLabels: { app: 'web' } }, template } };
}

test('a deleted namespace is emptied and goes', async () => {
  const world = createWorld({ controllers: [createNamespaceController(kinds), replicaSetController] });
  world.runPods();
  await world.create(Namespace, { metadata: { name: 'team' } });
  await world.create(ReplicaSet, web('team'));
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

/** The conditions that are True. */
function troubles(world: ReturnType<typeof createWorld>, name: string) {
  const namespace = world.objects(Namespace).find(({ metadata }) => metadata.name === name);
  return namespace?.status.conditions?.filter(({ status }) => status === 'True').map(({ message }) => message);
}

test('a kind that is refused keeps no other kind from going; the condition has all errors, sorted', async () => {
  let refusing = true;
  const world = createWorld({
    controllers: [createNamespaceController(kinds)],
    refuse: (component, { method, path }) => {
      const kind = /\/(secrets|configmaps)\//.exec(path)?.[1];
      return refusing && component === 'controller/namespace' && method === 'DELETE' && kind ? `no ${kind} today` : undefined;
    },
  });
  await world.create(Namespace, { metadata: { name: 'team' } });
  const metadata = { name: 'web', namespace: 'team' };
  await world.create(Secret, { metadata });
  await world.create(ConfigMap, { metadata });
  await world.create(ServiceAccount, { metadata });
  await world.remove(Namespace, 'team');
  await world.sleep(5500);
  expect(world.objects(ServiceAccount)).toEqual([]);
  expect(troubles(world, 'team')).toEqual([
    'Failed to delete all resource types, 2 remaining: no configmaps today, no secrets today',
  ]);
  expect(world.log[0]?.text).toBe('AggregateError: [no configmaps today, no secrets today]');
  refusing = false;
  await world.sleep(60_000);
  expect(world.objects(Namespace).map(({ metadata }) => metadata.name)).not.toContain('team');
});

test('what remains and its finalizers are listed in order', async () => {
  const world = createWorld({ controllers: [createNamespaceController(kinds)] });
  await world.create(Namespace, { metadata: { name: 'team' } });
  await world.create(Secret, { metadata: { name: 'a', namespace: 'team', finalizers: ['example.com/b'] } });
  await world.create(ReplicaSet, { ...web('team'), metadata: { name: 'web', namespace: 'team', finalizers: ['example.com/c'] } });
  await world.create(ConfigMap, { metadata: { name: 'z', namespace: 'team', finalizers: ['example.com/a'] } });
  await world.remove(Namespace, 'team');
  await world.sleep(6000);
  const all = ['configmaps.', 'replicasets.apps', 'secrets.'].map((kind) => `${kind} has 1 resource instances`);
  const finalizers = ['a', 'b', 'c'].map((name) => `example.com/${name} in 1 resource instances`);
  expect(troubles(world, 'team')).toEqual([
    `Some resources are remaining: ${all.join(', ')}`,
    `Some content in the namespace has finalizers remaining: ${finalizers.join(', ')}`,
  ]);
});

test('a Pod that is still there after its grace is an error, and the rest waits for it', async () => {
  const world = createWorld({ controllers: [createNamespaceController(kinds)] });
  await world.create(Namespace, { metadata: { name: 'team' } });
  const spec = { nodeName: 'node-1', terminationGracePeriodSeconds: 20, containers: [{ name: 'main', image: 'nginx' }] };
  await world.create(Pod, { metadata: { name: 'stuck', namespace: 'team' }, spec });
  await world.create(ConfigMap, { metadata: { name: 'settings', namespace: 'team' } });
  await world.remove(Namespace, 'team');
  await world.sleep(15_000);
  expect(troubles(world, 'team')).toEqual(['Some resources are remaining: pods. has 1 resource instances']);
  await world.sleep(20_000);
  expect(troubles(world, 'team')).toEqual([
    'Failed to delete all resource types, 1 remaining: unexpected items still remain in namespace: team for gvr: /v1, Resource=pods',
    'Some resources are remaining: pods. has 1 resource instances',
  ]);
  expect(world.objects(ConfigMap)).toHaveLength(1);
  // Its deletion is tried again once a minute at least.
  await world.sleep(1_000_000);
  await world.finish(world.client.delete(Pod, 'team/stuck', { gracePeriodSeconds: 0 }));
  await world.sleep(61_000);
  expect(world.objects(Namespace).map(({ metadata }) => metadata.name)).not.toContain('team');
});
