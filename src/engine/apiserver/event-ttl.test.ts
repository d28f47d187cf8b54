import { expect, test } from 'vitest';
import { startServer } from './testing/harness.ts';

const event = (name: string) => ({
  apiVersion: 'v1',
  kind: 'Event',
  metadata: { name },
  involvedObject: { kind: 'Pod', namespace: 'default', name: 'web' },
  reason: 'Started',
});
const events = '/api/v1/namespaces/default/events';

test('an Event is gone an hour after it was last written, and watchers are told', async () => {
  const { ask, watch, kernel } = startServer();
  await ask('POST', events, event('first'));
  const until = async (minutes: number) => {
    await kernel.run({ until: kernel.clock.now() + minutes * 60_000 });
    return (await ask('GET', events)).json.items.map((each: { metadata: { name: string } }) => each.metadata.name);
  };
  expect(await until(30)).toEqual(['first']);
  await ask('POST', events, event('second'));
  await ask('PATCH', `${events}/first`, { count: 2 }, { 'content-type': 'application/merge-patch+json' });
  await ask('POST', events, event('third'));
  expect(await until(59)).toEqual(['first', 'second', 'third']);
  const { seen } = watch(events);
  expect(await until(3)).toEqual([]);
  expect(seen.filter(({ type }) => type === 'DELETED').map(({ object }) => object.metadata.name)).toEqual([
    'first',
    'second',
    'third',
  ]);
});

test('objects that last have no lease', async () => {
  const { ask, kernel } = startServer();
  await ask('POST', '/api/v1/namespaces/default/configmaps', { metadata: { name: 'kept' }, data: {} });
  await kernel.run({ until: kernel.clock.now() + 24 * 3_600_000 });
  expect((await ask('GET', '/api/v1/namespaces/default/configmaps/kept')).code).toBe(200);
});
