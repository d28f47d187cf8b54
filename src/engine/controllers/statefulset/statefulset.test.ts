/** A StatefulSet in a whole cluster: claims, who collects them, a node that is drained. */
import { ControllerRevision, Event, type Json, PersistentVolumeClaim, Pod, StatefulSet } from 'converge/sdk';
import { expect, test } from 'vitest';
import { createCluster } from '../../index.ts';

const labels = { app: 'db' };
const path = '/apis/apps/v1/namespaces/default/statefulsets';

function manifest(spec: object = {}): Json {
  const container = { name: 'db', image: 'nginx:1.28', resources: { requests: { cpu: '10m' } } };
  const volumeClaimTemplates = [
    { metadata: { name: 'data' }, spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } },
  ];
  const template = { metadata: { labels }, spec: { containers: [container] } };
  const base = { serviceName: 'db', replicas: 3, selector: { matchLabels: labels }, volumeClaimTemplates, template };
  return { metadata: { name: 'db' }, spec: { ...base, ...spec } } as Json;
}

async function clusterWith(body: Json) {
  const cluster = createCluster({ seed: 1, nodes: 3, settle: () => new Promise((resolve) => setImmediate(resolve)) });
  const pass = (seconds: number): Promise<unknown> => cluster.run({ until: cluster.now() + seconds * 1000 });
  const send = async (method: 'POST' | 'PATCH' | 'DELETE', at: string, object?: Json): Promise<void> => {
    const contentType = method === 'PATCH' ? 'application/strategic-merge-patch+json' : 'application/json';
    const headers = { 'content-type': contentType };
    void cluster.request('test', { method, path: at, query: {}, headers, ...(object !== undefined && { body: object }) });
    await pass(90);
  };
  const names = (kind: typeof Pod | typeof PersistentVolumeClaim) => cluster.objects<Pod | PersistentVolumeClaim>(kind).map(({ metadata }) => metadata.name).sort();
  const scale = (replicas: number) => send('PATCH', `${path}/db`, { spec: { replicas } });
  await pass(5);
  const annotations = { 'storageclass.kubernetes.io/is-default-class': 'true' };
  await send('POST', '/apis/storage.k8s.io/v1/storageclasses', { metadata: { name: 'disk', annotations }, provisioner: 'disk.csi.converge.dev' });
  await send('POST', path, body);
  return { cluster, pass, send, scale, pods: () => names(Pod), claims: () => names(PersistentVolumeClaim) };
}

const three = ['data-db-0', 'data-db-1', 'data-db-2'];

test('each member has claims of its own, which stay when it goes and are found again when it comes back', async () => {
  const { cluster, pods, claims, scale, send } = await clusterWith(manifest());
  expect([pods(), claims()]).toEqual([['db-0', 'db-1', 'db-2'], three]);
  const uids = () => cluster.objects(PersistentVolumeClaim).map(({ metadata }) => metadata.uid).sort();
  const before = uids();
  const claim = cluster.objects(PersistentVolumeClaim)[0];
  expect(claim?.metadata).toMatchObject({ labels });
  expect(claim?.metadata.ownerReferences).toBeUndefined();
  expect(cluster.objects(Event).map(({ message }) => message)).toContain('create Claim data-db-0 Pod db-0 in StatefulSet db success');
  await scale(1);
  expect([pods(), claims()]).toEqual([['db-0'], three]);
  await scale(3);
  expect(uids()).toEqual(before);
  await send('DELETE', `${path}/db`);
  expect([pods(), claims(), cluster.objects(ControllerRevision)]).toEqual([[], three, []]);
});

test('whenScaled: Delete takes the claims of the members that go, and a new member waits for a new claim', async () => {
  const { cluster, pods, claims, scale, send, pass } = await clusterWith(
    manifest({ persistentVolumeClaimRetentionPolicy: { whenScaled: 'Delete', whenDeleted: 'Retain' } }),
  );
  const old = cluster.objects(PersistentVolumeClaim).find(({ metadata }) => metadata.name === 'data-db-2')?.metadata.uid;
  await scale(1);
  expect([pods(), claims()]).toEqual([['db-0'], ['data-db-0']]);
  await scale(3);
  expect(claims()).toEqual(three);
  expect(cluster.objects(PersistentVolumeClaim).map(({ metadata }) => metadata.uid)).not.toContain(old);
  // Down and up again at once: the member that comes back finds the old claim leaving.
  void cluster.request('test', { method: 'PATCH', path: `${path}/db`, query: {}, headers: { 'content-type': 'application/merge-patch+json' }, body: { spec: { replicas: 2 } } });
  await pass(1);
  await scale(3);
  expect([pods(), claims()]).toEqual([['db-0', 'db-1', 'db-2'], three]);
  expect(cluster.objects(PersistentVolumeClaim).every(({ metadata }) => metadata.deletionTimestamp === undefined)).toBe(true);
  await send('DELETE', `${path}/db`);
  expect(claims()).toEqual(three);
});

test('whenDeleted: Delete takes all claims with the set, and none before', async () => {
  const { cluster, claims, scale, send } = await clusterWith(manifest({ persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete' } }));
  const [owner] = cluster.objects(PersistentVolumeClaim)[0]?.metadata.ownerReferences ?? [];
  expect(owner).toMatchObject({ kind: 'StatefulSet', name: 'db', controller: true });
  await scale(1);
  expect(claims()).toEqual(three);
  await send('DELETE', `${path}/db`);
  expect(claims()).toEqual([]);
});

test('orphaned, its Pods stay, and a new set of the name adopts them', async () => {
  const { cluster, pods, send } = await clusterWith(manifest());
  const uids = () => cluster.objects(Pod).map(({ metadata }) => metadata.uid).sort();
  const before = uids();
  await send('DELETE', `${path}/db`, { kind: 'DeleteOptions', apiVersion: 'v1', propagationPolicy: 'Orphan' });
  expect([pods(), cluster.objects(StatefulSet)]).toEqual([['db-0', 'db-1', 'db-2'], []]);
  await send('POST', path, manifest());
  expect(uids()).toEqual(before);
  expect(cluster.objects(StatefulSet)[0]?.status).toMatchObject({ readyReplicas: 3, currentReplicas: 3 });
});
