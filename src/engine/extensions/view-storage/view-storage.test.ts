/** Events under core/v1 and events.k8s.io/v1 are the same objects. */
import { expect, test } from 'vitest';
import { startServer } from '../../apiserver/testing/harness.ts';

const core = '/api/v1/namespaces/default/events';
const newer = '/apis/events.k8s.io/v1/namespaces/default/events';
const involvedObject = { kind: 'Pod', namespace: 'default', name: 'p' };

test('what is written to one is read from the other, under its names', async () => {
  const { post, get } = startServer();
  const body = { metadata: { name: 'e' }, involvedObject, message: 'seen', count: 3, source: { component: 'kubelet' } };
  await post(core, body);
  const { json } = await get(`${newer}/e`);
  expect(json).toMatchObject({
    apiVersion: 'events.k8s.io/v1',
    kind: 'Event',
    note: 'seen',
    regarding: involvedObject,
    deprecatedCount: 3,
    deprecatedSource: { component: 'kubelet' },
    eventTime: null,
  });
  expect(json).not.toHaveProperty('message');
  const made = {
    metadata: { name: 'f' },
    eventTime: '1970-01-01T00:00:00.000000Z',
    type: 'Normal',
    reason: 'Tested',
    action: 'Testing',
    reportingController: 'a.io/b',
    reportingInstance: 'b-1',
    regarding: involvedObject,
    note: 'new',
  };
  expect((await post(newer, made)).json).toMatchObject({ apiVersion: 'events.k8s.io/v1', note: 'new' });
  expect((await get(`${core}/f`)).json).toMatchObject({
    apiVersion: 'v1',
    message: 'new',
    reportingComponent: 'a.io/b',
  });
  const found = (await get(`${newer}?fieldSelector=regarding.name=p,reason=Tested`)).json;
  expect([found.kind, found.items.map((each: { metadata: { name: string } }) => each.metadata.name)]).toEqual([
    'EventList',
    ['f'],
  ]);
});
