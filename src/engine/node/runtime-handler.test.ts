import { expect, test } from 'vitest';
import type { JsonObject } from '../sdk/index.ts';
import { type OneNode, oneNode } from './testing/one-node.ts';

const pod = { runtimeClassName: 'sandboxed', containers: [{ name: 'web', image: 'nginx:1.27' }] };
const retryMs = 15_000;

async function createClass({ cluster }: OneNode, handler: string, fields: JsonObject = {}): Promise<void> {
  const body: JsonObject = { apiVersion: 'node.k8s.io/v1', kind: 'RuntimeClass', metadata: { name: 'sandboxed' }, handler, ...fields };
  void cluster.request('test', { method: 'POST', path: '/apis/node.k8s.io/v1/runtimeclasses', query: {}, headers: {}, body });
  await cluster.run({ until: cluster.now() + 20 });
}

async function deleteClass({ cluster }: OneNode): Promise<void> {
  void cluster.request('test', { method: 'DELETE', path: '/apis/node.k8s.io/v1/runtimeclasses/sandboxed', query: {}, headers: {} });
  await cluster.run({ until: cluster.now() + 20 });
}

test('a Pod runs by a handler that its node has', async () => {
  const node = await oneNode();
  await createClass(node, 'runc');
  await node.create('p', pod);
  await node.quiet();
  expect(node.ready('p')).toBe(true);
});

test('a node of 4 CPUs has no room for 3.9 and what their class costs', async () => {
  const node = await oneNode();
  await createClass(node, 'runc', { overhead: { podFixed: { cpu: '200m' } } });
  const containers = [{ name: 'web', image: 'nginx:1.27', resources: { requests: { cpu: '3900m' } } }];
  await node.create('p', { ...pod, containers });
  await node.quiet();
  expect(node.pod('p').status).toMatchObject({ phase: 'Failed', reason: 'OutOfcpu' });
  await node.create('q', { containers });
  await node.quiet();
  expect(node.ready('q')).toBe(true);
});

test('without the handler there is no sandbox, until there is another class of that name', async () => {
  const node = await oneNode();
  await createClass(node, 'kata');
  await node.create('p', pod);
  await node.waitMs(2 * retryMs);
  expect(node.pod('p').status.phase).toBe('Pending');
  const [event, ...more] = node.events('p');
  expect(event).toMatch(
    /^Warning FailedCreatePodSandBox: Failed to create pod sandbox: rpc error: code = Unknown desc = unable to get OCI runtime for sandbox "[0-9a-f]{64}": no runtime for "kata" is configured$/,
  );
  expect(more.length).toBeGreaterThan(0);
  await deleteClass(node);
  await node.waitMs(retryMs);
  expect(node.events('p')).toContain('Warning FailedCreatePodSandBox: Failed to create pod sandbox: runtimeclass.node.k8s.io "sandboxed" not found');
  await createClass(node, 'runc');
  await node.waitMs(retryMs + 5000);
  expect(node.ready('p')).toBe(true);
});

test('a Pod that waits for its sandbox can be deleted', async () => {
  const node = await oneNode();
  await createClass(node, 'kata');
  await node.create('p', pod);
  await node.waitMs(1000);
  const before = node.events('p').length;
  await node.remove('p');
  await node.waitMs(2 * retryMs);
  expect(node.exists('p')).toBe(false);
  expect(node.events('p').length).toBe(before);
});
