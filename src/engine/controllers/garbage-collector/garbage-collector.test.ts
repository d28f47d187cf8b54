import { ConfigMap, Deployment, Event, kinds, Namespace, PersistentVolume, Pod, ReplicaSet } from 'converge/sdk';
import { expect, test } from 'vitest';
import { createWorld, deployment, replicaSet } from '../../sdk/testing/world.ts';
import { deploymentController } from '../deployment/index.ts';
import { replicaSetController } from '../replicaset/index.ts';
import { createGarbageCollector } from './index.ts';

async function worldWithDeployment() {
  const world = createWorld({
    controllers: [deploymentController, replicaSetController, createGarbageCollector(kinds)],
  });
  world.runPods();
  await world.create(Deployment, deployment('web', 3));
  await world.settle();
  expect(world.objects(Pod)).toHaveLength(3);
  return world;
}

const count = (world: Awaited<ReturnType<typeof worldWithDeployment>>) => ({
  deployments: world.objects(Deployment).length,
  sets: world.objects(ReplicaSet).length,
  pods: world.objects(Pod).length,
});

test('what a deleted Deployment owned goes after it', async () => {
  const world = await worldWithDeployment();
  await world.remove(Deployment, 'default/web', 'Background');
  expect(count(world)).toMatchObject({ deployments: 0, sets: 1, pods: 3 });
  await world.settle();
  expect(count(world)).toEqual({ deployments: 0, sets: 0, pods: 0 });
});

test('in the foreground the owner goes last', async () => {
  const world = await worldWithDeployment();
  await world.remove(Deployment, 'default/web', 'Foreground');
  while (!world.kernel.quiet()) {
    await world.kernel.run({ instants: 1 });
    const { deployments, sets, pods } = count(world);
    if (pods > 0) expect({ deployments, sets }).toEqual({ deployments: 1, sets: 1 });
    if (sets > 0) expect(deployments).toBe(1);
  }
  expect(count(world)).toEqual({ deployments: 0, sets: 0, pods: 0 });
});

test('orphans stay and lose their owner', async () => {
  const world = await worldWithDeployment();
  await world.remove(Deployment, 'default/web', 'Orphan');
  await world.settle();
  expect(count(world)).toEqual({ deployments: 0, sets: 1, pods: 3 });
  expect(world.objects(ReplicaSet)[0]?.metadata.ownerReferences).toBeUndefined();
});

test('an object whose owner never was is deleted; one with another owner only loses the reference', async () => {
  const world = createWorld({ controllers: [createGarbageCollector(kinds)] });
  const owner = await world.create(ReplicaSet, replicaSet('web', 0));
  const { apiVersion, kind, metadata } = owner;
  const real = { apiVersion, kind, name: metadata.name, uid: metadata.uid };
  const ghost = { apiVersion, kind, name: 'ghost', uid: 'no-such-uid' };
  await world.create(ConfigMap, { metadata: { name: 'lost', namespace: 'default', ownerReferences: [ghost] } });
  await world.create(ConfigMap, { metadata: { name: 'kept', namespace: 'default', ownerReferences: [ghost, real] } });
  await world.settle();
  expect(world.objects(ConfigMap).map((each) => [each.metadata.name, each.metadata.ownerReferences])).toEqual([
    ['kept', [real]],
  ]);
  expect(world.log).toEqual([]);
});

test('an owner in another namespace is none: its dependent is deleted, and an Event says why', async () => {
  const world = createWorld({ controllers: [createGarbageCollector(kinds)] });
  await world.create(Namespace, { metadata: { name: 'dns' }, spec: {} });
  const owner = await world.create(ConfigMap, { metadata: { name: 'site', namespace: 'default' } });
  await world.settle();
  const { apiVersion, kind, metadata } = owner;
  const far = { apiVersion, kind, name: metadata.name, uid: metadata.uid };
  await world.create(ConfigMap, { metadata: { name: 'record', namespace: 'dns', ownerReferences: [far] } });
  await world.settle();
  expect(world.objects(ConfigMap).map((each) => each.metadata.name)).toEqual(['site']);
  expect(world.objects(Event).map(({ reason, message }) => [reason, message])).toEqual([
    ['OwnerRefInvalidNamespace', `ownerRef [v1/ConfigMap, namespace: dns, name: site, uid: ${metadata.uid}] does not exist in namespace "dns"`],
  ]);
});

test.each([
  ['another name', { name: 'other' }],
  ['another kind', { kind: 'Secret' }],
  ['another group', { apiVersion: 'apps/v1', kind: 'Deployment' }],
])('a reference with the uid of a living object and %s has no owner', async (_, change) => {
  const world = createWorld({ controllers: [createGarbageCollector(kinds)] });
  const { apiVersion, kind, metadata } = await world.create(ConfigMap, { metadata: { name: 'site', namespace: 'default' } });
  const right = { apiVersion, kind, name: metadata.name, uid: metadata.uid };
  await world.settle();
  await world.create(ConfigMap, { metadata: { name: 'lost', namespace: 'default', ownerReferences: [{ ...right, ...change }] } });
  await world.create(ConfigMap, { metadata: { name: 'kept', namespace: 'default', ownerReferences: [right] } });
  await world.settle();
  expect(world.objects(ConfigMap).map((each) => each.metadata.name).sort()).toEqual(['kept', 'site']);
});

test('a namespaced owner of what has no namespace is said in an Event, and the object stays', async () => {
  const world = createWorld({ controllers: [createGarbageCollector(kinds)] });
  const { apiVersion, kind, metadata } = await world.create(ConfigMap, { metadata: { name: 'site', namespace: 'default' } });
  await world.settle();
  const ownerReferences = [
    { apiVersion, kind, name: 'site', uid: metadata.uid },
    { apiVersion: 'v1', kind: 'Node', name: 'gone', uid: 'no-such-uid' },
  ];
  const spec = { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/data' } };
  await world.create(PersistentVolume, { metadata: { name: 'disk', ownerReferences }, spec });
  await world.settle();
  expect(world.objects(PersistentVolume).map((each) => each.metadata.ownerReferences)).toEqual([ownerReferences]);
  expect(world.objects(Event).map(({ type, reason, message }) => [type, reason, message])).toEqual([
    ['Warning', 'OwnerRefInvalidNamespace', `ownerRef [v1/ConfigMap, namespace: , name: site, uid: ${metadata.uid}] does not exist in namespace ""`],
  ]);
});
