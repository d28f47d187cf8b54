import { expect, test } from 'vitest';
import { unix } from '../../posix/index.ts';
import type { Json } from '../index.ts';
import { createCluster } from '../index.ts';

async function start() {
  const settle = () => new Promise<void>((resolve) => void setImmediate(resolve));
  const cluster = createCluster({ unix, seed: 1, nodes: 2, settle });
  const ask = async (method: 'GET' | 'POST' | 'DELETE' | 'PATCH', path: string, body?: Json) => {
    const headers = { 'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json' };
    const answer = cluster.request('test', { method, path, query: {}, headers, ...(body !== undefined && { body }) });
    await cluster.run({ until: cluster.now() + 20_000 });
    return answer;
  };
  await cluster.run({ until: cluster.now() + 5_000 });
  const metadata = { name: 'hello', labels: { app: 'hello' } };
  const pod = { metadata, spec: { nodeName: 'node-1', containers: [{ name: 'hello', image: 'crccheck/hello-world' }] } };
  await ask('POST', '/api/v1/namespaces/default/pods', pod);
  const ports = [{ port: 80, targetPort: 8000, nodePort: 30_080 }];
  const spec = { type: 'NodePort', selector: { app: 'hello' }, ports };
  await ask('POST', '/api/v1/namespaces/default/services', { metadata: { name: 'hello' }, spec });
  const at = (node: string, port: number | string) => ask('GET', `/api/v1/nodes/${node}:${port}/proxy/`);
  return { ask, at };
}

test('a node port is reached at every node through its proxy', async () => {
  const { at } = await start();
  for (const node of ['node-1', 'node-2']) expect(await at(node, 30_080)).toMatchObject({ code: 200, body: '<pre>\nHello World\n</pre>\n' });
});

test('at other ports, and without a Service, nobody answers', async () => {
  const { ask, at } = await start();
  const refused = (port: number) => ({
    code: 503,
    body: { message: expect.stringMatching(new RegExp(`^error trying to reach service: dial tcp [\\d.]+:${port}: connect: connection refused$`)) },
  });
  expect(await at('node-1', 30_081)).toMatchObject(refused(30_081));
  expect(await at('node-1', 'web')).toMatchObject({ code: 503 });
  await ask('DELETE', '/api/v1/namespaces/default/services/hello');
  expect(await at('node-1', 30_080)).toMatchObject(refused(30_080));
});

test('with externalTrafficPolicy Local only the node of a Pod answers', async () => {
  const { ask, at } = await start();
  await ask('PATCH', '/api/v1/namespaces/default/services/hello', { spec: { externalTrafficPolicy: 'Local' } });
  expect(await at('node-1', 30_080)).toMatchObject({ code: 200 });
  expect(await at('node-2', 30_080)).toMatchObject({ code: 503 });
});
