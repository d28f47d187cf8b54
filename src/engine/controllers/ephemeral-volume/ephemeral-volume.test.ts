/** Cases of upstream's pkg/controller/volume/ephemeral/controller_test.go (TestSyncHandler), by their names, and what follows in a cluster. */
import { Event, PersistentVolumeClaim, Pod } from 'converge/sdk';
import { expect, test } from 'vitest';
import { createCluster, type Json } from '../../index.ts';
import { createWorld, type World } from '../../sdk/testing/world.ts';
import { ephemeralVolumeController } from './index.ts';

const claimSpec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
const template = { metadata: { labels: { app: 'p' } }, spec: claimSpec };
const containers = [{ name: 'main', image: 'nginx:1' }];
const withVolume = { containers, volumes: [{ name: 'v', ephemeral: { volumeClaimTemplate: template } }, { name: 'w', emptyDir: {} }] };

interface Case {
  readonly name: string;
  readonly spec?: Record<string, Json>;
  /** Namespace of a claim of that name that is there before. */
  readonly claimIn?: string;
  readonly deleted?: boolean;
  /** `namespace/name` and whether the Pod owns it. */
  readonly claims: readonly string[];
  readonly events?: readonly string[];
}

const claimsOf = (world: World): readonly string[] =>
  world
    .objects(PersistentVolumeClaim)
    .map(({ metadata }) => `${metadata.namespace}/${metadata.name} ${metadata.ownerReferences?.[0]?.name ?? '-'}`)
    .sort();

test.each<Case>([
  { name: 'create', spec: withVolume, claims: ['default/p-v p'] },
  { name: 'no-such-pod', claims: [] },
  { name: 'pod-deleted', spec: withVolume, deleted: true, claims: [] },
  { name: 'no-volumes', spec: { containers }, claims: [] },
  { name: 'create-with-other-PVC', spec: withVolume, claimIn: 'kube-public', claims: ['default/p-v p', 'kube-public/p-v -'] },
  {
    name: 'wrong-PVC-owner',
    spec: withVolume,
    claimIn: 'default',
    claims: ['default/p-v -'],
    events: ['FailedBinding ephemeral volume v: PVC default/p-v was not created for pod default/p (pod is not owner)'],
  },
])('$name', async ({ spec, claimIn, deleted, claims, events = [] }) => {
  const world = createWorld();
  if (claimIn !== undefined) await world.create(PersistentVolumeClaim, { metadata: { name: 'p-v', namespace: claimIn }, spec: claimSpec });
  if (spec !== undefined) await world.create(Pod, { metadata: { name: 'p', namespace: 'default', ...(deleted === true && { finalizers: ['a.b/c'] }) }, spec });
  if (deleted === true) await world.remove(Pod, 'default/p');
  world.start(ephemeralVolumeController);
  await world.settle();
  expect(claimsOf(world)).toEqual(claims);
  expect(world.objects(Event).map(({ reason, message }) => `${reason} ${message}`)).toEqual(events);
});

test('the claim has the labels and the spec of its template; deleted, it is made again (onPVCDelete)', async () => {
  const world = createWorld({ controllers: [ephemeralVolumeController] });
  await world.create(Pod, { metadata: { name: 'p', namespace: 'default' }, spec: withVolume });
  await world.settle();
  const [first] = world.objects(PersistentVolumeClaim);
  expect(first).toMatchObject({ metadata: { labels: { app: 'p' }, ownerReferences: [{ kind: 'Pod', name: 'p', controller: true, blockOwnerDeletion: true }] }, spec: claimSpec });
  await world.remove(PersistentVolumeClaim, 'default/p-v');
  await world.settle();
  const [second] = world.objects(PersistentVolumeClaim);
  expect(second?.metadata.uid).not.toBe(first?.metadata.uid);
  expect(claimsOf(world)).toEqual(['default/p-v p']);
});

test('in a cluster a Pod with an ephemeral volume runs, and its claim and its disk go with it', async () => {
  const settle = () => new Promise<void>((resolve) => void setImmediate(resolve));
  const cluster = createCluster({ seed: 1, nodes: 1, settle });
  const wait = async (seconds: number) => void (await cluster.run({ until: cluster.now() + seconds * 1000 }));
  const ask = async (method: 'POST' | 'DELETE', path: string, body: Json) => {
    cluster.request('test', { method, path, query: {}, headers: { 'content-type': 'application/json' }, body });
    await wait(40);
  };
  await wait(10);
  await ask('POST', '/apis/storage.k8s.io/v1/storageclasses', { metadata: { name: 'fast' }, provisioner: 'disk.csi.converge.dev', volumeBindingMode: 'WaitForFirstConsumer' });
  const ephemeral = { volumeClaimTemplate: { spec: { ...claimSpec, storageClassName: 'fast' } } };
  const spec = { terminationGracePeriodSeconds: 1, containers: [{ name: 'main', image: 'registry.k8s.io/pause:3.10', volumeMounts: [{ name: 'v', mountPath: '/v' }] }], volumes: [{ name: 'v', ephemeral }] };
  await ask('POST', '/api/v1/namespaces/default/pods', { metadata: { name: 'p' }, spec });
  expect(cluster.objects(Pod).map(({ status }) => status.phase)).toEqual(['Running']);
  expect(cluster.objects(PersistentVolumeClaim).map(({ metadata, status }) => `${metadata.name} ${status.phase}`)).toEqual(['p-v Bound']);
  await ask('DELETE', '/api/v1/namespaces/default/pods/p', {});
  expect(cluster.objects(PersistentVolumeClaim)).toEqual([]);
});
