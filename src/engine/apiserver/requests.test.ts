import { expect, test } from 'vitest';
import { kinds } from '../api/index.ts';
import { failure } from '../meta/index.ts';
import { noOpinion } from './authorization.ts';
import { requestInfo } from './request-info.ts';
import { createKeyNamer } from './resource.ts';
import { podNamed, podsPath, startServer } from './testing/harness.ts';

const user = { name: 'u', groups: [] };

test.each([
  ['GET', '/api/v1/pods', {}, 'list pods'],
  ['GET', '/api/v1/pods', { watch: 'true' }, 'watch pods'],
  ['GET', '/api/v1/namespaces/a/pods/x', {}, 'get pods a x'],
  ['PUT', '/api/v1/namespaces/a/pods/x/status', {}, 'update pods/status a x'],
  ['DELETE', '/apis/apps/v1/namespaces/a/deployments', {}, 'deletecollection deployments a'],
  ['GET', '/api/v1/namespaces/a', {}, 'get namespaces a a'],
  ['PUT', '/api/v1/namespaces/a/finalize', {}, 'update namespaces/finalize a a'],
  ['GET', '/api/v1/pods', { fieldSelector: 'metadata.name=x' }, 'list pods x'],
  ['GET', '/healthz', {}, 'get /healthz'],
  ['GET', '/apis/apps/v1', {}, 'get /apis/apps/v1'],
] as const)('%s %s %o is %s', (method, path, query, expected) => {
  const info = requestInfo({ method, path, query, headers: {}, user });
  const words = info.isResource
    ? [info.verb, info.subresource ? `${info.resource}/${info.subresource}` : info.resource, info.namespace, info.name]
    : [info.verb, info.path];
  expect(words.filter((word) => word !== '').join(' ')).toBe(expected);
});

test('unknown fields are refused, warned of or ignored', async () => {
  const { post } = startServer();
  const body = (name: string) => podNamed(name, { spec: { replicas: 3 } });
  const strict = await post(`${podsPath}?fieldValidation=Strict`, body('a'));
  expect(strict.json).toMatchObject({ code: 400, reason: 'BadRequest' });
  expect(strict.json.message).toBe(
    'Pod in version "v1" cannot be handled as a Pod: strict decoding error: unknown field "spec.replicas"',
  );
  const warned = await post(podsPath, body('b'));
  expect(warned.code).toBe(201);
  expect(warned.headers['warning']).toBe('299 - "unknown field \\"spec.replicas\\""');
  expect(warned.json.spec.replicas).toBeUndefined();
  const ignored = await post(`${podsPath}?fieldValidation=Ignore`, body('c'));
  expect(ignored.code).toBe(201);
  expect(ignored.headers['warning']).toBeUndefined();
});

test('text is parsed as a wire would bring it, doubled fields and all', async () => {
  const { post } = startServer();
  const text = JSON.stringify(podNamed('a'));
  expect((await post(podsPath, text)).code).toBe(201);
  const doubled = text.replace('"name":"a"', '"nick":"c","name":"a","name":"b"');
  const strict = await post(`${podsPath}?fieldValidation=Strict`, doubled);
  expect(strict.json.message).toContain(
    'strict decoding error: unknown field "metadata.nick", duplicate field "metadata.name"',
  );
  expect((await post(podsPath, doubled)).json.metadata.name).toBe('b');
});

test.each([
  ['{"kind":"Pod"', 'unexpected end of JSON input ({"kind":"Pod")'],
  ['{"kind" "Pod"}', `invalid character '"' after object key ({"kind" "Pod"})`],
  ['{kind: Pod}', `invalid character 'k' looking for beginning of object key string ({kind: Pod})`],
  ['{"a":1}}', `invalid character '}' after top-level value ({"a":1}})`],
  ['{"a":tru}', `invalid character '}' in literal true (expecting 'e') ({"a":tru})`],
])('the malformed body %s is refused in Go’s words', async (body, words) => {
  const { post } = startServer();
  const { json } = await post(podsPath, body);
  expect(json).toMatchObject({ code: 400, reason: 'BadRequest' });
  const prefix = `the object provided is unrecognized (must be of type Pod): couldn't get version/kind; json parse error: `;
  expect(json.message).toBe(prefix + words);
});

test('bodies of the wrong type, kind or size are refused', async () => {
  const { post, ask } = startServer();
  const wrongType = await post(podsPath, podNamed('a', { spec: { terminationGracePeriodSeconds: 'x' } }));
  expect(wrongType.json.message).toContain(
    'Pod in version "v1" cannot be handled as a Pod: json: cannot unmarshal string',
  );
  expect((await post(podsPath, { apiVersion: 'apps/v1', kind: 'Pod' })).json.message).toBe(
    'the API version in the data (apps/v1) does not match the expected API version (v1)',
  );
  expect((await post(podsPath, `"${'x'.repeat(3 * 1024 * 1024)}"`)).code).toBe(413);
  const protobuf = await ask('POST', podsPath, 'k8s', { 'content-type': 'application/vnd.kubernetes.protobuf' });
  expect(protobuf.code).toBe(415);
});

test('paths and methods that nothing serves', async () => {
  const { get, post, ask } = startServer();
  for (const path of ['/nothing', '/api/v1/unicorns', '/apis/apps/v2/deployments', '/api/v1/namespaces/a/nodes']) {
    expect((await get(path)).json).toMatchObject({
      code: 404,
      message: 'the server could not find the requested resource',
    });
  }
  expect((await get('/api/v1/namespaces/default/configmaps/c/scale')).code).toBe(404);
  const refused = await ask('DELETE', '/api/v1/namespaces');
  expect(refused.json).toMatchObject({ code: 405, reason: 'MethodNotAllowed' });
  expect((await post('/api/v1/pods', podNamed('a'))).code).toBe(405);
  expect((await post(`${podsPath}/a`, podNamed('a'))).code).toBe(405);
  expect((await ask('PUT', podsPath, podNamed('a'))).code).toBe(405);
  expect((await get('/api/v1/pods/a')).json.message).toBe('the server could not find the requested resource');
});

test('who is not allowed is told what, where and as whom', async () => {
  const { get } = startServer({ authorizers: [() => noOpinion] });
  const denied = await get('/apis/apps/v1/namespaces/default/deployments/web');
  expect(denied.json).toMatchObject({
    code: 403,
    message:
      'deployments.apps "web" is forbidden: User "tester" cannot get resource "deployments" in API group "apps" in the namespace "default"',
  });
  expect((await get('/version')).json.message).toBe('forbidden: User "tester" cannot get path "/version"');
});

test('a fault can refuse requests after authorization', async () => {
  const { get, post } = startServer({
    refuse: ({ method }) =>
      method === 'POST' ? failure(500, 'InternalError', 'Internal error occurred: disk') : undefined,
  });
  expect((await post(podsPath, podNamed('a'))).json.message).toBe('Internal error occurred: disk');
  expect((await get(podsPath)).code).toBe(200);
});

test('a write is in the trace between what caused it and its commit', async () => {
  const { kernel, server, request, settle } = startServer();
  await settle();
  const cause = kernel.trace.record({ component: 'kubectl', type: 'command', what: 'kubectl create' });
  const headers = { 'user-agent': 'controller/replicaset' };
  server.handle(
    { ...request('POST', podsPath, podNamed('a'), headers), cause },
    { respond: () => undefined, write: () => undefined, end: () => undefined },
  );
  await settle();
  const [asked, committed] = kernel.trace.since(cause);
  expect(asked).toMatchObject({ component: 'controller/replicaset', type: 'request', what: 'POST pods', cause });
  expect(committed).toMatchObject({ type: 'commit', object: 'pods/default/a', cause: asked?.id });
});

test('discovery lists what is served, plain and aggregated', async () => {
  const { get } = startServer();
  expect((await get('/api')).json).toMatchObject({ kind: 'APIVersions', versions: ['v1'] });
  const named = (name: string) =>
    expect.objectContaining({ name, preferredVersion: { groupVersion: `${name}/v1`, version: 'v1' } });
  expect((await get('/apis')).json.groups).toEqual(
    expect.arrayContaining([named('apps'), named('coordination.k8s.io')]),
  );
  const core = (await get('/api/v1')).json;
  expect(core.resources).toContainEqual(
    expect.objectContaining({ name: 'pods', kind: 'Pod', namespaced: true, shortNames: ['po'] }),
  );
  const apps = (await get('/apis/apps/v1')).json;
  expect(apps.resources).toContainEqual({
    name: 'deployments/scale',
    singularName: '',
    namespaced: true,
    group: 'autoscaling',
    version: 'v1',
    kind: 'Scale',
    verbs: ['get', 'patch', 'update'],
  });
  const accept = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json';
  const aggregated = await get('/apis', { accept });
  expect(aggregated.headers['content-type']).toBe(
    'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList',
  );
  expect(aggregated.json.items[0]).toMatchObject({ metadata: { name: 'apps' }, versions: [{ version: 'v1' }] });
  expect((await get('/version')).json.gitVersion).toMatch(/^v1\.33\./);
  expect((await get('/readyz')).body).toBe('ok');
  expect((await get('/livez?verbose')).body).toMatch(/\nlivez check passed\n$/);
});

test('keys are named as people name their objects', () => {
  const nameOf = createKeyNamer(kinds);
  expect(nameOf('/registry/minions/n1')).toBe('nodes/n1');
  expect(nameOf('/registry/pods/default/web')).toBe('pods/default/web');
  expect(nameOf('compact_rev_key')).toBe('compact_rev_key');
});
