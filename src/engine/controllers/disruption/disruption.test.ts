import { DaemonSet, Deployment, Event, type KubeObject, kinds, Pod, PodDisruptionBudget, ReplicaSet } from 'converge/sdk';
import { expect, test } from 'vitest';
import { createWorld, type World } from '../../sdk/testing/world.ts';
import { deploymentController } from '../deployment/index.ts';
import { replicaSetController } from '../replicaset/index.ts';
import { createDisruptionController } from './index.ts';
import { selectorText } from './selector-text.ts';

const labels = { app: 'web' };
const namespace = 'default';
const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'nginx' }] } };

async function worldWith(spec: object, replicas = 4) {
  const world = createWorld({ controllers: [deploymentController, replicaSetController, createDisruptionController(kinds)] });
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
  const world = createWorld({ controllers: [createDisruptionController(kinds)] });
  await world.create(Pod, { metadata: { name: 'alone', namespace, labels }, spec: template.spec });
  await world.create(PodDisruptionBudget, {
    metadata: { name: 'budget', namespace },
    spec: { maxUnavailable: 1, selector: { matchLabels: labels } },
  });
  await world.settle();
  expect(world.objects(PodDisruptionBudget)[0]?.status).toMatchObject({ expectedPods: 0, disruptionsAllowed: 0 });
});

const budgetNamed = (name: string, spec: object) => ({ metadata: { name, namespace }, spec: { selector: { matchLabels: labels }, ...spec } });
const ownedBy = ({ apiVersion, kind, metadata: { name, uid } }: KubeObject) => [{ apiVersion, kind, name, uid, controller: true }];
const warnings = (world: World) =>
  world
    .objects(Event)
    .filter(({ type }) => type === 'Warning')
    .map(({ reason, message, involvedObject }) => [involvedObject.name, reason, message]);

test('an owner without the subresource scale: the budget says so, and its Event', async () => {
  const world = createWorld({ controllers: [createDisruptionController(kinds)] });
  const set = await world.create(DaemonSet, { metadata: { name: 'agent', namespace }, spec: { selector: { matchLabels: labels }, template } });
  await world.create(Pod, { metadata: { name: 'agent-1', namespace, labels, ownerReferences: ownedBy(set) }, spec: template.spec });
  await world.create(PodDisruptionBudget, budgetNamed('budget', { maxUnavailable: 1 }));
  await world.settle();
  const why = 'daemonsets.apps does not implement the scale subresource';
  expect(world.objects(PodDisruptionBudget)[0]?.status.conditions).toMatchObject([{ reason: 'SyncFailed', message: why }]);
  expect(warnings(world)).toEqual([
    ['budget', 'CalculateExpectedPodCountFailed', `Failed to calculate the number of expected pods: ${why}`],
  ]);
});

test('a ReplicaSet whose Deployment is gone is asked for its scale; of an unknown kind nothing is known', async () => {
  const world = createWorld({ controllers: [createDisruptionController(kinds)] });
  const ownerReferences = [{ apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid: 'gone', controller: true }];
  const spec = { replicas: 3, selector: { matchLabels: labels }, template };
  const set = await world.create(ReplicaSet, { metadata: { name: 'web', namespace, ownerReferences }, spec });
  await world.create(Pod, { metadata: { name: 'web-1', namespace, labels, ownerReferences: ownedBy(set) }, spec: template.spec });
  await world.create(PodDisruptionBudget, budgetNamed('budget', { minAvailable: '50%' }));
  await world.settle();
  const status = () => world.objects(PodDisruptionBudget)[0]?.status;
  expect(status()).toMatchObject({ expectedPods: 3, desiredHealthy: 2 });
  const strange = [{ apiVersion: 'example.com/v1', kind: 'Shop', name: 'a', uid: 'b', controller: true }];
  await world.create(Pod, { metadata: { name: 'shop-1', namespace, labels, ownerReferences: strange }, spec: template.spec });
  await world.settle();
  expect(status()?.conditions).toMatchObject([{ message: 'no matches for kind "Shop" in version "example.com/v1"' }]);
});

test('a Pod under two budgets gets an Event when it changes', async () => {
  const world = createWorld({ controllers: [createDisruptionController(kinds)] });
  await world.create(PodDisruptionBudget, budgetNamed('a', { minAvailable: 1 }));
  await world.create(PodDisruptionBudget, budgetNamed('b', { minAvailable: 1 }));
  await world.create(Pod, { metadata: { name: 'web-1', namespace, labels }, spec: template.spec });
  await world.settle();
  expect(warnings(world)).toEqual([
    ['web-1', 'MultiplePodDisruptionBudgets', 'Pod "default"/"web-1" matches multiple PodDisruptionBudgets.  Chose "a" arbitrarily.'],
  ]);
});

test('a Pod whose eviction was granted and that is there two minutes later is said', async () => {
  const world = createWorld({ controllers: [createDisruptionController(kinds)] });
  await world.create(Pod, { metadata: { name: 'web-1', namespace, labels }, spec: template.spec });
  await world.create(PodDisruptionBudget, budgetNamed('budget', { minAvailable: 1 }));
  await world.settle();
  const disruptedPods = { 'web-1': new Date(world.kernel.clock.now()).toISOString().slice(0, 19) + 'Z' };
  const patch = { status: { disruptedPods } };
  await world.finish(world.client.patch(PodDisruptionBudget, 'default/budget', patch, { type: 'merge', subresource: 'status' }));
  await world.sleep(100_000);
  expect(warnings(world)).toEqual([]);
  await world.sleep(30_000);
  expect(warnings(world)).toEqual([
    ['web-1', 'NotDeleted', "Pod was expected by PDB default/default to be deleted but it wasn't"],
  ]);
  expect(world.objects(PodDisruptionBudget)[0]?.status.disruptedPods).toBeUndefined();
});

test.each([
  [{}, '&LabelSelector{MatchLabels:map[string]string{},MatchExpressions:[]LabelSelectorRequirement{},}'],
  [
    {
      matchLabels: { b: '2', a: '1' },
      matchExpressions: [
        { key: 'app', operator: 'In', values: ['web', 'db'] },
        { key: 'old', operator: 'DoesNotExist' },
      ],
    },
    '&LabelSelector{MatchLabels:map[string]string{a: 1,b: 2,},MatchExpressions:[]LabelSelectorRequirement{' +
      'LabelSelectorRequirement{Key:app,Operator:In,Values:[web db],},LabelSelectorRequirement{Key:old,Operator:DoesNotExist,Values:[],},},}',
  ],
] as const)('the selector %j is printed as Go prints it', (selector, text) => {
  expect(selectorText(selector)).toBe(text);
});
