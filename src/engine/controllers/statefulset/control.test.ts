/** Scaling, updates and rollbacks over the API: upstream's cases of pkg/controller/statefulset/stateful_set_control_test.go, for ordered and parallel sets. */
import { conditionOf, ControllerRevision, Event, isReady, type Json, Pod, StatefulSet } from 'converge/sdk';
import { describe, expect, test } from 'vitest';
import { createWorld } from '../../sdk/testing/world.ts';
import { statefulSetController } from './index.ts';
import { ordinalOf } from './identity.ts';

const labels = { app: 'web' };
const images = (image: string): Json => ({ spec: { containers: [{ name: 'main', image }] } });

async function worldWith(replicas: number, spec: object = {}) {
  const world = createWorld({ controllers: [statefulSetController] });
  world.runPods();
  /** Most members that did not serve at any moment since the last call of `change`, of those that were there before. */
  const seen = { unready: 0, broken: [] as string[] };
  const isParallel = (spec as { podManagementPolicy?: string }).podManagementPolicy === 'Parallel';
  const pods = (): readonly Pod[] => [...world.objects(Pod)].sort((a, b) => ordinalOf(a) - ordinalOf(b));
  const set = (): StatefulSet | undefined => world.objects(StatefulSet)[0];

  /** Runs until nothing happens, looking at each instant. */
  async function settle(): Promise<void> {
    seen.unready = 0;
    while (!world.kernel.quiet()) {
      await world.kernel.run({ instants: 1 });
      const all = pods();
      const ready = all.filter((pod) => isReady(pod) && pod.metadata.deletionTimestamp === undefined);
      seen.unready = Math.max(seen.unready, (set()?.spec.replicas ?? 0) - ready.length);
    }
  }

  /** While a set scales up in order, none is there before the one below it is ready. (upstream assertMonotonicInvariants) */
  async function scaleUp(): Promise<void> {
    while (!world.kernel.quiet()) {
      await world.kernel.run({ instants: 1 });
      const all = pods();
      for (const [index, pod] of all.entries()) {
        const below = all[index - 1];
        if (!isParallel && below !== undefined && !isReady(below)) seen.broken.push(`${pod.metadata.name} before ${below.metadata.name} is ready`);
      }
    }
  }

  const merge = async (patch: Json): Promise<void> => {
    await world.merge(StatefulSet, 'default/web', patch);
    await settle();
  };
  const template = { metadata: { labels }, spec: { containers: [{ name: 'main', image: 'nginx:1' }] } };
  await world.create(StatefulSet, {
    metadata: { name: 'web', namespace: 'default' },
    spec: { replicas, selector: { matchLabels: labels }, serviceName: 'web', template, ...spec },
  });
  await scaleUp();
  expect(seen.broken).toEqual([]);
  return {
    world,
    seen,
    pods,
    set,
    merge,
    settle,
    names: () => pods().map(({ metadata }) => metadata.name),
    images: () => pods().map(({ spec: { containers } }) => containers[0]?.image),
    revisions: () => world.objects(ControllerRevision).map(({ revision }) => revision).sort((a, b) => a - b),
    messages: () => world.objects(Event).map(({ reason, message }) => `${reason}: ${message}`),
  };
}

const policies = ['OrderedReady', 'Parallel'];

describe.each(policies)('%s', (podManagementPolicy) => {
  test('CreatesPods, ScalesUp, ScalesDown', async () => {
    const { names, merge, set } = await worldWith(3, { podManagementPolicy });
    expect(names()).toEqual(['web-0', 'web-1', 'web-2']);
    await merge({ spec: { replicas: 5 } });
    expect(names()).toEqual(['web-0', 'web-1', 'web-2', 'web-3', 'web-4']);
    await merge({ spec: { replicas: 1 } });
    expect(names()).toEqual(['web-0']);
    const { currentRevision, updateRevision, ...counts } = set()?.status ?? { replicas: 0 };
    expect(counts).toEqual({
      availableReplicas: 1,
      collisionCount: 0,
      currentReplicas: 1,
      observedGeneration: 3,
      readyReplicas: 1,
      replicas: 1,
      updatedReplicas: 1,
    });
    expect(currentRevision).toMatch(/^web-[4-9bcdf]+$/);
    expect(updateRevision).toBe(currentRevision);
  });

  test('ReplacesPods', async () => {
    const { world, pods, names, settle } = await worldWith(5, { podManagementPolicy });
    const before = pods().map(({ metadata }) => metadata.uid);
    for (const name of ['web-0', 'web-2', 'web-4']) await world.remove(Pod, `default/${name}`);
    await settle();
    expect(names()).toEqual(['web-0', 'web-1', 'web-2', 'web-3', 'web-4']);
    const kept = pods().map(({ metadata }, index) => metadata.uid === before[index]);
    expect(kept).toEqual([false, true, false, true, false]);
  });

  test.each(['Failed', 'Succeeded'])('RecreatesFailedPod, RecreatesSucceededPod: %s', async (phase) => {
    const { world, pods, names, settle } = await worldWith(3, { podManagementPolicy });
    const before = pods()[1]?.metadata.uid;
    await world.finish(world.client.patch(Pod, 'default/web-1', { status: { phase } }, { type: 'merge', subresource: 'status' }));
    await settle();
    expect(names()).toEqual(['web-0', 'web-1', 'web-2']);
    expect(pods()[1]?.metadata.uid).not.toBe(before);
    expect(pods().every(isReady)).toBe(true);
  });

  // TestStatefulSetControlRollingUpdate, TestStatefulSetControlRollback
  test.each([
    ['image update', 3, 3],
    ['image update and scale up', 3, 5],
    ['image update and scale down', 5, 3],
  ])('RollingUpdate and Rollback: %s', async (_, from, to) => {
    const { images: current, merge, seen, revisions, set } = await worldWith(from, { podManagementPolicy });
    const first = set()?.status.currentRevision;
    await merge({ spec: { replicas: to, template: images('nginx:2') } });
    expect(current()).toEqual(Array(to).fill('nginx:2'));
    if (from === to) expect(seen.unready).toBe(1);
    expect(set()?.status.currentRevision).not.toBe(first);
    expect(revisions()).toEqual([1, 2]);
    await merge({ spec: { template: images('nginx:1') } });
    expect(current()).toEqual(Array(to).fill('nginx:1'));
    expect(seen.unready).toBe(1);
    expect(revisions()).toEqual([2, 3]);
    expect(set()?.status).toMatchObject({ currentRevision: first, updateRevision: first, currentReplicas: to, updatedReplicas: to });
  });

  // TestStatefulSetControlOnDeleteUpdate
  test.each([
    ['image update', 3, 3],
    ['image update and scale up', 3, 5],
    ['image update and scale down', 5, 3],
  ])('OnDeleteUpdate: %s', async (_, from, to) => {
    const { images: current, merge } = await worldWith(from, { podManagementPolicy, updateStrategy: { type: 'OnDelete' } });
    await merge({ spec: { replicas: to, template: images('nginx:2') } });
    const kept = Math.min(from, to);
    expect(current()).toEqual([...Array(kept).fill('nginx:1'), ...Array(to - kept).fill('nginx:2')]);
    await merge({ spec: { replicas: 0 } });
    await merge({ spec: { replicas: to } });
    expect(current()).toEqual(Array(to).fill('nginx:2'));
  });

  // TestStatefulSetControlRollingUpdateWithPartition
  test.each([
    ['image update', 3],
    ['image update and scale up', 5],
  ])('RollingUpdateWithPartition: %s', async (_, to) => {
    const updateStrategy = { type: 'RollingUpdate', rollingUpdate: { partition: 2 } };
    const { world, images: current, merge, settle, set } = await worldWith(3, { podManagementPolicy, updateStrategy });
    await merge({ spec: { replicas: to, template: images('nginx:2') } });
    const split = ['nginx:1', 'nginx:1', ...Array(to - 2).fill('nginx:2')];
    expect(current()).toEqual(split);
    expect(set()?.status).toMatchObject({ currentReplicas: 2, updatedReplicas: to - 2 });
    // What is made anew below the partition is of the old template still.
    await world.remove(Pod, 'default/web-0');
    await settle();
    expect(current()).toEqual(split);
    await merge({ spec: { updateStrategy: { rollingUpdate: { partition: 0 } } } });
    expect(current()).toEqual(Array(to).fill('nginx:2'));
  });

  // TestStatefulSetControlLimitsHistory, TestStatefulSetHonorRevisionHistoryLimit
  test('LimitsHistory', async () => {
    const { merge, revisions } = await worldWith(2, { podManagementPolicy, revisionHistoryLimit: 2 });
    for (const version of [2, 3, 4, 5, 6]) await merge({ spec: { template: images(`nginx:${version}`) } });
    expect(revisions().length).toBeLessThanOrEqual(2 + 2);
    expect(revisions().at(-1)).toBe(6);
  });

  test('ordinals begin where the set says, and move with it', async () => {
    const { names, merge } = await worldWith(2, { podManagementPolicy, ordinals: { start: 5 } });
    expect(names()).toEqual(['web-5', 'web-6']);
    await merge({ spec: { ordinals: { start: 6 } } });
    expect(names()).toEqual(['web-6', 'web-7']);
  });
});

test('in order, one that isn’t ready holds up all above it; scaling down it is the first to go', async () => {
  const { world, names, merge } = await worldWith(3, { template: { metadata: { labels }, ...(images('bad') as object) } });
  expect(names()).toEqual(['web-0']);
  await merge({ spec: { replicas: 0 } });
  expect(names()).toEqual([]);
  expect(world.log).toEqual([]);
});

test('in parallel none waits', async () => {
  const { names } = await worldWith(3, { podManagementPolicy: 'Parallel', template: { metadata: { labels }, ...(images('bad') as object) } });
  expect(names()).toEqual(['web-0', 'web-1', 'web-2']);
});

test('a broken update stops at its first Pod, and stays stuck when the template goes back, until somebody deletes that Pod', async () => {
  const { world, images: current, merge, settle, set } = await worldWith(3);
  await merge({ spec: { template: images('bad') } });
  expect(current()).toEqual(['nginx:1', 'nginx:1', 'bad']);
  await merge({ spec: { template: images('nginx:1') } });
  expect(current()).toEqual(['nginx:1', 'nginx:1', 'bad']);
  expect(set()?.status).toMatchObject({ readyReplicas: 2, updatedReplicas: 2 });
  await world.remove(Pod, 'default/web-2');
  await settle();
  expect(current()).toEqual(['nginx:1', 'nginx:1', 'nginx:1']);
});

test('a member counts as available after minReadySeconds, and in order the next one waits for that', async () => {
  const { world, names, set } = await worldWith(2, { minReadySeconds: 30 });
  expect(names()).toEqual(['web-0']);
  expect(set()?.status).toMatchObject({ readyReplicas: 1, availableReplicas: 0 });
  await world.sleep(70_000);
  expect(names()).toEqual(['web-0', 'web-1']);
  expect(set()?.status).toMatchObject({ readyReplicas: 2, availableReplicas: 2 });
});

test('Events name the Pod and the set', async () => {
  const { messages, merge, world } = await worldWith(1);
  await merge({ spec: { replicas: 0 } });
  expect(messages()).toEqual([
    'SuccessfulCreate: create Pod web-0 in StatefulSet web successful',
    'SuccessfulDelete: delete Pod web-0 in StatefulSet web successful',
  ]);
  expect(world.objects(Event)[0]?.source).toEqual({ component: 'statefulset-controller' });
});

test('adopts a Pod that has a member’s name, and no other', async () => {
  const { world, merge } = await worldWith(1);
  const pod = (name: string) => world.create(Pod, { metadata: { name, namespace: 'default', labels }, ...(images('nginx:1') as object) });
  await pod('web-1');
  await pod('stray');
  await merge({ spec: { replicas: 2 } });
  const owned = world.objects(Pod).map(({ metadata }) => [metadata.name, metadata.ownerReferences?.[0]?.name]);
  expect(owned).toEqual([['stray', undefined], ['web-0', 'web'], ['web-1', 'web']]);
  const adopted = world.objects(Pod).find(({ metadata }) => metadata.name === 'web-1');
  expect(adopted?.metadata.labels).toMatchObject({ 'statefulset.kubernetes.io/pod-name': 'web-1', 'apps.kubernetes.io/pod-index': '1' });
  expect(conditionOf(adopted?.status.conditions, 'Ready')?.status).toBe('True');
});
