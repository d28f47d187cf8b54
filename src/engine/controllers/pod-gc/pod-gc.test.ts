import { Node, Pod } from 'converge/sdk';
import { expect, test } from 'vitest';
import { createWorld } from '../../sdk/testing/world.ts';
import { createPodGcController } from './index.ts';

test('pods on their way out of a node that is out of service go at once; those of another one that doesn’t answer stay', async () => {
  const world = createWorld({ controllers: [createPodGcController()] });
  const out = [{ key: 'node.kubernetes.io/out-of-service', effect: 'NoExecute' }];
  for (const [name, taints] of [['out', out], ['silent', []]] as const) {
    await world.create(Node, { metadata: { name }, spec: { taints: [...taints] } });
    const spec = { nodeName: name, containers: [{ name: 'main', image: 'nginx' }] };
    await world.create(Pod, { metadata: { name: `on-${name}`, namespace: 'default' }, spec });
    await world.create(Pod, { metadata: { name: `stays-on-${name}`, namespace: 'default' }, spec });
    // Nothing runs here that would end it.
    await world.remove(Pod, `default/on-${name}`);
  }
  await world.sleep(25_000);
  expect(world.objects(Pod).map(({ metadata }) => metadata.name)).toEqual(['on-silent', 'stays-on-out', 'stays-on-silent']);
  expect(world.log).toEqual([]);
});

test('pods of a vanished node go after 40 seconds, those of a known one stay', async () => {
  const world = createWorld({ controllers: [createPodGcController()] });
  for (const name of ['gone', 'here']) {
    await world.create(Node, { metadata: { name } });
    const spec = { nodeName: name, containers: [{ name: 'main', image: 'nginx' }] };
    await world.create(Pod, { metadata: { name: `on-${name}`, namespace: 'default' }, spec });
  }
  await world.sleep(25_000);
  await world.remove(Node, 'gone');
  const names = () => world.objects(Pod).map(({ metadata }) => metadata.name);
  await world.sleep(40_000);
  expect(names()).toEqual(['on-gone', 'on-here']);
  await world.sleep(45_000);
  expect(names()).toEqual(['on-here']);
  expect(world.log).toEqual([]);
});
