/** Disks and nodes are in zones: where a disk is made, who can have it, what the scheduler and the cloud say of the others. */
import { expect, test } from 'vitest';
import { CSINode, Event, type KubeObject, Node, PersistentVolume, PersistentVolumeClaim, Pod, VolumeAttachment } from 'converge/sdk';
import { type ClusterOptions, createCluster } from '../index.ts';

const settle = () => new Promise<void>((resolve) => void setImmediate(resolve));
const driver = 'disk.csi.converge.dev';

async function boot(more: Partial<ClusterOptions> = {}) {
  const cluster = createCluster({ seed: 1, nodes: 3, cloud: true, settle, ...more });
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
  const core = '/api/v1/namespaces/default';
  const claimSpec = { accessModes: ['ReadWriteOnce'], storageClassName: 'disk', resources: { requests: { storage: '1Gi' } } };
  return {
    cluster,
    cloud,
    wait,
    send,
    provide: (volumeBindingMode: string, extra: object = {}) =>
      send('POST', '/apis/storage.k8s.io/v1/storageclasses', { metadata: { name: 'disk' }, provisioner: driver, volumeBindingMode, ...extra }),
    claim: (name: string, extra: object = {}) => send('POST', `${core}/persistentvolumeclaims`, { metadata: { name }, spec: { ...claimSpec, ...extra } }),
    run: (name: string, claims: readonly string[], spec: object = {}) => {
      const volumes = claims.map((claimName) => ({ name: claimName, persistentVolumeClaim: { claimName } }));
      return send('POST', `${core}/pods`, { metadata: { name }, spec: { terminationGracePeriodSeconds: 1, containers: [{ name: 'c', image: 'nginx:1.29' }], volumes, ...spec } });
    },
    end: (name: string) => send('DELETE', `${core}/pods/${name}`),
    pods: () => cluster.objects(Pod).map(({ metadata, spec, status }) => `${metadata.name} ${status.phase} ${spec.nodeName ?? '-'}`),
    said: (reason: string) => cluster.objects(Event).filter((event) => event.reason === reason).map(({ message }) => message),
    disks: () => cloud.disks().map(({ zone, attachedTo }) => `${zone} ${attachedTo || '-'}`),
  };
}

const zonesOf = (volumes: readonly PersistentVolume[]) =>
  volumes.map(({ spec }) => spec.nodeAffinity?.required?.nodeSelectorTerms?.map(({ matchExpressions }) => matchExpressions));
const inZone = (zone: string) => [[{ key: 'topology.kubernetes.io/zone', operator: 'In', values: [zone] }]];
const named = <T extends KubeObject>(objects: readonly T[], name: string) => objects.find(({ metadata }) => metadata.name === name);

test('a kubelet registers the driver of its node: a CSINode of its Node’s, and a label and a name on the Node', async () => {
  const { cluster } = await boot();
  const node = named(cluster.objects(Node), 'node-2');
  expect(named(cluster.objects(CSINode), 'node-2')).toMatchObject({
    metadata: {
      annotations: { 'storage.alpha.kubernetes.io/migrated-plugins': expect.stringContaining('kubernetes.io/aws-ebs,kubernetes.io/azure-disk') },
      ownerReferences: [{ apiVersion: 'v1', kind: 'Node', name: 'node-2', uid: node?.metadata.uid }],
    },
    spec: { drivers: [{ name: driver, nodeID: 'node-2', topologyKeys: ['topology.kubernetes.io/zone'], allocatable: { count: 16 } }] },
  });
  expect(node?.metadata).toMatchObject({
    labels: { 'topology.kubernetes.io/zone': 'converge-1b' },
    annotations: { 'csi.volume.kubernetes.io/nodeid': `{"${driver}":"node-2"}` },
  });
});

test('it registers again after failures, writes nothing anew when it starts again, and its CSINode goes with its Node', async () => {
  const { cluster, cloud, wait } = await boot();
  const before = named(cluster.objects(CSINode), 'node-1')?.metadata.resourceVersion;
  cluster.addFault({ type: 'restart', component: 'kubelet/node-1' });
  await wait(10);
  expect(named(cluster.objects(CSINode), 'node-1')?.metadata.resourceVersion).toBe(before);
  const heal = cluster.addFault({ type: 'refuse', component: 'kubelet/late', chance: 1, verb: 'update' });
  cloud.create('machines', { name: 'late', zone: 'converge-1c', instanceType: 'standard-2' });
  await wait(30);
  expect(named(cluster.objects(CSINode), 'late')?.spec.drivers).toEqual([]);
  heal();
  await wait(130);
  expect(named(cluster.objects(CSINode), 'late')?.spec.drivers).toMatchObject([{ allocatable: { count: 8 } }]);
  cloud.remove('machines', 'late');
  await wait(120);
  expect(cluster.objects(CSINode).map(({ metadata }) => metadata.name)).toEqual(['node-1', 'node-2', 'node-3']);
});

test('in the profile minimal there are no drivers', async () => {
  const { cluster } = await boot({ profile: 'minimal' });
  expect(cluster.objects(CSINode)).toEqual([]);
});

test('a claim that waits gets a disk in the zone of its Pod’s node, which the cloud attaches there; the next Pod runs in that zone', async () => {
  const world = await boot();
  await world.provide('WaitForFirstConsumer');
  await world.claim('data');
  await world.run('first', ['data'], { nodeSelector: { 'kubernetes.io/hostname': 'node-2' } });
  await world.wait(20);
  expect([world.pods(), world.disks()]).toEqual([['first Running node-2'], ['converge-1b node-2']]);
  expect(zonesOf(world.cluster.objects(PersistentVolume))).toEqual([inZone('converge-1b')]);
  await world.end('first');
  await world.wait(10);
  expect(world.disks()).toEqual(['converge-1b -']);
  await world.run('elsewhere', ['data'], { nodeSelector: { 'kubernetes.io/hostname': 'node-1' } });
  await world.run('anywhere', ['data']);
  await world.wait(20);
  expect(world.pods()).toEqual(['anywhere Running node-2', 'elsewhere Pending -']);
  expect(world.said('FailedScheduling').at(-1)).toContain('1 node(s) had volume node affinity conflict');
});

test('a claim that doesn’t wait has its zone before there is a Pod: members of a set come in different ones', async () => {
  const world = await boot();
  await world.provide('Immediate');
  for (const ordinal of [0, 1, 2]) await world.claim(`data-db-${ordinal}`);
  await world.wait(10);
  expect(world.disks().sort()).toEqual(['converge-1a -', 'converge-1b -', 'converge-1c -']);
});

test('a class may allow some zones only', async () => {
  const world = await boot();
  const allowedTopologies = [{ matchLabelExpressions: [{ key: 'topology.kubernetes.io/zone', values: ['converge-1c'] }] }];
  await world.provide('WaitForFirstConsumer', { allowedTopologies });
  await world.claim('data');
  await world.run('web', ['data']);
  await world.wait(20);
  expect([world.pods(), world.disks()]).toEqual([['web Running node-3'], ['converge-1c node-3']]);
});

/** A volume that says nothing of its zone, and its claim. */
async function byHand(world: Awaited<ReturnType<typeof boot>>): Promise<void> {
  world.cloud.create('disks', { name: 'by-hand', size: '1Gi', zone: 'converge-1b' });
  await world.wait(3);
  const spec = { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], storageClassName: '', csi: { driver, volumeHandle: 'by-hand' } };
  await world.send('POST', '/api/v1/persistentvolumes', { metadata: { name: 'by-hand' }, spec });
  await world.claim('data', { storageClassName: '', volumeName: 'by-hand' });
}

test('a disk of another zone isn’t attached: the attachment and the Pod’s Event have the cloud’s words, less and less often', async () => {
  const world = await boot();
  await byHand(world);
  await world.run('web', ['data'], { nodeSelector: { 'kubernetes.io/hostname': 'node-1' } });
  await world.wait(60);
  const why = 'rpc error: code = InvalidArgument desc = the disk "by-hand" is in converge-1b, and the machine "node-1" in converge-1a';
  expect(world.cluster.objects(VolumeAttachment)).toMatchObject([{ spec: { nodeName: 'node-1' }, status: { attached: false, attachError: { message: why } } }]);
  expect(world.said('FailedAttachVolume')).toEqual([`AttachVolume.Attach failed for volume "by-hand" : ${why}`]);
  const [event] = world.cluster.objects(Event).filter(({ reason }) => reason === 'FailedAttachVolume');
  expect(event?.count).toBeLessThan(10);
  expect([world.pods(), world.disks()]).toEqual([['web Pending node-1'], ['converge-1b -']]);
  await world.end('web');
  await world.run('web', ['data'], { nodeSelector: { 'kubernetes.io/hostname': 'node-2' } });
  await world.wait(130);
  expect([world.pods(), world.disks()]).toEqual([['web Running node-2'], ['converge-1b node-2']]);
  expect(world.cluster.objects(VolumeAttachment)).toMatchObject([{ spec: { nodeName: 'node-2' }, status: { attached: true } }]);
});

test('a disk that somebody has attached elsewhere is waited for; one that is attached can’t be deleted by the API', async () => {
  const world = await boot();
  await byHand(world);
  world.cloud.edit('disks', 'by-hand', { attachedTo: 'node-2' });
  world.cloud.create('machines', { name: 'other', zone: 'converge-1b', instanceType: 'standard-2' });
  await world.wait(30);
  await world.run('web', ['data'], { nodeSelector: { 'kubernetes.io/hostname': 'other' } });
  await world.wait(10);
  expect(world.said('FailedAttachVolume')).toEqual([
    'AttachVolume.Attach failed for volume "by-hand" : rpc error: code = Aborted desc = the disk "by-hand" is attached to the machine "node-2"',
  ]);
  const client = world.cluster.outside?.cloud('test', 0);
  const refused = client?.disks.delete('by-hand').catch((error: Error) => error.message);
  await world.wait(1);
  expect(await refused).toBe('the disk "by-hand" is attached to the machine "node-2"');
  world.cloud.edit('disks', 'by-hand', { attachedTo: '' });
  await world.wait(60);
  expect([world.pods(), world.disks()]).toEqual([['web Running other'], ['converge-1b other']]);
});

test('a machine that is deleted lets go of its disks', async () => {
  const world = await boot();
  await byHand(world);
  world.cloud.edit('disks', 'by-hand', { attachedTo: 'node-2' });
  expect(() => world.cloud.edit('disks', 'by-hand', { attachedTo: 'node-1' })).toThrow('the disk "by-hand" is attached to the machine "node-2"');
  expect(() => world.cloud.edit('disks', 'by-hand', { zone: 'converge-1a' })).toThrow('the disk "by-hand" is in converge-1b, and stays there');
  world.cloud.remove('machines', 'node-2');
  await world.wait(10);
  expect(world.disks()).toEqual(['converge-1b -']);
});

test('a machine has as many disks as its type can have: the scheduler keeps to it, and says so', async () => {
  const world = await boot({ nodes: 0 });
  world.cloud.setQuota('disks', 30);
  world.cloud.create('machines', { name: 'small', zone: 'converge-1a', instanceType: 'standard-2' });
  await world.wait(30);
  await world.provide('WaitForFirstConsumer');
  const names = Array.from({ length: 9 }, (_, index) => `data-${index}`);
  for (const name of names) await world.claim(name);
  await world.run('eight', names.slice(0, 8));
  await world.wait(30);
  await world.run('ninth', names.slice(8));
  await world.wait(10);
  expect(world.pods()).toEqual(['eight Running small', 'ninth Pending -']);
  expect(world.said('FailedScheduling').at(-1)).toMatch(/^0\/1 nodes are available: 1 node\(s\) exceed max volume count\./);
  await world.end('eight');
  await world.wait(30);
  expect(world.pods()).toEqual(['ninth Running small']);
  expect(world.cluster.objects(PersistentVolumeClaim).every(({ status }) => status.phase === 'Bound')).toBe(true);
});
