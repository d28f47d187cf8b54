/** Whatever part of the cluster crashes, stops, is cut off or refused, API server and kubelets included: healed, it converges. */
import { expect, test } from 'vitest';
import { type Cluster, createCluster, createRandom, type Json, type Random } from '../src/engine/index.ts';
import * as sdk from '../src/engine/sdk/index.ts';
import { everyNth } from './scope.ts';

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
const path = '/apis/apps/v1/namespaces/default/deployments';
const names = ['a', 'b'] as const;

function send(cluster: Cluster, method: 'POST' | 'PATCH', url: string, body: Json): void {
  const type = method === 'PATCH' ? 'application/strategic-merge-patch+json' : 'application/json';
  void cluster.request('test', { method, path: url, query: {}, headers: { 'content-type': type }, body });
}

function deployment(name: string, replicas: number, image: string): Json {
  const template = { metadata: { labels: { app: name } }, spec: { containers: [{ name: 'main', image }] } };
  return { metadata: { name }, spec: { replicas, selector: { matchLabels: { app: name } }, template } };
}

/** Puts one fault on one part; returns what heals it. */
function breakPart(cluster: Cluster, random: Random): () => void {
  const component = random.pick(cluster.components());
  switch (random.int(6)) {
    case 0:
    case 1:
      return cluster.addFault({ type: 'crash', component, downMs: random.int(30_000) });
    case 2:
      return cluster.addFault({ type: 'pause', component });
    case 3:
      return cluster.addFault({ type: 'link', from: component, to: '*', partition: true });
    case 4: {
      const late = { cut: 0.2, duplicate: 0.3, delayMs: random.int(2000), jitterMs: 500 };
      return cluster.addFault({ type: 'link', from: '*', to: component, ...late });
    }
    default:
      return cluster.addFault({ type: 'refuse', component, chance: 0.5 });
  }
}

/** What differs from what was asked, in words; empty when nothing does. */
function differences(cluster: Cluster, wanted: ReadonlyMap<string, number>): readonly string[] {
  const found: string[] = [];
  for (const { metadata, status } of cluster.objects(sdk.Deployment)) {
    const { replicas = 0, updatedReplicas = 0, readyReplicas = 0, observedGeneration } = status;
    const counts = [replicas, updatedReplicas, readyReplicas];
    if (counts.some((count) => count !== wanted.get(metadata.name)))
      found.push(`${metadata.name}: ${counts.join('/')}`);
    if (observedGeneration !== metadata.generation) found.push(`${metadata.name}: not observed`);
  }
  const pods = cluster.objects(sdk.Pod).length;
  const sum = [...wanted.values()].reduce((total, each) => total + each, 0);
  if (pods !== sum) found.push(`${pods} pods instead of ${sum}`);
  for (const { metadata, spec, status } of cluster.objects(sdk.Node)) {
    if (!sdk.isTrue(status.conditions, 'Ready') || spec.taints !== undefined) found.push(`${metadata.name} isn’t well`);
  }
  return found;
}

async function run(seed: number, more: { freeze?: boolean; traceCapacity?: number } = {}) {
  const cluster = createCluster({ profile: 'minimal', seed, nodes: 3, settle, ...more });
  const random = createRandom(`chaos/${seed}`);
  const pass = (ms: number) => cluster.run({ until: cluster.now() + ms });
  const wanted = new Map<string, number>();
  await pass(10_000);
  for (const name of names) send(cluster, 'POST', path, deployment(name, 4, 'nginx:1.28'));
  await pass(2000);
  const heals: (() => void)[] = [];
  for (let step = 0; step < 40; step += 1) {
    if (random.chance(0.7)) heals.push(breakPart(cluster, random));
    else {
      const name = random.pick(names);
      send(cluster, 'PATCH', `${path}/${name}`, deployment(name, random.int(8), `nginx:1.2${7 + random.int(3)}`));
    }
    if (random.chance(0.5)) for (const heal of heals.splice(random.int(heals.length + 1), 1)) heal();
    await pass(random.int(20_000));
  }
  for (const heal of heals) heal();
  await pass(40_000);
  for (const name of names) {
    wanted.set(name, random.int(8));
    send(cluster, 'PATCH', `${path}/${name}`, { spec: { replicas: wanted.get(name) ?? 0 } });
  }
  // Evictions of lost nodes take five minutes, back-offs as long.
  for (let minute = 0; minute < 15 && (minute === 0 || differences(cluster, wanted).length > 0); minute += 1)
    await pass(60_000);
  return { differences: differences(cluster, wanted), hash: cluster.historyHash() };
}

test.each(everyNth(2, [1, 16, 27, 35, 43, 52, 60, 61]))('seed %i converges', { timeout: 60_000 }, async (seed) => {
  expect((await run(seed)).differences).toEqual([]);
});

test('the history depends neither on freezing nor on how much of the trace is kept', { timeout: 60_000 }, async () => {
  expect(await run(7, { freeze: false, traceCapacity: 50 })).toEqual(await run(7));
});
