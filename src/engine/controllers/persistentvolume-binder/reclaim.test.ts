/**
 * What becomes of volumes without a claim, who is asked for a volume, and default classes: cases of upstream's delete_test.go,
 * recycle_test.go, provision_test.go (external provisioners) and pv_controller_test.go, by their numbers.
 */
import type { PersistentVolume, PersistentVolumeClaim, Pod, StorageClass } from 'converge/sdk';
import { describe, expect, test } from 'vitest';
import { createReconcile, resyncKey } from './reconcile.ts';
import { claimOf, type ClaimMore, classOf, createStore, essence, volumeOf, type VolumeMore } from './testing/objects.ts';

const mine = 'c uid-c';
const external = 'pv.kubernetes.io/provisioned-by=example.com/disk';
const policy = (persistentVolumeReclaimPolicy: string, spec: Partial<PersistentVolume['spec']> = {}): VolumeMore => ({ spec: { persistentVolumeReclaimPolicy, ...spec } });

describe('a volume without a claim', () => {
  test.each<[string, phase: string, VolumeMore, after: string, events: readonly string[]]>([
    ['8-1 deleted where that is possible', 'Bound', policy('Delete', { hostPath: { path: '/tmp/one' } }), 'gone', []],
    ['8-3 and 4-10 no plugin can', 'Bound', policy('Delete', { nfs: { server: 'a', path: '/' } }), 'Failed', ['Warning VolumeFailedDelete error getting deleter volume plugin for volume "v": no deletable volume plugin matched']],
    ['8-5 deletion fails', 'Bound', policy('Delete', { hostPath: { path: '/srv/one' } }), 'Failed', ['Warning VolumeFailedDelete host_path deleter only supports /tmp/.+ but received provided /srv/one']],
    ['a failure is reported once', 'Failed', policy('Delete', { hostPath: { path: '/srv/one' } }), 'Failed', []],
    ['8-10 an external provisioner deletes it', 'Bound', { ...policy('Delete'), notes: external }, 'Released', []],
    ['6-2 no plugin recycles it', 'Bound', policy('Recycle', { nfs: { server: 'a', path: '/' } }), 'Failed', ['Warning VolumeFailedRecycle No recycler plugin found for the volume!']],
    ['4-3 kept', 'Bound', policy('Retain'), 'Released', []],
  ])('%s', async (_, phase, more, after, events) => {
    const store = createStore({ volumes: [volumeOf('v', '1Gi', mine, phase, more)] });
    await createReconcile()('v', store.tools);
    expect(store.volumes()[0]?.status.phase ?? 'gone').toBe(after);
    expect(store.events).toEqual(events);
  });

  test('8-12 one that was made for a claim, which has another by now, goes', async () => {
    const store = createStore({
      volumes: [volumeOf('v', '1Gi', mine, 'Available', { ...policy('Delete'), notes: external }), volumeOf('w', '1Gi', mine, 'Bound')],
      claims: [claimOf('c', '1Gi', 'w', 'Bound', { notes: 'completed' })],
    });
    await createReconcile()('v', store.tools);
    expect(store.volumes().map(({ status }) => status.phase)).toEqual(['Released', 'Bound']);
  });
});

test('a volume whose claim went before it could name it is released with the next resync', async () => {
  const store = createStore({ volumes: [volumeOf('v', '1Gi', mine, 'Bound', { ...policy('Delete'), notes: external })] });
  await createReconcile()(resyncKey, store.tools);
  expect(store.volumes()[0]?.status.phase).toBe('Released');
});

describe('a claim that no volume fits', () => {
  const classed = (name: string, notes = ''): ClaimMore => ({ spec: { storageClassName: name }, notes });
  const asked = 'volume.beta.kubernetes.io/storage-provisioner=example.com/disk volume.kubernetes.io/storage-provisioner=example.com/disk';
  const waiting = `Normal ExternalProvisioning Waiting for a volume to be created either by the external provisioner 'example.com/disk' or manually by the system administrator. If volume creation is delayed, please verify that the provisioner is running and correctly registered.`;
  const wait = { volumeBindingMode: 'WaitForFirstConsumer' };
  const node = 'volume.kubernetes.io/selected-node=node-1';
  test.each<[string, StorageClass, before: ClaimMore, after: ClaimMore, events: readonly string[]]>([
    ['11-2 its class is not there', classOf('other'), classed('gold'), classed('gold'), ['Warning ProvisioningFailed storageclass.storage.k8s.io "gold" not found']],
    ['11-13 an external provisioner is asked', classOf('gold'), classed('gold'), classed('gold', asked), [waiting]],
    ['11-15 it was asked already', classOf('gold'), classed('gold', asked), classed('gold', asked), [waiting]],
    ['11-16 nothing provisions for this class', classOf('gold', { provisioner: 'kubernetes.io/no-provisioner' }), classed('gold'), classed('gold'), ['Warning ProvisioningFailed no volume plugin matched name: kubernetes.io/no-provisioner']],
    ['11-17 its first consumer is awaited', classOf('gold', wait), classed('gold'), classed('gold'), ['Normal WaitForFirstConsumer waiting for first consumer to be created before binding']],
    ['11-19 the scheduler has chosen a node', classOf('gold', wait), classed('gold', node), classed('gold', `${node} ${asked}`), [waiting]],
  ])('%s', async (_, storageClass, before, after, events) => {
    const store = createStore({ claims: [claimOf('c', '1Gi', '', 'Pending', before)], classes: [storageClass] });
    await createReconcile()('default/c', store.tools);
    expect(essence(store.claims())).toEqual(essence([claimOf('c', '1Gi', '', 'Pending', after)]));
    expect(store.events).toEqual(events);
  });

  test.each([
    [1, 'waiting for pod a to be scheduled'],
    [2, 'waiting for pods a,b to be scheduled'],
  ])('%d of its Pods have no node yet', async (count, message) => {
    const metadata = { namespace: 'default', resourceVersion: '1', creationTimestamp: '' };
    const pods = ['a', 'b'].slice(0, count).map((name): Pod => {
      const spec = { containers: [], volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'c' } }] };
      return { apiVersion: 'v1', kind: 'Pod', metadata: { ...metadata, name, uid: name }, spec, status: {} };
    });
    const store = createStore({ claims: [claimOf('c', '1Gi', '', 'Pending', classed('gold'))], classes: [classOf('gold', wait)], pods });
    await createReconcile()('default/c', store.tools);
    expect(store.events).toEqual([`Normal WaitForPodScheduled ${message}`]);
  });
});

describe('TestRetroactiveStorageClassAssignment', () => {
  const isDefault = { 'storageclass.kubernetes.io/is-default-class': 'true' };
  const marked = (name: string, at = '2026-01-01T00:00:00Z'): StorageClass => {
    const plain = classOf(name);
    return { ...plain, metadata: { ...plain.metadata, creationTimestamp: at, annotations: isDefault } };
  };
  const open = (spec: Partial<PersistentVolumeClaim['spec']> = {}): PersistentVolumeClaim => claimOf('c', '1Gi', '', 'Pending', { spec });
  test.each<[string, readonly StorageClass[], PersistentVolumeClaim, readonly PersistentVolume[], storageClassName: string | undefined]>([
    ['15-1 no default class', [], open(), [], undefined],
    ['15-2 two: the newest', [marked('old'), marked('new', '2026-01-02T00:00:00Z'), classOf('plain')], open(), [], 'new'],
    ['15-3 the empty class stays', [marked('gold')], open({ storageClassName: '' }), [], ''],
    ['15-4 its own class stays', [marked('gold')], open({ storageClassName: 'silver' }), [], 'silver'],
    ['15-5 one without a class gets it', [marked('gold')], open(), [], 'gold'],
    ['15-6 not where a volume without a class fits', [marked('gold')], open(), [volumeOf('v', '1Gi', '', 'Available')], undefined],
    ['two of the same age: the first by name', [marked('b'), marked('a')], open(), [], 'a'],
  ])('%s', async (_, classes, claim, volumes, storageClassName) => {
    const store = createStore({ claims: [claim], classes, volumes });
    await createReconcile()('default/c', store.tools);
    expect(store.claims()[0]?.spec.storageClassName).toBe(storageClassName);
  });
});

test('TestMultiSync 10-2: of two volumes that name one claim the second is set free', async () => {
  const volumes = ['v', 'w'].map((name) => volumeOf(name, '1Gi', mine, 'Bound', { notes: 'bound' }));
  const store = createStore({ volumes, claims: [claimOf('c', '1Gi', 'v', 'Bound', { notes: 'bound completed' })] });
  const reconcile = createReconcile();
  for (const key of ['default/c', 'v', 'w', resyncKey, 'default/c', 'v', 'w']) await reconcile(key, store.tools);
  expect(essence(store.volumes())).toEqual(essence([volumes[0] as PersistentVolume, volumeOf('w', '1Gi', '', 'Available')]));
});
