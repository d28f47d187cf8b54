import { Event, Node, Pod, type Taint } from 'converge/sdk';
import { expect, test } from 'vitest';
import { createWorld } from '../../sdk/testing/world.ts';
import { createTaintEvictionController } from './index.ts';

const lost: Taint = { key: 'lost', effect: 'NoExecute' };
const full: Taint = { key: 'full', effect: 'NoExecute' };
const tolerates = (key: string, tolerationSeconds?: number) => ({
  key,
  operator: 'Exists',
  effect: 'NoExecute',
  ...(tolerationSeconds !== undefined && { tolerationSeconds }),
});

/** A Pod on a node with the taint `lost`, which it bears for 100 seconds. */
async function worldWithPod() {
  const world = createWorld({ controllers: [createTaintEvictionController()] });
  await world.create(Node, { metadata: { name: 'node-1' }, spec: { taints: [{ ...lost }] } });
  const spec = { nodeName: 'node-1', containers: [{ name: 'main', image: 'nginx' }], tolerations: [tolerates('lost', 100)] };
  await world.create(Pod, { metadata: { name: 'web', namespace: 'default' }, spec });
  await world.sleep(10_000);
  const said = () => world.objects(Event).map(({ message, count }) => [message?.split(' Pod ')[0], count]);
  const isLeaving = () => world.objects(Pod)[0]?.metadata.deletionTimestamp !== undefined;
  const taint = (...taints: readonly Taint[]) => world.merge(Node, 'node-1', { spec: { taints: taints.map((each) => ({ ...each })) } });
  return { world, said, isLeaving, taint };
}

const cancelled = ['Cancelling deletion of', 1];
const marked = ['Marking for deletion', 1];

test('a Pod goes when its time is over, and is told once', async () => {
  const { world, said, isLeaving } = await worldWithPod();
  await world.sleep(85_000);
  expect([said(), isLeaving()]).toEqual([[], false]);
  await world.sleep(10_000);
  expect([said(), isLeaving()]).toEqual([[marked], true]);
  await world.finish(world.client.delete(Pod, 'default/web', { gracePeriodSeconds: 0 }));
  await world.sleep(1000);
  expect(said()).toEqual([marked]);
});

test('a Pod that somebody deletes while its eviction waits: the eviction is cancelled when the Pod is gone', async () => {
  const { world, said } = await worldWithPod();
  await world.remove(Pod, 'default/web');
  await world.sleep(1000);
  expect(said()).toEqual([]);
  await world.finish(world.client.delete(Pod, 'default/web', { gracePeriodSeconds: 0 }));
  await world.sleep(1000);
  expect(said()).toEqual([cancelled]);
});

test('a node that is deleted cancels nothing: the Pod still goes in time', async () => {
  const { world, said, isLeaving } = await worldWithPod();
  await world.remove(Node, 'node-1');
  await world.sleep(80_000);
  expect([said(), isLeaving()]).toEqual([[], false]);
  await world.sleep(15_000);
  expect([said(), isLeaving()]).toEqual([[marked], true]);
});

test('a Pod that goes after its node says so', async () => {
  const { world, said } = await worldWithPod();
  await world.remove(Node, 'node-1');
  await world.finish(world.client.delete(Pod, 'default/web', { gracePeriodSeconds: 0 }));
  await world.sleep(1000);
  expect(said()).toEqual([cancelled]);
});

test('a taint that isn’t tolerated ends the wait', async () => {
  const { world, said, isLeaving, taint } = await worldWithPod();
  await taint(lost, full);
  await world.sleep(1000);
  expect([said(), isLeaving()]).toEqual([[cancelled, marked], true]);
});

test('a waiting eviction keeps its time when another taint is tolerated for longer or shorter', async () => {
  const { world, said, isLeaving, taint } = await worldWithPod();
  const tolerations = [tolerates('lost', 100), tolerates('full', 20), tolerates('slow', 500)];
  await world.merge(Pod, 'default/web', { spec: { tolerations } });
  await taint(lost, full);
  await world.sleep(40_000);
  expect([said(), isLeaving()]).toEqual([[], false]);
  await taint({ key: 'slow', effect: 'NoExecute' });
  await world.sleep(60_000);
  expect([said(), isLeaving()]).toEqual([[marked], true]);
});

test('without the taint, nothing waits any more', async () => {
  const { world, said, isLeaving, taint } = await worldWithPod();
  await taint();
  await world.sleep(200_000);
  expect([said(), isLeaving()]).toEqual([[cancelled], false]);
});
