/** Several control planes: leaders are elected, API servers stand in for each other. */
import { expect, test } from 'vitest';
import { type Cluster, createCluster, type Json } from '../src/engine/index.ts';
import * as sdk from '../src/engine/sdk/index.ts';

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

async function createThree(seed = 1): Promise<Cluster> {
  const cluster = createCluster({ seed, nodes: 3, controlPlanes: 3, settle });
  await cluster.run({ until: cluster.now() + 30_000 });
  return cluster;
}

/** The process that leads now, from the Lease of that name. */
function leader(cluster: Cluster, lease: string): string | undefined {
  return cluster.objects(sdk.Lease).find(({ metadata }) => metadata.name === lease)?.spec.holderIdentity;
}

function send(cluster: Cluster, method: 'POST' | 'PATCH', path: string, body: Json): void {
  const type = method === 'POST' ? 'application/json' : 'application/merge-patch+json';
  void cluster.request('kubectl', { method, path, query: {}, headers: { 'content-type': type }, body });
}

const deployments = '/apis/apps/v1/namespaces/default/deployments';

function deploy(cluster: Cluster, replicas: number): void {
  send(cluster, 'POST', deployments, {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web' },
    spec: {
      replicas,
      selector: { matchLabels: { app: 'web' } },
      template: {
        metadata: { labels: { app: 'web' } },
        spec: { containers: [{ name: 'nginx', image: 'nginx:1.29' }] },
      },
    },
  });
}

const readyPods = (cluster: Cluster) => cluster.objects(sdk.Pod).filter(sdk.isReady).length;

test('one controller manager and one scheduler lead, and the cluster works', async () => {
  const cluster = await createThree();
  expect(leader(cluster, 'kube-controller-manager')).toMatch(/^controller-manager-[012]$/);
  expect(leader(cluster, 'kube-scheduler')).toMatch(/^scheduler-[012]$/);
  expect(cluster.components().filter((name) => name === 'scheduler')).toHaveLength(1);
  deploy(cluster, 3);
  await cluster.run({ until: cluster.now() + 20_000 });
  expect(readyPods(cluster)).toBe(3);
});

test('when the leading controller manager dies, another takes its work over', async () => {
  const cluster = await createThree();
  deploy(cluster, 2);
  await cluster.run({ until: cluster.now() + 20_000 });
  const first = leader(cluster, 'kube-controller-manager') ?? '';
  cluster.addFault({ type: 'crash', component: first, downMs: 600_000 });
  send(cluster, 'PATCH', `${deployments}/web`, { spec: { replicas: 4 } });
  await cluster.run({ until: cluster.now() + 10_000 });
  expect(readyPods(cluster)).toBe(2);
  await cluster.run({ until: cluster.now() + 30_000 });
  expect(leader(cluster, 'kube-controller-manager')).not.toBe(first);
  expect(readyPods(cluster)).toBe(4);
});

test('an API server that dies is stood in for by the others', async () => {
  const cluster = await createThree();
  for (const component of ['apiserver-0', 'apiserver-1']) {
    cluster.addFault({ type: 'crash', component, downMs: 600_000 });
  }
  await cluster.run({ until: cluster.now() + 60_000 });
  deploy(cluster, 3);
  await cluster.run({ until: cluster.now() + 60_000 });
  expect(readyPods(cluster)).toBe(3);
  expect(cluster.objects(sdk.Node).every(({ status }) => sdk.isTrue(status.conditions, 'Ready'))).toBe(true);
});

test('a candidate decides by the rule that is in use: by one that never writes, nobody leads any more', async () => {
  const cluster = await createThree();
  const first = leader(cluster, 'kube-scheduler');
  cluster.useParts({ decideLease: ({ renewedAtMs }) => ({ do: renewedAtMs === undefined ? 'wait' : 'stepDown' }) });
  await cluster.run({ until: cluster.now() + 5_000 });
  deploy(cluster, 2);
  await cluster.run({ until: cluster.now() + 40_000 });
  expect(readyPods(cluster)).toBe(0);
  expect(leader(cluster, 'kube-scheduler')).toBe(first);
  cluster.useParts({});
  await cluster.run({ until: cluster.now() + 20_000 });
  expect(readyPods(cluster)).toBe(2);
});

test('a rule by which all lead at once leaves the cluster alive, and one leads again by the engine’s own', async () => {
  const cluster = await createThree();
  cluster.useParts({
    decideLease: ({ identity, lease, leaseDurationSeconds }) => {
      const record = { holderIdentity: identity, leaseDurationSeconds, acquireTime: '', renewTime: '', leaseTransitions: 0 };
      return { do: 'write', record: { ...record, ...lease, holderIdentity: identity } };
    },
  });
  deploy(cluster, 2);
  await cluster.run({ until: cluster.now() + 30_000 });
  expect(readyPods(cluster)).toBe(2);
  cluster.useParts({});
  await cluster.run({ until: cluster.now() + 60_000 });
  const holder = leader(cluster, 'kube-controller-manager') ?? '';
  cluster.addFault({ type: 'crash', component: holder, downMs: 600_000 });
  await cluster.run({ until: cluster.now() + 30_000 });
  expect(leader(cluster, 'kube-controller-manager')).not.toBe(holder);
  send(cluster, 'PATCH', `${deployments}/web`, { spec: { replicas: 3 } });
  await cluster.run({ until: cluster.now() + 20_000 });
  expect(readyPods(cluster)).toBe(3);
});
