/** Jobs on an API server: what they store, and that nothing is counted twice or lost. */
import { controllerOf, Event, isActive, Job, type Json, Pod, timeMsOf } from 'converge/sdk';
import { expect, test } from 'vitest';
import { createWorld, type World } from '../../sdk/testing/world.ts';
import { createGarbageCollector } from '../garbage-collector/index.ts';
import { createJobController } from './index.ts';
import { trackingFinalizer } from './job-pods.ts';

const startSeconds = Date.parse('2026-01-01T00:00:00Z') / 1000;

interface Settings {
  readonly spec?: Record<string, Json>;
  readonly restartPolicy?: string;
  readonly seed?: number;
}

async function worldWithJob({ spec = {}, restartPolicy = 'Never', seed = 1 }: Settings = {}): Promise<World> {
  const world = createWorld({ seed, controllers: [createJobController()] });
  world.runPods();
  await world.create(Job, jobNamed('sum', spec, restartPolicy));
  await world.settle();
  return world;
}

function jobNamed(name: string, spec: Record<string, Json>, restartPolicy = 'Never'): Json {
  const template = { spec: { restartPolicy, containers: [{ name: 'main', image: 'nginx:1' }] } };
  return { metadata: { name, namespace: 'default' }, spec: { template, ...spec } };
}

/** A running Pod ends; the first in the cache when none is named. */
async function end(world: World, phase: 'Succeeded' | 'Failed', exitCode = phase === 'Failed' ? 1 : 0, name?: string) {
  const pods = world.objects(Pod).filter(isActive);
  const pod = name === undefined ? pods[0] : pods.find(({ metadata }) => metadata.name === name);
  if (pod === undefined) throw new Error('no Pod runs');
  const finishedAt = new Date(world.kernel.clock.now()).toISOString().replace(/\.\d+/, '');
  const terminated = { exitCode, reason: phase === 'Failed' ? 'Error' : 'Completed', finishedAt };
  const main = { name: 'main', image: 'nginx:1', imageID: '', ready: false, restartCount: 0, state: { terminated } };
  const conditions = [{ type: 'Ready', status: 'False', lastTransitionTime: finishedAt }];
  const status = { phase, conditions, containerStatuses: [main] };
  await world.finish(world.client.patch(Pod, pod, { status }, { type: 'merge', subresource: 'status' }));
  await world.settle();
  return pod;
}

const jobOf = (world: World): Job => world.objects(Job)[0] as Job;
const messages = (world: World): readonly string[] => world.objects(Event).map(({ reason, message }) => `${reason}: ${message}`);
const conditionsOf = (world: World) => jobOf(world).status.conditions?.map(({ type, status, reason }) => `${type}=${status} ${reason}`);

test('a Job runs one Pod, counts it and is complete; its Pod stays and can go', async () => {
  const world = await worldWithJob();
  const [pod] = world.objects(Pod);
  expect(pod?.metadata.finalizers).toEqual([trackingFinalizer]);
  expect(pod?.metadata.name).toMatch(/^sum-[a-z0-9]{5}$/);
  expect(jobOf(world).status).toMatchObject({ active: 1, ready: 1, terminating: 0, uncountedTerminatedPods: {} });
  await world.sleep(5000);
  await end(world, 'Succeeded');
  expect(jobOf(world).status).toEqual({
    startTime: '2026-01-01T00:00:00Z',
    completionTime: expect.any(String),
    succeeded: 1,
    ready: 0,
    terminating: 0,
    uncountedTerminatedPods: {},
    conditions: [
      expect.objectContaining({ type: 'SuccessCriteriaMet', status: 'True', reason: 'CompletionsReached' }),
      expect.objectContaining({
        type: 'Complete',
        status: 'True',
        reason: 'CompletionsReached',
        message: 'Reached expected number of succeeded pods',
      }),
    ],
  });
  expect(world.objects(Pod)[0]?.metadata.finalizers).toBeUndefined();
  expect(messages(world)).toEqual([expect.stringMatching(/^SuccessfulCreate: Created pod: sum-/), 'Completed: Job completed']);
  expect(world.log).toEqual([]);
});

test('as many run at once as may, and as many succeed as must', async () => {
  const world = await worldWithJob({ spec: { parallelism: 2, completions: 5 } });
  for (let done = 0; done < 5; done += 1) {
    expect(world.objects(Pod).filter(isActive)).toHaveLength(Math.min(2, 5 - done));
    await end(world, 'Succeeded');
  }
  expect(jobOf(world).status.succeeded).toBe(5);
  expect(world.objects(Pod)).toHaveLength(5);
});

test('a work queue starts no Pod after the first success, and is done when the last one has ended', async () => {
  const world = await worldWithJob({ spec: { parallelism: 3 } });
  await end(world, 'Succeeded');
  expect(jobOf(world).status).toMatchObject({ active: 2, succeeded: 1 });
  await end(world, 'Failed');
  expect(world.objects(Pod)).toHaveLength(3);
  await end(world, 'Succeeded');
  expect(conditionsOf(world)).toContain('Complete=True CompletionsReached');
});

test('after each failure the next Pod waits twice as long, until the limit', async () => {
  const world = await worldWithJob({ spec: { backoffLimit: 3 } });
  const finished: number[] = [];
  for (let failure = 0; failure < 3; failure += 1) {
    finished.push(Math.floor(world.seconds()));
    await end(world, 'Failed');
    expect(jobOf(world).status).toMatchObject({ failed: failure + 1 });
    await world.kernel.run({ while: () => world.objects(Pod).length < failure + 2 });
    await world.settle();
  }
  const made = world.objects(Pod).map(({ metadata }) => timeMsOf(metadata.creationTimestamp) / 1000 - startSeconds);
  expect(made.sort((a, b) => a - b).slice(1).map((seconds, index) => seconds - (finished[index] ?? 0))).toEqual([10, 20, 40]);
  await end(world, 'Failed');
  expect(conditionsOf(world)).toEqual(['FailureTarget=True BackoffLimitExceeded', 'Failed=True BackoffLimitExceeded']);
  expect(jobOf(world).status).toMatchObject({ failed: 4, ready: 0 });
  expect(messages(world).at(-1)).toBe('BackoffLimitExceeded: Job has reached the specified backoff limit');
});

test('a Job that fails ends only when its last Pod is gone', async () => {
  const world = await worldWithJob({ spec: { parallelism: 3, completions: 3, backoffLimit: 0 } });
  const pods = world.objects(Pod);
  const failed = world.client.patch(Pod, pods[0] as Pod, { status: { phase: 'Failed' } }, { type: 'merge', subresource: 'status' });
  await world.finish(failed);
  await world.sleep(30);
  expect(jobOf(world).status).toMatchObject({ terminating: 2 });
  expect(conditionsOf(world)).toEqual(['FailureTarget=True BackoffLimitExceeded']);
  await world.settle();
  expect(conditionsOf(world)).toContain('Failed=True BackoffLimitExceeded');
  expect(jobOf(world).status).toMatchObject({ failed: 3, terminating: 0 });
  expect(world.objects(Pod)).toHaveLength(1);
});

test('a Job that is suspended deletes its Pods and counts them for nothing, and starts its deadline anew when it goes on', async () => {
  const world = await worldWithJob({ spec: { parallelism: 2, completions: 4, activeDeadlineSeconds: 100 } });
  await world.sleep(60_000);
  await world.merge(Job, 'default/sum', { spec: { suspend: true } });
  await world.settle();
  expect(world.objects(Pod)).toEqual([]);
  expect(jobOf(world).status).toMatchObject({ ready: 0, terminating: 0 });
  expect(jobOf(world).status).not.toHaveProperty('failed');
  expect(conditionsOf(world)).toEqual(['Suspended=True JobSuspended']);
  await world.sleep(600_000);
  await world.merge(Job, 'default/sum', { spec: { suspend: false } });
  await world.settle();
  expect(jobOf(world).status).toMatchObject({ active: 2, startTime: '2026-01-01T00:11:00Z' });
  expect(conditionsOf(world)).toEqual(['Suspended=False JobResumed']);
  await world.sleep(101_000);
  expect(conditionsOf(world)).toContain('Failed=True DeadlineExceeded');
  const reasons = world.objects(Event).map(({ reason }) => reason);
  expect(reasons).toEqual(expect.arrayContaining(['Suspended', 'Resumed', 'SuccessfulDelete', 'DeadlineExceeded']));
});

test('Pods of an indexed Job know which they are; a failed index is run again', async () => {
  const world = await worldWithJob({ spec: { completionMode: 'Indexed', completions: 3, parallelism: 3 } });
  const shown = world.objects(Pod).map(({ metadata, spec }) => {
    const mark = 'batch.kubernetes.io/job-completion-index';
    const env = spec.containers[0]?.env?.map(({ name, valueFrom }) => `${name}=${valueFrom?.fieldRef?.fieldPath}`);
    return [metadata.name.slice(0, 6), spec.hostname, metadata.annotations?.[mark], metadata.labels?.[mark], env];
  });
  const path = ["JOB_COMPLETION_INDEX=metadata.labels['batch.kubernetes.io/job-completion-index']"];
  expect(shown.sort()).toEqual([0, 1, 2].map((index) => [`sum-${index}-`, `sum-${index}`, `${index}`, `${index}`, path]));
  const named = (prefix: string): string => world.objects(Pod).filter(isActive).find(({ metadata }) => metadata.name.startsWith(prefix))?.metadata.name ?? '';
  await end(world, 'Failed', 1, named('sum-1-'));
  await end(world, 'Succeeded', 0, named('sum-2-'));
  await end(world, 'Succeeded', 0, named('sum-0-'));
  expect(jobOf(world).status).toMatchObject({ succeeded: 2, failed: 1, completedIndexes: '0,2' });
  await world.sleep(20_000);
  await end(world, 'Succeeded', 0, named('sum-1-'));
  expect(jobOf(world).status).toMatchObject({ succeeded: 3, failed: 1, completedIndexes: '0-2' });
  expect(conditionsOf(world)).toContain('Complete=True CompletionsReached');
});

test('with a limit for each index, one that fails too often is given up, and the others go on', async () => {
  const world = await worldWithJob({ spec: { completionMode: 'Indexed', completions: 2, parallelism: 2, backoffLimitPerIndex: 1 } });
  const named = (prefix: string): string => world.objects(Pod).filter(isActive).find(({ metadata }) => metadata.name.startsWith(prefix))?.metadata.name ?? '';
  await end(world, 'Failed', 1, named('sum-0-'));
  await world.sleep(11_000);
  const second = world.objects(Pod).filter(isActive).find(({ metadata }) => metadata.name.startsWith('sum-0-'));
  expect(second?.metadata.annotations?.['batch.kubernetes.io/job-index-failure-count']).toBe('1');
  await end(world, 'Failed', 1, named('sum-0-'));
  expect(jobOf(world).status).toMatchObject({ failed: 2, failedIndexes: '0', active: 1 });
  await end(world, 'Succeeded', 0, named('sum-1-'));
  expect(jobOf(world).status).toMatchObject({ succeeded: 1, failed: 2, failedIndexes: '0', completedIndexes: '1' });
  expect(conditionsOf(world)).toContain('Failed=True FailedIndexes');
});

test('a rule fails the Job at once, another lets disruptions pass', async () => {
  const rules = [
    { action: 'FailJob', onExitCodes: { operator: 'In', values: [42] } },
    { action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }] },
  ];
  const world = await worldWithJob({ spec: { podFailurePolicy: { rules }, backoffLimit: 0 } });
  const disrupted = world.objects(Pod)[0] as Pod;
  const conditions = [{ type: 'DisruptionTarget', status: 'True' }];
  const status = { phase: 'Failed', conditions };
  await world.finish(world.client.patch(Pod, disrupted, { status }, { type: 'merge', subresource: 'status' }));
  await world.settle();
  await world.sleep(11_000);
  expect(jobOf(world).status).not.toHaveProperty('failed');
  const failed = await end(world, 'Failed', 42);
  const message = `Container main for pod default/${failed.metadata.name} failed with exit code 42 matching FailJob rule at index 0`;
  expect(jobOf(world).status.conditions?.map((each) => [each.type, each.reason, each.message])).toEqual([
    ['FailureTarget', 'PodFailurePolicy', message],
    ['Failed', 'PodFailurePolicy', message],
  ]);
});

test('enough indexes have succeeded: the others are stopped, and the Job is complete', async () => {
  const successPolicy = { rules: [{ succeededIndexes: '1' }] };
  const world = await worldWithJob({ spec: { completionMode: 'Indexed', completions: 3, parallelism: 3, successPolicy } });
  const leader = world.objects(Pod).find(({ metadata }) => metadata.name.startsWith('sum-1-'));
  await end(world, 'Succeeded', 0, leader?.metadata.name ?? '');
  expect(conditionsOf(world)).toEqual(['SuccessCriteriaMet=True SuccessPolicy', 'Complete=True SuccessPolicy']);
  expect(jobOf(world).status).toMatchObject({ succeeded: 1, completedIndexes: '1' });
  expect(jobOf(world).status).not.toHaveProperty('failed');
  expect(world.objects(Pod)).toHaveLength(1);
});

test('a Pod is counted once and never lost, wherever the controller dies', async () => {
  for (let instants = 1; instants <= 24; instants += 1) {
    const world = await worldWithJob({ spec: { parallelism: 2, completions: 2 } });
    const pods = world.objects(Pod);
    const patches = pods.map((pod) => world.client.patch(Pod, pod, { status: { phase: 'Succeeded' } }, { type: 'merge', subresource: 'status' }));
    await world.kernel.run({ instants });
    world.running.get('job')?.stop();
    await world.finish(Promise.all(patches));
    await world.settle();
    // Somebody clears away what has ended: only the finalizers keep the Pods.
    for (const { metadata } of world.objects(Pod)) await world.remove(Pod, `default/${metadata.name}`);
    world.start(createJobController());
    await world.settle();
    expect(jobOf(world).status, `stopped after ${instants} instants`).toMatchObject({ succeeded: 2, uncountedTerminatedPods: {} });
    expect(jobOf(world).status).not.toHaveProperty('failed');
    expect(world.objects(Pod)).toEqual([]);
  }
});

test('counts right while watch events come late, twice and out of step', async () => {
  for (const seed of [1, 2, 3, 4]) {
    const world = createWorld({ seed, controllers: [createJobController()] });
    world.runPods();
    world.kernel.network.addFault({ from: 'apiserver', to: 'controller/job', delayMs: 200, jitterMs: 500, duplicate: 0.3 });
    await world.create(Job, jobNamed('sum', { parallelism: 3, completions: 9 }));
    await world.settle();
    let most = 0;
    for (let done = 0; done < 9; done += 1) {
      most = Math.max(most, world.objects(Pod).filter(isActive).length);
      await end(world, done === 4 ? 'Failed' : 'Succeeded');
      await world.sleep(15_000);
    }
    expect(jobOf(world).status).toMatchObject({ succeeded: 8, failed: 1, active: 1 });
    await end(world, 'Succeeded');
    expect(most).toBe(3);
    expect(jobOf(world).status).toMatchObject({ succeeded: 9, failed: 1 });
    expect(world.objects(Pod)).toHaveLength(10);
  }
});

test('Pods of a deleted Job go with it, also those that still run', async () => {
  const world = await worldWithJob({ spec: { parallelism: 2, completions: 2 } });
  world.start(createGarbageCollector([Job, Pod] as never));
  await world.settle();
  await world.remove(Job, 'default/sum', 'Background');
  await world.settle();
  expect(world.objects(Job)).toEqual([]);
  expect(world.objects(Pod)).toEqual([]);
});

test('Pods that are left behind lose their finalizer: nothing will count them any more', async () => {
  const world = await worldWithJob({ spec: { parallelism: 2, completions: 2 } });
  world.start(createGarbageCollector([Job, Pod] as never));
  await world.settle();
  await world.remove(Job, 'default/sum', 'Orphan');
  await world.settle();
  const left = world.objects(Pod).map(({ metadata: { finalizers, ownerReferences } }) => ({ finalizers, ownerReferences }));
  expect(left).toEqual([{}, {}]);
});

test('a Pod that matches is adopted together with the finalizer, and released together with it', async () => {
  const world = createWorld({ controllers: [createJobController()] });
  world.runPods();
  const labels = { app: 'sum' };
  const containers = [{ name: 'main', image: 'nginx:1' }];
  await world.create(Pod, { metadata: { name: 'found', namespace: 'default', labels }, spec: { containers } });
  const template = { metadata: { labels }, spec: { restartPolicy: 'Never', containers } };
  const spec = { manualSelector: true, selector: { matchLabels: labels }, parallelism: 2, completions: 2, template };
  await world.create(Job, { metadata: { name: 'sum', namespace: 'default' }, spec });
  await world.settle();
  const found = () => world.objects(Pod).find(({ metadata }) => metadata.name === 'found')?.metadata;
  expect(found()).toMatchObject({ finalizers: [trackingFinalizer], ownerReferences: [{ kind: 'Job', name: 'sum' }] });
  await world.merge(Pod, 'default/found', { metadata: { labels: { app: 'other' } } });
  await world.settle();
  expect(found()).not.toHaveProperty('finalizers');
  expect(found()).not.toHaveProperty('ownerReferences');
  expect(world.objects(Pod).filter((pod) => controllerOf(pod) !== undefined)).toHaveLength(2);
});

test('a Job that another controller manages is left alone', async () => {
  const world = await worldWithJob({ spec: { managedBy: 'example.com/queue' } });
  expect(world.objects(Pod)).toEqual([]);
  expect(jobOf(world).status).toEqual({});
});

test.each([
  ['TerminatingOrFailed', true],
  ['Failed', false],
])('podReplacementPolicy %s: a Pod that is being deleted is replaced before it is gone: %s', async (podReplacementPolicy, atOnce) => {
  const world = await worldWithJob({ spec: { podReplacementPolicy, parallelism: 2, completions: 2 } });
  world.kernel.network.addFault({ from: 'kubelet/*', to: 'apiserver', delayMs: 60_000 });
  const [first] = world.objects(Pod);
  await world.remove(Pod, `default/${first?.metadata.name}`);
  await world.sleep(30_000);
  expect(jobOf(world).status).toMatchObject({ terminating: 1, active: atOnce ? 2 : 1 });
  expect(jobOf(world).status.failed).toBe(atOnce ? 1 : undefined);
  const ended = world.client.patch(Pod, first as Pod, { status: { phase: 'Failed' } }, { type: 'merge', subresource: 'status' });
  await world.finish(atOnce ? Promise.resolve() : ended.then(() => undefined));
  await world.sleep(120_000);
  expect(jobOf(world).status).toMatchObject({ terminating: 0, active: 2, failed: 1 });
});
