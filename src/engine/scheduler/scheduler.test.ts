import { expect, test } from 'vitest';
import { Event, Pod } from '../api/index.ts';
import type { Cluster } from '../cluster/types.ts';
import { createCluster } from '../index.ts';
import { conditionOf, type JsonObject } from '../sdk/index.ts';

const settle = () => new Promise<void>((resolve) => void setImmediate(resolve));

interface Scene {
  readonly cluster: Cluster;
  send(method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: JsonObject): Promise<number>;
  waitMs(ms: number): Promise<void>;
  pod(name: string): Pod | undefined;
  events(name: string): string[];
}

/** A real cluster of two nodes with 4 cpu each, ready. */
async function twoNodes(): Promise<Scene> {
  const cluster = createCluster({ profile: 'minimal', seed: 3, nodes: 2, settle });
  const waitMs = async (ms: number) => void (await cluster.run({ until: cluster.now() + ms }));
  await waitMs(5_000);
  return {
    cluster,
    waitMs,
    async send(method, path, body) {
      const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
      const asked = { method, path: `/api/v1/${path}`, query: {}, headers: { 'content-type': type } };
      const answer = cluster.request('test', body === undefined ? asked : { ...asked, body });
      await waitMs(50);
      return (await answer).code;
    },
    pod: (name) => cluster.objects(Pod).find((pod) => pod.metadata.name === name),
    events: (name) =>
      cluster
        .objects(Event)
        .filter(
          ({ involvedObject, source }) => involvedObject.name === name && source?.component === 'default-scheduler',
        )
        .map(({ type, reason, message }) => `${type} ${reason}: ${message}`),
  };
}

function podBody(name: string, cpu: string, spec: JsonObject = {}): JsonObject {
  const containers = [{ name: 'c', image: 'registry.k8s.io/pause:3.10', resources: { requests: { cpu } } }];
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name }, spec: { containers, ...spec } };
}

/** Why a pod isn't scheduled, from its condition. */
function whyNot(pod: Pod | undefined): string | undefined {
  const condition = conditionOf(pod?.status.conditions, 'PodScheduled');
  return condition?.status === 'False' ? `${condition.reason}: ${condition.message}` : undefined;
}

const pods = 'namespaces/default/pods';
const full =
  '0/2 nodes are available: 2 Insufficient cpu. ' +
  'preemption: 0/2 nodes are available: 2 No preemption victims found for incoming pod.';

test('a pod is bound and an event says where', async () => {
  const scene = await twoNodes();
  await scene.send('POST', pods, podBody('p', '1'));
  const node = scene.pod('p')?.spec.nodeName;
  expect(['node-1', 'node-2']).toContain(node);
  await scene.waitMs(100);
  expect(scene.events('p')).toEqual([`Normal Scheduled: Successfully assigned default/p to ${node}`]);
});

test('a pod that fits nowhere says why, and is bound as soon as another leaves', async () => {
  const scene = await twoNodes();
  await scene.send('POST', pods, podBody('a', '3'));
  await scene.send('POST', pods, podBody('b', '3'));
  await scene.send('POST', pods, podBody('c', '3'));
  await scene.waitMs(100);
  expect(scene.pod('c')?.spec.nodeName).toBeUndefined();
  expect(whyNot(scene.pod('c'))).toBe(`Unschedulable: ${full}`);
  expect(scene.events('c')).toEqual([`Warning FailedScheduling: ${full}`]);
  await scene.waitMs(5_000);
  await scene.send('DELETE', `${pods}/a`);
  await scene.waitMs(1_000);
  expect(scene.pod('c')?.spec.nodeName).toBeDefined();
  expect(whyNot(scene.pod('c'))).toBeUndefined();
});

test('a cordoned node takes nothing until it is uncordoned', async () => {
  const scene = await twoNodes();
  for (const name of ['node-1', 'node-2'])
    await scene.send('PATCH', `nodes/${name}`, { spec: { unschedulable: true } });
  await scene.send('POST', pods, podBody('p', '1'));
  await scene.waitMs(100);
  expect(whyNot(scene.pod('p'))).toContain('node(s) were unschedulable');
  await scene.send('PATCH', 'nodes/node-2', { spec: { unschedulable: null } });
  await scene.waitMs(2_000);
  expect(scene.pod('p')?.spec.nodeName).toBe('node-2');
});

test('a gated pod is left alone until its gates are gone', async () => {
  const scene = await twoNodes();
  await scene.send('POST', pods, podBody('p', '1', { schedulingGates: [{ name: 'example.com/wait' }] }));
  await scene.waitMs(1_000);
  expect(scene.pod('p')?.spec.nodeName).toBeUndefined();
  expect(scene.events('p')).toEqual([]);
  expect(await scene.send('PATCH', `${pods}/p`, { spec: { schedulingGates: null } })).toBe(200);
  await scene.waitMs(1_000);
  expect(scene.pod('p')?.spec.nodeName).toBeDefined();
});

test('pods of another scheduler are left alone', async () => {
  const scene = await twoNodes();
  await scene.send('POST', pods, podBody('p', '1', { schedulerName: 'mine' }));
  await scene.waitMs(1_000);
  expect(scene.pod('p')?.spec.nodeName).toBeUndefined();
});

test('a refused binding is tried again and books nothing twice', async () => {
  const scene = await twoNodes();
  const heal = scene.cluster.addFault({ type: 'refuse', component: 'scheduler', chance: 1 });
  await scene.send('POST', pods, podBody('p', '3'));
  await scene.waitMs(3_000);
  expect(scene.pod('p')?.spec.nodeName).toBeUndefined();
  heal();
  await scene.waitMs(15_000);
  expect(scene.pod('p')?.spec.nodeName).toBeDefined();
  await scene.send('POST', pods, podBody('q', '3'));
  await scene.waitMs(1_000);
  expect(scene.pod('q')?.spec.nodeName).toBeDefined();
});
