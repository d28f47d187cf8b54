/** Attachments of one volume on an API server, and what the loop remembers of it (upstream volume/attachdetach, cache.DesiredStateOfWorld). */
import { Event, type Json, Node, PersistentVolume, PersistentVolumeClaim, Pod, VolumeAttachment } from 'converge/sdk';
import { expect, test } from 'vitest';
import { createWorld } from '../../sdk/testing/world.ts';
import { attachDetachOver, type Memory } from './index.ts';

async function worldWith(nodes: readonly string[]) {
  const memory: Memory = new Map();
  const world = createWorld({ controllers: [attachDetachOver(memory)] });
  for (const name of nodes) {
    await world.create(Node, { metadata: { name } });
    await world.finish(world.client.patch(Node, { name }, { status: { conditions: [{ type: 'Ready', status: 'True' }] } }, { type: 'merge', subresource: 'status' }));
  }
  const spec = { accessModes: ['ReadWriteOnce'], capacity: { storage: '1Gi' }, csi: { driver: 'disk.csi.converge.dev', volumeHandle: 'disk-1' } };
  await world.create(PersistentVolume, { metadata: { name: 'v' }, spec: { ...spec, claimRef: { namespace: 'default', name: 'c' } } });
  const claim = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, volumeName: 'v' };
  await world.create(PersistentVolumeClaim, { metadata: { name: 'c', namespace: 'default' }, spec: claim });
  const pod = (name: string, nodeName: string): Json => ({
    metadata: { name, namespace: 'default' },
    spec: { nodeName, containers: [{ name: 'main', image: 'nginx:1' }], volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'c' } }] },
  });
  return {
    world,
    memory,
    attached: () => world.objects(VolumeAttachment).map(({ spec: { nodeName } }) => nodeName),
    said: () => world.objects(Event).map(({ reason, involvedObject }) => `${reason} ${involvedObject.name}`),
    async run(name: string, nodeName: string) {
      await world.create(Pod, pod(name, nodeName));
      await world.settle();
    },
    async end(name: string) {
      await world.finish(world.client.delete(Pod, `default/${name}`, { gracePeriodSeconds: 0 }));
      await world.settle();
    },
  };
}

test('a volume goes to the node of its Pod, and to the next one when that Pod is gone', async () => {
  const { attached, said, run, end } = await worldWith(['n', 'm']);
  await run('first', 'n');
  expect(attached()).toEqual(['n']);
  await run('second', 'm');
  expect([attached(), said()]).toEqual([['n'], ['SuccessfulAttachVolume first', 'FailedAttachVolume second']]);
  await end('first');
  expect([attached(), said().at(-1)]).toEqual([['m'], 'SuccessfulAttachVolume second']);
});

test('nothing is remembered of Pods that are gone, nor of a volume that nothing uses or that is gone', async () => {
  const { world, memory, run, end } = await worldWith(['n', 'm']);
  await run('first', 'n');
  for (const name of ['second', 'third', 'fourth']) {
    await run(name, 'm');
    expect(memory.get('v')?.reported.size).toBe(1);
    await end(name);
  }
  await end('first');
  expect([...memory]).toEqual([]);
  await run('last', 'n');
  expect([...memory.keys()]).toEqual(['v']);
  await world.remove(PersistentVolume, 'v');
  await world.settle();
  expect([...memory]).toEqual([]);
});
