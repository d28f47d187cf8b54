/** Disks of the cloud behind volumes: rented before a volume is there, and given back before it goes. */
import { expect, test } from 'vitest';
import { Event, PersistentVolume, PersistentVolumeClaim } from '../api/index.ts';
import { type ClusterOptions, createCluster } from '../index.ts';

const settle = () => new Promise<void>((resolve) => void setImmediate(resolve));

async function boot(more: Partial<ClusterOptions> = {}) {
  const cluster = createCluster({ seed: 1, nodes: 1, cloud: true, settle, ...more });
  const { cloud } = cluster;
  if (cloud === undefined) throw new Error('no cloud');
  const wait = async (seconds: number) => void (await cluster.run({ until: cluster.now() + seconds * 1000 }));
  await wait(15);
  const send = async (method: 'POST' | 'DELETE', path: string, body?: object) => {
    const json = body === undefined ? {} : { body: JSON.parse(JSON.stringify(body)) };
    const answer = cluster.request('test', { method, path, query: {}, headers: { 'content-type': 'application/json' }, ...json });
    await wait(0.5);
    expect((await answer).code).toBeLessThan(300);
  };
  const claims = '/api/v1/namespaces/default/persistentvolumeclaims';
  return {
    cluster,
    cloud,
    wait,
    provide: (policy: string) => send('POST', '/apis/storage.k8s.io/v1/storageclasses', { metadata: { name: 'disk' }, provisioner: 'disk.csi.converge.dev', reclaimPolicy: policy }),
    claim: (name: string, storage = '10Gi') => send('POST', claims, { metadata: { name }, spec: { accessModes: ['ReadWriteOnce'], storageClassName: 'disk', resources: { requests: { storage } } } }),
    release: (name: string) => send('DELETE', `${claims}/${name}`),
    phases: () => cluster.objects(PersistentVolumeClaim).map(({ metadata, status }) => `${metadata.name} ${status.phase}`),
    volumes: () => cluster.objects(PersistentVolume),
    disks: () => cloud.disks().map(({ state, size, tags }) => `${state} ${size} ${tags?.['kubernetes.io/created-for/pvc/name']}`),
    said: () =>
      cluster
        .objects(Event)
        .filter(({ reason = '' }) => /^Provision|VolumeFailed/.test(reason))
        .map(({ type, reason, message, count = 1 }) => `${type} ${reason}${count > 1 ? ' again' : ''}: ${message}`),
  };
}

test('a claim rents a disk, and gives it back', async () => {
  const world = await boot();
  await world.provide('Delete');
  await world.claim('data');
  expect([world.disks(), world.volumes()]).toEqual([['provisioning 10Gi data'], []]);
  await world.wait(10);
  const [volume] = world.volumes();
  expect([world.disks(), world.phases()]).toEqual([['active 10Gi data'], ['data Bound']]);
  expect(world.cloud.disks()[0]?.name).toBe(volume?.spec.csi?.volumeHandle);
  expect(world.said()).toEqual([
    'Normal Provisioning: External provisioner is provisioning volume for claim "default/data"',
    `Normal ProvisioningSucceeded: Successfully provisioned volume ${volume?.metadata.name}`,
  ]);
  await world.release('data');
  await world.wait(10);
  expect([world.disks(), world.volumes()]).toEqual([[], []]);
});

test('a claim that is deleted while its disk is rented leaves none; one of the same name that comes meanwhile gets its own', async () => {
  const world = await boot();
  await world.provide('Delete');
  await world.claim('data');
  await world.release('data');
  expect([world.disks(), world.phases()]).toEqual([['provisioning 10Gi data'], []]);
  await world.claim('data', '20Gi');
  await world.wait(20);
  expect([world.disks(), world.phases()]).toEqual([['active 20Gi data'], ['data Bound']]);
  await world.release('data');
  await world.wait(10);
  expect([world.disks(), world.volumes()]).toEqual([[], []]);
});

test('with the policy Retain the disk stays', async () => {
  const world = await boot();
  await world.provide('Retain');
  await world.claim('data');
  await world.wait(10);
  await world.release('data');
  await world.wait(10);
  expect([world.disks(), world.volumes().map(({ status }) => status.phase)]).toEqual([['active 10Gi data'], ['Released']]);
});

test('over the quota: the claim says why it waits, and goes on once there may be more', async () => {
  const world = await boot();
  world.cloud.setQuota('disks', 1);
  await world.provide('Delete');
  await world.claim('first');
  await world.claim('second');
  await world.wait(20);
  expect(world.phases()).toEqual(['first Bound', 'second Pending']);
  expect(world.said()).toContain(
    'Warning ProvisioningFailed again: failed to provision volume with StorageClass "disk": rpc error: code = ResourceExhausted desc = quota exceeded: the account may have 1 disks and has 1',
  );
  world.cloud.setQuota('disks', 2);
  await world.wait(60);
  expect(world.phases()).toEqual(['first Bound', 'second Bound']);
});

test('a cloud that refuses to delete: the volume stays, and says so; a lost answer rents no second disk', async () => {
  const world = await boot();
  const lost = world.cluster.addFault({ type: 'cloud', component: 'cloud', cloud: { what: 'refuse', chance: 1, verb: 'create', code: 504 } });
  await world.provide('Delete');
  await world.claim('data');
  await world.wait(20);
  lost();
  expect([world.disks(), world.phases()]).toEqual([['active 10Gi data'], ['data Bound']]);
  const heal = world.cluster.addFault({ type: 'cloud', component: 'cloud', cloud: { what: 'refuse', chance: 1, verb: 'delete' } });
  await world.release('data');
  await world.wait(20);
  expect(world.volumes()).toHaveLength(1);
  expect(world.said().some((each) => each.startsWith('Warning VolumeFailedDelete'))).toBe(true);
  heal();
  await world.wait(60);
  expect([world.disks(), world.volumes()]).toEqual([[], []]);
});

test('in the profile minimal no volume is provided', async () => {
  const world = await boot({ profile: 'minimal' });
  expect(world.cluster.components()).not.toContain('controller/volume-provisioner');
});
