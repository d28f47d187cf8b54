import { expect, test } from 'vitest';
import { podNamed, podsPath, startServer } from '../testing/harness.ts';

const replicaSetsPath = '/apis/apps/v1/namespaces/default/replicasets';

function replicaSetNamed(name: string) {
  const labels = { app: name };
  const template = { metadata: { labels }, spec: { containers: [{ name: 'app', image: 'nginx' }] } };
  return { metadata: { name }, spec: { replicas: 2, selector: { matchLabels: labels }, template } };
}

test('binding gives a pod its node and its condition in one write', async () => {
  const { post, get } = startServer();
  const created = await post(podsPath, podNamed('web'));
  const bound = await post(`${podsPath}/web/binding`, {
    metadata: { name: 'web' },
    target: { kind: 'Node', name: 'n1' },
  });
  expect(bound.json).toMatchObject({ code: 201, kind: 'Status', status: 'Success' });
  const { json } = await get(`${podsPath}/web`);
  expect(json.spec.nodeName).toBe('n1');
  expect(json.status.conditions).toMatchObject([{ type: 'PodScheduled', status: 'True' }]);
  expect(Number(json.metadata.resourceVersion)).toBe(Number(created.json.metadata.resourceVersion) + 1);
  const again = await post(`${podsPath}/web/binding`, { target: { name: 'n2' } });
  expect(again.json).toMatchObject({
    code: 409,
    message: 'Operation cannot be fulfilled on pods/binding "web": pod web is already assigned to node "n1"',
  });
});

test('a binding names a node and an existing pod', async () => {
  const { post } = startServer();
  expect((await post(`${podsPath}/web/binding`, { target: { name: 'n1' } })).json.message).toBe('pods "web" not found');
  await post(podsPath, podNamed('web'));
  expect((await post(`${podsPath}/web/binding`, {})).json.message).toContain('target.name: Required value');
  expect((await post(`${podsPath}/web/binding`, { target: { kind: 'Pod', name: 'x' } })).code).toBe(422);
});

test('scale reads and writes the replicas of its object', async () => {
  const { post, get, put, patch } = startServer();
  await post(replicaSetsPath, replicaSetNamed('web'));
  const path = `${replicaSetsPath}/web/scale`;
  const scale = await get(path);
  expect(scale.json).toMatchObject({
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: { name: 'web', namespace: 'default' },
    spec: { replicas: 2 },
    status: { replicas: 0, selector: 'app=web' },
  });
  const patched = await patch(path, { spec: { replicas: 3 } });
  expect(patched.json).toMatchObject({ kind: 'Scale', spec: { replicas: 3 } });
  expect((await get(`${replicaSetsPath}/web`)).json).toMatchObject({
    metadata: { generation: 2 },
    spec: { replicas: 3 },
  });
  expect((await put(path, { ...scale.json, spec: { replicas: 9 } })).code).toBe(409);
  const negative = await patch(path, { spec: { replicas: -1 } });
  expect(negative.json.message).toBe(
    'Scale.autoscaling "web" is invalid: spec.replicas: Invalid value: -1: must be greater than or equal to 0',
  );
});

test('a binding may be posted to its own collection, and gives the pod its annotations', async () => {
  const { post, get } = startServer();
  await post(podsPath, podNamed('web', { annotations: { a: 'old', b: 'kept' } }));
  const bindings = '/api/v1/namespaces/default/bindings';
  const binding = { metadata: { name: 'web', annotations: { a: 'new' } }, target: { name: 'n1' } };
  expect((await post(bindings, binding)).json).toMatchObject({ code: 201, status: 'Success' });
  const { json } = await get(`${podsPath}/web`);
  expect([json.spec.nodeName, json.metadata.annotations]).toEqual(['n1', { a: 'new', b: 'kept' }]);
  expect((await get(bindings)).code).toBe(405);
  const { resources } = (await get('/api/v1')).json;
  expect(resources.find(({ name }: { name: string }) => name === 'bindings')).toEqual({
    name: 'bindings',
    singularName: 'binding',
    namespaced: true,
    kind: 'Binding',
    verbs: ['create'],
  });
});

test('whoever names another object by its uid or its version changes none', async () => {
  const { post, get, put, patch } = startServer();
  const pod = await post(podsPath, podNamed('web'));
  const set = (await post(replicaSetsPath, replicaSetNamed('web'))).json;
  const namespace = (await get('/api/v1/namespaces/default')).json;
  const failed = (what: string, wanted: string, found: string): string => `Precondition failed: ${what} in precondition: ${wanted}, ${what} in object meta: ${found}`;
  const binding = (metadata: { uid?: string; resourceVersion?: string }) =>
    post(`${podsPath}/web/binding`, { metadata: { name: 'web', ...metadata }, target: { name: 'n1' } });
  const { uid, resourceVersion } = pod.json.metadata;
  const scalePath = `${replicaSetsPath}/web/scale`;
  const answers = [
    [await binding({ uid: 'x' }), failed('UID', 'x', uid)],
    [await binding({ resourceVersion: '1' }), failed('ResourceVersion', '1', resourceVersion)],
    [await put(scalePath, { metadata: { name: 'web', uid: 'x' }, spec: { replicas: 3 } }), failed('UID', 'x', set.metadata.uid)],
    [await patch(scalePath, { metadata: { uid: 'x' }, spec: { replicas: 3 } }), failed('UID', 'x', set.metadata.uid)],
    [await put('/api/v1/namespaces/default/finalize', { metadata: { name: 'default', uid: 'x' } }), failed('UID', 'x', namespace.metadata.uid)],
  ] as const;
  for (const [{ code, json }, words] of answers) expect([code, json.message]).toEqual([409, expect.stringContaining(words)]);
  expect((await get(`${replicaSetsPath}/web`)).json.spec.replicas).toBe(2);
  expect((await binding({ uid, resourceVersion })).code).toBe(201);
});

const podBody = { kind: 'Pod', apiVersion: 'v1', metadata: { name: 'web' } };
const unknownKind = { kind: 'Foo', apiVersion: 'v1', metadata: { name: 'web' } };

test.each([
  ['POST', `${podsPath}/web/binding`, { ...podBody, target: { name: 'n' } }, 'Pod in version "v1" cannot be handled as a Binding: converting (v1.Pod) to (core.Binding): unknown conversion'],
  ['POST', `${podsPath}/web/binding`, { target: { name: 5 } }, 'Binding in version "v1" cannot be handled as a Binding: json: cannot unmarshal number into Go struct field ObjectReference.target.name of type string'],
  ['POST', `${podsPath}/web/binding`, { metadata: { namespace: 'other' }, target: { name: 'n' } }, 'the namespace of the provided object does not match the namespace sent on the request'],
  ['POST', `${podsPath}/web/eviction`, { ...unknownKind, apiVersion: 'policy/v1' }, 'Foo in version "v1" cannot be handled as a Eviction: no kind "Eviction" in the data'],
  ['POST', `${podsPath}/web/eviction`, { deleteOptions: { gracePeriodSeconds: 'x' } }, 'Eviction in version "v1" cannot be handled as a Eviction: json: cannot unmarshal string into Go struct field DeleteOptions.deleteOptions.gracePeriodSeconds of type int64'],
  ['PUT', `${replicaSetsPath}/web/scale`, { ...unknownKind, apiVersion: 'autoscaling/v1' }, 'Foo in version "v1" cannot be handled as a Scale: no kind "Scale" in the data'],
  ['PUT', `${replicaSetsPath}/web/scale`, { spec: { replicas: 3 } }, 'the name of the object (web based on URL) was undeterminable: name must be provided'],
  ['PATCH', `${replicaSetsPath}/web/scale`, { spec: { replicas: 3_000_000_000 } }, 'Scale in version "v1" cannot be handled as a Scale: json: cannot unmarshal number 3000000000 into Go struct field ScaleSpec.spec.replicas of type int32'],
  ['DELETE', `${podsPath}/web`, podBody, 'Pod in version "v1" cannot be handled as a DeleteOptions: no kind "DeleteOptions" in the data'],
  ['DELETE', `${podsPath}/web`, { kind: 'DeleteOptions', apiVersion: 'nope/v1' }, 'the API version in the data (nope/v1) does not match the expected API version (v1)'],
  ['DELETE', `${podsPath}/web`, { gracePeriodSeconds: 'x' }, 'DeleteOptions in version "v1" cannot be handled as a DeleteOptions: json: cannot unmarshal string into Go struct field DeleteOptions.gracePeriodSeconds of type int64'],
  ['DELETE', `${podsPath}/web?gracePeriodSeconds=x`, undefined, 'strconv.ParseInt: parsing "x": invalid syntax'],
  ['PUT', '/api/v1/namespaces/default/finalize', { metadata: { name: 'other' } }, 'the name of the object (other) does not match the name on the URL (default)'],
] as const)('%s %s %j: 400', async (method, path, body, message) => {
  const { ask, post, get } = startServer();
  await post(podsPath, podNamed('web'));
  await post(replicaSetsPath, replicaSetNamed('web'));
  const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
  const { code, json } = await ask(method, path, body, { 'content-type': type });
  expect([code, json.message]).toEqual([400, message]);
  expect((await get(`${podsPath}/web`)).json.spec.nodeName).toBeUndefined();
  expect((await get(`${replicaSetsPath}/web`)).json.spec.replicas).toBe(2);
});

test.each(['v1', 'meta.k8s.io/v1', 'apps/v1'])('a deletion takes the options of %s', async (apiVersion) => {
  const { post, remove, get } = startServer();
  await post(podsPath, podNamed('web', { spec: { nodeName: 'n' } }));
  expect((await remove(`${podsPath}/web`, { kind: 'DeleteOptions', apiVersion, gracePeriodSeconds: 7 })).code).toBe(200);
  expect((await get(`${podsPath}/web`)).json.metadata.deletionGracePeriodSeconds).toBe(7);
});

test('an eviction deletes with the options it carries', async () => {
  const { post, get } = startServer();
  await post(podsPath, podNamed('web', { spec: { nodeName: 'n' } }));
  const eviction = { metadata: { name: 'web' }, deleteOptions: { gracePeriodSeconds: 7 } };
  expect((await post(`${podsPath}/web/eviction`, eviction)).json).toMatchObject({ code: 201, status: 'Success' });
  expect((await get(`${podsPath}/web`)).json.metadata.deletionGracePeriodSeconds).toBe(7);
});

test('logs come from the pod’s node, for the one container that is meant', async () => {
  const asked: unknown[] = [];
  const { post, get } = startServer({
    nodeLogs: (pod, container, options, exchange) => {
      asked.push([pod.metadata.name, container, options.tailLines, options.follow]);
      exchange.respond({ code: 200, headers: { 'content-type': 'text/plain' }, body: 'hello\n' });
      return () => undefined;
    },
  });
  const two = ['a', 'b'].map((name) => ({ name, image: 'nginx' }));
  await post('/api/v1/nodes', { metadata: { name: 'n' } });
  await post(podsPath, podNamed('lost', { spec: { nodeName: 'gone' } }));
  await post(podsPath, podNamed('one', { spec: { nodeName: 'n' } }));
  await post(podsPath, podNamed('two', { spec: { nodeName: 'n', containers: two } }));
  await post(podsPath, podNamed('pending'));
  expect((await get(`${podsPath}/one/log?tailLines=3`)).body).toBe('hello\n');
  expect((await get(`${podsPath}/two/log?container=b`)).body).toBe('hello\n');
  expect(asked).toEqual([
    ['one', 'app', 3, false],
    ['two', 'b', undefined, false],
  ]);
  expect((await get(`${podsPath}/two/log`)).json.message).toBe(
    'a container name must be specified for pod two, choose one of: [a b]',
  );
  expect((await get(`${podsPath}/two/log?container=x`)).json.message).toBe('container x is not valid for pod two');
  expect((await get(`${podsPath}/pending/log`)).body).toBe('');
  expect((await get(`${podsPath}/lost/log`)).json).toMatchObject({ code: 404, message: 'nodes "gone" not found' });
});
