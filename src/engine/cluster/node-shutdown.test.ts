/** A machine of the cloud that is switched off: its kubelet ends the Pods first, where it is configured to. */
import { expect, test } from 'vitest';
import { unix } from '../../posix/index.ts';
import { Node, Pod } from '../api/index.ts';
import { type ClusterOptions, createCluster } from '../index.ts';
import type { JsonObject } from '../meta/index.ts';
import { conditionOf } from '../sdk/index.ts';

const settle = () => new Promise<void>((resolve) => void setImmediate(resolve));
const kubelet = { shutdownGracePeriod: '30s', shutdownGracePeriodCriticalPods: '10s' };

async function boot(more: Partial<ClusterOptions> = {}) {
  const cluster = createCluster({ unix, seed: 1, nodes: 1, cloud: true, settle, ...more });
  const wait = async (seconds: number) => void (await cluster.run({ until: cluster.now() + seconds * 1000 }));
  await wait(15);
  const make = async (name: string, spec: JsonObject = {}, container: JsonObject = {}) => {
    const body = { metadata: { name }, spec: { containers: [{ name: 'main', image: 'busybox:1.37', ...container }], ...spec } };
    const answer = cluster.request('test', { method: 'POST', path: '/api/v1/namespaces/kube-system/pods', query: {}, headers: { 'content-type': 'application/json' }, body });
    await wait(0.5);
    expect((await answer).code).toBe(201);
  };
  /** One that ignores the signal to end. */
  const stubborn: JsonObject = { command: ['sh', '-c', 'trap "" TERM; sleep 3600 & wait; sleep 3600'] };
  /** One that takes two seconds to end. */
  const tidy: JsonObject = { command: ['sh', '-c', 'trap "sleep 2; exit 0" TERM; sleep 3600 & wait'] };
  return {
    cluster,
    wait,
    make,
    stubborn,
    tidy,
    power: (power: 'on' | 'off') => cluster.cloud?.edit('machines', 'node-1', { power }),
    pod: (name: string) => cluster.objects(Pod).find(({ metadata }) => metadata.name === name),
    phases: () => cluster.objects(Pod).map(({ metadata, status }) => `${metadata.name} ${status.phase}`),
    ready: () => conditionOf(cluster.objects(Node)[0]?.status.conditions, 'Ready'),
    isOn: () => cluster.components().includes('kubelet/node-1'),
  };
}

test('plain Pods end first, critical ones afterwards; then the machine is off', async () => {
  const world = await boot({ kubelet });
  await world.make('plain', {}, world.tidy);
  await world.make('critical', { priorityClassName: 'system-node-critical' }, world.tidy);
  await world.wait(10);
  expect(world.phases()).toEqual(['critical Running', 'plain Running']);
  world.power('off');
  await world.wait(1);
  expect(world.ready()).toMatchObject({ status: 'False', reason: 'KubeletNotReady', message: 'node is shutting down' });
  expect(world.phases()).toEqual(['critical Running', 'plain Running']);
  await world.wait(2.5);
  expect(world.phases()).toEqual(['critical Running', 'plain Failed']);
  await world.wait(4);
  expect(world.phases()).toEqual(['critical Failed', 'plain Failed']);
  expect(world.isOn()).toBe(false);
  expect(world.pod('plain')?.status).toMatchObject({ reason: 'Terminated', message: 'Pod was terminated in response to imminent node shutdown.' });
  expect(conditionOf(world.pod('plain')?.status.conditions, 'DisruptionTarget')).toMatchObject({ status: 'True', reason: 'TerminationByKubelet' });
});

test('one that doesn’t end has the time of its group, whatever it asks for', async () => {
  const world = await boot({ kubelet });
  await world.make('plain', { terminationGracePeriodSeconds: 600 }, world.stubborn);
  await world.wait(10);
  world.power('off');
  await world.wait(19);
  expect([world.isOn(), world.phases()]).toEqual([true, ['plain Running']]);
  await world.wait(2);
  expect(world.isOn()).toBe(false);
});

test('a Pod that comes meanwhile is refused', async () => {
  const world = await boot({ kubelet });
  await world.make('plain', { terminationGracePeriodSeconds: 600 }, world.stubborn);
  await world.wait(10);
  world.power('off');
  await world.wait(2);
  await world.make('late', { nodeName: 'node-1' });
  await world.wait(2);
  expect(world.pod('late')?.status).toMatchObject({ phase: 'Failed', reason: 'NodeShutdown', message: 'Pod was rejected: Pod was rejected as the node is shutting down.' });
});

test('one that is switched on again meanwhile starts when it has ended', async () => {
  const world = await boot({ kubelet });
  await world.make('plain', {}, world.tidy);
  await world.wait(10);
  world.power('off');
  await world.wait(1);
  world.power('on');
  await world.wait(30);
  expect([world.isOn(), world.ready()?.status]).toEqual([true, 'True']);
  expect(world.phases()).toEqual(['plain Failed']);
});

test('by default it is off at once, and the Pods say nothing', async () => {
  const world = await boot();
  await world.make('plain', {}, world.tidy);
  await world.wait(10);
  world.power('off');
  await world.wait(1);
  expect([world.isOn(), world.phases()]).toEqual([false, ['plain Running']]);
});
