import { Event, isActive, kinds, Pod, PodDisruptionBudget, ReplicationController } from 'converge/sdk';
import { expect, test } from 'vitest';
import { createWorld } from '../../sdk/testing/world.ts';
import { createDisruptionController } from '../disruption/index.ts';
import { replicationControllerController } from './index.ts';

const labels = { app: 'web' };
const namespace = 'default';

async function worldWith(replicas: number, more: object = {}) {
  const world = createWorld({ controllers: [replicationControllerController, createDisruptionController(kinds)] });
  world.runPods();
  const template = { metadata: { labels }, spec: { containers: [{ name: 'main', image: 'nginx:1' }] } };
  await world.create(ReplicationController, { metadata: { name: 'web', namespace }, spec: { replicas, template, ...more } });
  await world.settle();
  const status = () => world.objects(ReplicationController)[0]?.status;
  return { world, status };
}

test('makes Pods that are its own, counts them, and writes Events about itself', async () => {
  const { world, status } = await worldWith(3);
  expect(status()).toEqual({ replicas: 3, fullyLabeledReplicas: 3, readyReplicas: 3, availableReplicas: 3, observedGeneration: 1 });
  const owners = world.objects(Pod).map(({ metadata }) => metadata.ownerReferences?.[0]);
  expect(owners).toEqual(Array(3).fill(expect.objectContaining({ apiVersion: 'v1', kind: 'ReplicationController', name: 'web', controller: true })));
  const [event] = world.objects(Event);
  expect(event).toMatchObject({
    reason: 'SuccessfulCreate',
    source: { component: 'replication-controller' },
    involvedObject: { apiVersion: 'v1', kind: 'ReplicationController', name: 'web' },
  });
  expect(world.log).toEqual([]);
});

test('its selector keeps its form when the status is written', async () => {
  const { world } = await worldWith(1);
  expect(world.objects(ReplicationController)[0]?.spec.selector).toEqual(labels);
});

test('scales, replaces, adopts and lets go as a ReplicaSet does', async () => {
  const { world, status } = await worldWith(4);
  await world.merge(ReplicationController, 'default/web', { spec: { replicas: 2 } });
  await world.settle();
  expect(world.objects(Pod)).toHaveLength(2);
  const name = world.objects(Pod)[0]?.metadata.name ?? '';
  await world.merge(Pod, `default/${name}`, { metadata: { labels: { app: 'other' } } });
  await world.settle();
  expect(world.objects(Pod)).toHaveLength(3);
  await world.merge(Pod, `default/${name}`, { metadata: { labels } });
  await world.settle();
  expect(world.objects(Pod).filter(isActive)).toHaveLength(2);
  expect(status()).toMatchObject({ replicas: 2, readyReplicas: 2 });
});

test('waits for minReadySeconds without an event', async () => {
  const { world, status } = await worldWith(2, { minReadySeconds: 30 });
  expect(status()).toEqual({ replicas: 2, fullyLabeledReplicas: 2, readyReplicas: 2, observedGeneration: 1 });
  await world.sleep(31_000);
  expect(status()).toMatchObject({ readyReplicas: 2, availableReplicas: 2 });
});

test('a budget knows how many Pods it is to have', async () => {
  const { world } = await worldWith(4);
  const spec = { minAvailable: '50%', selector: { matchLabels: labels } };
  await world.create(PodDisruptionBudget, { metadata: { name: 'web', namespace }, spec });
  await world.settle();
  expect(world.objects(PodDisruptionBudget)[0]?.status).toMatchObject({ expectedPods: 4, desiredHealthy: 2, disruptionsAllowed: 2 });
});
