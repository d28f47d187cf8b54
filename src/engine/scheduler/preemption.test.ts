/** Preemption in a cluster: who goes, what they and the Pod that takes their place say, and the wait for graceful ends. */
import { expect, test } from 'vitest';
import { Event, Pod } from '../api/index.ts';
import type { Cluster } from '../cluster/types.ts';
import { createCluster } from '../index.ts';
import { conditionOf, type JsonObject } from '../sdk/index.ts';

const settle = () => new Promise<void>((resolve) => void setImmediate(resolve));

interface Scene {
  readonly cluster: Cluster;
  send(method: 'POST' | 'PATCH' | 'DELETE', path: string, body: JsonObject): Promise<number>;
  waitMs(ms: number): Promise<void>;
  pod(name: string): Pod | undefined;
  /** Of the Pod, from the scheduler: `reason: message`. */
  events(name: string): string[];
}

const classes = '/apis/scheduling.k8s.io/v1/priorityclasses';
const pods = '/api/v1/namespaces/default/pods';

/** A cluster of nodes with 4 cpu each, and two priority classes. */
async function cluster(nodes: number): Promise<Scene> {
  const running = createCluster({ seed: 3, nodes, settle });
  const waitMs = async (ms: number) => void (await running.run({ until: running.now() + ms }));
  await waitMs(5_000);
  const scene: Scene = {
    cluster: running,
    waitMs,
    async send(method, path, body) {
      const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
      const answer = running.request('test', { method, path, query: {}, headers: { 'content-type': type }, body });
      await waitMs(100);
      return (await answer).code;
    },
    pod: (name) => running.objects(Pod).find((pod) => pod.metadata.name === name),
    events: (name) =>
      running
        .objects(Event)
        .filter(({ involvedObject, source }) => involvedObject.name === name && source?.component === 'default-scheduler')
        .map(({ reason, message }) => `${reason}: ${message}`),
  };
  for (const [name, value] of [['high', 100], ['low', 1]] as const) {
    const body = { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name }, value };
    expect(await scene.send('POST', classes, body)).toBe(201);
  }
  return scene;
}

interface Shape {
  readonly cpu: string;
  readonly priorityClassName?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly spec?: JsonObject;
}

async function run(scene: Scene, name: string, { cpu, priorityClassName = 'low', labels = {}, spec = {} }: Shape): Promise<void> {
  // Its end takes 20 s.
  const lifecycle = { preStop: { sleep: { seconds: 20 } } };
  const containers = [{ name: 'c', image: 'registry.k8s.io/pause:3.10', lifecycle, resources: { requests: { cpu } } }];
  const metadata = { name, labels };
  const body = { apiVersion: 'v1', kind: 'Pod', metadata, spec: { containers, priorityClassName, ...spec } };
  expect(await scene.send('POST', pods, body)).toBe(201);
}

test('a more important Pod waits, nominated, until the less important one has ended, and takes its place', async () => {
  const scene = await cluster(1);
  await run(scene, 'less', { cpu: '3' });
  await scene.waitMs(5_000);
  await run(scene, 'more', { cpu: '3', priorityClassName: 'high' });
  const [less, more] = [scene.pod('less'), scene.pod('more')];
  expect(conditionOf(less?.status.conditions, 'DisruptionTarget')).toMatchObject({
    status: 'True',
    reason: 'PreemptionByScheduler',
    message: 'default-scheduler: preempting to accommodate a higher priority pod',
  });
  expect(less?.metadata.deletionTimestamp).toBeDefined();
  expect(scene.events('less').at(-1)).toBe(`Preempted: Preempted by pod ${more?.metadata.uid} on node node-1`);
  expect(more?.status.nominatedNodeName).toBe('node-1');
  expect(more?.spec.nodeName).toBeUndefined();
  expect(scene.events('more')).toEqual(['FailedScheduling: 0/1 nodes are available: 1 Insufficient cpu.']);
  await scene.waitMs(60_000);
  expect(scene.pod('less')).toBeUndefined();
  expect(scene.pod('more')?.spec.nodeName).toBe('node-1');
});

test('while the victim is ending, no less important Pod takes the room, and nothing more is evicted', async () => {
  const scene = await cluster(1);
  await run(scene, 'less', { cpu: '2500m' });
  await run(scene, 'other', { cpu: '500m' });
  await scene.waitMs(5_000);
  await run(scene, 'more', { cpu: '3', priorityClassName: 'high' });
  expect(scene.pod('less')?.metadata.deletionTimestamp).toBeDefined();
  expect(scene.pod('other')?.metadata.deletionTimestamp).toBeUndefined();
  await run(scene, 'late', { cpu: '1' });
  await scene.waitMs(60_000);
  expect(scene.pod('more')?.spec.nodeName).toBe('node-1');
  expect(scene.pod('other')?.spec.nodeName).toBe('node-1');
  expect(scene.pod('late')?.spec.nodeName).toBeUndefined();
});

test('a Pod that may not preempt waits, and one that nothing helps says so', async () => {
  const scene = await cluster(1);
  await run(scene, 'less', { cpu: '3' });
  await run(scene, 'polite', { cpu: '3', priorityClassName: 'high', spec: { preemptionPolicy: 'Never' } }).catch(() => {});
  await run(scene, 'equal', { cpu: '3' });
  await run(scene, 'huge', { cpu: '99', priorityClassName: 'high' });
  await scene.waitMs(1_000);
  const why = (name: string) => conditionOf(scene.pod(name)?.status.conditions, 'PodScheduled')?.message;
  const none = '0/1 nodes are available: 1 Insufficient cpu. preemption: 0/1 nodes are available: 1';
  expect(why('equal')).toBe(`${none} No preemption victims found for incoming pod.`);
  expect(why('huge')).toBe(`${none} Insufficient cpu.`);
  expect(scene.pod('less')?.metadata.deletionTimestamp).toBeUndefined();
});

test('of two nodes, the one where no budget is broken gives way', async () => {
  const scene = await cluster(2);
  await run(scene, 'guarded', { cpu: '3', labels: { app: 'guarded' }, spec: { nodeName: 'node-1' } });
  await run(scene, 'free', { cpu: '3', spec: { nodeName: 'node-2' } });
  const budget = { minAvailable: 1, selector: { matchLabels: { app: 'guarded' } } };
  const body = { apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', metadata: { name: 'b' }, spec: budget };
  expect(await scene.send('POST', '/apis/policy/v1/namespaces/default/poddisruptionbudgets', body)).toBe(201);
  await scene.waitMs(5_000);
  await run(scene, 'more', { cpu: '3', priorityClassName: 'high' });
  await scene.waitMs(60_000);
  expect(scene.pod('more')?.spec.nodeName).toBe('node-2');
  expect(scene.pod('guarded')?.metadata.deletionTimestamp).toBeUndefined();
});

test('a budget is broken where there is no other way', async () => {
  const scene = await cluster(1);
  await run(scene, 'guarded', { cpu: '3', labels: { app: 'guarded' } });
  const budget = { minAvailable: 1, selector: { matchLabels: { app: 'guarded' } } };
  const body = { apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', metadata: { name: 'b' }, spec: budget };
  expect(await scene.send('POST', '/apis/policy/v1/namespaces/default/poddisruptionbudgets', body)).toBe(201);
  await scene.waitMs(5_000);
  await run(scene, 'more', { cpu: '3', priorityClassName: 'high' });
  await scene.waitMs(60_000);
  expect(scene.pod('guarded')).toBeUndefined();
  expect(scene.pod('more')?.spec.nodeName).toBe('node-1');
});

test('evictions that are refused are tried again', async () => {
  const scene = await cluster(1);
  await run(scene, 'less', { cpu: '3' });
  await scene.waitMs(5_000);
  const heal = scene.cluster.addFault({ type: 'refuse', component: 'scheduler', chance: 1 });
  await run(scene, 'more', { cpu: '3', priorityClassName: 'high' });
  await scene.waitMs(3_000);
  expect(scene.pod('less')?.metadata.deletionTimestamp).toBeUndefined();
  heal();
  await scene.waitMs(90_000);
  expect(scene.pod('more')?.spec.nodeName).toBe('node-1');
});
