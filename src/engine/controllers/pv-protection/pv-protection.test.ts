/** Cases of upstream's pv_protection_controller_test.go (TestPVProtectionController). */
import { PersistentVolume } from 'converge/sdk';
import { expect, test } from 'vitest';
import { createWorld, type World } from '../../sdk/testing/world.ts';
import { pvProtectionController } from './index.ts';

const finalizer = 'kubernetes.io/pv-protection';

async function worldWith(finalizers: readonly string[], phase: string): Promise<World> {
  const world = createWorld({ controllers: [pvProtectionController] });
  const spec = { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/srv/1' } };
  await world.create(PersistentVolume, { metadata: { name: 'v', finalizers: [...finalizers] }, spec });
  await world.finish(world.client.patch(PersistentVolume, 'v', { status: { phase } }, { type: 'merge', subresource: 'status' }));
  await world.settle();
  return world;
}

const left = (world: World): readonly (readonly string[])[] => world.objects(PersistentVolume).map(({ metadata }) => metadata.finalizers ?? []);

test.each([
  ['PV without finalizer: finalizer is added', []],
  ['PV with finalizer: no action', [finalizer]],
])('%s', async (_, finalizers) => {
  expect(left(await worldWith(finalizers, 'Available'))).toEqual([[finalizer]]);
});

test.each([
  ['Available', []],
  ['Released', []],
  ['Bound', [[finalizer]]],
])('deleted PV with finalizer that is %s', async (phase, after) => {
  const world = await worldWith([finalizer], phase);
  await world.remove(PersistentVolume, 'v');
  await world.settle();
  expect(left(world)).toEqual(after);
});

test('a deleted PV goes when its claim has gone', async () => {
  const world = await worldWith([finalizer], 'Bound');
  await world.remove(PersistentVolume, 'v');
  await world.finish(world.client.patch(PersistentVolume, 'v', { status: { phase: 'Released' } }, { type: 'merge', subresource: 'status' }));
  await world.settle();
  expect(left(world)).toEqual([]);
});
