import { expect, test } from 'vitest';
import { podNamed, podsPath, startServer } from './testing/harness.ts';

const configMapsPath = '/api/v1/namespaces/default/configmaps';

test('a bound pod gets its grace; it is gone only after a second delete with none', async () => {
  const { post, remove, watch, settle } = startServer();
  const { json } = await post(podsPath, podNamed('web', { spec: { nodeName: 'n' } }));
  const live = watch(`${podsPath}?resourceVersion=${json.metadata.resourceVersion}`);
  const first = await remove(`${podsPath}/web`);
  expect(first.code).toBe(200);
  expect(first.json.metadata).toMatchObject({
    deletionTimestamp: '2026-01-01T00:00:30Z',
    deletionGracePeriodSeconds: 30,
    generation: 2,
  });
  const longer = await remove(`${podsPath}/web`, { gracePeriodSeconds: 60 });
  expect(longer.json.metadata).toEqual(first.json.metadata);
  const shorter = await remove(`${podsPath}/web`, { gracePeriodSeconds: 5 });
  expect(shorter.json.metadata.deletionGracePeriodSeconds).toBe(5);
  await settle();
  expect(live.brief()).toEqual(['MODIFIED web', 'MODIFIED web']);
  const last = await remove(`${podsPath}/web`, { gracePeriodSeconds: 0, preconditions: { uid: json.metadata.uid } });
  expect(last.json.kind).toBe('Pod');
  await settle();
  expect(live.brief()).toEqual(['MODIFIED web', 'MODIFIED web', 'DELETED web']);
});

test.each([
  { name: 'none', afterMs: 0, gracePeriodSeconds: undefined, expected: ['2026-01-01T00:00:30Z', 30] },
  { name: 'a longer one', afterMs: 0, gracePeriodSeconds: 60, expected: ['2026-01-01T00:00:30Z', 30] },
  { name: 'a shorter one', afterMs: 10_000, gracePeriodSeconds: 20, expected: ['2026-01-01T00:00:20Z', 20] },
  { name: 'one that is over', afterMs: 10_000, gracePeriodSeconds: 5, expected: ['2026-01-01T00:00:10Z', 1] },
  { name: 'a negative one', afterMs: 10_000, gracePeriodSeconds: -3, expected: ['2026-01-01T00:00:10Z', 1] },
  { name: 'none at all, with a finalizer', afterMs: 10_000, gracePeriodSeconds: 0, expected: ['2026-01-01T00:00:10Z', 0] },
])('a second deletion whose grace period is $name counts from the first', async ({ afterMs, gracePeriodSeconds, expected }) => {
  const { post, patch, remove, kernel } = startServer();
  await post(podsPath, podNamed('web', { spec: { nodeName: 'n', terminationGracePeriodSeconds: 600 } }));
  await patch(`${podsPath}/web`, { metadata: { finalizers: ['example.com/hold'] } });
  await remove(`${podsPath}/web`, { gracePeriodSeconds: 30 });
  // What the spec says doesn't matter any more, nor what becomes of the pod.
  await patch(`${podsPath}/web/status`, { status: { phase: 'Failed' } });
  await kernel.run({ until: kernel.clock.now() + afterMs });
  const { json } = await remove(`${podsPath}/web`, gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds });
  const { deletionTimestamp, deletionGracePeriodSeconds, generation } = json.metadata;
  expect([deletionTimestamp, deletionGracePeriodSeconds, generation]).toEqual([...expected, 2]);
});

test('an unbound pod is gone at once', async () => {
  const { post, remove, get } = startServer();
  await post(podsPath, podNamed('web'));
  expect((await remove(`${podsPath}/web`)).code).toBe(200);
  expect((await get(`${podsPath}/web`)).code).toBe(404);
  expect((await remove(`${podsPath}/web`)).json.message).toBe('pods "web" not found');
});

test('a kind without a body to show answers a deletion with a Status', async () => {
  const { post, remove } = startServer();
  const { json } = await post(configMapsPath, { metadata: { name: 'c' } });
  expect((await remove(`${configMapsPath}/c`)).json).toEqual({
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Success',
    details: { name: 'c', kind: 'configmaps', uid: json.metadata.uid },
  });
});

test('a finalizer holds an object until it is taken off, and none can be added meanwhile', async () => {
  const { post, remove, patch, watch, settle, get } = startServer();
  await post(configMapsPath, { metadata: { name: 'c', finalizers: ['example.com/hold'] } });
  const live = watch(configMapsPath);
  const held = await remove(`${configMapsPath}/c`);
  expect(held.json.metadata).toMatchObject({ deletionGracePeriodSeconds: 0, finalizers: ['example.com/hold'] });
  expect(held.json.metadata.deletionTimestamp).toBe('2026-01-01T00:00:00Z');
  const added = await patch(`${configMapsPath}/c`, {
    metadata: { finalizers: ['example.com/hold', 'example.com/more'] },
  });
  expect(added.json.message).toBe(
    'ConfigMap "c" is invalid: metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"example.com/more"}',
  );
  const back = await post(configMapsPath, { metadata: { name: 'c' } });
  expect(back.json.message).toBe('object is being deleted: configmaps "c" already exists');
  const freed = await patch(`${configMapsPath}/c`, { metadata: { finalizers: [] } });
  expect(freed.code).toBe(200);
  await settle();
  expect(live.brief()).toEqual(['ADDED c', 'MODIFIED c', 'DELETED c']);
  expect((await get(`${configMapsPath}/c`)).code).toBe(404);
});

test('a deletion meant for an older incarnation is a conflict', async () => {
  const { post, remove } = startServer();
  const { json } = await post(configMapsPath, { metadata: { name: 'c' } });
  const other = await remove(`${configMapsPath}/c`, { preconditions: { uid: 'older' } });
  expect(other.json).toMatchObject({ code: 409, reason: 'Conflict' });
  expect(other.json.message).toBe(
    `Operation cannot be fulfilled on ConfigMap "c": the UID in the precondition (older) does not match the UID in record (${json.metadata.uid}). The object might have been deleted and then recreated`,
  );
  const stale = await remove(`${configMapsPath}/c`, { preconditions: { resourceVersion: '1' } });
  expect(stale.json.message).toContain('The object might have been modified');
});

test('foreground and orphan deletions leave a finalizer for the garbage collector', async () => {
  const { post, remove } = startServer();
  for (const [policy, finalizer] of [
    ['Foreground', 'foregroundDeletion'],
    ['Orphan', 'orphan'],
  ]) {
    await post(configMapsPath, { metadata: { name: 'c' } });
    const { json } = await remove(`${configMapsPath}/c?propagationPolicy=${policy}`);
    expect(json.metadata.finalizers).toEqual([finalizer]);
    expect(json.metadata.deletionTimestamp).toBeDefined();
    expect((await remove(`${configMapsPath}/c`, { propagationPolicy: 'Background' })).json.status).toBe('Success');
  }
  const unknown = await remove(`${configMapsPath}/c`, { propagationPolicy: 'Maybe' });
  expect(unknown.code).toBe(422);
});

test('a collection is deleted by selector', async () => {
  const { post, remove, get } = startServer();
  for (const name of ['a', 'b', 'c']) {
    await post(configMapsPath, { metadata: { name, labels: { keep: String(name === 'b') } } });
  }
  const { json } = await remove(`${configMapsPath}?labelSelector=keep!=true`);
  expect(json.items).toHaveLength(2);
  expect((await get(configMapsPath)).json.items).toMatchObject([{ metadata: { name: 'b' } }]);
});

test('a namespace goes through Terminating, takes nothing new, and ends with its last finalizer', async () => {
  const { post, remove, put, get, patch } = startServer();
  await post('/api/v1/namespaces', { metadata: { name: 'team' } });
  const going = await remove('/api/v1/namespaces/team');
  expect(going.json.status.phase).toBe('Terminating');
  const twice = await remove('/api/v1/namespaces/team');
  expect(twice).toMatchObject({ code: 200, json: { metadata: going.json.metadata, status: { phase: 'Terminating' } } });
  const other = await remove('/api/v1/namespaces/team', { preconditions: { uid: 'another' } });
  expect(other.code).toBe(409);
  const labelled = await patch('/api/v1/namespaces/team', {
    metadata: { labels: { a: 'b' } },
    spec: { finalizers: [] },
  });
  expect(labelled.json).toMatchObject({ metadata: { labels: { a: 'b' } }, spec: { finalizers: ['kubernetes'] } });
  const refused = await post('/api/v1/namespaces/team/configmaps', { metadata: { name: 'c' } });
  expect(refused.json).toMatchObject({
    code: 403,
    reason: 'Forbidden',
    message:
      'configmaps "c" is forbidden: unable to create new content in namespace team because it is being terminated',
    details: { causes: [{ reason: 'NamespaceTerminating', field: 'metadata.namespace' }] },
  });
  await put('/api/v1/namespaces/team/finalize', { ...labelled.json, spec: {} });
  expect((await get('/api/v1/namespaces/team')).code).toBe(404);
  const forever = await remove('/api/v1/namespaces/default');
  expect(forever.json.message).toBe('namespaces "default" is forbidden: this namespace may not be deleted');
});
