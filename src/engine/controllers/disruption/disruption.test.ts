import { Deployment, Pod, PodDisruptionBudget } from 'converge/sdk';
import { expect, test } from 'vitest';
import { createWorld } from '../../sdk/testing/world.ts';
import { deploymentController } from '../deployment/index.ts';
import { replicaSetController } from '../replicaset/index.ts';
import { disruptionController } from './index.ts';

const labels = { app: 'web' };
const namespace = 'default';
const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'nginx' }] } };

async function worldWith(spec: object, replicas = 4) {
  const world = createWorld({ controllers: [deploymentController, replicaSetController, disruptionController] });
  world.runPods();
  await world.create(Deployment, {
    metadata: { name: 'web', namespace },
    spec: { replicas, selector: { matchLabels: labels }, template },
  });
  await world.create(PodDisruptionBudget, {
    metadata: { name: 'budget', namespace },
    spec: { selector: { matchLabels: labels }, ...spec },
  });
  await world.settle();
  const status = () => world.objects(PodDisruptionBudget)[0]?.status;
  const evict = async (name: string) => {
    const handler = world.connections.connect('tester', { name: 'tester', groups: ['system:masters'] });
    const path = `/api/v1/namespaces/${namespace}/pods/${name}/eviction`;
    const body = { metadata: { name } };
    const user = { name: 'tester', groups: ['system:masters'] };
    const answered = Promise.withResolvers<{ code: number; body: unknown }>();
    const exchange = {
      respond: ({ code, body: answer }: { code: number; body?: unknown }) => answered.resolve({ code, body: answer }),
      write: () => {},
      end: () => {},
    };
    handler({ method: 'POST', path, query: {}, headers: {}, body, user }, exchange);
    return world.finish(answered.promise);
  };
  return { world, status, evict };
}

test.each([
  [{ minAvailable: 3 }, { expectedPods: 4, desiredHealthy: 3, currentHealthy: 4, disruptionsAllowed: 1 }],
  [{ minAvailable: '30%' }, { expectedPods: 4, desiredHealthy: 2, currentHealthy: 4, disruptionsAllowed: 2 }],
  [{ maxUnavailable: 1 }, { expectedPods: 4, desiredHealthy: 3, currentHealthy: 4, disruptionsAllowed: 1 }],
  [{ maxUnavailable: '30%' }, { expectedPods: 4, desiredHealthy: 2, currentHealthy: 4, disruptionsAllowed: 2 }],
  [{ minAvailable: 9 }, { expectedPods: 4, desiredHealthy: 9, currentHealthy: 4, disruptionsAllowed: 0 }],
  [{ maxUnavailable: 0 }, { expectedPods: 4, desiredHealthy: 4, currentHealthy: 4, disruptionsAllowed: 0 }],
])('of four healthy pods %j leaves %j', async (spec, counts) => {
  const { status } = await worldWith(spec);
  expect(status()).toMatchObject({ ...counts, observedGeneration: 1 });
  const isAllowed = counts.disruptionsAllowed > 0;
  expect(status()?.conditions).toMatchObject([
    {
      type: 'DisruptionAllowed',
      status: isAllowed ? 'True' : 'False',
      reason: isAllowed ? 'SufficientPods' : 'InsufficientPods',
    },
  ]);
});

test('an eviction takes one disruption; beyond the budget it is refused and the pod stays', async () => {
  const { world, status, evict } = await worldWith({ minAvailable: 3 });
  const [first, second] = world.objects(Pod).map(({ metadata }) => metadata.name);
  const granted = await evict(first ?? '');
  expect(granted).toMatchObject({ code: 201, body: { status: 'Success' } });
  const refused = await evict(second ?? '');
  expect(refused).toMatchObject({
    code: 429,
    body: {
      reason: 'TooManyRequests',
      message: "Cannot evict pod as it would violate the pod's disruption budget.",
      details: { causes: [{ reason: 'DisruptionBudget' }] },
    },
  });
  expect(world.objects(Pod).map(({ metadata }) => metadata.name)).toContain(second);
  await world.settle();
  expect(status()).toMatchObject({ currentHealthy: 4, disruptionsAllowed: 1 });
});

test('two budgets of one pod are one too many', async () => {
  const { world, evict } = await worldWith({ minAvailable: 3 });
  await world.create(PodDisruptionBudget, {
    metadata: { name: 'other', namespace },
    spec: { selector: { matchLabels: labels } },
  });
  const [pod] = world.objects(Pod);
  const { code, body } = await evict(pod?.metadata.name ?? '');
  expect([code, body]).toEqual([
    500,
    expect.objectContaining({ message: expect.stringContaining('more than one PodDisruptionBudget') }),
  ]);
});

test('pods without a controller are said, where controllers are what counts', async () => {
  const world = createWorld({ controllers: [disruptionController] });
  await world.create(Pod, { metadata: { name: 'alone', namespace, labels }, spec: template.spec });
  await world.create(PodDisruptionBudget, {
    metadata: { name: 'budget', namespace },
    spec: { maxUnavailable: 1, selector: { matchLabels: labels } },
  });
  await world.settle();
  expect(world.objects(PodDisruptionBudget)[0]?.status).toMatchObject({ expectedPods: 0, disruptionsAllowed: 0 });
});
