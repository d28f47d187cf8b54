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

/** A set whose requests on Pods with this method are refused. */
async function refusedWorld(replicas: number, refused: { method?: string }) {
  const world = createWorld({
    controllers: [replicaSetController],
    refuse: (component, { method, path }) =>
      component === 'controller/replicaset' && method === refused.method && path.includes('/pods') ? 'not today' : undefined,
  });
  world.runPods();
  await world.create(ReplicaSet, replicaSet('web', replicas));
  await world.settle();
  return world;
}

const eventsOf = (world: Awaited<ReturnType<typeof worldWithSet>>, reason: string) =>
  world.objects(Event).filter((event) => event.reason === reason);

test('each deletion that is refused is an Event; the condition says why the set has too many', async () => {
  const refused: { method?: string } = {};
  const world = await refusedWorld(3, refused);
  refused.method = 'DELETE';
  await world.merge(ReplicaSet, 'default/web', { spec: { replicas: 1 } });
  await world.sleep(11);
  const [event, ...others] = eventsOf(world, 'FailedDelete');
  expect([event?.type, event?.message, event?.count, others]).toEqual(['Warning', 'Error deleting: not today', 2, []]);
  expect(world.objects(ReplicaSet)[0]?.status.conditions).toMatchObject([
    { type: 'ReplicaFailure', status: 'True', reason: 'FailedDelete', message: 'unable to delete pods: not today' },
  ]);
  delete refused.method;
  await world.settle();
  expect(world.objects(Pod)).toHaveLength(1);
});

test('a Pod that is gone already is no failure', async () => {
  const world = await worldWithSet(2);
  const [gone] = world.objects(Pod);
  world.kernel.network.addFault({ from: 'apiserver', to: 'controller/replicaset', delayMs: 500 });
  await world.merge(ReplicaSet, 'default/web', { spec: { replicas: 0 } });
  await world.finish(world.client.delete(Pod, gone ?? '', { gracePeriodSeconds: 0 }));
  await world.settle();
  expect(world.objects(Pod)).toEqual([]);
  expect(eventsOf(world, 'SuccessfulDelete')).toHaveLength(1);
  expect([...eventsOf(world, 'FailedDelete'), ...world.log]).toEqual([]);
});

test('each creation of a batch that is refused is an Event', async () => {
  let created = 0;
  const world = createWorld({
    controllers: [replicaSetController],
    refuse(component, { method, path }) {
      if (component === 'controller/replicaset' && method === 'POST' && path.endsWith('/pods')) created += 1;
      return created > 1 && path.endsWith('/pods') ? `no Pod ${created}` : undefined;
    },
  });
  await world.create(ReplicaSet, replicaSet('web', 3));
  await world.sleep(15);
  expect(eventsOf(world, 'FailedCreate').slice(0, 2).map(({ message }) => message).sort()).toEqual([
    'Error creating: no Pod 2',
    'Error creating: no Pod 3',
  ]);
});
