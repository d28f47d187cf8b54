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
