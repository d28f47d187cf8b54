/** Cases of upstream's pvc_protection_controller_test.go (TestPVCProtectionController), by what happens to the finalizer. */
import { type Json, PersistentVolumeClaim, Pod } from 'converge/sdk';
import { expect, test } from 'vitest';
import { createWorld, type World } from '../../sdk/testing/world.ts';
import { pvcProtectionController } from './index.ts';

const finalizer = 'kubernetes.io/pvc-protection';

async function worldWith(finalizers: readonly string[], pod?: { readonly spec: Json; readonly phase?: string }): Promise<World> {
  const world = createWorld({ controllers: [pvcProtectionController] });
  if (pod !== undefined) {
    const containers = [{ name: 'main', image: 'nginx:1' }];
    await world.create(Pod, { metadata: { name: 'p', namespace: 'default' }, spec: { containers, ...(pod.spec as Record<string, Json>) } });
    if (pod.phase !== undefined) await world.finish(world.client.patch(Pod, 'default/p', { status: { phase: pod.phase } }, { type: 'merge', subresource: 'status' }));
  }
  const spec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
  await world.create(PersistentVolumeClaim, { metadata: { name: 'c', namespace: 'default', finalizers: [...finalizers] }, spec });
  await world.settle();
  return world;
}

const left = (world: World): readonly (readonly string[])[] => world.objects(PersistentVolumeClaim).map(({ metadata }) => metadata.finalizers ?? []);
const using = (claimName: string, more: Record<string, Json> = {}): Json => ({ nodeName: 'n', volumes: [{ name: 'v', persistentVolumeClaim: { claimName } }, { name: 'w', emptyDir: {} }], ...more });

test('PVC without finalizer: finalizer is added', async () => {
  expect(left(await worldWith([]))).toEqual([[finalizer]]);
});

test('PVC with finalizer: no action', async () => {
  const world = await worldWith([finalizer]);
  expect(left(world)).toEqual([[finalizer]]);
});

test.each<[string, finalizers: readonly string[], pod: { spec: Json; phase?: string } | undefined, after: readonly (readonly string[])[]]>([
  ['deleted PVC with finalizer: finalizer is removed', [finalizer], undefined, []],
  ['deleted PVC with finalizer and another', [finalizer, 'example.com/keep'], undefined, [['example.com/keep']]],
  ['a Pod with the PVC exists', [finalizer], { spec: using('c') }, [[finalizer]]],
  ['a Pod with an unrelated PVC and an emptyDir exists', [finalizer], { spec: using('d') }, []],
  ['a Pod with the PVC has ended and isn’t deleted', [finalizer], { spec: using('c'), phase: 'Failed' }, [[finalizer]]],
  ['a Pod with the PVC has no node', [finalizer], { spec: { volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'c' } }] } }, []],
])('%s', async (_, finalizers, pod, after) => {
  const world = await worldWith(finalizers, pod);
  await world.remove(PersistentVolumeClaim, 'default/c');
  await world.settle();
  expect(left(world)).toEqual(after);
});

test('the last Pod with a deleted PVC is deleted: finalizer is removed', async () => {
  const world = await worldWith([finalizer], { spec: using('c') });
  await world.remove(PersistentVolumeClaim, 'default/c');
  await world.settle();
  expect(left(world)).toEqual([[finalizer]]);
  await world.finish(world.client.delete(Pod, 'default/p', { gracePeriodSeconds: 0 }));
  await world.settle();
  expect(left(world)).toEqual([]);
});
