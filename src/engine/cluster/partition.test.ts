import { expect, test } from 'vitest';
import { Deployment, Node, Pod } from '../api/index.ts';
import { createCluster } from '../index.ts';
import { conditionOf, isTrue, type Json } from '../sdk/index.ts';

test('a node that comes back is ready, untainted, and so are its pods', async () => {
  const cluster = createCluster({ profile: 'minimal', seed: 1, nodes: 3, settle: () => new Promise((resolve) => setImmediate(resolve)) });
  const pass = (seconds: number) => cluster.run({ until: cluster.now() + seconds * 1000 });
  const web = () => cluster.objects(Deployment)[0]?.status.readyReplicas ?? 0;
  const lost = () => cluster.objects(Node).find(({ metadata }) => metadata.name === 'node-1');
  const readyOf = (node: Node | undefined) => conditionOf(node?.status.conditions, 'Ready');
  await pass(5);
  const template = {
    metadata: { labels: { app: 'web' } },
    spec: { containers: [{ name: 'web', image: 'nginx:1.28' }] },
  };
  const body: Json = {
    metadata: { name: 'web' },
    spec: { replicas: 6, selector: { matchLabels: { app: 'web' } }, template },
  };
  const headers = { 'content-type': 'application/json' };
  const path = '/apis/apps/v1/namespaces/default/deployments';
  void cluster.request('test', { method: 'POST', path, query: {}, headers, body });
  await pass(30);
  expect(web()).toBe(6);
  const onLost = cluster.objects(Pod).filter(({ spec }) => spec.nodeName === 'node-1').length;
  expect(onLost).toBeGreaterThan(0);
  const heals = [
    cluster.addFault({ type: 'link', from: 'kubelet/node-1', to: 'apiserver', partition: true }),
    cluster.addFault({ type: 'link', from: 'apiserver', to: 'kubelet/node-1', partition: true }),
  ];
  await pass(100);
  expect([readyOf(lost())?.status, lost()?.spec.taints?.length, web()]).toEqual(['Unknown', 2, 6 - onLost]);
  for (const heal of heals) heal();
  const healedMs = cluster.now();
  await pass(60);
  expect([isTrue(lost()?.status.conditions, 'Ready'), lost()?.spec.taints, web()]).toEqual([true, undefined, 6]);
  expect(Date.parse(readyOf(lost())?.lastTransitionTime ?? '')).toBeGreaterThanOrEqual(healedMs - 1000);
});
