import { expect, test } from 'vitest';
import { podNamed, podsPath, startServer } from '../../apiserver/testing/harness.ts';
import { featuresOf } from '../registry.ts';

const fullFeatures = featuresOf('all');
const custom = '/apis/custom.metrics.k8s.io/v1beta2';
const external = '/apis/external.metrics.k8s.io/v1beta1';
const requests = 'converge.dev/metric.requests';

type Annotations = Readonly<Record<string, string>>;

async function start() {
  const server = startServer({ features: { ...fullFeatures, admission: [], startHooks: [] } });
  const { post } = server;
  const pod = (name: string, annotations: Annotations, app = 'web') =>
    post(podsPath, podNamed(name, { annotations, labels: { app } }));
  const source = (name: string, data: Annotations, labels: Annotations = { 'converge.dev/external-metrics': 'true' }) =>
    post('/api/v1/namespaces/default/configmaps', { metadata: { name, labels }, data });
  return { ...server, pod, source };
}

const messageOf = (status: string): object => ({ kind: 'Status', code: 404, reason: 'NotFound', message: status });

test('what Pods say by annotation is a metric of theirs, by name and by selector', async () => {
  const { pod, get } = await start();
  await pod('one', { [requests]: '250m' });
  await pod('two', { [requests]: '2' });
  await pod('other', { [requests]: '7' }, 'db');
  await pod('silent', {});
  const { json } = await get(`${custom}/namespaces/default/pods/*/requests?labelSelector=app=web`);
  const item = (name: string, value: string): object => ({
    describedObject: { kind: 'Pod', namespace: 'default', name, apiVersion: '/v1' },
    metric: { name: 'requests', selector: null },
    timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
    value,
  });
  expect(json).toEqual({
    kind: 'MetricValueList',
    apiVersion: 'custom.metrics.k8s.io/v1beta2',
    metadata: {},
    items: [item('one', '250m'), item('two', '2')],
  });
  expect((await get(`${custom}/namespaces/default/pods/one/requests`)).json.items).toEqual([item('one', '250m')]);
  const older = await get('/apis/custom.metrics.k8s.io/v1beta1/namespaces/default/pods/one/requests');
  expect(older.json).toMatchObject({ apiVersion: 'custom.metrics.k8s.io/v1beta1' });
  const { metric: _, ...rest } = item('one', '250m') as { metric: unknown };
  expect(older.json.items).toEqual([{ ...rest, metricName: 'requests', selector: null }]);
  expect((await get(`${custom}/namespaces/default/pods/*/requests?labelSelector=app=no`)).json.items).toEqual([]);
});

test('what isn’t there is refused in upstream’s words', async () => {
  const { pod, get, post } = await start();
  await pod('one', { [requests]: '250m' });
  await pod('two', {});
  expect((await get(`${custom}/namespaces/default/pods/*/load`)).json).toMatchObject(
    messageOf('the server could not find the metric load for pods'),
  );
  expect((await get(`${custom}/namespaces/default/pods/two/requests`)).json).toMatchObject(
    messageOf('the server could not find the metric requests for pods two'),
  );
  expect((await get(`${custom}/namespaces/default/ingresses.networking.k8s.io/a/requests`)).json).toMatchObject(
    messageOf('the server could not find the metric requests for ingresses.networking.k8s.io'),
  );
  expect((await get(`${custom}/namespaces/default/pods/*/requests?metricLabelSelector=verb=GET`)).json.items).toEqual([]);
  expect((await get(`${custom}/namespaces/default/pods`)).json).toMatchObject({ code: 404 });
  expect((await get('/apis/custom.metrics.k8s.io/v1/namespaces/default/pods/*/requests')).json).toMatchObject({ code: 404 });
  expect((await post(`${custom}/namespaces/default/pods/*/requests`, {})).json).toMatchObject({ code: 405 });
});

test('a metric with labels is the sum of those that are selected', async () => {
  const { pod, get } = await start();
  await pod('one', { [requests]: '{verb="GET",code="200"} 1500m\n{verb="GET",code="500"} 2\n{verb="PUT"} 4\nnonsense' });
  const value = async (selector: string): Promise<unknown> => {
    const { json } = await get(`${custom}/namespaces/default/pods/one/requests?metricLabelSelector=${selector}`);
    return json.items?.[0].value ?? json.message;
  };
  expect(await value('')).toBe('7500m');
  expect(await value('verb%3DGET')).toBe('3500m');
  expect(await value('verb%3DGET,code!%3D500')).toBe('1500m');
  expect(await value('verb%3DHEAD')).toBe('the server could not find the metric requests for pods one');
  const { json } = await get(`${custom}/namespaces/default/pods/one/requests?metricLabelSelector=verb%3DPUT`);
  expect(json.items[0].metric).toEqual({ name: 'requests', selector: { matchLabels: { verb: 'PUT' } } });
});

test('objects of other kinds, of no namespace, and namespaces themselves are described, too', async () => {
  const { post, get } = await start();
  const metadata = (name: string) => ({ name, annotations: { 'converge.dev/metric.load': '5' } });
  await post('/api/v1/nodes', { metadata: metadata('n') });
  await post('/api/v1/namespaces', { metadata: metadata('shop') });
  await post('/apis/networking.k8s.io/v1/namespaces/default/ingresses', {
    metadata: metadata('door'),
    spec: { defaultBackend: { service: { name: 'web', port: { number: 80 } } } },
  });
  const described = async (path: string) => (await get(`${custom}/${path}`)).json.items?.[0]?.describedObject;
  expect(await described('nodes/n/load')).toEqual({ kind: 'Node', name: 'n', apiVersion: '/v1' });
  expect(await described('namespaces/shop/metrics/load')).toEqual({ kind: 'Namespace', name: 'shop', apiVersion: '/v1' });
  const door = { kind: 'Ingress', namespace: 'default', name: 'door', apiVersion: 'networking.k8s.io/v1' };
  expect(await described('namespaces/default/ingresses.networking.k8s.io/*/load')).toEqual(door);
});

test('labeled ConfigMaps say external metrics to their namespace', async () => {
  const { source, get } = await start();
  await source('orders', { depth: '{queue="orders"} 12\n{queue="mail"} 3', age: '1500m' });
  await source('more', { depth: '{queue="orders"} 8' });
  await source('unlabeled', { depth: '99' }, {});
  const values = async (path: string): Promise<unknown> => {
    const { json } = await get(`${external}/namespaces/${path}`);
    return json.items?.map((each: { value: string }) => each.value) ?? json.message;
  };
  expect(await values('default/depth')).toEqual(['8', '12', '3']);
  expect(await values('default/depth?labelSelector=queue%3Dorders')).toEqual(['8', '12']);
  expect(await values('other/depth')).toEqual([]);
  expect(await values('default/no')).toBe('the server could not find the metric no for namespaces');
  expect((await get(`${external}/namespaces/default/depth?labelSelector=queue%3Dmail`)).json).toEqual({
    kind: 'ExternalMetricValueList',
    apiVersion: 'external.metrics.k8s.io/v1beta1',
    metadata: {},
    items: [
      { metricName: 'depth', metricLabels: { queue: 'mail' }, timestamp: expect.stringMatching(/Z$/), value: '3' },
    ],
  });
  expect(await values('default/age')).toEqual(['1500m']);
});

test('discovery lists the metrics that have a value, and the groups while there is one', async () => {
  const { pod, source, get } = await start();
  const groups = async (): Promise<readonly string[]> =>
    (await get('/apis')).json.groups.map(({ name }: { name: string }) => name).slice(-2);
  expect((await get(custom)).json).toMatchObject({ code: 404 });
  expect(await groups()).not.toContain('custom.metrics.k8s.io');
  await pod('one', { [requests]: '250m' });
  await source('orders', { depth: '1' });
  expect(await groups()).toEqual(['custom.metrics.k8s.io', 'external.metrics.k8s.io']);
  const listed = (name: string, kind: string): object => ({ name, singularName: '', namespaced: true, kind, verbs: ['get'] });
  expect((await get(custom)).json).toEqual({
    kind: 'APIResourceList',
    apiVersion: 'v1',
    groupVersion: 'custom.metrics.k8s.io/v1beta2',
    resources: [listed('pods/requests', 'MetricValueList')],
  });
  expect((await get(external)).json.resources).toEqual([listed('depth', 'ExternalMetricValueList')]);
  expect((await get('/apis/custom.metrics.k8s.io')).json).toMatchObject({
    kind: 'APIGroup',
    preferredVersion: { version: 'v1beta2' },
  });
  const accept = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
  const { items } = (await get('/apis', { accept })).json;
  expect(items.at(-2)).toMatchObject({
    metadata: { name: 'custom.metrics.k8s.io' },
    versions: [
      {
        version: 'v1beta2',
        resources: [{ resource: 'pods', verbs: null, subresources: [{ subresource: 'requests', verbs: ['get'] }] }],
      },
      { version: 'v1beta1' },
    ],
  });
});
