import { Node, Pod } from 'converge/sdk';
import { expect, test } from 'vitest';
import { createWorld } from '../../sdk/testing/world.ts';
import { createPodGcController } from './index.ts';

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
