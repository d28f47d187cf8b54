import { expect, test } from 'vitest';
import { ConfigMap } from '../api/index.ts';
import type { KubeObject } from '../meta/index.ts';
import { createWorld } from '../sdk/testing/world.ts';
import { createSharedInformers } from './shared-informers.ts';

async function worldWithReaders(...names: readonly string[]) {
  const world = createWorld();
  const { clock, random, network } = world.kernel;
  const informers = createSharedInformers({ connection: world.connect('shared'), clock, random });
  const heard: string[] = [];
  const readers = names.map((name) => {
    const own = { connection: world.connect(name), clock, random, kind: ConfigMap, onSynced: () => heard.push(`${name} synced`) };
    const reader = informers.join(name, own);
    const say = (what: string) => (object: KubeObject) => void heard.push(`${name} ${what} ${object.metadata.name}`);
    reader.onEvent({ added: say('added'), updated: say('updated'), deleted: say('deleted') });
    return reader;
  });
  await world.settle();
  heard.splice(0, heard.length - names.length);
  const put = (name: string) => world.create(ConfigMap, { metadata: { name, namespace: 'default' } });
  const hears = () => heard.splice(0);
  return { world, informers, readers, put, hears, network };
}

test('readers of a kind are told in the order they joined, from one list and one watch', async () => {
  const { informers, readers, put, hears, world } = await worldWithReaders('first', 'second');
  expect(hears()).toEqual(['first synced', 'second synced']);
  await put('one');
  await world.settle();
  expect(hears()).toEqual(['first added one', 'second added one']);
  expect(readers.map(({ lister }) => lister.get('default/one'))).toEqual([expect.anything(), expect.anything()]);
  expect(informers.readersOf('/api/v1/configmaps')).toEqual(['first', 'second']);
});

test('a reader that is split off goes on from where it was: it is told nothing twice, and misses nothing', async () => {
  const { informers, readers, put, hears, world } = await worldWithReaders('first', 'second');
  await put('one');
  await world.settle();
  hears();
  informers.splitOff('first');
  expect(informers.readersOf('/api/v1/configmaps')).toEqual(['second']);
  expect(readers[0]?.lister.get('default/one')?.metadata.name).toBe('one');
  // Sent before its own watch has reached the server.
  await put('two');
  await world.settle();
  expect(hears().sort()).toEqual(['first added two', 'second added two']);
});

test('what is late for one that was split off is in time for the others', async () => {
  const { informers, put, hears, world, network } = await worldWithReaders('first', 'second');
  informers.splitOff('first');
  await world.settle();
  network.addFault({ from: 'apiserver', to: 'first', watchOnly: true, delayMs: 5000 });
  hears();
  await put('one');
  await world.sleep(1000);
  expect(hears()).toEqual(['second added one']);
  await world.sleep(5000);
  expect(hears()).toEqual(['first added one']);
});

test('a reader split off before the first list gets one of its own', async () => {
  const world = createWorld();
  const { clock, random } = world.kernel;
  const informers = createSharedInformers({ connection: world.connect('shared'), clock, random });
  const synced: string[] = [];
  for (const name of ['first', 'second']) {
    informers.join(name, { connection: world.connect(name), clock, random, kind: ConfigMap, onSynced: () => synced.push(name) });
  }
  informers.splitOff('first');
  await world.settle();
  expect(synced.sort()).toEqual(['first', 'second']);
});

test('the watch ends with its last reader', async () => {
  const { informers, readers, put, hears, world } = await worldWithReaders('first', 'second');
  hears();
  readers[0]?.stop();
  await put('one');
  await world.settle();
  expect(hears()).toEqual(['second added one']);
  readers[1]?.stop();
  expect(informers.readersOf('/api/v1/configmaps')).toEqual([]);
});
