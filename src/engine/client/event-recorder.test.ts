import { expect, test } from 'vitest';
import { ConfigMap, Event } from '../api/index.ts';
import { createWorld } from '../sdk/testing/world.ts';
import { createEventRecorder } from './event-recorder.ts';

async function worldWithRecorder() {
  const world = createWorld();
  const object = await world.create(ConfigMap, { metadata: { name: 'web', namespace: 'default' } });
  const { clock, random } = world.kernel;
  const source = { component: 'tester' };
  const recorder = createEventRecorder({ connection: world.connect('tester'), clock, random, source });
  const say = (reason: string, message: string) => recorder.record('Normal', object, reason, message);
  return { world, say, object };
}

test('an event is named after its object and says what it is about', async () => {
  const { world, say, object } = await worldWithRecorder();
  say('Made', 'Made it');
  await world.settle();
  const [event] = world.objects(Event);
  expect(event?.metadata.name).toMatch(/^web\.[0-9a-f]{16}$/);
  expect(event).toMatchObject({
    involvedObject: { kind: 'ConfigMap', namespace: 'default', name: 'web', uid: object.metadata.uid },
    reason: 'Made',
    message: 'Made it',
    type: 'Normal',
    count: 1,
    source: { component: 'tester' },
  });
});

test('repeats are counted on one event, however fast they come', async () => {
  const { world, say } = await worldWithRecorder();
  say('Made', 'Made it');
  say('Made', 'Made it');
  say('Made', 'Made it');
  await world.settle();
  await world.sleep(5000);
  say('Made', 'Made it');
  await world.settle();
  const [event, ...others] = world.objects(Event);
  expect(others).toEqual([]);
  expect(event?.count).toBe(4);
  expect(event?.lastTimestamp).not.toBe(event?.firstTimestamp);
});

test('from the tenth on, events that differ only in their message are combined', async () => {
  const { world, say } = await worldWithRecorder();
  for (let index = 1; index <= 15; index += 1) say('Created', `Created pod: web-${index}`);
  await world.settle();
  const messages = world.objects(Event).map(({ message, count }) => `${count} ${message}`);
  expect(messages).toHaveLength(10);
  expect(messages.at(-1)).toBe('6 (combined from similar events): Created pod: web-15');
});

test('a flood is cut at 25 an object', async () => {
  const { world, say } = await worldWithRecorder();
  for (let index = 1; index <= 100; index += 1) say(`Reason${index}`, 'x');
  await world.settle();
  expect(world.objects(Event)).toHaveLength(25);
});

test('an event that was deleted is written anew', async () => {
  const { world, say } = await worldWithRecorder();
  say('Made', 'Made it');
  await world.settle();
  await world.remove(Event, `default/${world.objects(Event)[0]?.metadata.name}`);
  say('Made', 'Made it');
  await world.settle();
  expect(world.objects(Event).map(({ count }) => count)).toEqual([2]);
});
