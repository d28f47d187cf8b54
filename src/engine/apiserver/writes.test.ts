import { expect, test } from 'vitest';
import type { Json } from '../meta/index.ts';
import { type Loose, podNamed, podsPath, startServer } from './testing/harness.ts';

const deploymentsPath = '/apis/apps/v1/namespaces/default/deployments';
const configMapsPath = '/api/v1/namespaces/default/configmaps';

function deploymentNamed(name: string): Loose {
  const labels = { app: name };
  const template = { metadata: { labels }, spec: { containers: [{ name: 'app', image: 'nginx' }] } };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name },
    spec: { selector: { matchLabels: labels }, template },
  };
}

test('of two updates made from the same version the second is a conflict', async () => {
  const { post, put } = startServer();
  const { json } = await post(configMapsPath, { metadata: { name: 'c' }, data: { a: '1' } });
  const first = await put(`${configMapsPath}/c`, { ...json, data: { a: '2' } });
  expect(first.code).toBe(200);
  const second = await put(`${configMapsPath}/c`, { ...json, data: { a: '3' } });
  expect(second.json).toEqual({
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message:
      'Operation cannot be fulfilled on configmaps "c": the object has been modified; please apply your changes to the latest version and try again',
    reason: 'Conflict',
    details: { name: 'c', kind: 'configmaps' },
    code: 409,
  });
});

test('updates sent at the same instant from the same version: one wins', async () => {
  const { post, request, server, settle } = startServer();
  const { json } = await post(configMapsPath, { metadata: { name: 'c' } });
  const codes: number[] = [];
  for (const value of ['1', '2', '3']) {
    server.handle(request('PUT', `${configMapsPath}/c`, { ...json, data: { value } }), {
      respond: ({ code }) => codes.push(code),
      write: () => undefined,
      end: () => undefined,
    });
  }
  await settle();
  expect(codes.sort()).toEqual([200, 409, 409]);
});

test('patches sent at the same instant are all applied', async () => {
  const { post, request, server, settle, get } = startServer();
  await post(configMapsPath, { metadata: { name: 'c' } });
  for (const key of ['a', 'b', 'c', 'd']) {
    const headers = { 'content-type': 'application/merge-patch+json' };
    server.handle(request('PATCH', `${configMapsPath}/c`, { data: { [key]: '1' } }, headers), {
      respond: ({ code }) => expect(code).toBe(200),
      write: () => undefined,
      end: () => undefined,
    });
  }
  await settle();
  expect((await get(`${configMapsPath}/c`)).json.data).toEqual({ a: '1', b: '1', c: '1', d: '1' });
});

test('an update without resourceVersion overwrites a Deployment and is refused for a Lease', async () => {
  const { post, put } = startServer();
  await post(deploymentsPath, deploymentNamed('web'));
  expect((await put(`${deploymentsPath}/web`, deploymentNamed('web'))).code).toBe(200);
  const leases = '/apis/coordination.k8s.io/v1/namespaces/default/leases';
  const lease = { metadata: { name: 'l' }, spec: { holderIdentity: 'me', leaseDurationSeconds: 10 } };
  expect((await post(leases, lease)).code).toBe(201);
  const refused = await put(`${leases}/l`, lease);
  expect(refused.code).toBe(422);
  expect(refused.json.message).toBe(
    'Lease.coordination.k8s.io "l" is invalid: metadata.resourceVersion: Invalid value: 0x0: must be specified for an update',
  );
  expect(refused.json.details.causes).toMatchObject([{ field: 'metadata.resourceVersion' }]);
});

test('an update that changes nothing writes nothing', async () => {
  const { post, put, watch, settle } = startServer();
  const { json } = await post(deploymentsPath, deploymentNamed('web'));
  const live = watch(`${deploymentsPath}?resourceVersion=${json.metadata.resourceVersion}`);
  const again = await put(`${deploymentsPath}/web`, structuredClone(json));
  expect(again.json).toEqual(json);
  await settle();
  expect(live.seen).toEqual([]);
});

test('generation counts what is wanted: a label no, an annotation of a Deployment yes, an image yes, status no', async () => {
  const { post, patch } = startServer();
  const { json } = await post(deploymentsPath, deploymentNamed('web'));
  expect(json.metadata.generation).toBe(1);
  const generation = async (body: Json, path = 'web') =>
    (await patch(`${deploymentsPath}/${path}`, body, 'strategic-merge')).json.metadata.generation;
  expect(await generation({ metadata: { labels: { a: 'b' } } })).toBe(1);
  expect(await generation({ metadata: { annotations: { a: 'b' } } })).toBe(2);
  const template = { spec: { containers: [{ name: 'app', image: 'httpd' }] } };
  expect(await generation({ spec: { template } })).toBe(3);
  expect(await generation({ status: { replicas: 3 } }, 'web/status')).toBe(3);
});

test('the main resource ignores status, and status ignores the rest', async () => {
  const { post, patch } = startServer();
  await post(podsPath, podNamed('web'));
  expect((await patch(`${podsPath}/web`, { status: { phase: 'Running' } })).json.status.phase).toBe('Pending');
  const body = { spec: { nodeName: 'n' }, status: { phase: 'Running' } };
  const { json } = await patch(`${podsPath}/web/status`, body);
  expect(json.status.phase).toBe('Running');
  expect(json.spec.nodeName).toBeUndefined();
});

test('a Pod’s address is the first of its addresses, and decides where they differ', async () => {
  const { post, patch } = startServer();
  await post(podsPath, podNamed('web'));
  const stored = async (status: Json) => {
    const { json } = await patch(`${podsPath}/web/status`, { status });
    return [json.status.podIP, json.status.podIPs];
  };
  expect(await stored({ podIP: '10.0.0.1' })).toEqual(['10.0.0.1', [{ ip: '10.0.0.1' }]]);
  expect(await stored({ podIP: '10.0.0.2' })).toEqual(['10.0.0.2', [{ ip: '10.0.0.2' }]]);
  expect(await stored({ podIP: null, podIPs: [{ ip: '10.0.0.3' }] })).toEqual(['10.0.0.3', [{ ip: '10.0.0.3' }]]);
});

test('beside the status, the path of the status takes what upstream takes of the metadata', async () => {
  const { post, patch } = startServer();
  const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'c', uid: 'u' };
  const metadata = { labels: { a: 'b' }, annotations: { a: 'b' }, ownerReferences: [owner] };
  const taken = async (path: string, given: Json) => {
    await post(path, given);
    const { json } = await patch(`${path}/web/status`, { metadata, status: { qosClass: null } });
    return { ...json.metadata, status: json.status };
  };
  const pod = await taken(podsPath, podNamed('web'));
  expect([pod.labels, pod.annotations, pod.ownerReferences, pod.status]).toMatchObject([{ a: 'b' }, { a: 'b' }, undefined, { qosClass: 'BestEffort' }]);
  const deployment = await taken(deploymentsPath, deploymentNamed('web'));
  expect([deployment.labels, deployment.annotations, deployment.ownerReferences]).toEqual([undefined, { a: 'b' }, [owner]]);
  const source = { persistentVolumeName: 'pv' };
  const spec = { attacher: 'a', nodeName: 'n', source };
  const attachment = await taken('/apis/storage.k8s.io/v1/volumeattachments', { metadata: { name: 'web' }, spec });
  expect([attachment.labels, attachment.annotations, attachment.ownerReferences]).toEqual([undefined, undefined, undefined]);
});

test('generated names end in five characters of the safe alphabet and never collide', async () => {
  const { request, server, settle } = startServer();
  const names = new Set<string>();
  for (let count = 0; count < 1000; count += 1) {
    server.handle(request('POST', configMapsPath, { metadata: { generateName: 'a-' } }), {
      respond: ({ body }) => names.add((body as Loose).metadata.name),
      write: () => undefined,
      end: () => undefined,
    });
  }
  await settle();
  expect(names.size).toBe(1000);
  for (const name of names) expect(name).toMatch(/^a-[bcdfghjklmnpqrstvwxz2456789]{5}$/);
});

test('a taken generated name is drawn again, up to eight times', async () => {
  const { post, get } = startServer({ random: stuckRandom() });
  expect((await post(configMapsPath, { metadata: { generateName: 'a-' } })).json.metadata.name).toBe('a-bbbbb');
  const second = await post(configMapsPath, { metadata: { generateName: 'a-' } });
  expect(second.code).toBe(409);
  expect(second.json.message).toBe(
    'configmaps "a-bbbbb" already exists, the server was not able to generate a unique name for the object',
  );
  expect((await get(configMapsPath)).json.items).toHaveLength(1);
});

function stuckRandom() {
  const random = { next: () => 0, int: () => 0, chance: () => false, pick: <T>(items: readonly T[]) => items[0] as T };
  return { ...random, fork: () => stuckRandom() };
}

const longEnv = Array.from({ length: 8 }, (_, at) => ({ name: `E${at}`, value: 'x'.repeat(200_000) }));

test('what may not be created says why, in upstream’s words', async () => {
  const { post } = startServer();
  await post(podsPath, podNamed('web'));
  const refused = async (body: Json, path = podsPath) => {
    const { code, json } = await post(path, body);
    return `${code} ${json.reason ?? ''} ${json.message}`;
  };
  expect(await refused(podNamed('web'))).toBe('409 AlreadyExists pods "web" already exists');
  expect(await refused(podNamed('x', { resourceVersion: '5' }))).toBe(
    '400  resourceVersion should not be set on objects to be created',
  );
  expect(await refused(podNamed('x', { spec: { containers: [{ name: 'app', image: 'nginx', env: longEnv }] } }))).toBe(
    '413  etcdserver: request is too large',
  );
  expect(await refused(podNamed('x', { namespace: 'other' }))).toBe(
    '400 BadRequest the namespace of the provided object does not match the namespace sent on the request',
  );
  expect(await refused(podNamed('x'), '/api/v1/namespaces/nowhere/pods')).toBe(
    '404 NotFound namespaces "nowhere" not found',
  );
  expect(await refused(podNamed('x', { spec: { containers: [] } }))).toBe(
    '422 Invalid Pod "x" is invalid: spec.containers: Required value',
  );
  const twoControllers = ['a', 'b'].map((name) => ({
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    name,
    uid: name,
    controller: true,
  }));
  expect(await refused(podNamed('x', { ownerReferences: twoControllers }))).toContain(
    'Only one reference can have Controller set to true.',
  );
});

test('an object that was replaced by a namesake is another object', async () => {
  const { post, put, patch } = startServer();
  const { json } = await post(configMapsPath, { metadata: { name: 'c' } });
  const refused = await put(`${configMapsPath}/c`, { ...json, metadata: { ...json.metadata, uid: 'old' } });
  expect(refused.code).toBe(409);
  expect(refused.json.message).toContain(`UID in precondition: old, UID in object meta: ${json.metadata.uid}`);
  const patched = await patch(`${configMapsPath}/c`, { metadata: { uid: 'old' } });
  expect(patched.code).toBe(422);
  expect(patched.json.message).toBe('ConfigMap "c" is invalid: metadata.uid: Invalid value: "old": field is immutable');
  expect((await patch(`${configMapsPath}/c`, { metadata: { uid: json.metadata.uid }, data: { a: 'b' } })).code).toBe(200);
});

test('PUT creates a missing Lease and no missing Pod', async () => {
  const { put } = startServer();
  const lease = { metadata: { name: 'l' }, spec: { holderIdentity: 'me' } };
  const created = await put('/apis/coordination.k8s.io/v1/namespaces/default/leases/l', lease);
  expect(created.code).toBe(201);
  const missing = await put(`${podsPath}/web`, podNamed('web'));
  expect(missing.json).toMatchObject({ code: 404, reason: 'NotFound', message: 'pods "web" not found' });
});

test('a dry run answers like the real one and leaves no trace', async () => {
  const { post, get, watch, settle, etcd } = startServer();
  const live = watch(podsPath);
  await settle();
  const before = etcd.status().revision;
  const { code, json } = await post(`${podsPath}?dryRun=All`, podNamed('web'));
  expect(code).toBe(201);
  expect(json.spec.restartPolicy).toBe('Always');
  expect((await get(`${podsPath}/web`)).code).toBe(404);
  await settle();
  expect(live.seen).toEqual([]);
  expect(etcd.status().revision).toBe(before);
  const refused = await post(`${podsPath}?dryRun=Maybe`, podNamed('web'));
  expect(refused.json.message).toContain('dryRun: Unsupported value: []string{"Maybe"}: supported values: "All"');
});

test('each patch type does what it says, and others are refused', async () => {
  const { post, patch, ask } = startServer();
  await post(deploymentsPath, deploymentNamed('web'));
  const path = `${deploymentsPath}/web`;
  const images = (json: Loose) => json.spec.template.spec.containers.map((each: Loose) => `${each.name}=${each.image}`);
  const sidecar = { spec: { template: { spec: { containers: [{ name: 'side', image: 'busybox' }] } } } };
  expect(images((await patch(path, sidecar, 'strategic-merge')).json).sort()).toEqual(['app=nginx', 'side=busybox']);
  expect(images((await patch(path, sidecar, 'merge')).json)).toEqual(['side=busybox']);
  const operations = [{ op: 'replace', path: '/spec/replicas', value: 5 }];
  expect((await patch(path, operations, 'json')).json.spec.replicas).toBe(5);
  const failed = await patch(path, [{ op: 'test', path: '/spec/replicas', value: 4 }], 'json');
  expect(failed.code).toBe(422);
  const unknown = await ask('PATCH', path, {}, { 'content-type': 'text/plain' });
  expect(unknown.code).toBe(415);
  expect(unknown.json.message).toContain(
    'the body of the request was in an unknown format - accepted media types include: ',
  );
  const pinned = await patch(path, { metadata: { resourceVersion: '1' }, spec: { replicas: 1 } });
  expect(pinned.json).toMatchObject({ code: 409, reason: 'Conflict' });
});

test.each([
  ['strategic-merge', '{', 'unexpected end of JSON input'],
  ['strategic-merge', '[]', 'json: cannot unmarshal array into Go value of type map[string]interface {}'],
  ['merge', '{', 'error decoding patch: unexpected end of JSON input'],
  ['merge', '"a"', 'error decoding patch: json: cannot unmarshal string into Go value of type map[string]interface {}'],
  ['merge', 'null', 'Invalid JSON Patch'],
  ['json', '{"op":"add"}', 'error decoding patch: json: cannot unmarshal object into Go value of type []handlers.jsonPatchOp'],
  ['json', '[1]', 'error decoding patch: json: cannot unmarshal number into Go value of type handlers.jsonPatchOp'],
  ['json', '[{"op":1}]', 'error decoding patch: json: cannot unmarshal number into Go struct field jsonPatchOp.op of type string'],
  ['json', '[{"op":"add","value":1}]', 'the server rejected our request due to an error in our request'],
  ['json', '[{"path":"/a"}]', 'the server rejected our request due to an error in our request'],
])('a broken %s patch %s is refused in upstream’s words', async (type, body, message) => {
  const { post, ask } = startServer();
  await post(deploymentsPath, deploymentNamed('web'));
  const { json } = await ask('PATCH', `${deploymentsPath}/web`, body, { 'content-type': `application/${type}-patch+json` });
  expect(json).toMatchObject({ code: message.startsWith('the server') ? 422 : 400, message });
});

test('a patch of nothing changes nothing', async () => {
  const { post, ask } = startServer();
  const { json: before } = await post(deploymentsPath, deploymentNamed('web'));
  for (const type of ['strategic-merge', 'json']) {
    const { json } = await ask('PATCH', `${deploymentsPath}/web`, 'null', { 'content-type': `application/${type}-patch+json` });
    expect(json.metadata.resourceVersion).toBe(before.metadata.resourceVersion);
  }
});

test('what is stored can’t be changed by whoever sent or read it', async () => {
  const { post, get } = startServer();
  const { json } = await post(configMapsPath, { metadata: { name: 'c' }, data: { a: '1' } });
  expect(() => {
    json.data.a = '2';
  }).toThrow(TypeError);
  expect((await get(`${configMapsPath}/c`)).json.data).toEqual({ a: '1' });
});

test('versions share what they have in common', async () => {
  const { post, patch, put } = startServer();
  const created = await post(podsPath, podNamed('web'));
  const patched = await patch(`${podsPath}/web/status`, { status: { phase: 'Running' } });
  expect(patched.json.spec).toBe(created.json.spec);
  const sent = structuredClone({ ...patched.json, metadata: { ...patched.json.metadata, labels: { a: 'b' } } });
  const relabelled = await put(`${podsPath}/web`, sent);
  expect(relabelled.json.metadata.labels).toEqual({ a: 'b' });
  expect(relabelled.json.spec).toBe(created.json.spec);
});
