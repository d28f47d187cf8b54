/** Nodes that need a network plugin: without it they aren't ready, and Pods of theirs wait. */
import { expect, test } from 'vitest';
import { DaemonSet, Event, Node, Pod } from '../api/index.ts';
import { type ClusterOptions, createCluster } from '../index.ts';
import type { JsonObject } from '../meta/index.ts';
import { conditionOf } from '../sdk/index.ts';

const settle = () => new Promise<void>((resolve) => void setImmediate(resolve));
const notReady = 'container runtime network not ready: NetworkReady=false reason:NetworkPluginNotReady message:Network plugin returns error: cni plugin not initialized';

async function boot(more: Partial<ClusterOptions> = {}) {
  const cluster = createCluster({ seed: 1, nodes: 2, addons: ['kindnet'], settle, ...more });
  const wait = async (seconds: number) => void (await cluster.run({ until: cluster.now() + seconds * 1000 }));
  const send = async (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: JsonObject) => {
    const headers = { 'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json' };
    const answer = cluster.request('test', { method, path, query: {}, headers, ...(body !== undefined && { body }) });
    await wait(0.5);
    expect((await answer).code).toBeLessThan(300);
  };
  return {
    cluster,
    wait,
    send,
    ready: () => cluster.objects(Node).map(({ status }) => conditionOf(status.conditions, 'Ready')),
    said: (reason: string) => cluster.objects(Event).filter((event) => event.reason === reason).map(({ message, involvedObject }) => `${involvedObject.name}: ${message}`),
    makePod: (name: string, spec: JsonObject = {}) => send('POST', '/api/v1/namespaces/default/pods', { metadata: { name }, spec: { containers: [{ name: 'main', image: 'nginx:1.28' }], ...spec } }),
    phase: (name: string) => cluster.objects(Pod).find(({ metadata }) => metadata.name === name)?.status.phase,
  };
}

test('nodes become ready when their agent has run, and not before', async () => {
  const world = await boot();
  await world.wait(0.8);
  expect(world.ready()).toMatchObject([{ status: 'False', reason: 'KubeletNotReady', message: notReady }, { status: 'False', message: notReady }]);
  await world.wait(15);
  expect(world.ready()).toMatchObject([{ status: 'True' }, { status: 'True' }]);
  expect(world.said('NodeReady')).toHaveLength(2);
  await world.makePod('web');
  await world.wait(10);
  expect(world.phase('web')).toBe('Running');
});

test('where no agent comes, Pods of the node wait; those in the node’s own network don’t', async () => {
  const world = await boot({ withoutControllers: ['daemonset'] });
  await world.wait(10);
  await world.makePod('web', { nodeName: 'node-1' });
  await world.makePod('host', { nodeName: 'node-1', hostNetwork: true });
  await world.wait(10);
  expect([world.phase('web'), world.phase('host')]).toEqual(['Pending', 'Running']);
  expect(world.said('NetworkNotReady')).toEqual([`web: network is not ready: ${notReady}`]);
  expect(world.cluster.objects(Node)[0]?.spec.taints?.map(({ key }) => key)).toContain('node.kubernetes.io/not-ready');
});

test('a plugin that is taken away leaves the nodes connected; a machine that comes later isn’t', async () => {
  const world = await boot({ cloud: true });
  await world.wait(30);
  await world.send('DELETE', '/apis/apps/v1/namespaces/kube-system/daemonsets/kindnet');
  await world.wait(40);
  expect(world.cluster.objects(DaemonSet).map(({ metadata }) => metadata.name)).not.toContain('kindnet');
  expect(world.ready().map((each) => each?.status)).toEqual(['True', 'True']);
  await world.makePod('web');
  await world.wait(10);
  expect(world.phase('web')).toBe('Running');
  world.cluster.cloud?.create('machines', { name: 'late', zone: 'converge-1a', instanceType: 'standard-4' });
  await world.wait(60);
  const late = world.cluster.objects(Node).find(({ metadata }) => metadata.name === 'late');
  expect(conditionOf(late?.status.conditions, 'Ready')).toMatchObject({ status: 'False', message: notReady });
});

test('a machine that is switched off and on has what its agent has written', async () => {
  const world = await boot({ cloud: true });
  await world.wait(30);
  await world.send('DELETE', '/apis/apps/v1/namespaces/kube-system/daemonsets/kindnet');
  await world.wait(30);
  world.cluster.cloud?.edit('machines', 'node-1', { power: 'off' });
  await world.wait(60);
  world.cluster.cloud?.edit('machines', 'node-1', { power: 'on' });
  await world.wait(30);
  expect(world.ready().map((each) => each?.status)).toEqual(['True', 'True']);
});
