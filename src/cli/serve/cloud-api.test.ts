/** A served cluster in a cloud: what its clients see of the cloud, and how they reach it. */
import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { serve } from './serve.ts';

async function start(more: { readonly noToken?: true; readonly kubeProxyPods?: true } = {}) {
  const options = { nodes: 2, seed: '1', speed: 100, withoutControllers: [], kubeconfig: undefined, port: 0, cloud: true as const, ...more };
  const served = await serve(options, { descriptions: () => '', failed: (error: unknown) => console.error(error) });
  onTestFinished(() => served.stop());
  const { token } = parse(readFileSync(served.kubeconfig, 'utf8')).users[0].user;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const call = (method: string, path: string, body?: object, as: Readonly<Record<string, string>> = headers) =>
    fetch(`${served.url}${path}`, { method, headers: as, ...(body !== undefined && { body: JSON.stringify(body) }) });
  const read = async (path: string) => (await call('GET', path)).json();
  return { call, read };
}

const services = '/api/v1/namespaces/default/services';

test('a Service of type LoadBalancer gets an address, and the cloud has its balancer', async () => {
  const { call, read } = await start();
  const spec = { type: 'LoadBalancer', selector: { app: 'web' }, ports: [{ port: 80 }] };
  expect((await call('POST', services, { metadata: { name: 'web' }, spec })).status).toBe(201);
  const address = async () => (await read(`${services}/web`)).status.loadBalancer.ingress?.[0]?.ip;
  await expect.poll(address).toMatch(/^203\.0\.113\.\d+$/);
  const loadbalancers = await read('/cloud/v1/loadbalancers');
  expect(loadbalancers).toMatchObject([{ state: 'active', address: await address(), targets: ['node-1', 'node-2'] }]);
});

test('the cloud’s API is there for the administrator alone; a machine that is deleted takes its node along', async () => {
  const { call, read } = await start();
  expect((await read('/cloud/v1/machines')).map(({ name }: { name: string }) => name)).toEqual(['node-1', 'node-2']);
  for (const as of [{}, { authorization: 'Bearer wrong' }]) expect(await (await call('DELETE', '/cloud/v1/machines/node-2', undefined, as)).json()).toMatchObject({ code: 403, reason: 'Forbidden' });
  expect((await call('DELETE', '/cloud/v1/machines/node-2')).status).toBe(202);
  const nodes = async () => (await read('/api/v1/nodes')).items.map(({ metadata }: { metadata: { name: string } }) => metadata.name);
  await expect.poll(nodes).toEqual(['node-1']);
  expect((await call('GET', '/cloud/v1/nothing')).status).toBe(404);
});

test('with --no-token everyone is the administrator, but who shows a wrong token; kube-proxies are Pods where that is asked for', async () => {
  const { call, read } = await start({ noToken: true, kubeProxyPods: true });
  const made = await call('POST', '/cloud/v1/disks', { name: 'mine', size: '1Gi', zone: 'converge-1a' }, { 'content-type': 'application/json' });
  expect([made.status, (await read('/cloud/v1/disks')).length]).toEqual([201, 1]);
  expect((await call('GET', '/cloud/v1/disks', undefined, { authorization: 'Bearer wrong' })).status).toBe(403);
  const proxies = async () => (await read('/apis/apps/v1/namespaces/kube-system/daemonsets/kube-proxy')).status.numberReady;
  await expect.poll(proxies).toBe(2);
});
