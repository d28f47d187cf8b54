/** CronJobs on an API server, with the Jobs and Pods that come of them. */
import { CronJob, Event, Job, type Json, Pod } from 'converge/sdk';
import { expect, test } from 'vitest';
import { createWorld, type World } from '../../sdk/testing/world.ts';
import { createJobController } from '../job/index.ts';
import { createCronJobController } from './index.ts';

const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'nginx:1' }] } };

async function worldWithCronJob(spec: Record<string, Json>): Promise<World> {
  const world = createWorld({ controllers: [createCronJobController(), createJobController()] });
  await world.create(CronJob, { metadata: { name: 'tick', namespace: 'default' }, spec: { jobTemplate: { spec: { backoffLimit: 0, template } }, ...spec } });
  await world.settle();
  return world;
}

/** All Pods that run end this way. */
async function endPods(world: World, phase: 'Succeeded' | 'Failed'): Promise<void> {
  for (const pod of world.objects(Pod).filter(({ status }) => status.phase === 'Pending')) {
    await world.finish(world.client.patch(Pod, pod, { status: { phase } }, { type: 'merge', subresource: 'status' }));
  }
  await world.sleep(100);
}

const cronJob = (world: World): CronJob => world.objects(CronJob)[0] as CronJob;
const jobs = (world: World): readonly string[] => world.objects(Job).map(({ metadata }) => metadata.name);
const reasons = (world: World): readonly string[] =>
  world.objects(Event).filter(({ involvedObject }) => involvedObject.kind === 'CronJob').map(({ reason = '' }) => reason);
const startMinute = Date.parse('2026-01-01T00:00:00Z') / 60_000;
const named = (...minutes: number[]): readonly string[] => minutes.map((minute) => `tick-${startMinute + minute}`);

test('a Job comes every minute, is named after it, and is noted as long as it runs', async () => {
  const world = await worldWithCronJob({ schedule: '* * * * *', timeZone: 'America/New_York' });
  await world.sleep(59_000);
  expect(jobs(world)).toEqual([]);
  await world.sleep(2000);
  expect(jobs(world)).toEqual(named(1));
  const [job] = world.objects(Job);
  expect(job?.metadata.annotations?.['batch.kubernetes.io/cronjob-scheduled-timestamp']).toBe('2025-12-31T19:01:00-05:00');
  expect(job?.metadata.ownerReferences).toMatchObject([{ kind: 'CronJob', name: 'tick', controller: true, blockOwnerDeletion: true }]);
  expect(cronJob(world).status).toMatchObject({ lastScheduleTime: '2026-01-01T00:01:00Z', active: [{ kind: 'Job', name: named(1)[0] }] });
  await endPods(world, 'Succeeded');
  expect(cronJob(world).status).toEqual({ lastScheduleTime: '2026-01-01T00:01:00Z', lastSuccessfulTime: expect.any(String) });
  expect(reasons(world)).toEqual(['SuccessfulCreate', 'SawCompletedJob']);
  expect(world.log).toEqual([]);
});

test('of the Jobs that have ended three that succeeded and one that failed are kept', async () => {
  const world = await worldWithCronJob({ schedule: '* * * * *' });
  for (const phase of ['Failed', 'Succeeded', 'Failed', 'Succeeded', 'Succeeded', 'Succeeded'] as const) {
    await world.sleep(60_000);
    await endPods(world, phase);
  }
  await world.sleep(1000);
  expect(jobs(world)).toEqual(named(3, 4, 5, 6));
  expect(reasons(world)).toContain('SuccessfulDelete');
});

test.each([
  ['Allow', [1, 2, 3]],
  ['Forbid', [1]],
  ['Replace', [3]],
])('while a Job runs, %s', async (concurrencyPolicy, minutes) => {
  const world = await worldWithCronJob({ schedule: '* * * * *', concurrencyPolicy });
  await world.sleep(182_000);
  expect(world.objects(Job).filter(({ metadata }) => metadata.deletionTimestamp === undefined).map(({ metadata }) => metadata.name)).toEqual(named(...minutes));
  expect(cronJob(world).status.active).toHaveLength(minutes.length);
  expect(reasons(world)).toContain(concurrencyPolicy === 'Forbid' ? 'JobAlreadyActive' : 'SuccessfulCreate');
});

test('a time that was missed while a Job ran is made up for when it ends', async () => {
  const world = await worldWithCronJob({ schedule: '*/2 * * * *', concurrencyPolicy: 'Forbid' });
  await world.sleep(5 * 60_000);
  expect(jobs(world)).toEqual(named(2));
  await endPods(world, 'Succeeded');
  await world.sleep(1000);
  expect(jobs(world)).toEqual(named(2, 4));
});

test('what was missed while it was suspended is made up for once, unless the deadline is over', async () => {
  for (const [deadline, expected] of [[undefined, named(7)], [30, []]] as const) {
    const world = await worldWithCronJob({ schedule: '* * * * *', suspend: true, ...(deadline && { startingDeadlineSeconds: deadline }) });
    await world.sleep(7 * 60_000 + 45_000);
    expect(jobs(world)).toEqual([]);
    await world.merge(CronJob, 'default/tick', { spec: { suspend: false } });
    await world.sleep(1000);
    expect(jobs(world)).toEqual(expected);
  }
});

test('a new schedule begins with its next time', async () => {
  const world = await worldWithCronJob({ schedule: '0 0 1 1 *' });
  await world.sleep(10 * 60_000 + 30_000);
  await world.merge(CronJob, 'default/tick', { spec: { schedule: '*/5 * * * *' } });
  await world.sleep(60_000);
  expect(jobs(world)).toEqual([]);
  await world.sleep(4 * 60_000);
  expect(jobs(world)).toEqual(named(15));
});

test('wherever it dies, no time gets two Jobs, and none is forgotten in the status', async () => {
  for (let instants = 1; instants <= 12; instants += 1) {
    const world = await worldWithCronJob({ schedule: '* * * * *' });
    await world.sleep(60_090);
    await world.kernel.run({ instants });
    world.running.get('cronjob')?.stop();
    await world.sleep(5000);
    world.start(createCronJobController());
    await world.sleep(5000);
    expect(jobs(world), `stopped after ${instants} instants`).toEqual(named(1));
    expect(cronJob(world).status).toMatchObject({ lastScheduleTime: '2026-01-01T00:01:00Z', active: [{ name: named(1)[0] }] });
  }
});

test('after a long absence the newest time gets a Job, and a warning says so', async () => {
  const world = await worldWithCronJob({ schedule: '* * * * *' });
  world.running.get('cronjob')?.stop();
  await world.sleep(150 * 60_000);
  world.start(createCronJobController());
  await world.sleep(1000);
  expect(jobs(world)).toEqual(named(150));
  expect(reasons(world)).toEqual(['TooManyMissedTimes', 'SuccessfulCreate']);
});

test('a Job that somebody made for it by hand is reported', async () => {
  const world = await worldWithCronJob({ schedule: '@yearly' });
  const { uid } = cronJob(world).metadata;
  const owner = { apiVersion: 'batch/v1', kind: 'CronJob', name: 'tick', uid, controller: true };
  await world.create(Job, { metadata: { name: 'by-hand', namespace: 'default', ownerReferences: [owner] }, spec: { template } });
  await world.settle();
  expect(reasons(world)).toEqual(['UnexpectedJob']);
  await endPods(world, 'Succeeded');
  expect(cronJob(world).status).toEqual({ lastSuccessfulTime: expect.any(String) });
});
