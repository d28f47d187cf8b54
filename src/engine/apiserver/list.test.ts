import { expect, test } from 'vitest';
import { type Loose, podNamed, podsPath, startServer } from './testing/harness.ts';

const configMapsPath = '/api/v1/namespaces/default/configmaps';

async function startWithConfigMaps(count: number) {
  const harness = startServer();
  for (let index = 0; index < count; index += 1) {
    await harness.post(configMapsPath, { metadata: { name: `c${index}`, labels: { even: String(index % 2 === 0) } } });
  }
  return harness;
}

const names = (json: Loose) => json.items.map((item: Loose) => item.metadata.name).join(' ');

test('pages share one resourceVersion and say how many are left', async () => {
  const { get, post } = await startWithConfigMaps(5);
  const first = (await get(`${configMapsPath}?limit=2`)).json;
  expect(names(first)).toBe('c0 c1');
  expect(first.metadata.remainingItemCount).toBe(3);
  await post(configMapsPath, { metadata: { name: 'c2a' } });
  const second = (await get(`${configMapsPath}?limit=2&continue=${first.metadata.continue}`)).json;
  expect(names(second)).toBe('c2 c3');
  expect(second.metadata).toMatchObject({ remainingItemCount: 1, resourceVersion: first.metadata.resourceVersion });
  const third = (await get(`${configMapsPath}?limit=2&continue=${second.metadata.continue}`)).json;
  expect(names(third)).toBe('c4');
  expect(third.metadata).toEqual({ resourceVersion: first.metadata.resourceVersion });
});

test('with a selector a page says that more follows but not how many', async () => {
  const { get } = await startWithConfigMaps(7);
  const first = (await get(`${configMapsPath}?limit=2&labelSelector=even%3Dtrue`)).json;
  expect(names(first)).toBe('c0 c2');
  expect(first.metadata.remainingItemCount).toBeUndefined();
  const second = await get(`${configMapsPath}?limit=2&labelSelector=even%3Dtrue&continue=${first.metadata.continue}`);
  expect(names(second.json)).toBe('c4 c6');
  expect(second.json.metadata.continue).toBeUndefined();
});

test('a page of a compacted revision is refused with a token that gives the rest at the newest', async () => {
  const { get, post, etcd, settle } = await startWithConfigMaps(5);
  const first = (await get(`${configMapsPath}?limit=2`)).json;
  await post(configMapsPath, { metadata: { name: 'c9' } });
  etcd.compact(etcd.status().revision, () => undefined);
  await settle();
  const gone = await get(`${configMapsPath}?limit=2&continue=${first.metadata.continue}`);
  expect(gone.json).toMatchObject({ code: 410, reason: 'Expired' });
  expect(gone.json.message).toContain(
    'The provided continue parameter is too old to display a consistent list result.',
  );
  const rest = await get(`${configMapsPath}?continue=${gone.json.metadata.continue}`);
  expect(names(rest.json)).toBe('c2 c3 c4 c9');
});

test('a list from the cache, one of at least a revision, and one of exactly a revision', async () => {
  const { get, post } = await startWithConfigMaps(2);
  const { resourceVersion } = (await get(configMapsPath)).json.metadata;
  await post(configMapsPath, { metadata: { name: 'c9' } });
  expect(names((await get(`${configMapsPath}?resourceVersion=0`)).json)).toBe('c0 c1 c9');
  expect(names((await get(`${configMapsPath}?resourceVersion=${resourceVersion}`)).json)).toBe('c0 c1 c9');
  const exact = `resourceVersion=${resourceVersion}&resourceVersionMatch=Exact`;
  expect((await get(`${configMapsPath}?${exact}`)).json).toMatchObject({ metadata: { resourceVersion } });
  expect(names((await get(`${configMapsPath}?${exact}`)).json)).toBe('c0 c1');
});

test('a revision that is not there yet is waited for, three seconds', async () => {
  const { get, kernel } = await startWithConfigMaps(1);
  const { resourceVersion } = (await get(configMapsPath)).json.metadata;
  const began = kernel.clock.now();
  const { json } = await get(`${configMapsPath}?resourceVersion=1000`);
  expect(json.message).toBe(`Timeout: Too large resource version: 1000, current: ${resourceVersion}`);
  expect(json).toMatchObject({ code: 504, details: { causes: [{ reason: 'ResourceVersionTooLarge' }] } });
  expect(kernel.clock.now() - began).toBe(3000);
});

test('fields select where the kind offers them', async () => {
  const { post, get } = startServer();
  await post(podsPath, podNamed('a', { spec: { nodeName: 'n1' } }));
  await post(podsPath, podNamed('b', { spec: { nodeName: 'n2' } }));
  expect(names((await get('/api/v1/pods?fieldSelector=spec.nodeName%3Dn2')).json)).toBe('b');
  expect(names((await get('/api/v1/pods?fieldSelector=metadata.name!%3Db,spec.nodeName!%3D')).json)).toBe('a');
  const unknown = await get(`${podsPath}?fieldSelector=spec.foo%3Dx`);
  expect(unknown.json).toMatchObject({ code: 400, message: 'field label not supported: spec.foo' });
  const config = await get(`${configMapsPath}?fieldSelector=spec.foo%3Dx`);
  expect(config.json.message).toBe(
    '"spec.foo" is not a known field selector: only "metadata.name", "metadata.namespace"',
  );
});

test('parameters that contradict each other are refused', async () => {
  const { get } = await startWithConfigMaps(1);
  const refused = async (query: string) => (await get(`${configMapsPath}?${query}`)).json;
  expect((await refused('resourceVersion=x')).code).toBe(400);
  expect((await refused('resourceVersionMatch=Exact')).code).toBe(422);
  expect((await refused('resourceVersion=0&resourceVersionMatch=Exact')).message).toContain(
    'resourceVersionMatch: Forbidden: resourceVersionMatch "exact" is forbidden for resourceVersion "0"',
  );
  expect((await refused('resourceVersion=1&resourceVersionMatch=Roughly')).message).toContain(
    'resourceVersionMatch: Unsupported value: "Roughly": supported values: "Exact", "NotOlderThan", ""',
  );
  expect((await refused('watch=1&resourceVersion=1&resourceVersionMatch=Exact')).message).toContain(
    'resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided',
  );
  expect((await refused('continue=garbage')).code).toBe(400);
});

test('a table has a cell a column and the metadata of each object', async () => {
  const { post, get } = startServer();
  await post(podsPath, podNamed('web'));
  const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json';
  const { json } = await get(podsPath, { accept });
  expect(json).toMatchObject({ kind: 'Table', apiVersion: 'meta.k8s.io/v1' });
  const columns = json.columnDefinitions.map((column: Loose) => column.name);
  expect(columns.slice(0, 5)).toEqual(['Name', 'Ready', 'Status', 'Restarts', 'Age']);
  expect(json.rows[0].cells).toHaveLength(columns.length);
  expect(json.rows[0].cells.slice(0, 3)).toEqual(['web', '0/1', 'Pending']);
  expect(json.rows[0].object).toMatchObject({ kind: 'PartialObjectMetadata', metadata: { name: 'web' } });
  const whole = await get(`${podsPath}/web?includeObject=Object`, { accept });
  expect(whole.json.rows[0].object.kind).toBe('Pod');
  expect((await get(podsPath, { accept: 'text/html' })).code).toBe(406);
});

test.each([
  ['in its namespace', `${configMapsPath}?fieldSelector=metadata.name%3Dc1`, 'c1'],
  ['in all namespaces', '/api/v1/configmaps?fieldSelector=metadata.name%3Dc1', 'c1 c1'],
  ['in a namespace that the selector names', '/api/v1/configmaps?fieldSelector=metadata.name%3Dc1,metadata.namespace%3Dkube-system', 'c1'],
  ['where it isn’t', `${configMapsPath}?fieldSelector=metadata.name%3Dc`, ''],
  ['with a label that it hasn’t', `${configMapsPath}?fieldSelector=metadata.name%3Dc1&labelSelector=even%3Dtrue`, ''],
  ['of a kind without namespaces', '/api/v1/namespaces?fieldSelector=metadata.name%3Ddefault', 'default'],
] as const)('one name %s, from the cache as from etcd', async (_where, path, expected) => {
  const { get, post } = await startWithConfigMaps(3);
  await post(configMapsPath.replace('default', 'kube-system'), { metadata: { name: 'c1' } });
  expect(names((await get(path)).json)).toBe(expected);
  expect(names((await get(`${path}&resourceVersion=0`)).json)).toBe(expected);
});
