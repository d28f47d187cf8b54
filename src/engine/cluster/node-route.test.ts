/** Routes to the Pods of each node, as the cloud's route controller rents them. */
import { expect, test } from 'vitest';
import { conditionOf } from '../sdk/index.ts';
import { Event, Node } from '../api/index.ts';
import { createCluster } from '../index.ts';

const settle = () => new Promise<void>((resolve) => void setImmediate(resolve));

async function boot(quota?: number) {
  const cluster = createCluster({ seed: 1, nodes: 3, cloud: true, addons: ['node-route'], settle });
  const { cloud } = cluster;
  if (cloud === undefined) throw new Error('no cloud');
  if (quota !== undefined) cloud.setQuota('routes', quota);
  const wait = async (seconds: number) => void (await cluster.run({ until: cluster.now() + seconds * 1000 }));
  await wait(40);
  return {
    cluster,
    cloud,
    wait,
    routes: () => cloud.routes().map(({ destination, target }) => `${destination} ${target}`).sort(),
    conditions: () =>
      cluster.objects(Node).map(({ status }) => {
        const found = conditionOf(status.conditions, 'NetworkUnavailable');
        return `${found?.status} ${found?.reason}`;
      }),
    tainted: () => cluster.objects(Node).filter(({ spec }) => spec.taints?.some(({ key }) => key === 'node.kubernetes.io/network-unavailable')).map(({ metadata }) => metadata.name),
    said: () => cluster.objects(Event).filter(({ reason }) => reason === 'FailedToCreateRoute').map(({ type, message }) => `${type} ${message}`),
  };
}

const all = ['10.244.0.0/24 node-1', '10.244.1.0/24 node-2', '10.244.2.0/24 node-3'];

test('each node has a route, and says so', async () => {
  const { routes, conditions, tainted, said, cluster } = await boot();
  expect([routes(), conditions(), tainted(), said()]).toEqual([all, Array(3).fill('False RouteCreated'), [], []]);
  expect(conditionOf(cluster.objects(Node)[0]?.status.conditions, 'NetworkUnavailable')?.message).toBe('RouteController created a route');
});

test('a route that is deleted behind the cluster’s back comes back; one of a machine that is gone goes', async () => {
  const { cloud, routes, wait, cluster } = await boot();
  cloud.remove('routes', cloud.routes()[0]?.name ?? '');
  await wait(30);
  expect(routes()).toEqual(all);
  cloud.create('routes', { name: 'of-another', destination: '192.168.0.0/16', target: 'router' });
  cloud.remove('machines', 'node-3');
  await wait(120);
  expect(cluster.objects(Node)).toHaveLength(2);
  expect(routes()).toEqual([...all.slice(0, 2), '192.168.0.0/16 router']);
});

test('over the quota a node’s network is unavailable: it says so, it is tainted, and an Event says why', async () => {
  const { cloud, conditions, tainted, said, wait } = await boot(2);
  expect([conditions(), tainted()]).toEqual([['False RouteCreated', 'False RouteCreated', 'True NoRouteCreated'], ['node-3']]);
  expect(said()[0]).toMatch(/^Warning Could not create route [0-9a-f-]{36} 10\.244\.2\.0\/24 for node node-3 after \d+ms: quota exceeded: the account may have 2 routes and has 2$/);
  cloud.setQuota('routes', 3);
  await wait(30);
  expect([conditions(), tainted()]).toEqual([Array(3).fill('False RouteCreated'), []]);
});
