/** Machines of the cloud and the Nodes of the cluster: made, named, switched off, deleted past the cluster. */
import { Event, Node, Pod } from 'converge/sdk';
import { expect, test } from 'vitest';
import { createCluster } from './create-cluster.ts';
import type { Cluster } from './types.ts';

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const seconds = (cluster: Cluster, count: number) => cluster.run({ until: cluster.now() + count * 1000 });
const node = (cluster: Cluster, name: string) => cluster.objects(Node).find(({ metadata }) => metadata.name === name);
const taintsOf = (cluster: Cluster, name: string) => (node(cluster, name)?.spec.taints ?? []).map(({ key, effect }) => `${key}:${effect}`);

async function clusterInCloud(more: { readonly withoutControllers?: readonly string[] } = {}): Promise<Cluster> {
  const cluster = createCluster({ seed: 2, nodes: 3, cloud: true, settle, ...more });
  await cluster.run({ quiet: true });
  return cluster;
}

test('a node is finished by the cloud controller manager: its identity, zone and type, and no taint', async () => {
  const cluster = await clusterInCloud();
  expect(node(cluster, 'node-2')).toMatchObject({
    metadata: {
      labels: {
        'node.kubernetes.io/instance-type': 'standard-4',
        'topology.kubernetes.io/region': 'converge-1',
        'topology.kubernetes.io/zone': 'converge-1b',
      },
    },
    spec: { providerID: 'converge://converge-1b/node-2' },
    status: { addresses: [{ type: 'InternalIP', address: '172.18.0.3' }, { type: 'Hostname', address: 'node-2' }] },
  });
  expect(taintsOf(cluster, 'node-2')).toEqual([]);
  const events = cluster.objects(Event).filter(({ involvedObject, reason }) => involvedObject.name === 'node-2' && reason === 'Synced');
  expect(events).toMatchObject([{ message: 'Node synced successfully', source: { component: 'cloud-node-controller' } }]);
});

test('until then no Pod may run on it', async () => {
  const cluster = await clusterInCloud({ withoutControllers: ['cloud-node'] });
  expect(taintsOf(cluster, 'node-1')).toEqual(['node.cloudprovider.kubernetes.io/uninitialized:NoSchedule']);
  void cluster.client('test').create(Pod, { metadata: { name: 'web', namespace: 'default' }, spec: { containers: [{ name: 'c', image: 'nginx:1.29' }] } });
  await seconds(cluster, 5);
  expect(cluster.objects(Pod).map(({ spec }) => spec.nodeName)).toEqual([undefined]);
});

test('a node that its cloud has deleted is deleted here too, once it reports nothing', async () => {
  const cluster = await clusterInCloud();
  cluster.cloud?.remove('machines', 'node-3');
  await seconds(cluster, 30);
  expect(cluster.cloud?.machines().map(({ name }) => name)).toEqual(['node-1', 'node-2']);
  expect(node(cluster, 'node-3')).toBeDefined();
  await seconds(cluster, 60);
  expect(node(cluster, 'node-3')).toBeUndefined();
  const events = cluster.objects(Event).filter(({ reason }) => reason === 'DeletingNode');
  expect(events[0]?.message).toBe('Deleting node node-3 because it does not exist in the cloud provider');
});

test('a machine that is switched off keeps its Node, with a taint; switched on again, it loses it', async () => {
  const cluster = await clusterInCloud();
  cluster.cloud?.edit('machines', 'node-1', { power: 'off' });
  await seconds(cluster, 90);
  expect(taintsOf(cluster, 'node-1')).toContain('node.cloudprovider.kubernetes.io/shutdown:NoSchedule');
  expect(cluster.components()).not.toContain('kubelet/node-1');
  cluster.cloud?.edit('machines', 'node-1', { power: 'on' });
  await seconds(cluster, 30);
  expect(taintsOf(cluster, 'node-1')).toEqual([]);
  expect(node(cluster, 'node-1')?.status.conditions?.find(({ type }) => type === 'Ready')?.status).toBe('True');
});

test('a machine that is rented joins as a node, as large as its type', async () => {
  const cluster = await clusterInCloud();
  cluster.cloud?.create('machines', { name: 'large', zone: 'converge-1c', instanceType: 'standard-8' });
  await seconds(cluster, 30);
  expect(node(cluster, 'large')).toMatchObject({
    spec: { providerID: 'converge://converge-1c/large' },
    status: { capacity: { cpu: '8', memory: '16Gi' } },
  });
  expect(taintsOf(cluster, 'large')).toEqual([]);
});

test('a kubelet that starts again doesn’t taint its Node anew', async () => {
  const cluster = await clusterInCloud();
  cluster.addFault({ type: 'crash', component: 'kubelet/node-1', downMs: 1000 });
  await seconds(cluster, 20);
  expect(taintsOf(cluster, 'node-1')).toEqual([]);
});
