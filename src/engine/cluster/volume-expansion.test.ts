/** Claims that ask for more: the disk, the volume and the file system on it, one after the other. */
import { expect, test } from 'vitest';
import { Event, PersistentVolume, PersistentVolumeClaim, ResourceQuota } from '../api/index.ts';
import { type ClusterOptions, createCluster } from '../index.ts';
import type { JsonObject } from '../meta/index.ts';

const settle = () => new Promise<void>((resolve) => void setImmediate(resolve));
const claims = '/api/v1/namespaces/default/persistentvolumeclaims';
const pods = '/api/v1/namespaces/default/pods';

async function boot(more: Partial<ClusterOptions> = {}) {
  const cluster = createCluster({ seed: 1, nodes: 1, settle, ...more });
  const wait = async (seconds: number) => void (await cluster.run({ until: cluster.now() + seconds * 1000 }));
  await wait(15);
  const send = async (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: JsonObject) => {
    const headers = { 'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json' };
    const answer = cluster.request('test', { method, path, query: {}, headers, ...(body !== undefined && { body }) });
    await wait(0.5);
    const { code } = await answer;
    return code;
  };
  const world = {
    cluster,
    wait,
    claim: async (storage: string, more: JsonObject = {}) => {
      await send('POST', claims, { metadata: { name: 'data' }, spec: { accessModes: ['ReadWriteOnce'], storageClassName: 'disk', resources: { requests: { storage } }, ...more } });
      await wait(10);
    },
    ask: (storage: string) => send('PATCH', `${claims}/data`, { spec: { resources: { requests: { storage } } } }),
    use: async () => {
      const volumes = [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }];
      await send('POST', pods, { metadata: { name: 'user' }, spec: { volumes, containers: [{ name: 'main', image: 'nginx:1.28', volumeMounts: [{ name: 'data', mountPath: '/data' }] }] } });
      await wait(15);
    },
    limit: (storage: string) => send('POST', '/api/v1/namespaces/default/resourcequotas', { metadata: { name: 'storage' }, spec: { hard: { 'requests.storage': storage } } }),
    used: () => cluster.objects(ResourceQuota)[0]?.status.used?.['requests.storage'],
    touch: () => send('PATCH', `${pods}/user`, { metadata: { annotations: { touched: 'yes' } } }),
    /** What the claim asks for, has, and says; what its volume has. */
    state: () => {
      const [found] = cluster.objects(PersistentVolumeClaim);
      const [volume] = cluster.objects(PersistentVolume);
      const { capacity, allocatedResourceStatuses, conditions = [] } = found?.status ?? {};
      const told = [allocatedResourceStatuses?.['storage'], ...conditions.map(({ type }) => type)].filter((each) => each !== undefined);
      return [capacity?.['storage'], volume?.spec.capacity?.['storage'], ...told];
    },
    said: () =>
      cluster
        .objects(Event)
        .filter(({ reason = '' }) => /Resiz|Expanding/.test(reason))
        .map(({ involvedObject, source, reason, message }) => `${source?.component}: ${reason} ${involvedObject.kind}: ${message}`),
  };
  await send('POST', '/apis/storage.k8s.io/v1/storageclasses', { metadata: { name: 'disk' }, provisioner: 'disk.csi.converge.dev', allowVolumeExpansion: true });
  return world;
}

const resizer = 'external-resizer disk.csi.converge.dev';

test('a claim in use gets more: its volume at once, its file system when the kubelet looks again', async () => {
  const world = await boot();
  await world.claim('1Gi');
  await world.use();
  const [volume] = world.cluster.objects(PersistentVolume);
  expect(await world.ask('2Gi')).toBe(200);
  await world.wait(2);
  expect(world.state()).toEqual(['1Gi', '2Gi', 'NodeResizePending', 'Resizing', 'FileSystemResizePending']);
  expect(world.cluster.objects(PersistentVolume)[0]?.metadata.annotations).toMatchObject({ 'volume.alpha.kubernetes.io/pre-resize-capacity': '1Gi' });
  await world.wait(95);
  expect(world.state()).toEqual(['2Gi', '2Gi']);
  expect(world.cluster.objects(PersistentVolumeClaim)[0]?.status.allocatedResources).toEqual({ storage: '2Gi' });
  expect(world.cluster.objects(PersistentVolume)[0]?.metadata.annotations).not.toHaveProperty('volume.alpha.kubernetes.io/pre-resize-capacity');
  const grown = `MountVolume.NodeExpandVolume succeeded for volume "${volume?.metadata.name}" node-1`;
  expect(world.said().sort()).toEqual([
    `${resizer}: FileSystemResizeRequired PersistentVolumeClaim: Require file system resize of volume on node`,
    `${resizer}: Resizing PersistentVolumeClaim: External resizer is resizing volume ${volume?.metadata.name}`,
    `kubelet: FileSystemResizeSuccessful PersistentVolumeClaim: ${grown}`,
    `kubelet: FileSystemResizeSuccessful Pod: ${grown}`,
    'volume_expand: ExternalExpanding PersistentVolumeClaim: waiting for an external controller to expand this PVC',
  ]);
});

test('a change of the Pod lets its kubelet look at once', async () => {
  const world = await boot();
  await world.claim('1Gi');
  await world.use();
  await world.ask('2Gi');
  await world.wait(2);
  await world.touch();
  expect(world.state()).toEqual(['2Gi', '2Gi']);
});

test('a claim that nobody uses waits for a Pod, and has its size before the Pod runs', async () => {
  const world = await boot();
  await world.claim('1Gi');
  await world.ask('2Gi');
  await world.wait(300);
  expect(world.state()).toEqual(['1Gi', '2Gi', 'NodeResizePending', 'Resizing', 'FileSystemResizePending']);
  await world.use();
  expect(world.state()).toEqual(['2Gi', '2Gi']);
  await world.ask('3Gi');
  await world.wait(95);
  expect(world.state()).toEqual(['3Gi', '3Gi']);
});

test('a block device has no file system: its volume is all there is to do', async () => {
  const world = await boot();
  await world.claim('1Gi', { volumeMode: 'Block' });
  await world.ask('2Gi');
  await world.wait(2);
  expect(world.state()).toEqual(['2Gi', '2Gi']);
  expect(world.cluster.objects(PersistentVolumeClaim)[0]?.metadata.annotations).toMatchObject({ 'volume.kubernetes.io/node-expansion-not-required': 'true' });
  expect(world.said().at(-1)).toBe(`${resizer}: VolumeResizeSuccessful PersistentVolumeClaim: Resize volume succeeded`);
  await world.ask('3Gi');
  await world.wait(2);
  expect(world.state()).toEqual(['3Gi', '3Gi']);
});

test('in a cloud the disk grows first; what it refuses for a while is tried again, later each time', async () => {
  const world = await boot({ cloud: true });
  const { cloud } = world.cluster;
  await world.claim('1Gi');
  await world.wait(10);
  await world.use();
  const heal = world.cluster.addFault({ type: 'cloud', component: 'cloud', cloud: { what: 'refuse', chance: 1, verb: 'update' } });
  await world.ask('2Gi');
  await world.wait(20);
  expect(world.state()).toEqual(['1Gi', '1Gi', 'ControllerResizeInProgress', 'Resizing']);
  expect(world.said().filter((line) => line.includes('VolumeResizeFailed'))).toEqual([
    expect.stringContaining('by resizer "disk.csi.converge.dev" failed: rpc error: code = Unavailable desc = the cloud’s API: refused by a fault'),
  ]);
  heal();
  await world.wait(120);
  expect([world.state(), cloud?.disks().map(({ size }) => size)]).toEqual([['2Gi', '2Gi'], ['2Gi']]);
});

test('a size that no disk can have is given up for one that is asked for instead', async () => {
  const world = await boot({ cloud: true });
  await world.claim('1Gi');
  await world.wait(10);
  await world.ask('100Ti');
  await world.wait(60);
  expect(world.state()).toEqual(['1Gi', '1Gi', 'ControllerResizeInfeasible', 'Resizing', 'ControllerResizeError']);
  const [claim] = world.cluster.objects(PersistentVolumeClaim);
  expect(claim?.status.conditions?.at(-1)?.message).toBe('failed to expand pvc with rpc error: code = InvalidArgument desc = a disk has 16Ti at most, and not 100Ti');
  expect(world.said().filter((line) => line.includes('VolumeResizeFailed'))).toHaveLength(1);
  expect(await world.ask('500Mi')).toBe(422);
  expect(await world.ask('2Gi')).toBe(200);
  await world.wait(5);
  expect(world.state()).toEqual(['1Gi', '2Gi', 'NodeResizePending', 'Resizing', 'FileSystemResizePending']);
  await world.use();
  expect(world.state()).toEqual(['2Gi', '2Gi']);
});

test('a quota counts what a volume grows to, also when its claim has asked for less again', async () => {
  const world = await boot();
  await world.claim('1Gi');
  await world.limit('3Gi');
  await world.ask('3Gi');
  await world.wait(5);
  expect(await world.ask('2Gi')).toBe(200);
  await world.wait(5);
  expect([world.state().slice(0, 2), world.used()]).toEqual([['1Gi', '3Gi'], '3Gi']);
  expect(await world.ask('4Gi')).toBe(403);
});
