/** The control plane as static Pods: what their manifests and containers do is done to the components. */
import { expect, test } from 'vitest';
import { unix } from '../../posix/index.ts';
import { Lease, Node, Pod } from '../api/index.ts';
import { type ClusterOptions, createCluster } from '../index.ts';

const settle = () => new Promise<void>((resolve) => void setImmediate(resolve));
const system = 'kube-system';

async function boot(more: Partial<ClusterOptions> = {}) {
  const cluster = createCluster({ unix, seed: 1, nodes: 2, settle, addons: ['control-plane-pods'], ...more });
  const wait = async (seconds: number) => void (await cluster.run({ until: cluster.now() + seconds * 1000 }));
  await wait(60);
  const send = async (method: 'POST' | 'DELETE' | 'PATCH', path: string, body?: object) => {
    const headers = { 'content-type': 'application/json' };
    const answer = cluster.request('test', { method, path, query: {}, headers, ...(body !== undefined && { body: JSON.parse(JSON.stringify(body)) }) });
    await wait(2);
    return (await answer).code;
  };
  const pod = (name: string, namespace = system) => cluster.objects(Pod).find(({ metadata }) => metadata.name === name && metadata.namespace === namespace);
  const files = (node = 'node-1') => {
    const manifests = cluster.manifests(node);
    if (manifests === undefined) throw new Error(`no manifests on ${node}`);
    return manifests;
  };
  return {
    cluster,
    wait,
    send,
    pod,
    /** Names of Pods of the control plane that are ready. */
    ready: () =>
      cluster
        .objects(Pod)
        .filter(({ metadata, status }) => metadata.namespace === system && status.containerStatuses?.[0]?.ready === true)
        .map(({ metadata }) => metadata.name),
    create: (name: string) => send('POST', '/api/v1/namespaces/default/pods', { metadata: { name }, spec: { containers: [{ name: 'c', image: 'registry.k8s.io/pause:3.10' }] } }),
    runs: (component: string) => cluster.running(component) !== undefined,
    files,
    /** Takes a manifest away; returns what puts it back. */
    take(file: string, node?: string) {
      const manifests = files(node);
      const text = manifests.files.get(file);
      if (text === undefined) throw new Error(`no ${file}`);
      manifests.write(file);
      return () => manifests.write(file, text);
    },
  };
}

test('a node runs the control plane from its manifests, and is marked', async () => {
  const plane = await boot({ etcd: 1 });
  expect(plane.ready()).toEqual(['etcd-node-1', 'kube-apiserver-node-1', 'kube-controller-manager-node-1', 'kube-scheduler-node-1']);
  expect([...plane.files().files.keys()]).toEqual(['etcd.yaml', 'kube-apiserver.yaml', 'kube-controller-manager.yaml', 'kube-scheduler.yaml']);
  expect(plane.files('node-2').files.size).toBe(0);
  const [first, second] = plane.cluster.objects(Node);
  expect(first?.metadata.labels).toHaveProperty(['node-role.kubernetes.io/control-plane'], '');
  expect([first, second].map((node) => node?.spec.taints)).toEqual([[{ key: 'node-role.kubernetes.io/control-plane', effect: 'NoSchedule' }], undefined]);
  await plane.create('web');
  await plane.wait(10);
  expect(plane.pod('web', 'default')).toMatchObject({ spec: { nodeName: 'node-2' }, status: { phase: 'Running' } });
});

test('a mirror that is deleted comes back, and the scheduler has run all the time', async () => {
  const plane = await boot();
  const before = plane.pod('kube-scheduler-node-1');
  const scheduler = plane.cluster.running('scheduler');
  expect(await plane.send('DELETE', `/api/v1/namespaces/${system}/pods/kube-scheduler-node-1`)).toBe(200);
  await plane.wait(10);
  const after = plane.pod('kube-scheduler-node-1');
  expect(after?.metadata.uid).not.toBe(before?.metadata.uid);
  expect(after?.status.containerStatuses?.[0]?.containerID).toBe(before?.status.containerStatuses?.[0]?.containerID);
  expect(plane.cluster.running('scheduler')).toBe(scheduler);
});

test('without the scheduler’s manifest nothing is scheduled, until it is put back', async () => {
  const plane = await boot();
  const putBack = plane.take('kube-scheduler.yaml');
  await plane.wait(10);
  expect([plane.runs('scheduler'), plane.pod('kube-scheduler-node-1')]).toEqual([false, undefined]);
  await plane.create('waiting');
  await plane.wait(60);
  expect(plane.pod('waiting', 'default')?.spec.nodeName).toBeUndefined();
  putBack();
  await plane.wait(30);
  expect([plane.runs('scheduler'), plane.pod('waiting', 'default')?.status.phase]).toEqual([true, 'Running']);
});

test('without the controller manager’s manifest no loop runs; a fault that heals meanwhile starts none', async () => {
  const plane = await boot();
  const heal = plane.cluster.addFault({ type: 'crash', component: 'controller/replicaset' });
  const putBack = plane.take('kube-controller-manager.yaml');
  await plane.wait(10);
  heal();
  const loops = plane.cluster.components().filter((name) => name.startsWith('controller/'));
  expect(loops.length).toBeGreaterThan(20);
  expect(loops.filter(plane.runs)).toEqual([]);
  putBack();
  await plane.wait(30);
  expect(loops.filter((name) => !plane.runs(name))).toEqual([]);
});

test('without an API server Pods run on, and their nodes start it again', async () => {
  const plane = await boot();
  await plane.create('web');
  await plane.wait(10);
  const putBack = plane.take('kube-apiserver.yaml');
  await plane.wait(20);
  expect(plane.runs('apiserver')).toBe(false);
  expect(await plane.send('DELETE', '/api/v1/namespaces/default/pods/web')).toBeGreaterThanOrEqual(500);
  expect(plane.pod('web', 'default')?.status.phase).toBe('Running');
  putBack();
  await plane.wait(60);
  expect(plane.ready()).toContain('kube-apiserver-node-1');
  expect(await plane.send('DELETE', '/api/v1/namespaces/default/pods/web')).toBe(200);
});

test('a component that is down isn’t alive: the kubelet starts its container again', async () => {
  const plane = await boot();
  plane.cluster.addFault({ type: 'crash', component: 'scheduler' });
  await plane.wait(30);
  expect(plane.runs('scheduler')).toBe(false);
  await plane.wait(120);
  expect(plane.runs('scheduler')).toBe(true);
  expect(plane.pod('kube-scheduler-node-1')?.status.containerStatuses?.[0]?.restartCount).toBe(1);
});

test('of several control planes each node has one: where a manager’s manifest goes, another leads', async () => {
  const plane = await boot({ controlPlanes: 3, nodes: 3, etcd: 3 });
  expect(plane.ready()).toHaveLength(12);
  const leader = () => plane.cluster.objects(Lease).find(({ metadata }) => metadata.name === 'kube-controller-manager')?.spec.holderIdentity ?? '';
  const before = leader();
  plane.take('kube-controller-manager.yaml', `node-${Number(before.at(-1)) + 1}`);
  await plane.wait(60);
  expect(plane.runs(before)).toBe(false);
  expect(leader()).not.toBe(before);
  expect(plane.cluster.objects(Node).flatMap(({ spec }) => spec.taints ?? [])).toEqual([]);
});
