import { expect, test } from 'vitest';
import { podNamed, podsPath, startServer } from './testing/harness.ts';

test('a pod can be created, read, listed and watched', async () => {
  const { post, get, watch, settle } = startServer();
  const live = watch(podsPath);
  const created = await post(podsPath, podNamed('web'));
  expect(created.code).toBe(201);
  expect(created.json).toMatchObject({
    kind: 'Pod',
    metadata: { name: 'web', namespace: 'default', generation: 1, creationTimestamp: '2026-01-01T00:00:00Z' },
    status: { phase: 'Pending' },
  });
  expect(created.json.metadata.uid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  const { resourceVersion } = created.json.metadata;
  expect((await get(`${podsPath}/web`)).json).toEqual(created.json);
  const list = await get(podsPath);
  expect(list.json).toMatchObject({ kind: 'PodList', apiVersion: 'v1', metadata: { resourceVersion } });
  expect(list.json.items).toEqual([created.json]);
  await settle();
  expect(live.brief()).toEqual(['ADDED web']);
});

test('the four first namespaces are there from the start', async () => {
  const { get } = startServer();
  const { json } = await get('/api/v1/namespaces');
  const names = json.items.map((item: { metadata: { name: string } }) => item.metadata.name);
  expect(names).toEqual(['default', 'kube-node-lease', 'kube-public', 'kube-system']);
});

test('relabelling is coming and going to a watch with a selector', async () => {
  const { post, patch, watch, settle } = startServer();
  await post(podsPath, podNamed('web', { labels: { app: 'web' } }));
  const live = watch(`${podsPath}?labelSelector=app%3Dweb`);
  const away = await patch(`${podsPath}/web`, { metadata: { labels: { app: 'other' } } });
  await patch(`${podsPath}/web`, { metadata: { labels: { app: 'web' } } });
  await settle();
  expect(live.brief()).toEqual(['ADDED web', 'DELETED web', 'ADDED web']);
  expect(live.seen[1].object.metadata).toMatchObject({
    labels: { app: 'web' },
    resourceVersion: away.json.metadata.resourceVersion,
  });
});

test('a kubelet hears of the pods of its node only, also of one that comes to it', async () => {
  const { post, watch, settle } = startServer();
  const mine = watch('/api/v1/pods?fieldSelector=spec.nodeName%3Dn1');
  const unbound = watch('/api/v1/pods?fieldSelector=spec.nodeName%3D');
  await post(podsPath, podNamed('a'));
  await post(podsPath, podNamed('b', { spec: { nodeName: 'n2' } }));
  await post(`${podsPath}/a/binding`, { target: { kind: 'Node', name: 'n1' } });
  await settle();
  expect(mine.brief()).toEqual(['ADDED a']);
  expect(unbound.brief()).toEqual(['ADDED a', 'DELETED a']);
});

test('a watch from a revision gets what came after it, then what comes', async () => {
  const { post, watch, settle, remove } = startServer();
  const { json } = await post(podsPath, podNamed('a'));
  await post(podsPath, podNamed('b'));
  const live = watch(`${podsPath}?resourceVersion=${json.metadata.resourceVersion}`);
  await remove(`${podsPath}/a`);
  await settle();
  expect(live.brief()).toEqual(['ADDED b', 'DELETED a']);
  live.stop();
  await post(podsPath, podNamed('c'));
  expect(live.seen).toHaveLength(2);
});

test('a watch from a forgotten revision is told so by one ERROR event', async () => {
  const { post, patch, watch, kernel } = startServer();
  await post(podsPath, podNamed('a'));
  for (let count = 0; count < 300; count += 1) {
    await patch(`${podsPath}/a`, { metadata: { labels: { count: String(count) } } });
    await kernel.run({ until: kernel.clock.now() + 1000 });
  }
  const late = watch(`${podsPath}?resourceVersion=5`);
  expect(late.state).toEqual({ code: 200, ended: true });
  expect(late.seen).toMatchObject([{ type: 'ERROR', object: { kind: 'Status', code: 410, reason: 'Expired' } }]);
  expect(late.seen[0].object.message).toMatch(/^too old resource version: 5 \(\d+\)$/);
});

test('bookmarks come every minute to those who ask, and once more before the end', async () => {
  const { post, watch, kernel } = startServer();
  await post('/api/v1/namespaces', { metadata: { name: 'team' } });
  const live = watch(`${podsPath}?allowWatchBookmarks=true&timeoutSeconds=100`);
  const plain = watch(`${podsPath}?timeoutSeconds=100`);
  await kernel.run({ until: kernel.clock.now() + 200_000 });
  expect(live.seen.map((event) => event.type)).toEqual(['BOOKMARK', 'BOOKMARK']);
  expect(live.seen[0].object).toMatchObject({ kind: 'Pod', apiVersion: 'v1', metadata: { resourceVersion: '6' } });
  expect(live.state.ended).toBe(true);
  expect(plain.seen).toEqual([]);
  expect(plain.state.ended).toBe(true);
});

test('a watched table describes its columns once', async () => {
  const { post, watch, settle } = startServer();
  const live = watch(podsPath, { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' });
  await post(podsPath, podNamed('a'));
  await post(podsPath, podNamed('b'));
  await settle();
  expect(live.seen.map((event) => event.object.rows[0].cells[0])).toEqual(['a', 'b']);
  expect(live.seen[0].object.columnDefinitions).not.toBeNull();
  expect(live.seen[1].object.columnDefinitions).toBeNull();
});

test('streaming the first list is refused, as the feature is off', async () => {
  const { watch, settle } = startServer();
  const live = watch(`${podsPath}?sendInitialEvents=true&resourceVersionMatch=NotOlderThan`);
  await settle();
  expect(live.state.code).toBe(422);
  expect(live.seen[0].message).toContain('sendInitialEvents: Forbidden');
});

test('a server that stops ends its watches', async () => {
  const { watch, settle, server } = startServer();
  const live = watch(podsPath);
  await settle();
  server.stop();
  expect(live.state.ended).toBe(true);
});

test('a watch whose time is below zero is over at once', async () => {
  const { watch, kernel } = startServer();
  const { state } = watch(`${podsPath}?timeoutSeconds=-5`);
  await kernel.run({ until: kernel.clock.now() + 10 });
  expect(state).toEqual({ code: 200, ended: true });
});
