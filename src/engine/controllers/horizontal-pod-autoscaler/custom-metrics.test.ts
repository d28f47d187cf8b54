/** Autoscalers of a whole cluster by metrics that objects say: of Pods, of another object, of what is outside. */
import { ConfigMap, HorizontalPodAutoscaler, type Json, Service } from 'converge/sdk';
import { expect, test } from 'vitest';
import { started } from './testing/autoscaled-cluster.ts';

const requests = 'converge.dev/metric.requests';
const byPods = (averageValue: string): Json => ({
  type: 'Pods',
  pods: { metric: { name: 'requests' }, target: { type: 'AverageValue', averageValue } },
});

test('a value of each Pod: it grows, shows what it measures, and shrinks when asked for less', async () => {
  const { sleep, deploy, autoscale, status, condition, said, use, until, replicas } = await started();
  await deploy(2, { [requests]: '15' });
  await sleep(10);
  await autoscale({ minReplicas: 1, metrics: [byPods('10')], behavior: { scaleDown: { stabilizationWindowSeconds: 0 } } });
  await sleep(17);
  expect(await replicas()).toBe(3);
  expect((await status()).currentMetrics).toEqual([
    { type: 'Pods', pods: { metric: { name: 'requests' }, current: { averageValue: '15' } } },
  ]);
  expect((await condition('ScalingActive')).message).toBe(
    'the HPA was able to successfully calculate a replica count from pods metric requests',
  );
  await use({ [requests]: '2500m' });
  expect(await until(1)).toBeLessThan(20);
  expect(await said()).toEqual([
    'SuccessfulRescale: New size: 3; reason: pods metric requests above target',
    'SuccessfulRescale: New size: 1; reason: All metrics below target',
  ]);
});

const describedObject = { apiVersion: 'v1', kind: 'Service', name: 'shop' };
const objectOf = (target: Json): Json => ({
  type: 'Object',
  object: { describedObject, metric: { name: 'requests', selector: { matchLabels: { verb: 'GET' } } }, target },
});

test('a value of a Service, as one number and as a share for each Pod', async () => {
  const { sleep, deploy, autoscale, status, client, done, replicas, condition, said } = await started();
  await deploy(2, {});
  const annotations = { [requests]: '{verb="GET"} 40\n{verb="PUT"} 500' };
  const spec = { selector: { app: 'web' }, ports: [{ port: 80 }] };
  await done(client.create(Service, { metadata: { name: 'shop', namespace: 'default', annotations }, spec } as never));
  await sleep(10);
  await autoscale({ metrics: [objectOf({ type: 'Value', value: '20' })] });
  await sleep(17);
  expect(await replicas()).toBe(4);
  const metric = { name: 'requests', selector: { matchLabels: { verb: 'GET' } } };
  expect((await status()).currentMetrics).toEqual([
    { type: 'Object', object: { describedObject, metric, current: { value: '40' } } },
  ]);
  expect((await condition('ScalingActive')).message).toContain('from Service metric requests');

  const average = { spec: { metrics: [objectOf({ type: 'AverageValue', averageValue: '8' })] } };
  await done(client.patch(HorizontalPodAutoscaler, 'default/web', average, { type: 'merge' }));
  await sleep(15);
  expect(await replicas()).toBe(5);
  expect((await status()).currentMetrics).toEqual([
    { type: 'Object', object: { describedObject: { kind: '', name: '' }, metric, current: { averageValue: '10' } } },
  ]);
  expect((await said()).at(-1)).toBe(
    'SuccessfulRescale: New size: 5; reason: external metric requests(&LabelSelector{MatchLabels:map[string]string{verb: GET,},MatchExpressions:[]LabelSelectorRequirement{},}) above target',
  );
});

test('a metric from outside is the sum of its values, and the larger of two metrics counts', async () => {
  const { sleep, deploy, autoscale, status, client, done, replicas, said, until } = await started();
  await deploy(1, { [requests]: '20' });
  const metadata = { name: 'queues', namespace: 'default', labels: { 'converge.dev/external-metrics': 'true' } };
  const data = { depth: '{queue="orders"} 12\n{queue="mail"} 3\n{queue="other"} 70' };
  await done(client.create(ConfigMap, { metadata, data } as never));
  await sleep(10);
  const matchExpressions = [{ key: 'queue', operator: 'In', values: ['mail', 'orders'] }];
  const depth = { name: 'depth', selector: { matchExpressions } };
  const external = { metric: depth, target: { type: 'AverageValue', averageValue: '5' } };
  const behavior = { scaleDown: { stabilizationWindowSeconds: 0 } };
  await autoscale({ minReplicas: 1, metrics: [byPods('10'), { type: 'External', external }], behavior });
  await sleep(17);
  expect(await replicas()).toBe(3);
  expect((await status()).currentMetrics?.[1]).toEqual({
    type: 'External',
    external: { metric: depth, current: { averageValue: '15' } },
  });
  // Each Pod has more than it should.
  expect(await until(5)).toBeLessThan(31);
  await done(client.patch(ConfigMap, 'default/queues', { data: { depth: null } }, { type: 'merge' }));
  await sleep(16);
  expect((await said()).filter((each) => each.startsWith('Failed'))).toEqual([
    'FailedGetExternalMetric: unable to get external metric default/depth/&LabelSelector{MatchLabels:map[string]string{},MatchExpressions:[]LabelSelectorRequirement{LabelSelectorRequirement{Key:queue,Operator:In,Values:[mail orders],},},}: unable to fetch metrics from external metrics API: no known available metric versions found',
  ]);
});

test('without a value of an object it says so, and a tolerance of its own is dropped', async () => {
  const { sleep, deploy, autoscale, condition, client, done } = await started();
  await deploy(1, { [requests]: '1' });
  const scaleUp = { tolerance: '0.5' };
  const autoscaler = await autoscale({ metrics: [objectOf({ type: 'Value', value: '20' })], behavior: { scaleUp } });
  expect(autoscaler.spec.behavior?.scaleUp).toEqual({
    policies: expect.any(Array),
    selectPolicy: 'Max',
    stabilizationWindowSeconds: 0,
  });
  const patch = { spec: { behavior: { scaleDown: { tolerance: '0' } } } };
  const changed = await done(client.patch(HorizontalPodAutoscaler, 'default/web', patch, { type: 'merge' }));
  expect(changed.spec.behavior?.scaleDown).not.toHaveProperty('tolerance');
  await sleep(17);
  expect(await condition('ScalingActive')).toEqual({
    status: 'False',
    reason: 'FailedGetObjectMetric',
    message:
      'the HPA was unable to compute the replica count: unable to get metric requests: Service on default shop/unable to fetch metrics from custom metrics API: the server could not find the metric requests for services',
  });
});
