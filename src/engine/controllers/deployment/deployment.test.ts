import { Deployment, Event, Pod, ReplicaSet } from 'converge/sdk';
import { expect, test } from 'vitest';
import { createWorld, deployment, type World } from '../../sdk/testing/world.ts';
import { replicaSetController } from '../replicaset/index.ts';
import { deploymentController } from './index.ts';

async function worldWith(replicas: number, spec = {}): Promise<World> {
  const world = createWorld({ controllers: [deploymentController, replicaSetController] });
  world.runPods();
  await world.create(Deployment, deployment('web', replicas, { spec }));
  await world.settle();
  return world;
}

const image = (to: string) => ({ spec: { template: { spec: { containers: [{ name: 'main', image: to }] } } } });
const sets = (world: World) =>
  world.objects(ReplicaSet).map(({ metadata, spec, status }) => ({
    revision: metadata.annotations?.['deployment.kubernetes.io/revision'],
    history: metadata.annotations?.['deployment.kubernetes.io/revision-history'],
    image: spec.template.spec.containers[0]?.image,
    replicas: spec.replicas,
    ready: status.readyReplicas ?? 0,
  }));
const byRevision = (world: World) => sets(world).sort((a, b) => Number(a.revision) - Number(b.revision));
const conditions = (world: World) =>
  (world.objects(Deployment)[0]?.status.conditions ?? [])
    .map(({ type, status, reason, message }) => `${type}=${status} ${reason}: ${message}`)
    .sort();

test('makes a ReplicaSet named after its template and says when all is there', async () => {
  const world = await worldWith(3);
  const [set] = world.objects(ReplicaSet);
  expect(set?.metadata.name).toMatch(/^web-[4-9bcdf]{1,10}$/);
  expect(set?.metadata.labels).toEqual({ app: 'web', 'pod-template-hash': set?.metadata.name.slice(4) });
  expect(set?.metadata.annotations).toEqual({
    'deployment.kubernetes.io/desired-replicas': '3',
    'deployment.kubernetes.io/max-replicas': '4',
    'deployment.kubernetes.io/revision': '1',
  });
  const [web] = world.objects(Deployment);
  expect(web?.metadata.annotations).toEqual({ 'deployment.kubernetes.io/revision': '1' });
  expect(web?.metadata.generation).toBe(1);
  expect(web?.status).toMatchObject({
    observedGeneration: 1,
    replicas: 3,
    updatedReplicas: 3,
    readyReplicas: 3,
    availableReplicas: 3,
  });
  expect(conditions(world)).toEqual([
    'Available=True MinimumReplicasAvailable: Deployment has minimum availability.',
    `Progressing=True NewReplicaSetAvailable: ReplicaSet "${set?.metadata.name}" has successfully progressed.`,
  ]);
  const events = world.objects(Event).filter(({ involvedObject }) => involvedObject.kind === 'Deployment');
  expect(events.map(({ message }) => message)).toEqual([`Scaled up replica set ${set?.metadata.name} from 0 to 3`]);
});

test('a rolling update keeps within surge and unavailability', async () => {
  const world = await worldWith(10);
  await world.merge(Deployment, 'default/web', image('nginx:2'));
  let most = 0;
  let fewestReady = 10;
  while (!world.kernel.quiet()) {
    await world.kernel.run({ instants: 1 });
    const wanted = sets(world).reduce((sum, { replicas }) => sum + (replicas ?? 0), 0);
    const ready = world
      .objects(Pod)
      .filter(({ status, metadata }) => metadata.deletionTimestamp === undefined && status.phase === 'Running');
    most = Math.max(most, wanted);
    fewestReady = Math.min(fewestReady, ready.length);
  }
  expect(most).toBe(13);
  expect(fewestReady).toBeGreaterThanOrEqual(8);
  expect(byRevision(world)).toMatchObject([
    { revision: '1', image: 'nginx:1', replicas: 0 },
    { revision: '2', image: 'nginx:2', replicas: 10, ready: 10 },
  ]);
  expect(conditions(world)[1]).toContain('NewReplicaSetAvailable');
  expect(world.log.map(({ text }) => text).filter((text) => !text.includes('has been modified'))).toEqual([]);
});

test('going back to an old template uses its ReplicaSet again, under a new revision', async () => {
  const world = await worldWith(2);
  await world.merge(Deployment, 'default/web', image('nginx:2'));
  await world.settle();
  await world.merge(Deployment, 'default/web', image('nginx:1'));
  await world.settle();
  expect(byRevision(world)).toMatchObject([
    { revision: '2', image: 'nginx:2', replicas: 0 },
    { revision: '3', history: '1', image: 'nginx:1', replicas: 2, ready: 2 },
  ]);
  expect(world.objects(Deployment)[0]?.metadata.annotations?.['deployment.kubernetes.io/revision']).toBe('3');
});

test('a revision is of 64 bits', async () => {
  const world = await worldWith(1);
  const { metadata } = world.objects(ReplicaSet)[0] ?? {};
  const annotations = { 'deployment.kubernetes.io/revision': '3546343826724305832' };
  await world.merge(ReplicaSet, `default/${metadata?.name}`, { metadata: { annotations } });
  await world.merge(Deployment, 'default/web', image('nginx:2'));
  await world.settle();
  expect(sets(world).map(({ revision }) => revision).sort()).toEqual(['3546343826724305832', '3546343826724305833']);
});

test('a bad image halts the rollout with enough old pods left, and the deadline is noted', async () => {
  const world = await worldWith(4, { progressDeadlineSeconds: 60 });
  await world.merge(Deployment, 'default/web', image('bad'));
  await world.settle();
  expect(byRevision(world)).toMatchObject([
    { replicas: 3, ready: 3 },
    { replicas: 2, ready: 0 },
  ]);
  await world.sleep(70_000);
  expect(conditions(world)[1]).toMatch(
    /^Progressing=False ProgressDeadlineExceeded: ReplicaSet "web-\w+" has timed out progressing\.$/,
  );
});

test('Recreate waits for the last old pod before it makes a new one', async () => {
  const world = await worldWith(3, { strategy: { type: 'Recreate' } });
  await world.merge(Deployment, 'default/web', image('nginx:2'));
  while (!world.kernel.quiet()) {
    await world.kernel.run({ instants: 1 });
    expect(new Set(world.objects(Pod).map(({ spec }) => spec.containers[0]?.image)).size).toBeLessThanOrEqual(1);
  }
  expect(byRevision(world)).toMatchObject([{ replicas: 0 }, { replicas: 3, ready: 3 }]);
});

test('while paused, a new template waits but a new size does not', async () => {
  const world = await worldWith(2);
  await world.merge(Deployment, 'default/web', { spec: { paused: true } });
  await world.settle();
  await world.merge(Deployment, 'default/web', { spec: { replicas: 4, ...image('nginx:2').spec } });
  await world.settle();
  expect(sets(world)).toMatchObject([{ image: 'nginx:1', replicas: 4 }]);
  expect(conditions(world)[1]).toBe('Progressing=Unknown DeploymentPaused: Deployment is paused');
  await world.merge(Deployment, 'default/web', { spec: { paused: false } });
  await world.settle();
  expect(byRevision(world)).toMatchObject([{ replicas: 0 }, { image: 'nginx:2', replicas: 4 }]);
});

test('old sets beyond the limit of the history are deleted', async () => {
  const world = await worldWith(1, { revisionHistoryLimit: 1 });
  for (const version of ['2', '3', '4']) {
    await world.merge(Deployment, 'default/web', image(`nginx:${version}`));
    await world.settle();
  }
  expect(byRevision(world).map(({ revision }) => revision)).toEqual(['3', '4']);
});

test('a pod that falls ill after the rollout does not keep its deployment busy', async () => {
  const world = await worldWith(1, { progressDeadlineSeconds: 60 });
  const pod = world.objects(Pod)[0];
  const ill = { conditions: [{ type: 'Ready', status: 'False' }] };
  await world.finish(
    world.client.patch(Pod, `default/${pod?.metadata.name}`, { status: ill }, { type: 'merge', subresource: 'status' }),
  );
  await world.sleep(70_000);
  expect(conditions(world).join()).toContain('Available=False');
  const since = world.kernel.trace.last;
  await world.sleep(60_000);
  expect(world.kernel.trace.since(since).filter(({ type }) => type === 'reconcile')).toEqual([]);
});
