/** Autoscalers of a whole cluster: Pods that say by annotations what they use, and what comes of it. */
import {
  CustomResourceDefinition,
  Deployment,
  Event,
  type Json,
  type Kind,
  type KubeObject,
  Pod,
} from 'converge/sdk';
import { expect, test } from 'vitest';
import { type Fields, started } from './testing/autoscaled-cluster.ts';

const cpu = (averageUtilization: number): Json => ({
  type: 'Resource',
  resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization } },
});

test('it grows at the next look, to the most there may be, and shrinks after five minutes', async () => {
  const { sleep, deploy, autoscale, status, condition, said, use, until, list } = await started();
  await deploy(2, { 'converge.dev/cpu-usage': '50m' });
  await sleep(10);
  await autoscale({ minReplicas: 1, metrics: [cpu(50)] });
  await sleep(14);
  expect((await status()).conditions).toBeUndefined();
  await sleep(3);
  expect(await status()).toMatchObject({
    currentReplicas: 2,
    desiredReplicas: 2,
    currentMetrics: [
      { type: 'Resource', resource: { name: 'cpu', current: { averageUtilization: 50, averageValue: '50m' } } },
    ],
  });
  expect(await condition('AbleToScale')).toMatchObject({ status: 'True', reason: 'ReadyForNewScale' });
  expect(await condition('ScalingActive')).toEqual({
    status: 'True',
    reason: 'ValidMetricFound',
    message:
      'the HPA was able to successfully calculate a replica count from cpu resource utilization (percentage of request)',
  });
  expect(await condition('ScalingLimited')).toMatchObject({ status: 'False', reason: 'DesiredWithinRange' });

  await use({ 'converge.dev/cpu-usage': '110m' });
  expect(await until(4)).toBeLessThanOrEqual(15);
  await sleep(1);
  expect(await condition('ScalingLimited')).toMatchObject({ status: 'True', reason: 'ScaleUpLimit' });
  expect(await until(5)).toBeLessThanOrEqual(15);
  await sleep(1);
  expect(await condition('AbleToScale')).toMatchObject({ status: 'True', reason: 'SucceededRescale' });
  expect((await status()).lastScaleTime).toBeDefined();

  await sleep(40);
  await use({ 'converge.dev/cpu-usage': '300m' });
  await sleep(16);
  expect(await condition('ScalingLimited')).toMatchObject({ status: 'True', reason: 'TooManyReplicas' });
  await use({ 'converge.dev/cpu-usage': '5m' });
  await sleep(16);
  expect(await condition('AbleToScale')).toMatchObject({ status: 'True', reason: 'ScaleDownStabilized' });
  const seconds = await until(1);
  expect(seconds).toBeGreaterThan(255);
  expect(seconds).toBeLessThan(305);
  await sleep(3);
  expect(await list(Pod)).toHaveLength(1);
  expect(await said()).toEqual([
    'SuccessfulRescale: New size: 4; reason: cpu resource utilization (percentage of request) above target',
    'SuccessfulRescale: New size: 5; reason: cpu resource utilization (percentage of request) above target',
    'SuccessfulRescale: New size: 1; reason: All metrics below target',
  ]);
});

test('a behavior says how fast it shrinks and that it doesn’t grow', async () => {
  const { sleep, deploy, autoscale, replicas, use, condition, until } = await started();
  await deploy(4, { 'converge.dev/cpu-usage': '10m' });
  await sleep(10);
  const scaleDown = { stabilizationWindowSeconds: 0, policies: [{ type: 'Pods', value: 1, periodSeconds: 60 }] };
  await autoscale({ metrics: [cpu(50)], behavior: { scaleUp: { selectPolicy: 'Disabled' }, scaleDown } });
  expect(await until(3)).toBeLessThanOrEqual(16);
  expect(await condition('ScalingLimited')).toMatchObject({ status: 'True', reason: 'ScaleDownLimit' });
  await sleep(50);
  expect(await replicas()).toBe(3);
  expect(await until(2)).toBeLessThanOrEqual(15);
  await use({ 'converge.dev/cpu-usage': '500m' });
  await sleep(40);
  expect(await replicas()).toBe(2);
  expect(await condition('ScalingLimited')).toMatchObject({ status: 'True', reason: 'ScaleUpLimit' });
});

test('a number outside the limits is put right whatever the metrics say', async () => {
  const { sleep, deploy, autoscale, said, until, client, done, condition } = await started();
  await deploy(1, { 'converge.dev/cpu-usage': '' });
  await autoscale({ minReplicas: 3, maxReplicas: 4, metrics: [cpu(50)] });
  expect(await until(3)).toBeLessThanOrEqual(16);
  await done(client.patch(Deployment, 'default/web', { spec: { replicas: 9 } }, { type: 'merge' }));
  expect(await until(4)).toBeLessThanOrEqual(15);
  expect(await said()).toEqual([
    'SuccessfulRescale: New size: 3; reason: Current number of replicas below Spec.MinReplicas',
    'SuccessfulRescale: New size: 4; reason: Current number of replicas above Spec.MaxReplicas',
  ]);
  await done(client.patch(Deployment, 'default/web', { spec: { replicas: 0 } }, { type: 'merge' }));
  await sleep(16);
  expect(await condition('ScalingActive')).toEqual({
    status: 'False',
    reason: 'ScalingDisabled',
    message: 'scaling is disabled since the replica count of the target is zero',
  });
});

interface Hindrance {
  readonly annotations?: Fields;
  readonly requests?: Fields;
  readonly spec: Fields;
  readonly reason: string;
  readonly error: string;
}

const byAverage = (name: string, averageValue: string): Json => ({
  type: 'Resource',
  resource: { name, target: { type: 'AverageValue', averageValue } },
});

test.each<[what: string, hindrance: Hindrance]>([
  [
    'nothing is reported',
    {
      annotations: { 'converge.dev/cpu-usage': '', 'converge.dev/memory-usage': '' },
      spec: { metrics: [cpu(50)] },
      reason: 'FailedGetResourceMetric',
      error:
        'failed to get cpu utilization: unable to get metrics for resource cpu: no metrics returned from resource metrics API',
    },
  ],
  [
    'CPU alone isn’t reported',
    {
      annotations: { 'converge.dev/cpu-usage': '' },
      spec: { metrics: [byAverage('cpu', '50m')] },
      reason: 'FailedGetResourceMetric',
      error: 'failed to get cpu usage: did not receive metrics for targeted pods (pods might be unready)',
    },
  ],
  [
    'nothing is requested',
    {
      requests: {},
      spec: { metrics: [cpu(50)] },
      reason: 'FailedGetResourceMetric',
      error: expect.stringMatching(
        /^failed to get cpu utilization: missing request for cpu in container main of Pod web-\w+-\w+$/,
      ) as unknown as string,
    },
  ],
  [
    'a container that there isn’t',
    {
      spec: {
        metrics: [
          {
            type: 'ContainerResource',
            containerResource: {
              name: 'cpu',
              container: 'other',
              target: { type: 'Utilization', averageUtilization: 50 },
            },
          },
        ],
      },
      reason: 'FailedGetContainerResourceMetric',
      error: expect.stringContaining(
        'container other not present in metrics for pod default/web-',
      ) as unknown as string,
    },
  ],
  [
    'a metric without a source',
    {
      spec: {
        metrics: [
          { type: 'Pods', pods: { metric: { name: 'qps' }, target: { type: 'AverageValue', averageValue: '10' } } },
        ],
      },
      reason: 'FailedGetPodsMetric',
      error:
        'unable to get metric qps: unable to fetch metrics from custom metrics API: no known available metric versions found',
    },
  ],
])('it says why it can’t tell: %s', async (_, { annotations = {}, requests, spec, reason, error }) => {
  const { sleep, deploy, autoscale, said, replicas, status, list } = await started();
  await deploy(2, annotations, requests);
  await sleep(10);
  await autoscale(spec);
  await sleep(17);
  expect(await replicas()).toBe(2);
  const active = (await status()).conditions?.find(({ type }) => type === 'ScalingActive');
  expect(active).toMatchObject({ status: 'False', reason });
  const events = (await list(Event)).filter(({ involvedObject }) => involvedObject.kind === 'HorizontalPodAutoscaler');
  expect(events.map((each) => each.reason)).toEqual([reason, 'FailedComputeMetricsReplicas']);
  expect(events[0]?.message).toEqual(error);
  expect((await said())[1]).toContain(
    'FailedComputeMetricsReplicas: invalid metrics (1 invalid out of 1), first error is: failed to get ',
  );
  expect((await said())[1]).toContain(events[0]?.message);
  expect(active?.message).toBe(`the HPA was unable to compute the replica count: ${events[0]?.message}`);
});

test('with one of two metrics missing it grows and doesn’t shrink', async () => {
  const { sleep, deploy, autoscale, replicas, use, condition } = await started();
  await deploy(2, { 'converge.dev/cpu-usage': '100m' });
  await sleep(10);
  const metrics = [
    { type: 'Pods', pods: { metric: { name: 'qps' }, target: { type: 'AverageValue', averageValue: '10' } } },
    cpu(50),
  ];
  await autoscale({ minReplicas: 1, metrics });
  await sleep(17);
  expect(await replicas()).toBe(4);
  await sleep(10);
  await use({ 'converge.dev/cpu-usage': '1m' });
  await sleep(400);
  expect(await replicas()).toBe(4);
  expect(await condition('ScalingActive')).toMatchObject({ status: 'False', reason: 'FailedGetPodsMetric' });
});

test('one container is measured, memory by an average, and the larger number counts', async () => {
  const { sleep, deploy, autoscale, status, replicas, condition } = await started();
  await deploy(2, {
    'converge.dev/cpu-usage.main': '60m',
    'converge.dev/cpu-usage': '999m',
    'converge.dev/memory-usage': '64Mi',
  });
  await sleep(10);
  const container = { name: 'cpu', container: 'main', target: { type: 'Utilization', averageUtilization: 60 } };
  await autoscale({
    metrics: [{ type: 'ContainerResource', containerResource: container }, byAverage('memory', '48Mi')],
  });
  await sleep(17);
  expect(await replicas()).toBe(3);
  expect((await status()).currentMetrics).toEqual([
    {
      type: 'ContainerResource',
      containerResource: { name: 'cpu', container: 'main', current: { averageUtilization: 60, averageValue: '60m' } },
    },
    { type: 'Resource', resource: { name: 'memory', current: { averageValue: '67108864' } } },
  ]);
  expect((await condition('ScalingActive')).message).toBe(
    'the HPA was able to successfully calculate a replica count from memory resource',
  );
});

test('two autoscalers of the same Pods both stand still', async () => {
  const { sleep, deploy, autoscale, replicas, condition, said } = await started();
  await deploy(2, { 'converge.dev/cpu-usage': '100m' });
  await sleep(10);
  await autoscale({ metrics: [cpu(100)] });
  await autoscale({ metrics: [cpu(100)] }, 'another');
  await sleep(40);
  const message = 'pods by selector app=web are controlled by multiple HPAs: [default/another default/web]';
  expect(await condition('ScalingActive')).toEqual({ status: 'False', reason: 'AmbiguousSelector', message });
  expect(await replicas()).toBe(2);
  expect(await said()).toContain(`AmbiguousSelector: ${message}`);
});

test('a target that there isn’t', async () => {
  const { sleep, autoscale, condition, said } = await started();
  await autoscale({});
  await sleep(17);
  const error = 'deployments.apps "web" not found';
  expect(await condition('AbleToScale')).toEqual({
    status: 'False',
    reason: 'FailedGetScale',
    message: `the HPA controller was unable to get the target's current scale: ${error}`,
  });
  expect(await said()).toEqual([`FailedGetScale: ${error}`]);
});

test('a kind of a CustomResourceDefinition is scaled by its subresource', async () => {
  const { sleep, done, client, autoscale, deploy } = await started();
  const replicas = { type: 'object', properties: { replicas: { type: 'integer' }, selector: { type: 'string' } } };
  const version = {
    name: 'v1',
    served: true,
    storage: true,
    schema: { openAPIV3Schema: { type: 'object', properties: { spec: replicas, status: replicas } } },
    subresources: {
      status: {},
      scale: {
        specReplicasPath: '.spec.replicas',
        statusReplicasPath: '.status.replicas',
        labelSelectorPath: '.status.selector',
      },
    },
  };
  const names = { plural: 'gangs', singular: 'gang', kind: 'Gang', listKind: 'GangList' };
  const metadata = { name: 'gangs.example.com' };
  await done(
    client.create(CustomResourceDefinition, {
      metadata,
      spec: { group: 'example.com', scope: 'Namespaced', names, versions: [version] },
    } as never),
  );
  await sleep(5);
  const Gang: Kind<KubeObject & { readonly spec?: Json; readonly status?: Json }> = {
    group: 'example.com',
    version: 'v1',
    kind: 'Gang',
    plural: 'gangs',
    namespaced: true,
  };
  const gang = await done(
    client.create(Gang, { metadata: { name: 'crew', namespace: 'default' }, spec: { replicas: 2 } }),
  );
  await done(client.updateStatus(Gang, { ...gang, status: { replicas: 2, selector: 'app=web' } }));
  await deploy(2, { 'converge.dev/cpu-usage': '100m' });
  await sleep(10);
  await autoscale({ scaleTargetRef: { apiVersion: 'example.com/v1', kind: 'Gang', name: 'crew' }, metrics: [cpu(50)] });
  await sleep(17);
  expect((await done(client.get(Gang, 'default/crew'))).spec).toEqual({ replicas: 4 });
});
