import { expect, test } from 'vitest';
import { type Harness, podNamed, podsPath, startServer } from '../../apiserver/testing/harness.ts';
import type { JsonObject } from '../../meta/index.ts';
import { featuresOf } from '../registry.ts';
import { mergeTolerations } from './tolerations.ts';

const classes = '/apis/node.k8s.io/v1/runtimeclasses';

/** A server with the class `kata`. */
async function start(fields: JsonObject = {}): Promise<Harness> {
  const server = startServer({ features: featuresOf('all') });
  const { code } = await server.post(classes, { metadata: { name: 'kata' }, handler: 'kata', ...fields });
  expect(code).toBe(201);
  return server;
}

const overhead = { podFixed: { cpu: '10m', memory: '1Mi' } };
const scheduling = { nodeSelector: { sandbox: 'kata' }, tolerations: [{ key: 'sandbox', operator: 'Exists', effect: 'NoSchedule' }] };
const rejected = (why: string): string => `pods "p" is forbidden: ${why}`;

test.each<[string, JsonObject, JsonObject, JsonObject]>([
  ['nothing without a class', { overhead, scheduling }, {}, {}],
  ['nothing of a class that costs nothing', {}, { runtimeClassName: 'kata' }, {}],
  ['what the class costs', { overhead }, { runtimeClassName: 'kata' }, { overhead: { cpu: '10m', memory: '1Mi' } }],
  ['what it names itself, where that is the same', { overhead }, { runtimeClassName: 'kata', overhead: { cpu: '0.01', memory: '1024Ki' } }, { overhead: { cpu: '10m', memory: '1Mi' } }],
  ['what it names itself in other units', { overhead }, { runtimeClassName: 'kata', overhead: { cpu: '10m', memory: '1048576' } }, { overhead: { cpu: '10m', memory: '1048576' } }],
  [
    'nodes of its own and of the class',
    { scheduling },
    { runtimeClassName: 'kata', nodeSelector: { disk: 'ssd' } },
    { nodeSelector: { disk: 'ssd', sandbox: 'kata' } },
  ],
])('a Pod gets %s', async (_, ofClass, spec, expected) => {
  const server = await start(ofClass);
  const { code, json } = await server.post(podsPath, podNamed('p', { spec }));
  expect(code).toBe(201);
  const { overhead: cost, nodeSelector } = json.spec;
  expect({ overhead: cost, nodeSelector }).toEqual(expected);
});

test('a Pod tolerates what its class does', async () => {
  const server = await start({ scheduling });
  const { json } = await server.post(podsPath, podNamed('p', { spec: { runtimeClassName: 'kata' } }));
  expect(json.spec.tolerations).toEqual(expect.arrayContaining(scheduling.tolerations));
});

test.each<[string, JsonObject, JsonObject, string]>([
  ['whose class isn’t there', {}, { runtimeClassName: 'gvisor' }, 'pod rejected: RuntimeClass "gvisor" not found'],
  ['that says what it costs without a class', { overhead }, { overhead: { cpu: '10m' } }, 'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead'],
  ['whose class costs nothing', {}, { runtimeClassName: 'kata', overhead: { cpu: '10m' } }, 'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead'],
  ['that says something else', { overhead }, { runtimeClassName: 'kata', overhead: { cpu: '10m' } }, "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead"],
  [
    'that wants other nodes',
    { scheduling },
    { runtimeClassName: 'kata', nodeSelector: { sandbox: 'none' } },
    'conflict: runtimeClass.scheduling.nodeSelector[sandbox] = kata; pod.spec.nodeSelector[sandbox] = none',
  ],
])('a Pod is refused %s', async (_, ofClass, spec, why) => {
  const server = await start(ofClass);
  const { code, json } = await server.post(podsPath, podNamed('p', { spec }));
  expect([code, json.message]).toEqual([403, rejected(why)]);
});

test('a Pod of a class that was deleted is refused', async () => {
  const server = await start();
  await server.remove(`${classes}/kata`);
  expect((await server.post(podsPath, podNamed('p', { spec: { runtimeClassName: 'kata' } }))).code).toBe(403);
});

test('a Pod that is there keeps what it has, whatever becomes of its class', async () => {
  const server = await start({ overhead });
  const { json } = await server.post(podsPath, podNamed('p', { spec: { runtimeClassName: 'kata' } }));
  await server.remove(`${classes}/kata`);
  const labelled = { ...json, metadata: { ...json.metadata, labels: { a: 'b' } } };
  expect((await server.put(`${podsPath}/p`, labelled)).code).toBe(200);
});

test('what a class costs counts in a quota', async () => {
  const server = await start({ overhead });
  const quotas = '/api/v1/namespaces/default/resourcequotas';
  const hard = { 'requests.cpu': '100m' };
  const { json: quota } = await server.post(quotas, { metadata: { name: 'q' }, spec: { hard } });
  await server.put(`${quotas}/q/status`, { ...quota, status: { hard, used: { 'requests.cpu': '0' } } });
  const containers = [{ name: 'app', image: 'nginx', resources: { requests: { cpu: '95m' } } }];
  const { json } = await server.post(podsPath, podNamed('p', { spec: { runtimeClassName: 'kata', containers } }));
  expect(json.message).toContain('exceeded quota: q, requested: requests.cpu=105m');
  expect((await server.post(podsPath, podNamed('p', { spec: { containers } }))).code).toBe(201);
});

const all = { operator: 'Exists' };
const a = { key: 'a', operator: 'Exists' };
const aEqual = { key: 'a', operator: 'Equal', value: 'v' };
const aFor = (tolerationSeconds: number) => ({ ...a, effect: 'NoExecute', tolerationSeconds });

test.each([
  ['equal ones are one', [a, a], [a]],
  ['others stay', [a, { ...a, key: 'b' }], [a, { ...a, key: 'b' }]],
  ['any value covers one', [aEqual, a], [a]],
  ['any key covers one', [a, all, aEqual], [all]],
  ['any effect covers one', [{ ...a, effect: 'NoSchedule' }, a], [a]],
  ['one effect doesn’t cover another', [{ ...a, effect: 'NoSchedule' }, { ...a, effect: 'NoExecute' }], [{ ...a, effect: 'NoSchedule' }, { ...a, effect: 'NoExecute' }]],
  ['longer covers shorter', [aFor(1), aFor(2)], [aFor(2)]],
  ['but not for ever', [{ ...a, effect: 'NoExecute' }, aFor(2)], [{ ...a, effect: 'NoExecute' }]],
  ['another value is another', [aEqual, { ...aEqual, value: 'w' }], [aEqual, { ...aEqual, value: 'w' }]],
])('of tolerations %s', (_, given, merged) => {
  expect(mergeTolerations(given)).toEqual(merged);
});

test('the API of RuntimeClasses does what conformance asks of it', async () => {
  const server = startServer({ features: featuresOf('all') });
  expect((await server.get('/apis')).json.groups).toContainEqual(expect.objectContaining({ name: 'node.k8s.io' }));
  expect((await server.get('/apis/node.k8s.io')).json.versions).toEqual([{ groupVersion: 'node.k8s.io/v1', version: 'v1' }]);
  expect((await server.get('/apis/node.k8s.io/v1')).json.resources).toMatchObject([{ name: 'runtimeclasses', namespaced: false }]);
  const labelled = (name: string): JsonObject => ({ metadata: { name, labels: { test: 'e2e' } }, handler: `${name}-handler` });
  const created = await server.post(classes, labelled('a'));
  expect((await server.post(classes, labelled('a'))).json.reason).toBe('AlreadyExists');
  await server.post(classes, labelled('b'));
  const { seen } = server.watch(`${classes}?watch=true&labelSelector=test%3De2e&resourceVersion=${created.json.metadata.resourceVersion}`);
  await server.post(classes, labelled('c'));
  const selected = `${classes}?labelSelector=test%3De2e`;
  const count = async (): Promise<number> => (await server.get(selected)).json.items.length;
  expect((await server.get(`${classes}/a`)).json.metadata.uid).toBe(created.json.metadata.uid);
  expect(await count()).toBe(3);
  const patched = await server.patch(`${classes}/a`, { metadata: { annotations: { patched: 'true' } } }, 'merge');
  const { metadata } = patched.json;
  const updated = await server.put(`${classes}/a`, { ...patched.json, metadata: { ...metadata, annotations: { ...metadata.annotations, updated: 'true' } } });
  expect(updated.json.metadata.annotations).toEqual({ patched: 'true', updated: 'true' });
  await server.settle();
  expect(seen.map(({ type }) => type)).toEqual(['ADDED', 'ADDED', 'MODIFIED', 'MODIFIED']);
  await server.remove(`${classes}/a`);
  expect((await server.get(`${classes}/a`)).code).toBe(404);
  expect(await count()).toBe(2);
  await server.remove(selected);
  expect(await count()).toBe(0);
});
