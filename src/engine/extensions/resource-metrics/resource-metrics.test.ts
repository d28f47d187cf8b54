import { expect, test } from 'vitest';
import { podNamed, podsPath, startServer } from '../../apiserver/testing/harness.ts';
import { featuresOf } from '../registry.ts';

const fullFeatures = featuresOf('all');

const metrics = '/apis/metrics.k8s.io/v1beta1';

async function start() {
  const server = startServer({ features: { ...fullFeatures, admission: [], startHooks: [] } });
  const { post, put, get } = server;
  await post('/api/v1/nodes', { metadata: { name: 'n' } });
  await post('/api/v1/nodes', { metadata: { name: 'down' } });
  const { json: node } = await get('/api/v1/nodes/n');
  await put('/api/v1/nodes/n/status', { ...node, status: { conditions: [{ type: 'Ready', status: 'True' }] } });
  for (const name of ['one', 'pending']) {
    await post(podsPath, podNamed(name, { spec: { nodeName: 'n' }, labels: { app: name } }));
  }
  const { json: pod } = await get(`${podsPath}/one`);
  const containerStatuses = [
    { name: 'app', state: { running: {} }, ready: true, restartCount: 0, image: 'nginx', imageID: '' },
  ];
  await put(`${podsPath}/one/status`, { ...pod, status: { phase: 'Running', containerStatuses } });
  return server;
}

test('pods are measured once they run, by container, the same each time', async () => {
  const { get } = await start();
  const { json } = await get(`${metrics}/namespaces/default/pods`);
  expect(json).toMatchObject({ kind: 'PodMetricsList', apiVersion: 'metrics.k8s.io/v1beta1' });
  expect(json.items).toHaveLength(1);
  const [{ usage, name }] = json.items[0].containers;
  expect(name).toBe('app');
  expect(usage).toEqual({ cpu: expect.stringMatching(/^\d+n$/), memory: expect.stringMatching(/^\d+Ki$/) });
  expect((await get(`${metrics}/namespaces/default/pods/one`)).json.containers).toEqual(json.items[0].containers);
  expect((await get(`${metrics}/pods?labelSelector=app=other`)).json.items).toEqual([]);
  const missing = await get(`${metrics}/namespaces/default/pods/pending`);
  expect(missing.json.message).toBe('podmetrics.metrics.k8s.io "default/pending" not found');
  expect((await get(`${metrics}/namespaces/default/pods/none`)).json.message).toBe('pods "none" not found');
  expect((await get(`${metrics}/nodes/none`)).json.message).toBe('nodes "none" not found');
});

test('a node is measured while it is ready: its pods and what it needs itself', async () => {
  const { get } = await start();
  const { items } = (await get(`${metrics}/nodes`)).json;
  expect(items.map((each: { metadata: { name: string } }) => each.metadata.name)).toEqual(['n']);
  const pod = (await get(`${metrics}/namespaces/default/pods/one`)).json.containers[0].usage;
  const nanos = (text: string): number => Number.parseInt(text, 10);
  expect(nanos(items[0].usage.cpu)).toBe(50_000_000 + nanos(pod.cpu));
});

test.each<[what: string, annotations: Record<string, string>, usage: object | undefined]>([
  ['of each container', { 'cpu-usage': '250m', 'memory-usage': '64Mi' }, { cpu: '250000000n', memory: '65536Ki' }],
  ['of one container', { 'cpu-usage.app': '1', 'cpu-usage': '250m', 'memory-usage': '1Mi' }, { cpu: '1000000000n', memory: '1024Ki' }],
  ['of another', { 'cpu-usage.other': '1', 'cpu-usage': '2m', 'memory-usage': '1Mi' }, { cpu: '2000000n', memory: '1024Ki' }],
  ['one is not reported', { 'cpu-usage': '', 'memory-usage': '1Mi' }, { memory: '1024Ki' }],
  ['not reported of one container', { 'cpu-usage.app': '', 'cpu-usage': '1', 'memory-usage': '1Mi' }, { memory: '1024Ki' }],
  ['nothing is reported', { 'cpu-usage': '', 'memory-usage': '' }, undefined],
  ['what can’t be read says nothing', { 'cpu-usage': 'much' }, { cpu: expect.stringMatching(/^[1-9]\d*n$/), memory: expect.stringMatching(/^\d+Ki$/) }],
])('annotations say what is used: %s', async (_, said, usage) => {
  const { get, put } = await start();
  const { json: pod } = await get(`${podsPath}/one`);
  const annotations = Object.fromEntries(Object.entries(said).map(([key, value]) => [`converge.dev/${key}`, value]));
  await put(`${podsPath}/one`, { ...pod, metadata: { ...pod.metadata, annotations } });
  const { items } = (await get(`${metrics}/namespaces/default/pods`)).json;
  const containers = usage === undefined ? [] : [{ name: 'app', usage }];
  expect(items.map((each: { containers: unknown }) => each.containers)).toEqual(usage === undefined ? [] : [containers]);
});
