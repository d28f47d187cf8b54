/** A cluster in a cloud: balancers come and go with Services, whatever the cloud does and whoever else changes it. */
import { Event, Service } from 'converge/sdk';
import { expect, test } from 'vitest';
import { createCluster } from './create-cluster.ts';
import type { Cluster, Fault } from './types.ts';

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function clusterInCloud(seed = 1): Promise<Cluster> {
  const cluster = createCluster({ seed, nodes: 2, cloud: true, settle });
  await cluster.run({ quiet: true });
  return cluster;
}

const path = '/api/v1/namespaces/default/services';
const headers = { 'content-type': 'application/json' };
const web = {
  metadata: { name: 'web', namespace: 'default' },
  spec: { type: 'LoadBalancer', selector: { app: 'web' }, ports: [{ port: 80, targetPort: 8080 }] },
};

async function send(cluster: Cluster, method: 'POST' | 'PATCH' | 'DELETE', at: string, body?: object): Promise<number> {
  let code = 0;
  const type = method === 'PATCH' ? { 'content-type': 'application/merge-patch+json' } : headers;
  void cluster
    .request('test', { method, path: at, query: {}, headers: type, ...(body !== undefined && { body: JSON.parse(JSON.stringify(body)) }) })
    .then((response) => {
      code = response.code;
    });
  await cluster.run({ while: () => code === 0 });
  return code;
}

const seconds = (cluster: Cluster, count: number) => cluster.run({ until: cluster.now() + count * 1000 });
const service = (cluster: Cluster) => cluster.objects(Service).find(({ metadata }) => metadata.name === 'web');
const addressIn = (cluster: Cluster) => service(cluster)?.status.loadBalancer?.ingress?.[0]?.ip;
const balancers = (cluster: Cluster) => cluster.cloud?.loadBalancers() ?? [];
const eventsAbout = (cluster: Cluster) =>
  cluster
    .objects(Event)
    .filter(({ involvedObject }) => involvedObject.kind === 'Service' && involvedObject.name === 'web')
    .map(({ reason, message }) => `${reason}: ${message}`);

test('a Service of type LoadBalancer gets a balancer that leads to its node port on every ready node', async () => {
  const cluster = await clusterInCloud();
  expect(await send(cluster, 'POST', path, web)).toBe(201);
  await cluster.run({ quiet: true });
  const [balancer] = balancers(cluster);
  const nodePort = service(cluster)?.spec.ports?.[0]?.nodePort;
  expect(balancer).toMatchObject({
    state: 'active',
    listeners: [{ protocol: 'TCP', port: 80, nodePort }],
    targets: ['node-1', 'node-2'],
    tags: { 'kubernetes.io/service-name': 'default/web' },
  });
  expect(balancer?.address).toMatch(/^203\.0\.113\.\d+$/);
  expect(addressIn(cluster)).toBe(balancer?.address);
  expect(service(cluster)?.metadata.finalizers).toEqual(['service.kubernetes.io/load-balancer-cleanup']);
  expect(eventsAbout(cluster)).toEqual(['EnsuringLoadBalancer: Ensuring load balancer', 'EnsuredLoadBalancer: Ensured load balancer']);
});

test('a Service that is deleted stays until its balancer is gone', async () => {
  const cluster = await clusterInCloud();
  await send(cluster, 'POST', path, web);
  await cluster.run({ quiet: true });
  await send(cluster, 'DELETE', `${path}/web`);
  await seconds(cluster, 1);
  expect(balancers(cluster).map(({ state }) => state)).toEqual(['deleting']);
  expect(service(cluster)?.metadata.deletionTimestamp).toBeDefined();
  await cluster.run({ quiet: true });
  expect(balancers(cluster)).toEqual([]);
  expect(service(cluster)).toBeUndefined();
  expect(eventsAbout(cluster).slice(2)).toEqual(['DeletingLoadBalancer: Deleting load balancer', 'DeletedLoadBalancer: Deleted load balancer']);
});

test('a Service of another type gives its balancer back, and keeps neither address nor finalizer', async () => {
  const cluster = await clusterInCloud();
  await send(cluster, 'POST', path, web);
  await cluster.run({ quiet: true });
  await send(cluster, 'PATCH', `${path}/web`, { spec: { type: 'ClusterIP' } });
  await cluster.run({ quiet: true });
  expect(balancers(cluster)).toEqual([]);
  expect(addressIn(cluster)).toBeUndefined();
  expect(service(cluster)?.metadata.finalizers ?? []).toEqual([]);
});

test('a balancer that somebody deletes in the console is back within a resync and a half, and the Service shows its new address', async () => {
  const cluster = await clusterInCloud();
  await send(cluster, 'POST', path, web);
  await cluster.run({ quiet: true });
  const [before] = balancers(cluster);
  cluster.cloud?.remove('loadbalancers', before?.name ?? '');
  await seconds(cluster, 45);
  const [after] = balancers(cluster);
  expect(after).toMatchObject({ name: before?.name, state: 'active' });
  expect(after?.address).not.toBe(before?.address);
  expect(addressIn(cluster)).toBe(after?.address);
});

test('what made the balancer anew is the pass; that somebody deleted it stands beside it', async () => {
  const cluster = await clusterInCloud();
  await send(cluster, 'POST', path, web);
  await cluster.run({ quiet: true });
  const name = balancers(cluster)[0]?.name ?? '';
  const begin = cluster.trace.last;
  cluster.cloud?.remove('loadbalancers', name);
  await seconds(cluster, 45);
  const { trace } = cluster;
  const made = trace.since(begin).find(({ what }) => what === `load balancer ${name} is being provisioned`);
  const request = trace.get(made?.cause ?? 0);
  expect(request).toMatchObject({ component: 'cloud', what: 'POST loadbalancers' });
  expect(trace.get(request?.cause ?? 0)).toMatchObject({ component: 'controller/service', type: 'reconcile' });
  const removal = trace.get(made?.also?.[0] ?? 0);
  expect(removal?.what).toBe(`load balancer ${name} is being deleted`);
  expect(trace.get(removal?.cause ?? 0)).toMatchObject({ component: 'console', type: 'command' });
});

test('targets that somebody changes in the console are put right', async () => {
  const cluster = await clusterInCloud();
  await send(cluster, 'POST', path, web);
  await cluster.run({ quiet: true });
  cluster.cloud?.edit('loadbalancers', balancers(cluster)[0]?.name ?? '', { targets: [], listeners: [{ port: 81, nodePort: 30_000 }] });
  await seconds(cluster, 45);
  expect(balancers(cluster)).toMatchObject([{ targets: ['node-1', 'node-2'], listeners: [{ port: 80 }] }]);
});

test('a node that is excluded by its label is no target any more, well before the next resync', async () => {
  const cluster = await clusterInCloud();
  await send(cluster, 'POST', path, web);
  await cluster.run({ quiet: true });
  await send(cluster, 'PATCH', '/api/v1/nodes/node-1', { metadata: { labels: { 'node.kubernetes.io/exclude-from-external-load-balancers': '' } } });
  await seconds(cluster, 3);
  expect(balancers(cluster)).toMatchObject([{ targets: ['node-2'] }]);
  expect(eventsAbout(cluster)).toContain('UpdatedLoadBalancer: Updated load balancer with new hosts');
});

test.each<[string, Fault]>([
  ['refuses', { type: 'cloud', component: 'cloud', cloud: { what: 'refuse', chance: 1, verb: 'create' } }],
  ['loses every answer', { type: 'cloud', component: 'cloud', cloud: { what: 'refuse', chance: 1, code: 504 } }],
  ['is slow', { type: 'cloud', component: 'cloud', cloud: { what: 'slow', byMs: 70_000 } }],
  ['has no quota left', { type: 'cloud', component: 'cloud', cloud: { what: 'quota' } }],
  ['is down', { type: 'crash', component: 'cloud' }],
  ['can’t be reached', { type: 'partition', component: 'cloud' }],
])('while the cloud %s the Service waits and says why; afterwards it has one balancer', async (_name, fault) => {
  const cluster = await clusterInCloud();
  const heal = cluster.addFault(fault);
  await send(cluster, 'POST', path, web);
  await seconds(cluster, 90);
  expect(addressIn(cluster)).toBeUndefined();
  expect(eventsAbout(cluster).some((each) => each.startsWith('SyncLoadBalancerFailed: Error syncing load balancer: failed to ensure load balancer: '))).toBe(true);
  heal();
  await seconds(cluster, 400);
  expect(balancers(cluster)).toHaveLength(1);
  expect(addressIn(cluster)).toBe(balancers(cluster)[0]?.address);
});

test('the quota is counted over all balancers, and what the console allows decides', async () => {
  const cluster = await clusterInCloud();
  cluster.cloud?.setQuota('loadbalancers', 1);
  await send(cluster, 'POST', path, { ...web, metadata: { ...web.metadata, name: 'first' } });
  await cluster.run({ quiet: true });
  await send(cluster, 'POST', path, web);
  await seconds(cluster, 20);
  expect(addressIn(cluster)).toBeUndefined();
  expect(eventsAbout(cluster)).toContain(
    'SyncLoadBalancerFailed: Error syncing load balancer: failed to ensure load balancer: quota exceeded: the account may have 1 load balancers and has 1',
  );
  cluster.cloud?.setQuota('loadbalancers', 2);
  await seconds(cluster, 60);
  expect(addressIn(cluster)).toBeDefined();
});

test('the same seed gives the same history, and another one other times', async () => {
  const hashes: string[] = [];
  for (const seed of [4, 4, 5]) {
    const cluster = await clusterInCloud(seed);
    await send(cluster, 'POST', path, web);
    await cluster.run({ quiet: true });
    hashes.push(cluster.historyHash());
  }
  expect(hashes[0]).toBe(hashes[1]);
  expect(hashes[0]).not.toBe(hashes[2]);
});

test('without a cloud there is no component, no controller and nothing to make go wrong', async () => {
  const cluster = createCluster({ seed: 1, nodes: 1, settle });
  await cluster.run({ quiet: true });
  expect(cluster.cloud).toBeUndefined();
  expect(cluster.components().filter((name) => name === 'cloud' || name === 'controller/service')).toEqual([]);
  expect(() => cluster.addFault({ type: 'cloud', component: 'cloud', cloud: { what: 'quota' } })).toThrow('this cluster runs in no cloud');
});
