import { expect, test } from 'vitest';
import { createCluster } from '../index.ts';
import type { Json } from '../meta/index.ts';

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function startWithoutNodes() {
  const cluster = createCluster({ seed: 1, nodes: 0, settle });
  const pass = (ms: number) => cluster.run({ until: cluster.now() + ms });
  await pass(5_000);
  async function ask(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    body?: Json,
  ): Promise<ReturnType<typeof JSON.parse>> {
    const answer = cluster.request('test', {
      method,
      path,
      query: {},
      headers: {},
      ...(body !== undefined && { body }),
    });
    await pass(500);
    return (await answer).body;
  }
  return { cluster, pass, ask };
}

const nodes = '/api/v1/nodes';
const pods = '/api/v1/namespaces/default/pods';
const readyOf = (node: { status: { conditions?: { type: string; status: string }[] } }): string | undefined =>
  node.status.conditions?.find(({ type }) => type === 'Ready')?.status;

test('a labelled Node gets a machine: it becomes Ready, runs pods, and is gone with its Node', async () => {
  const { cluster, pass, ask } = await startWithoutNodes();
  const labels = { 'converge.dev/simulate': 'true', zone: 'a' };
  const capacity = { cpu: '2', memory: '1Gi', pods: '10' };
  await ask('POST', nodes, { metadata: { name: 'mine', labels }, status: { capacity } });
  await pass(5_000);
  const node = await ask('GET', `${nodes}/mine`);
  expect(readyOf(node)).toBe('True');
  expect(node.metadata.labels).toMatchObject({ ...labels, 'kubernetes.io/hostname': 'mine' });
  expect(node.status).toMatchObject({ capacity, allocatable: capacity, nodeInfo: { kubeletVersion: 'v1.33.0' } });
  expect(node.spec.taints ?? []).toEqual([]);
  expect(node.spec.podCIDR).toBe('10.244.0.0/24');
  await ask('POST', pods, { metadata: { name: 'web' }, spec: { containers: [{ name: 'c', image: 'nginx' }] } });
  await pass(10_000);
  expect((await ask('GET', `${pods}/web`)).status).toMatchObject({ phase: 'Running', podIP: '10.244.0.2' });
  expect(cluster.components()).toContain('kubelet/mine');
  await ask('DELETE', `${nodes}/mine`);
  expect(cluster.components().filter((name) => name.endsWith('/mine'))).toEqual([]);
});

test('other Nodes are left as they are, and boot’s machines aren’t touched', async () => {
  const { cluster, ask } = await startWithoutNodes();
  await ask('POST', nodes, { metadata: { name: 'real' } });
  const { status } = await ask('GET', `${nodes}/real`);
  expect(status.capacity).toBeUndefined();
  expect(cluster.components().filter((name) => name.startsWith('kubelet/'))).toEqual([]);
  const booted = createCluster({ seed: 1, nodes: 1, settle });
  await booted.run({ until: booted.now() + 5_000 });
  expect(booted.components()).toContain('kubelet/node-1');
});
