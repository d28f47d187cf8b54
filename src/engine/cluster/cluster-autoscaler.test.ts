/** The autoscaler in a cluster with a cloud: it rents machines for Pods that wait, and gives them back. */
import { ConfigMap, Deployment, Event, Node, Pod } from 'converge/sdk';
import { expect, test } from 'vitest';
import { createCluster } from './create-cluster.ts';
import type { Cluster } from './types.ts';

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const seconds = (cluster: Cluster, count: number) => cluster.run({ until: cluster.now() + count * 1000 });

async function start(nodes = '0:3:standard-4:converge-1a:pool') {
  const cluster = createCluster({ seed: 3, nodes: 1, cloud: true, addons: ['cluster-autoscaler'], settle });
  await cluster.run({ quiet: true });
  const client = cluster.client('test');
  const done = async (promise: Promise<unknown>): Promise<void> => {
    await seconds(cluster, 1);
    await promise;
  };
  await done(client.create(ConfigMap, { metadata: { name: 'cluster-autoscaler', namespace: 'kube-system' }, data: { nodes } }));
  const labels = { app: 'web' };
  const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'registry.k8s.io/pause:3.10', resources: { requests: { cpu: '1500m' } } }] } };
  return {
    cluster,
    deploy: (replicas: number) => done(client.create(Deployment, { metadata: { name: 'web', namespace: 'default' }, spec: { replicas, selector: { matchLabels: labels }, template } })),
    scale: (replicas: number) => done(client.patch(Deployment, 'default/web', { spec: { replicas } }, { type: 'merge' })),
    machines: () => (cluster.cloud?.machines() ?? []).filter(({ tags }) => tags !== undefined),
    running: () => cluster.objects(Pod).filter(({ status }) => status.phase === 'Running').length,
    nodes: () => cluster.objects(Node).length,
    said: (reason: string) => [...new Set(cluster.objects(Event).filter((event) => event.reason === reason).map(({ message }) => message ?? ''))],
  };
}

test('Pods that fit nowhere get machines, as many as they need and no more', async () => {
  const { cluster, deploy, machines, running, said } = await start();
  await deploy(6);
  await seconds(cluster, 60);
  expect([running(), machines().length]).toEqual([6, 2]);
  expect(said('TriggeredScaleUp')).toEqual(['pod triggered scale-up: [{pool 0->2 (max: 3)}]']);
  expect(said('ScaledUpGroup')).toEqual(['Scale-up: group pool size set to 2 instead of 0 (max: 3)']);
  expect(said('NotTriggerScaleUp')).toEqual([]);
});

test('beyond its maximum a group doesn’t grow, and the Pods are told why', async () => {
  const { cluster, deploy, machines, running, said } = await start();
  await deploy(12);
  await seconds(cluster, 90);
  expect([running(), machines().length]).toEqual([8, 3]);
  expect(said('NotTriggerScaleUp')).toEqual(["pod didn't trigger scale-up: 1 max node group size reached"]);
});

test('machines that aren’t needed for ten minutes are drained and given back, down to the group’s minimum', async () => {
  const { cluster, deploy, scale, machines, running, nodes, said } = await start('1:3:standard-4:converge-1a:pool');
  await deploy(8);
  await seconds(cluster, 90);
  expect([machines().length, nodes()]).toEqual([3, 4]);
  await scale(2);
  await seconds(cluster, 500);
  expect(machines()).toHaveLength(3);
  await seconds(cluster, 400);
  expect([machines().length, nodes(), running()]).toEqual([1, 2, 2]);
  expect(said('ScaleDown')).toContain('marked the node as toBeDeleted/unschedulable');
  expect(said('ScaleDown')).toContain('node removed by cluster autoscaler');
});

test('a cloud that refuses leaves the group alone for five minutes', async () => {
  const { cluster, deploy, machines, running, said } = await start();
  cluster.cloud?.setQuota('machines', 1);
  await deploy(6);
  await seconds(cluster, 60);
  expect([running(), machines().length]).toEqual([2, 0]);
  expect(said('FailedToScaleUpGroup')).toEqual(['Scale-up failed for group pool: quota exceeded: the account may have 1 machines and has 1']);
  expect(said('NotTriggerScaleUp')).toEqual(["pod didn't trigger scale-up: 1 in backoff after failed scale-up"]);
  cluster.cloud?.setQuota('machines', 20);
  await seconds(cluster, 330);
  expect(running()).toBe(6);
});
