/** Servers under load: what they say that they use is measured, and an autoscaler follows it. */
import { expect, test } from 'vitest';
import { Deployment, HorizontalPodAutoscaler, Pod } from '../../api/index.ts';
import { createCluster, type Json } from '../../index.ts';

const settle = () => new Promise<void>((resolve) => void setImmediate(resolve));

/** A server of which each request costs 20 ms of one core, a Service, and `rate` requests a second. */
async function underLoad(rate: number) {
  const cluster = createCluster({ seed: 5, nodes: 3, settle });
  const wait = async (seconds: number) => void (await cluster.run({ until: cluster.now() + seconds * 1000 }));
  async function send(method: 'GET' | 'POST', path: string, body?: Json) {
    const headers = { 'content-type': 'application/json' };
    const [pathname = '', query = ''] = path.split('?');
    const request = { method, path: pathname, query: Object.fromEntries(new URLSearchParams(query)), headers };
    const answer = cluster.request('test', body === undefined ? request : { ...request, body });
    await wait(0.2);
    const { code, body: found } = await answer;
    if (method === 'POST') expect(code).toBe(201);
    return found;
  }
  await wait(6);
  const labels = { app: 'web' };
  const annotations = { 'prometheus.io/scrape': 'true' };
  const server = {
    name: 'web',
    image: 'converge/web:1.0',
    args: ['web', '20'],
    resources: { requests: { cpu: '500m' } },
    readinessProbe: { httpGet: { path: '/healthz', port: 8080 }, periodSeconds: 1 },
  };
  await send('POST', '/apis/apps/v1/namespaces/default/deployments', {
    metadata: { name: 'web' },
    spec: {
      replicas: 1,
      selector: { matchLabels: labels },
      template: { metadata: { labels, annotations }, spec: { containers: [server] } },
    },
  });
  const ports = [{ port: 80, targetPort: 8080 }];
  await send('POST', '/api/v1/namespaces/default/services', { metadata: { name: 'web' }, spec: { selector: labels, ports } });
  await wait(10);
  const client = { name: 'load', image: 'converge/web:1.0', args: ['load', 'http://web/', String(rate)] };
  await send('POST', '/api/v1/namespaces/default/pods', { metadata: { name: 'load' }, spec: { containers: [client] } });
  return {
    wait,
    send,
    autoscale: (metrics: Json) =>
      send('POST', '/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers', {
        metadata: { name: 'web' },
        spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' }, maxReplicas: 8, metrics },
      }),
    replicas: () => cluster.objects(Deployment)[0]?.spec.replicas,
    pods: () => cluster.objects(Pod).filter(({ metadata }) => metadata.labels?.['app'] === 'web'),
    current: () => cluster.objects(HorizontalPodAutoscaler)[0]?.status.currentMetrics?.[0],
    /** The last line that the clients have written. */
    async measured(): Promise<string> {
      const log = String(await send('GET', '/api/v1/namespaces/default/pods/load/log'));
      return log.trimEnd().split('\n').at(-1) ?? '';
    },
  };
}

const cpu = [{ type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } } }];

test('the CPU that requests cost is reported, and requests as a metric of the Pod', async () => {
  const { wait, send, measured } = await underLoad(20);
  await wait(60);
  const { items } = (await send('GET', '/apis/metrics.k8s.io/v1beta1/namespaces/default/pods?labelSelector=app=web')) as never as {
    items: readonly { containers: readonly { usage: { cpu: string } }[] }[];
  };
  const [nanoCores] = items.map(({ containers }) => Number.parseInt(containers[0]?.usage.cpu ?? '', 10));
  expect(nanoCores).toBeGreaterThan(380_000_000);
  expect(nanoCores).toBeLessThan(420_000_000);
  const custom = '/apis/custom.metrics.k8s.io/v1beta2/namespaces/default/pods/*/http_requests';
  const values = (await send('GET', `${custom}?metricLabelSelector=code=200`)) as never as { items: { value: string }[] };
  expect(values.items).toHaveLength(1);
  expect(Number.parseInt(values.items[0]?.value ?? '', 10)).toBeGreaterThanOrEqual(19);
  expect(await measured()).toMatch(/^20\.\d\/s sent, (?:19|20)\.\d\/s answered, 0 lost; latency p50 \d\d ms, p95 \d\d ms, max \d+ ms$/);
});

test('under load a Deployment becomes as large as the CPU of its requests needs, and loses none any more', async () => {
  const { wait, autoscale, replicas, measured, pods, current } = await underLoad(60);
  await wait(40);
  // One core answers 50 of the 60 requests a second: the others wait longer and longer, and then are refused.
  expect(await measured()).toMatch(/\/s sent, (?:49|50)\.\d\/s answered, [1-9]\d* lost; latency p50 4\d\d\d ms/);
  await autoscale(cpu);
  await wait(240);
  // One more than is needed while those that wait are answered, too.
  expect([3, 4]).toContain(replicas());
  expect(current()?.resource?.current.averageUtilization).toBeGreaterThan(50);
  expect(current()?.resource?.current.averageUtilization).toBeLessThan(90);
  expect(await measured()).toMatch(/^60\.\d\/s sent, (?:59|60)\.\d\/s answered, 0 lost; latency p50 \d\d ms/);
  await wait(360);
  expect(replicas()).toBe(3);
  expect(pods()).toHaveLength(3);
  await wait(120);
  expect(replicas()).toBe(3);
  expect(await measured()).toMatch(/, 0 lost; latency p50 \d\d ms/);
});

test('by requests a second of each Pod, too', async () => {
  const { wait, autoscale, replicas, current } = await underLoad(60);
  const target = { type: 'AverageValue', averageValue: '15' };
  await wait(20);
  await autoscale([{ type: 'Pods', pods: { metric: { name: 'http_requests' }, target } }]);
  await wait(240);
  expect([4, 5]).toContain(replicas());
  expect(Number(current()?.pods?.current.averageValue?.replace('m', '')) || 0).toBeGreaterThan(0);
});
