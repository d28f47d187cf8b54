import { Event, type Json, PersistentVolume, PersistentVolumeClaim } from 'converge/sdk';
import { expect, test } from 'vitest';
import { createWorld } from '../../sdk/testing/world.ts';
import { createPersistentVolumeBinder } from '../persistentvolume-binder/index.ts';
import { createPersistentVolumeExpander } from './index.ts';

async function worldWithClaim(storage: string) {
  const world = createWorld({ controllers: [createPersistentVolumeBinder()] });
  const accessModes = ['ReadWriteOnce'];
  const volume = { capacity: { storage }, accessModes, storageClassName: 'slow', hostPath: { path: '/data' } };
  await world.create(PersistentVolume, { metadata: { name: 'disk' }, spec: volume });
  const spec = { accessModes, storageClassName: 'slow', resources: { requests: { storage } } };
  await world.create(PersistentVolumeClaim, { metadata: { name: 'data', namespace: 'default' }, spec });
  await world.sleep(1000);
  const change = (patch: Json) => world.merge(PersistentVolumeClaim, 'default/data', patch);
  const request = (size: string) => change({ spec: { resources: { requests: { storage: size } } } });
  const events = () =>
    world
      .objects(Event)
      .filter(({ source }) => source?.component === 'volume_expand')
      .map(({ type, reason, message, count, involvedObject }) => [type, reason, message, count, involvedObject.name]);
  return { world, change, request, events };
}

const waiting = (count: number) => ['Normal', 'ExternalExpanding', 'waiting for an external controller to expand this PVC', count, 'data'];

test('a bound claim that grows waits for an external controller; claim and volume keep their capacity', async () => {
  const { world, change, request, events } = await worldWithClaim('1Gi');
  world.start(createPersistentVolumeExpander());
  await world.sleep(1000);
  expect(events()).toEqual([]);
  await request('2Gi');
  await world.sleep(1000);
  expect(events()).toEqual([waiting(1)]);
  await change({ metadata: { labels: { team: 'a' } } });
  await world.sleep(1000);
  expect(events()).toEqual([waiting(1)]);
  await request('3Gi');
  await world.sleep(1000);
  expect(events()).toEqual([waiting(2)]);
  expect(world.objects(PersistentVolumeClaim)[0]?.status.capacity).toEqual({ storage: '1Gi' });
  expect(world.objects(PersistentVolume)[0]?.spec.capacity).toEqual({ storage: '1Gi' });
  expect(world.log).toEqual([]);
});
