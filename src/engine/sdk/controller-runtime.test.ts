import { ConfigMap, type Controller, defineController, keyOf, Pod, ReplicaSet, type Tools } from 'converge/sdk';
import { expect, test } from 'vitest';
import { createWorld, replicaSet } from './testing/world.ts';

const settings = (name: string) => ({ metadata: { name, namespace: 'default' } });

function controllerWith(reconcile: Controller['reconcile'], more: Partial<Controller<ConfigMap>> = {}): Controller {
  return defineController<ConfigMap>({ name: 'test', for: ConfigMap, reconcile, ...more });
}

test('what throws is logged with its key and stack, and tried again with growing waits', async () => {
  const times: number[] = [];
  const controller = controllerWith(async (_, tools) => {
    times.push(tools.now());
    if (times.length < 4) throw new Error('not yet');
  });
  const world = createWorld({ controllers: [controller] });
  await world.create(ConfigMap, settings('a'));
  await world.settle();
  expect(times.map((time, index) => time - (times[index - 1] ?? time))).toEqual([0, 5, 10, 20]);
  expect(world.log).toHaveLength(3);
  expect(world.log[0]).toMatchObject({
    component: 'controller/test',
    level: 'error',
    text: 'Error: not yet',
    key: 'default/a',
  });
  expect(world.log[0]?.stack).toContain('controller-runtime.test.ts');
});

test('a key is given up after maxRetries, until its next event', async () => {
  let looks = 0;
  const controller = controllerWith(
    async () => {
      looks += 1;
      throw new Error('never');
    },
    { maxRetries: 2 },
  );
  const world = createWorld({ controllers: [controller] });
  await world.create(ConfigMap, settings('a'));
  await world.settle();
  expect(looks).toBe(3);
  await world.merge(ConfigMap, 'default/a', { data: { changed: 'yes' } });
  await world.settle();
  expect(looks).toBe(6);
});

test('a key is never with two workers, and a change meanwhile brings one more pass', async () => {
  let inside = 0;
  let looks = 0;
  const controller = controllerWith(async (key, tools) => {
    inside += 1;
    looks += 1;
    expect(inside).toBe(1);
    await tools.client.get(ConfigMap, key);
    inside -= 1;
  });
  const world = createWorld({ controllers: [controller] });
  await world.create(ConfigMap, settings('a'));
  for (const value of ['1', '2', '3']) await world.merge(ConfigMap, 'default/a', { data: { value } });
  await world.settle();
  expect(looks).toBeGreaterThan(1);
  expect(looks).toBeLessThanOrEqual(4);
});

test('a reconcile that was stopped while it waited sends nothing more', async () => {
  let refused: unknown;
  const controller = controllerWith(async (key, tools) => {
    await tools.client.get(ConfigMap, key).catch(() => {});
    await tools.client.create(ConfigMap, settings('late')).catch((error: unknown) => {
      refused = error;
    });
  });
  const world = createWorld({ controllers: [controller] });
  const before = world.kernel.trace.last;
  await world.create(ConfigMap, settings('a'));
  const looked = () => world.kernel.trace.since(before).some(({ type }) => type === 'reconcile');
  await world.kernel.run({ while: () => !looked() });
  world.running.get('test')?.stop();
  await world.kernel.run({ until: world.kernel.clock.now() + 2000 });
  expect(String(refused)).toContain('hung up');
  expect(world.objects(ConfigMap).map(({ metadata }) => metadata.name)).toEqual(['a']);
  expect(world.log).toEqual([]);
});

test('every request of a reconcile names it as its cause, and it names the event that caused it', async () => {
  const controller = controllerWith(async (key, tools) => {
    if (key === 'default/a') await tools.client.create(ConfigMap, settings('b')).catch(() => {});
  });
  const world = createWorld({ controllers: [controller] });
  await world.settle();
  const before = world.kernel.trace.last;
  await world.create(ConfigMap, settings('a'));
  await world.settle();
  const events = world.kernel.trace.since(before);
  const commits = events.filter(({ type, object }) => type === 'commit' && object?.includes('configmaps'));
  expect(commits).toHaveLength(2);
  const chain: string[] = [];
  for (let event = commits[1]; event !== undefined; event = world.kernel.trace.get(event.cause)) chain.push(event.type);
  expect(chain.slice(0, 3)).toEqual(['commit', 'request', 'reconcile']);
  expect(chain).toContain('commit');
  expect(chain.lastIndexOf('commit')).toBeGreaterThan(2);
});

test('a requeue reconciles again later; `every` reconciles again and again', async () => {
  const looks: string[] = [];
  const controller = controllerWith(
    async (key, tools) => {
      looks.push(`${key}@${(tools.now() - started) / 1000}`);
      return key === 'default/a' && looks.length < 4 ? { afterMs: 60_000 } : undefined;
    },
    { every: { periodMs: 50_000, key: 'all' } },
  );
  const world = createWorld({ controllers: [controller] });
  const started = world.kernel.clock.now();
  await world.create(ConfigMap, settings('a'));
  await world.settle();
  expect(looks).toHaveLength(2);
  await world.sleep(110_000);
  expect(looks.map((look) => look.split('@')[0])).toEqual(['all', 'default/a', 'all', 'default/a', 'all']);
});

test('reading a kind that was not named says so', async () => {
  let tools: Tools | undefined;
  const controller = controllerWith(async (_, given) => {
    tools = given;
  });
  const world = createWorld({ controllers: [controller] });
  await world.create(ConfigMap, settings('a'));
  await world.settle();
  expect(() => tools?.lister(Pod)).toThrow(
    'controller/test reads pods, which it names neither in for nor in owns or watches',
  );
});

test('a pod tells its ReplicaSet, by kind and uid; a namesake is not told', async () => {
  const keys: string[] = [];
  const controller = defineController<ReplicaSet>({
    name: 'test',
    for: ReplicaSet,
    owns: [Pod],
    reconcile: async (key) => {
      keys.push(key);
    },
  });
  const world = createWorld({ controllers: [controller] });
  const owner = await world.create(ReplicaSet, replicaSet('web', 0));
  await world.settle();
  keys.length = 0;
  const reference = (kind: string, uid: string) => ({
    apiVersion: 'apps/v1',
    kind,
    name: 'web',
    uid,
    controller: true,
  });
  const pod = (name: string, owned: ReturnType<typeof reference>) => ({
    metadata: { name, namespace: 'default', ownerReferences: [owned] },
    spec: { containers: [{ name: 'main', image: 'nginx' }] },
  });
  await world.create(Pod, pod('stranger', reference('DaemonSet', owner.metadata.uid)));
  await world.create(Pod, pod('ghost', reference('ReplicaSet', 'another-uid')));
  await world.settle();
  expect(keys).toEqual([]);
  await world.create(Pod, pod('mine', reference('ReplicaSet', owner.metadata.uid)));
  await world.settle();
  expect(keys).toEqual([keyOf(owner)]);
});

test('a key that keeps requeuing does not keep the cluster from being quiet', async () => {
  const times: number[] = [];
  const controller = controllerWith(async (_, tools) => {
    times.push(tools.now());
    return { afterMs: 500 };
  });
  const world = createWorld({ controllers: [controller] });
  await world.create(ConfigMap, settings('a'));
  await world.settle();
  expect(times.map((time, index) => time - (times[index - 1] ?? time))).toEqual([0, 500, 500, 500]);
  await world.sleep(1_000);
  expect(times).toHaveLength(6);
  await world.merge(ConfigMap, 'default/a', { data: { news: 'yes' } });
  await world.settle();
  // At once because of the change, then three waits, of which the first had already begun.
  expect(times).toHaveLength(10);
});
