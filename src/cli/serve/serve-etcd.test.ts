import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Served, serve } from './serve.ts';

let served: Served;
beforeAll(async () => {
  const options = { nodes: 0, seed: '1', speed: 20, withoutControllers: ['*'], kubeconfig: undefined, port: 0 };
  const parts = { descriptions: () => '', failed: (error: unknown) => console.error(error) };
  served = await serve({ ...options, etcd: 3, etcdPort: 0 }, parts);
});
afterAll(() => served.stop());

const base64 = (text: string): string => Buffer.from(text).toString('base64');
async function post(at: number, path: string, body: object): Promise<Record<string, unknown>> {
  const response = await fetch(`${served.etcdUrls[at]}${path}`, { method: 'POST', body: JSON.stringify(body) });
  return JSON.parse(await response.text());
}

test('three members are served, each at an address of its own, as one store', async () => {
  expect(served.etcdUrls).toHaveLength(3);
  await post(1, '/v3/kv/put', { key: base64('k'), value: base64('v') });
  expect(await post(2, '/v3/kv/range', { key: base64('k') })).toMatchObject({
    kvs: [{ value: base64('v') }],
    count: '1',
  });
  const statuses = await Promise.all([0, 1, 2].map((at) => post(at, '/v3/maintenance/status', {})));
  expect(new Set(statuses.map(({ leader }) => leader)).size).toBe(1);
  expect(await (await fetch(`${served.etcdUrls[0]}/health`)).json()).toEqual({ health: 'true', reason: '' });
});

test('what the API server keeps can be read there, and the gateway says what it can’t read', async () => {
  const key = '/registry/namespaces/default';
  const answer = await post(0, '/v3/kv/range', { key: base64(key) });
  const [kv] = JSON.parse(JSON.stringify(answer['kvs']));
  expect(JSON.parse(Buffer.from(kv.value, 'base64').toString())).toMatchObject({ kind: 'Namespace' });
  const broken = await fetch(`${served.etcdUrls[0]}/v3/kv/range`, { method: 'POST', body: '{"key":' });
  expect([broken.status, await broken.json()]).toEqual([
    400,
    { error: 'unexpected EOF', message: 'unexpected EOF', code: 3 },
  ]);
  expect((await fetch(`${served.etcdUrls[0]}/v3/nothing`, { method: 'POST', body: '{}' })).status).toBe(404);
  expect((await fetch(`${served.etcdUrls[0]}/v3/kv/range`)).status).toBe(405);
});
