import { Event, isActive, Pod, ReplicaSet } from 'converge/sdk';
import { expect, test } from 'vitest';
import { createWorld, replicaSet } from '../../sdk/testing/world.ts';
import { replicaSetController } from './index.ts';

async function worldWithSet(replicas: number) {
  const world = createWorld({ controllers: [replicaSetController] });
  world.runPods();
  await world.create(ReplicaSet, replicaSet('web', replicas));
  await world.settle();
  return world;
}

test('makes as many pods as are wanted and counts them in the status', async () => {
  const world = await worldWithSet(5);
  expect(world.objects(Pod)).toHaveLength(5);
  expect(world.objects(ReplicaSet)[0]?.status).toEqual({
    replicas: 5,
    fullyLabeledReplicas: 5,
    readyReplicas: 5,
    availableReplicas: 5,
    observedGeneration: 1,
  });
  expect(world.log).toEqual([]);
  const messages = world.objects(Event).map(({ message }) => message);
  expect(messages.every((message) => /^Created pod: web-[a-z0-9]{5}$/.test(message ?? ''))).toBe(true);
  expect(messages).toHaveLength(5);
});

test('a deleted pod is replaced, and the one that leaves is not counted', async () => {
  const world = await worldWithSet(3);
  const victim = world.objects(Pod)[0]?.metadata.name ?? '';
  await world.remove(Pod, `default/${victim}`);
  await world.sleep(20);
  expect(world.objects(Pod)).toHaveLength(4);
  expect(world.objects(Pod).filter(isActive)).toHaveLength(3);
  await world.settle();
  expect(world.objects(Pod)).toHaveLength(3);
});

test('scaling down deletes exactly the surplus', async () => {
  const world = await worldWithSet(8);
  await world.merge(ReplicaSet, 'default/web', { spec: { replicas: 3 } });
  await world.settle();
  expect(world.objects(Pod)).toHaveLength(3);
  expect(world.objects(ReplicaSet)[0]?.status.replicas).toBe(3);
});

test('does not create twice while the watch runs behind', async () => {
  const world = createWorld({ controllers: [replicaSetController] });
  world.runPods();
  world.kernel.network.addFault({
    from: 'apiserver',
    to: 'controller/replicaset',
    delayMs: 200,
    jitterMs: 300,
    duplicate: 0.3,
  });
  await world.create(ReplicaSet, replicaSet('web', 4));
  let most = 0;
  while (!world.kernel.quiet()) {
    await world.kernel.run({ instants: 1 });
    most = Math.max(most, world.objects(Pod).length);
  }
  expect(most).toBe(4);
  expect(world.objects(Pod)).toHaveLength(4);
});

test('adopts a matching orphan and lets go of a pod that was relabelled', async () => {
  const world = await worldWithSet(2);
  const pod = world.objects(Pod)[0]?.metadata.name ?? '';
  await world.merge(Pod, `default/${pod}`, { metadata: { labels: { app: 'other' } } });
  await world.settle();
  expect(world.objects(Pod)).toHaveLength(3);
  expect(world.objects(Pod).find(({ metadata }) => metadata.name === pod)?.metadata.ownerReferences).toBeUndefined();
  await world.merge(Pod, `default/${pod}`, { metadata: { labels: { app: 'web' } } });
  await world.settle();
  expect(world.objects(Pod)).toHaveLength(2);
  expect(world.log).toEqual([]);
});

test('more than 500 pods come in several goes', async () => {
  const world = await worldWithSet(1200);
  expect(world.objects(Pod)).toHaveLength(1200);
  expect(world.objects(ReplicaSet)[0]?.status.readyReplicas).toBe(1200);
});

test('nothing is sent once the controller was stopped, and another takes over', async () => {
  const world = await worldWithSet(2);
  world.running.get('replicaset')?.stop();
  await world.merge(ReplicaSet, 'default/web', { spec: { replicas: 4 } });
  await world.settle();
  expect(world.objects(Pod)).toHaveLength(2);
  world.start(replicaSetController);
  await world.settle();
  expect(world.objects(Pod)).toHaveLength(4);
});

test('goes on after its connection was cut', async () => {
  const world = await worldWithSet(2);
  const heal = world.kernel.network.addFault({ from: 'apiserver', to: 'controller/*', cut: 1 });
  await world.merge(ReplicaSet, 'default/web', { spec: { replicas: 5 } });
  await world.sleep(1000);
  heal();
  await world.sleep(120_000);
  expect(world.objects(Pod)).toHaveLength(5);
});
