import { formatTime, Job, type Json } from 'converge/sdk';
import { expect, test } from 'vitest';
import { createWorld } from '../../sdk/testing/world.ts';
import { createGarbageCollector } from '../garbage-collector/index.ts';
import { ttlAfterFinishedController } from './index.ts';
import { timeLeftMs } from './time-left.ts';

const nowMs = Date.parse('2026-01-01T00:00:00Z');

/** Upstream's table (ttlafterfinished_controller_test.go, TestTimeLeft). */
const cases: readonly (readonly [what: string, end: string | undefined, agoSeconds: number, ttl: number | undefined, left: number | undefined])[] = [
  ['runs', undefined, 0, 10, undefined],
  ['is complete and stays', 'Complete', 0, undefined, undefined],
  ['is complete and goes at once', 'Complete', 0, 0, 0],
  ['is complete and stays for 10 s', 'Complete', 0, 10, 10],
  ['was complete 10 s ago and stays for 15 s', 'Complete', 10, 15, 5],
  ['has failed and stays', 'Failed', 0, undefined, undefined],
  ['has failed and goes at once', 'Failed', 0, 0, 0],
  ['has failed and stays for 10 s', 'Failed', 0, 10, 10],
  ['failed 10 s ago and stays for 15 s', 'Failed', 10, 15, 5],
];

test.each(cases)('a Job that %s', (_, type, agoSeconds, ttl, left) => {
  const lastTransitionTime = formatTime(nowMs - agoSeconds * 1000);
  const status = type === undefined ? {} : { conditions: [{ type, status: 'True', lastTransitionTime }] };
  const spec = ttl === undefined ? {} : { ttlSecondsAfterFinished: ttl };
  const leftMs = timeLeftMs({ metadata: {}, spec, status } as unknown as Job, nowMs);
  expect(leftMs).toBe(left === undefined ? undefined : left * 1000);
});

async function worldWithEndedJob(spec: Record<string, Json>) {
  const world = createWorld({ controllers: [ttlAfterFinishedController, createGarbageCollector([Job] as never)] });
  const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'nginx:1' }] } };
  const job = await world.create(Job, { metadata: { name: 'sum', namespace: 'default' }, spec: { ...spec, template } });
  const lastTransitionTime = formatTime(world.kernel.clock.now());
  const conditions = ['SuccessCriteriaMet', 'Complete'].map((type) => ({ type, status: 'True', lastTransitionTime }));
  const status = { conditions, startTime: lastTransitionTime, completionTime: lastTransitionTime };
  await world.finish(world.client.updateStatus(Job, { ...job, status }));
  await world.settle();
  return world;
}

test('an ended Job goes when its time is over', async () => {
  const world = await worldWithEndedJob({ ttlSecondsAfterFinished: 60 });
  await world.sleep(55_000);
  expect(world.objects(Job)).toHaveLength(1);
  await world.sleep(10_000);
  expect(world.objects(Job)).toEqual([]);
  expect(world.log).toEqual([]);
});

test('one that is given more time stays longer, and one without a time stays', async () => {
  const world = await worldWithEndedJob({ ttlSecondsAfterFinished: 60 });
  await world.sleep(30_000);
  await world.merge(Job, 'default/sum', { spec: { ttlSecondsAfterFinished: 600 } });
  await world.sleep(300_000);
  expect(world.objects(Job)).toHaveLength(1);
  await world.merge(Job, 'default/sum', { spec: { ttlSecondsAfterFinished: null } });
  await world.sleep(3_600_000);
  expect(world.objects(Job)).toHaveLength(1);
});

test('what the cache doesn’t know yet is asked of the server before a Job is deleted', async () => {
  const world = await worldWithEndedJob({ ttlSecondsAfterFinished: 60 });
  world.kernel.network.addFault({ from: 'apiserver', to: 'controller/ttl-after-finished', delayMs: 5000 });
  await world.sleep(56_000);
  await world.merge(Job, 'default/sum', { spec: { ttlSecondsAfterFinished: 120 } });
  await world.sleep(30_000);
  expect(world.objects(Job)).toHaveLength(1);
  await world.sleep(60_000);
  expect(world.objects(Job)).toEqual([]);
});
