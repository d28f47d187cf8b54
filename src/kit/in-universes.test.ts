import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { CoreV1Api, KubeConfig, makeInformer, type V1ConfigMap } from '@kubernetes/client-node';
import { expect, onTestFinished, test } from 'vitest';
import { ConfigMap } from '../engine/sdk/index.ts';
import { inUniverses, type Main, type Universe, UniverseFailed } from './index.ts';

const namespace = 'default';
const room = (target: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'room', namespace }, data: { target } });

/** Copies `room` to `copy`. */
function copyRoom(kubeConfig: KubeConfig, afterMs = 0): void {
  const core = kubeConfig.makeApiClient(CoreV1Api);
  const list = () => core.listNamespacedConfigMap({ namespace });
  const informer = makeInformer<V1ConfigMap>(kubeConfig, `/api/v1/namespaces/${namespace}/configmaps`, list);
  let running = Promise.resolve();
  const reconcile = async (): Promise<void> => {
    const { data } = informer.get('room', namespace) ?? {};
    if (data === undefined || JSON.stringify(informer.get('copy', namespace)?.data) === JSON.stringify(data)) return;
    const body = { metadata: { name: 'copy' }, data };
    try {
      if (informer.get('copy', namespace) === undefined) await core.createNamespacedConfigMap({ namespace, body });
      else await core.replaceNamespacedConfigMap({ namespace, name: 'copy', body });
    } catch {
      setTimeout(request, 500);
    }
  };
  const request = (): void => {
    running = running.then(reconcile);
  };
  informer.on('change', () => (afterMs === 0 ? request() : void setTimeout(request, afterMs)));
  informer.on('error', () => void setTimeout(() => void informer.start(), 1000));
  void informer.start();
}

const copyOf = ({ objects }: Pick<Universe, 'objects'>): string | undefined => objects(ConfigMap).find(({ metadata }) => metadata.name === 'copy')?.data?.['target'];

async function changeRoom(universe: Universe, main: Main = (kubeConfig) => copyRoom(kubeConfig)): Promise<void> {
  await universe.apply(room('21'));
  await universe.start(main);
  await universe.eventually('the copy has 21', (world) => copyOf(world) === '21');
  await universe.apply(room('23'));
  await universe.eventually('the copy has 23', (world) => copyOf(world) === '23');
}

test('a list says once what its items are, as over a network', () =>
  inUniverses({ universes: 1 }, async (universe) => {
    await universe.apply([room('21')]);
    const core = universe.kubeConfig.makeApiClient(CoreV1Api);
    const { kind, items } = await core.listNamespacedConfigMap({ namespace });
    expect(kind).toBe('ConfigMapList');
    expect(items.find(({ metadata }) => metadata?.name === 'room')?.kind).toBeUndefined();
    expect((await core.readNamespacedConfigMap({ namespace, name: 'room' })).kind).toBe('ConfigMap');
  }));

test('a universe is the same each time, whatever goes wrong in it', async () => {
  const lives: (readonly string[])[] = [];
  for (const _ of [1, 2]) {
    const ends: string[] = [];
    await inUniverses({ universes: 6 }, async (universe) => {
      await changeRoom(universe);
      ends.push(`${universe.t}: ${JSON.stringify(universe.objects(ConfigMap))}`);
    });
    lives.push(ends);
  }
  expect(lives[0]).toHaveLength(7);
  expect(new Set(lives[0]).size).toBeGreaterThan(1);
  expect(lives[1]).toEqual(lives[0]);
});

test('every pattern is tried, and counted', async () => {
  const survived = await inUniverses({ universes: 16 }, (universe) => changeRoom(universe));
  expect(Object.keys(survived)).toEqual(['crash between two writes', 'stale reads', 'missed transition', 'random faults']);
  expect(Math.min(...Object.values(survived))).toBeGreaterThan(0);
  expect(Object.values(survived).reduce((sum, each) => sum + each)).toBe(16);
});

test('a controller that waits before it acts misses transitions, too', async () => {
  const late: Main = (kubeConfig) => copyRoom(kubeConfig, 500);
  const survived = await inUniverses({ universes: 4, patterns: ['missed transition'] }, (universe) => changeRoom(universe, late));
  expect(survived['missed transition']).toBeGreaterThan(0);
});

test('a KubeConfig that the controller loads by itself leads into the universe, too', async () => {
  await inUniverses({ universes: 0 }, async (universe) => {
    await universe.start(async () => {
      const kubeConfig = new KubeConfig();
      kubeConfig.loadFromDefault();
      await kubeConfig.makeApiClient(CoreV1Api).createNamespacedConfigMap({ namespace, body: { metadata: { name: 'copy' }, data: { target: '21' } } });
    });
    await universe.eventually('it has made a map', (world) => copyOf(world) === '21');
  });
});

/** What a scenario of this main, without trouble, ends with. */
async function failureOf(main: Main, play: (universe: Universe) => Promise<void>, universes = 0): Promise<UniverseFailed> {
  const failed = inUniverses({ universes }, async (universe) => {
    await universe.start(main);
    await play(universe);
  });
  return failed.then(
    () => expect.unreachable('no universe has failed'),
    (error: unknown) => {
      if (!(error instanceof UniverseFailed)) throw error;
      return error;
    },
  );
}

test('what never comes about names itself, the time, and what the controller did', async () => {
  const error = await failureOf((kubeConfig) => copyRoom(kubeConfig), async (universe) => {
    await universe.apply(room('21'));
    await universe.eventually('the copy has 22', (world) => expect(copyOf(world)).toBe('22'), { withinMs: 10_000 });
  });
  expect(error.message).toMatch(/^Even where nothing goes wrong, “the copy has 22” still didn’t hold at t = 10\.\d{3} s\./);
  expect(error.message).toContain("expected '21' to be '22'");
  expect(error.trace.join('\n')).toMatch(/sends POST \/api\/v1\/namespaces\/default\/configmaps\n.* stored {6}put \/registry\/configmaps\/default\/copy\n/);
});

test('an invariant ends the universe in the moment in which it breaks', async () => {
  const error = await failureOf((kubeConfig) => copyRoom(kubeConfig), async (universe) => {
    universe.always('there is no copy', (world) => copyOf(world) === undefined);
    await universe.apply(room('21'));
    await universe.wait(60_000);
  });
  expect(error).toMatchObject({ condition: 'there is no copy', pattern: 'nothing goes wrong', seed: undefined });
  expect(error.trace.at(-1)).toContain('put /registry/configmaps/default/copy');
});

test('one that fails is replayed alone, by its number', async () => {
  const seeds: number[] = [];
  process.env['CONVERGE_UNIVERSE'] = '5';
  onTestFinished(() => void Reflect.deleteProperty(process.env, 'CONVERGE_UNIVERSE'));
  const failed = inUniverses({ universes: 100 }, async (universe) => {
    seeds.push(universe.seed);
    await changeRoom(universe);
    if (seeds.length === 2) universe.always('it is the first', () => false);
  });
  await expect(failed).rejects.toMatchObject({ seed: 5, message: expect.stringContaining('CONVERGE_UNIVERSE=5 npx vitest run') });
  expect(seeds).toEqual([0, 5]);
});

test('a scenario that fails by itself names its universe, too; two at a time wait for each other', async () => {
  const play = (from: number) => (universe: Universe) => {
    if (universe.seed === from) expect(universe.seed).toBe(0);
    return Promise.resolve();
  };
  const [first, second] = await Promise.allSettled([inUniverses({ universes: 4 }, play(3)), inUniverses({ universes: 4 }, play(9))]);
  expect(first).toMatchObject({ reason: { seed: 3, condition: 'the scenario', message: expect.stringMatching(/^In universe 3 \(.*\), the scenario failed at t = 0.000 s.\n\n {2}expected 3 to be \+?0/) } });
  expect(second.status).toBe('fulfilled');
});

test('the controller’s time is the universe’s, the test’s is the machine’s', async () => {
  const began = Date.now();
  const seen: number[] = [];
  await inUniverses({ universes: 0 }, async (universe) => {
    await universe.start(async () => {
      const from = Date.now();
      await new Promise((resolve) => setTimeout(resolve, 60_000));
      await sleep(60_000);
      await new Promise<void>((resolve) => AbortSignal.timeout(60_000).addEventListener('abort', () => resolve()));
      let ticks = 0;
      const interval = setInterval(() => {
        ticks += 1;
        if (ticks === 3) clearInterval(interval);
        seen.push(Date.now() - from);
      }, 1000);
    });
    await universe.wait(200_000);
    expect(Math.abs(Date.now() - began)).toBeLessThan(60_000);
  });
  expect(seen).toEqual([181_000, 182_000, 183_000]);
});

test('time stands still while the controller reads files', async () => {
  let readMs = -1;
  await inUniverses({ universes: 0 }, async (universe) => {
    await universe.start(async () => {
      const from = Date.now();
      for (let read = 0; read < 20; read += 1) await readFile(new URL(import.meta.url));
      readMs = Date.now() - from;
    });
    await universe.wait(60_000);
  });
  expect(readMs).toBe(0);
});

test('what no code catches ends the process, which is started again, later each time', async () => {
  const starts: number[] = [];
  await inUniverses({ universes: 0 }, async (universe) => {
    await universe.start(() => {
      starts.push(universe.t);
      if (starts.length === 1) setTimeout(() => expect.unreachable('the process has ended before'), 800);
      setTimeout(() => void Promise.reject(new Error('no code awaits this')), 500);
    });
    await universe.wait(10_000);
  });
  expect(starts).toEqual([0, 1500, 4000, 8500]);
});

test('process.exit ends the controller’s process, and its handlers of signals end with it', async () => {
  const starts: number[] = [];
  const exit: () => unknown = () => process.exit(1);
  const before = process.listenerCount('SIGTERM');
  await inUniverses({ universes: 0 }, async (universe) => {
    await universe.start(async () => {
      starts.push(universe.t);
      process.on('SIGTERM', () => {});
      await sleep(100);
      exit();
      expect.unreachable('the process has ended before');
    });
    await universe.wait(2000);
    expect(process.listenerCount('SIGTERM')).toBe(before);
  });
  expect(starts).toEqual([0, 1100]);
});

test('requests of the test pass time by themselves, and what the scenario throws comes out as it is', async () => {
  const play = async (universe: Universe): Promise<void> => {
    const core = universe.kubeConfig.makeApiClient(CoreV1Api);
    const before = universe.t;
    await Promise.all(['a', 'b'].map((name) => core.createNamespacedConfigMap({ namespace, body: { metadata: { name } } })));
    expect(universe.t).toBeGreaterThan(before);
    expect(universe.objects(ConfigMap).map(({ metadata }) => metadata.name)).toEqual(expect.arrayContaining(['a', 'b']));
    await core.createNamespacedConfigMap({ namespace, body: { metadata: { name: 'a' } } });
  };
  await expect(inUniverses({ universes: 0 }, play)).rejects.toMatchObject({ code: 409 });
});
