import { expect, test } from 'vitest';
import { createCluster, type Fault } from '../index.ts';
import { defineController, Pod, ReplicaSet } from '../sdk/index.ts';

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
const component = 'controller/replicaset';
const headers = { 'content-type': 'application/json' };
const path = '/apis/apps/v1/namespaces/default/replicasets';
const spec = {
  replicas: 3,
  selector: { matchLabels: { app: 'web' } },
  template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'main', image: 'nginx:1.29' }] } },
};

/** A set of three Pods, with this fault on its controller before it is created. */
async function lives(fault: Fault) {
  const cluster = createCluster({ profile: 'minimal', seed: 1, nodes: 0, settle });
  await cluster.run({ until: cluster.now() + 3000 });
  const heal = cluster.addFault(fault);
  const answers: string[] = [];
  cluster.onAnswer(({ component: by, request, response }) => {
    const isWrite = request.method !== 'GET' && !request.path.includes('/events');
    if (by === component && isWrite) answers.push(`${request.method} ${response.code}`);
  });
  void cluster.request('test', { method: 'POST', path, query: {}, headers, body: { metadata: { name: 'web' }, spec } });
  return {
    cluster,
    heal,
    answers,
    pods: () => cluster.objects(Pod).length,
    pass: (seconds: number) => cluster.run({ until: cluster.now() + seconds * 1000 }),
  };
}

test('a crash after a write leaves exactly that much done, and the loop goes on from there', async () => {
  const world = await lives({ type: 'crash-after-write', component, write: 1, downMs: 5000 });
  await world.pass(3);
  expect(world.answers).toEqual(['POST 201']);
  expect(world.pods()).toBe(1);
  expect(world.cluster.running(component)).toBeUndefined();
  await world.pass(5);
  expect(world.pods()).toBe(3);
});

test('after a stale restart the caches hold what was stored before the write', async () => {
  const seen: string[] = [];
  const cluster = createCluster({
    profile: 'minimal',
    seed: 1,
    nodes: 0,
    settle,
    withoutControllers: ['*'],
    controllers: [
      defineController<ReplicaSet>({
        name: 'replicaset',
        for: ReplicaSet,
        owns: [Pod],
        async reconcile(key, { client, lister, now }) {
          seen.push(`${Math.round((now() - startMs) / 1000)} s: ${lister(Pod).list().length} Pods`);
          if (lister(ReplicaSet).get(key)?.metadata.annotations !== undefined || seen.length > 1) return;
          await client.create(Pod, { metadata: { name: 'one', namespace: 'default' }, spec: spec.template.spec, status: {} });
        },
      }),
    ],
  });
  await cluster.run({ until: cluster.now() + 3000 });
  const startMs = cluster.now();
  cluster.addFault({ type: 'stale-after-write', component, write: 1, lagMs: 6000, restart: true });
  void cluster.request('test', { method: 'POST', path, query: {}, headers, body: { metadata: { name: 'web' }, spec } });
  await cluster.run({ until: cluster.now() + 4000 });
  expect(seen).toEqual(['0 s: 0 Pods', '0 s: 0 Pods']);
  const patch = { metadata: { annotations: { again: 'yes' } } };
  const merge = { 'content-type': 'application/merge-patch+json' };
  void cluster.request('test', { method: 'PATCH', path: `${path}/web`, query: {}, headers: merge, body: patch });
  await cluster.run({ until: cluster.now() + 4000 });
  expect(seen.at(-1)).toBe('6 s: 1 Pods');
});

test('a withheld watch event arrives together with the next about the same object', async () => {
  // The first event is the ReplicaSet’s creation.
  const world = await lives({ type: 'withhold', component, event: 1 });
  await world.pass(10);
  expect(world.pods()).toBe(0);
  const body = { spec: { replicas: 2 } };
  const merge = { 'content-type': 'application/merge-patch+json' };
  void world.cluster.request('test', { method: 'PATCH', path: `${path}/web`, query: {}, headers: merge, body });
  await world.pass(2);
  expect(world.pods()).toBe(2);
  expect(world.answers.filter((answer) => answer.startsWith('DELETE'))).toEqual([]);
});

test('a lost watch event is never seen: a new list shows what came after', async () => {
  const seen: number[] = [];
  const cluster = createCluster({
    profile: 'minimal',
    seed: 1,
    nodes: 0,
    settle,
    withoutControllers: ['*'],
    controllers: [
      defineController<ReplicaSet>({
        name: 'replicaset',
        for: ReplicaSet,
        async reconcile(key, { lister }) {
          seen.push(lister(ReplicaSet).get(key)?.spec.replicas ?? 0);
        },
      }),
    ],
  });
  await cluster.run({ until: cluster.now() + 3000 });
  const merge = { 'content-type': 'application/merge-patch+json' };
  const scale = async (replicas: number) => {
    void cluster.request('test', { method: 'PATCH', path: `${path}/web`, query: {}, headers: merge, body: { spec: { replicas } } });
    await cluster.run({ until: cluster.now() + 2000 });
  };
  void cluster.request('test', { method: 'POST', path, query: {}, headers, body: { metadata: { name: 'web' }, spec } });
  await cluster.run({ until: cluster.now() + 2000 });
  const heal = cluster.addFault({ type: 'withhold', component, event: 1, lost: true });
  await scale(7);
  expect(seen).toEqual([3]);
  await scale(5);
  expect(seen).toEqual([3, 5]);
  await scale(6);
  heal();
  expect(seen).toEqual([3, 5, 6]);
});

test('where nothing follows a lost event, a new list comes when it is healed', async () => {
  const world = await lives({ type: 'withhold', component, event: 1, lost: true });
  await world.pass(5);
  expect(world.pods()).toBe(0);
  world.heal();
  await world.pass(5);
  expect(world.pods()).toBe(3);
});

test('healing lets what is withheld pass', async () => {
  const world = await lives({ type: 'withhold', component, event: 1 });
  await world.pass(5);
  world.heal();
  await world.pass(5);
  expect(world.pods()).toBe(3);
});

test('a refusal concerns one verb alone, reads and status included', async () => {
  for (const [verb, refused] of [
    ['updateStatus', 'PUT 500'],
    ['create', 'POST 500'],
  ] as const) {
    const world = await lives({ type: 'refuse', component, chance: 1, verb });
    await world.pass(3);
    expect([...new Set(world.answers.filter((answer) => answer.endsWith('500')))], verb).toEqual([refused]);
  }
});

test('an answer that is lost leaves its write done', async () => {
  const world = await lives({ type: 'refuse', component, chance: 1, verb: 'create', code: 504 });
  await world.pass(0.008);
  world.heal();
  await world.pass(3);
  expect(world.answers[0]).toBe('POST 504');
  expect(world.pods()).toBe(3);
});

test('a refusal says the code that was chosen, and leaves nothing done', async () => {
  for (const code of [403, 409, 429, 503] as const) {
    const world = await lives({ type: 'refuse', component, chance: 1, verb: 'create', code });
    await world.pass(0.5);
    expect(world.answers[0]).toBe(`POST ${code}`);
    expect(world.pods()).toBe(0);
  }
});
