/** Claims on an API server with binder, provisioner and protection: from a claim to a volume, and back. */
import { Event, type Json, PersistentVolume, PersistentVolumeClaim, StorageClass } from 'converge/sdk';
import { expect, test } from 'vitest';
import { createWorld, type World } from '../../sdk/testing/world.ts';
import { createPersistentVolumeBinder } from '../persistentvolume-binder/index.ts';
import { pvProtectionController } from '../pv-protection/index.ts';
import { pvcProtectionController } from '../pvc-protection/index.ts';
import { driver } from './driver.ts';
import { volumeProvisioner } from './index.ts';

function worldOf(): World {
  return createWorld({ controllers: [createPersistentVolumeBinder(), volumeProvisioner, pvProtectionController, pvcProtectionController] });
}

const storageClass = (more: Record<string, Json> = {}): Json => ({ metadata: { name: 'disk' }, provisioner: driver, ...more });
const claim = (name: string, more: Record<string, Json> = {}): Json => ({
  metadata: { name, namespace: 'default' },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, storageClassName: 'disk', ...more },
});
const said = (world: World): readonly string[] => world.objects(Event).map(({ reason = '' }) => reason);
const phases = (world: World): readonly string[] => world.objects(PersistentVolume).map(({ status }) => status.phase ?? '');
/** No admission adds finalizers here: protection does, and what another writes at the same moment is refused once. */
const problems = (world: World): readonly string[] => world.log.map(({ text }) => text).filter((text) => !text.includes('the object has been modified'));

test('a claim gets a volume made for it, and the volume goes with the claim', async () => {
  const world = worldOf();
  await world.create(StorageClass, storageClass());
  await world.create(PersistentVolumeClaim, claim('data'));
  await world.settle();
  const [bound] = world.objects(PersistentVolumeClaim);
  const name = `pvc-${bound?.metadata.uid}`;
  expect(bound).toMatchObject({ spec: { volumeName: name }, status: { phase: 'Bound', capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'] } });
  expect(Object.keys(bound?.metadata.annotations ?? {}).sort()).toEqual([
    'pv.kubernetes.io/bind-completed',
    'pv.kubernetes.io/bound-by-controller',
    'volume.beta.kubernetes.io/storage-provisioner',
    'volume.kubernetes.io/storage-provisioner',
  ]);
  expect(world.objects(PersistentVolume)).toMatchObject([
    { metadata: { name, annotations: { 'pv.kubernetes.io/provisioned-by': driver } }, spec: { csi: { driver }, persistentVolumeReclaimPolicy: 'Delete', storageClassName: 'disk', claimRef: { name: 'data', namespace: 'default' } }, status: { phase: 'Bound' } },
  ]);
  expect(said(world)).toEqual(['ExternalProvisioning', 'Provisioning', 'ProvisioningSucceeded']);
  await world.remove(PersistentVolumeClaim, 'default/data');
  await world.settle();
  expect(world.objects(PersistentVolumeClaim)).toEqual([]);
  expect(world.objects(PersistentVolume)).toEqual([]);
  expect(problems(world)).toEqual([]);
});

test('with the policy Retain the volume stays, released, and no other claim gets it', async () => {
  const world = worldOf();
  await world.create(StorageClass, storageClass({ reclaimPolicy: 'Retain' }));
  await world.create(PersistentVolumeClaim, claim('data'));
  await world.settle();
  await world.remove(PersistentVolumeClaim, 'default/data');
  await world.settle();
  expect(phases(world)).toEqual(['Released']);
  await world.create(PersistentVolumeClaim, claim('data'));
  await world.settle();
  expect(phases(world)).toEqual(['Released', 'Bound']);
  expect(problems(world)).toEqual([]);
});

test('a claim that waits for its first consumer gets its volume when a node is chosen', async () => {
  const world = worldOf();
  await world.create(StorageClass, storageClass({ volumeBindingMode: 'WaitForFirstConsumer' }));
  await world.create(PersistentVolumeClaim, claim('data'));
  await world.settle();
  expect(said(world)).toEqual(['WaitForFirstConsumer']);
  await world.merge(PersistentVolumeClaim, 'default/data', { metadata: { annotations: { 'volume.kubernetes.io/selected-node': 'node-1' } } });
  await world.settle();
  expect(phases(world)).toEqual(['Bound']);
});

test('a claim made before its volume is bound within a resync, and two claims never share one', async () => {
  const world = worldOf();
  for (const name of ['a', 'b']) await world.create(PersistentVolumeClaim, claim(name, { storageClassName: '' }));
  await world.settle();
  const volume = { metadata: { name: 'disk-1' }, spec: { capacity: { storage: '2Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/srv/1' } } };
  await world.create(PersistentVolume, volume);
  await world.settle();
  expect(phases(world)).toEqual(['Available']);
  await world.sleep(16_000);
  expect(phases(world)).toEqual(['Bound']);
  expect(world.objects(PersistentVolumeClaim).map(({ status }) => status.phase)).toEqual(['Bound', 'Pending']);
  expect(problems(world)).toEqual([]);
});

test('wherever the binder dies, the binding is completed, and one volume is made', async () => {
  for (let instants = 1; instants <= 30; instants += 1) {
    const world = worldOf();
    await world.create(StorageClass, storageClass());
    await world.create(PersistentVolumeClaim, claim('data'));
    await world.kernel.run({ instants });
    world.running.get('persistentvolume-binder')?.stop();
    world.running.get('volume-provisioner')?.stop();
    await world.sleep(1000);
    world.start(createPersistentVolumeBinder());
    world.start(volumeProvisioner);
    await world.sleep(16_000);
    expect(phases(world), `stopped after ${instants} instants`).toEqual(['Bound']);
    expect(world.objects(PersistentVolumeClaim)[0]?.status.phase).toBe('Bound');
  }
});

test('a default class that comes later is given to claims without one', async () => {
  const world = worldOf();
  await world.create(PersistentVolumeClaim, { metadata: { name: 'data', namespace: 'default' }, spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } });
  await world.settle();
  await world.create(StorageClass, storageClass({ metadata: { name: 'disk', annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } } }));
  await world.sleep(16_000);
  expect(world.objects(PersistentVolumeClaim)).toMatchObject([{ spec: { storageClassName: 'disk' }, status: { phase: 'Bound' } }]);
});
