import { expect, test } from 'vitest';
import { startAdmitting } from '../../extensions/testing/admit.ts';
import type { Json } from '../../meta/index.ts';
import type { CallWebhook } from '../admission/call-webhook.ts';
import { type Loose, podNamed, podsPath } from '../testing/harness.ts';

/** A server with one webhook that is called for every subresource, and the requests it got. */
async function withHook(kind: 'Validating' | 'Mutating', answer: (request: Loose) => Json, resources = ['*/*']) {
  const asked: Loose[] = [];
  const callWebhook: CallWebhook = (_config, review, _timeoutMs, done) => {
    const { request, apiVersion }: Loose = review;
    asked.push(request);
    const response = { uid: request.uid, ...Object(answer(request)) };
    done({ body: { kind: 'AdmissionReview', apiVersion: String(apiVersion), response } });
  };
  const server = startAdmitting({ callWebhook });
  await server.post('/api/v1/nodes', { metadata: { name: 'n1' } });
  await server.post(podsPath, podNamed('p'));
  await server.post('/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 'robot' } });
  const rule = { operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources };
  const webhook = { name: 'x.example.com', clientConfig: { url: 'https://x' }, admissionReviewVersions: ['v1'] };
  await server.post(`/apis/admissionregistration.k8s.io/v1/${kind.toLowerCase()}webhookconfigurations`, {
    metadata: { name: 'c' },
    webhooks: [{ ...webhook, sideEffects: 'None', rules: [rule] }],
  });
  await server.settle();
  return { ...server, asked };
}

const no = () => ({ allowed: false, status: { code: 403, message: 'no' } });
const refused = { code: 403, json: { message: 'admission webhook "x.example.com" denied the request: no' } };
const binding = { apiVersion: 'v1', kind: 'Binding', metadata: { name: 'p' }, target: { kind: 'Node', name: 'n1' } };
const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'p' } };

test.each<[path: string, body: Json, kind: string]>([
  [`${podsPath}/p/binding`, binding, 'Binding'],
  [`${podsPath}/p/eviction`, eviction, 'Eviction'],
  ['/api/v1/namespaces/default/serviceaccounts/robot/token', { spec: {} }, 'TokenRequest'],
])('a webhook may refuse %s', async (path, body, kind) => {
  const server = await withHook('Validating', no);
  expect(await server.post(path, body)).toMatchObject(refused);
  expect(server.asked).toEqual([
    expect.objectContaining({
      operation: 'CREATE',
      kind: expect.objectContaining({ kind }),
      subResource: path.split('/').at(-1),
      object: expect.objectContaining({ kind, metadata: expect.objectContaining({ namespace: 'default' }) }),
    }),
  ]);
});

test('an eviction is one question, not one of the deletion as well', async () => {
  const server = await withHook('Validating', () => ({ allowed: true }));
  expect((await server.post(`${podsPath}/p/eviction`, eviction)).code).toBe(201);
  expect(server.asked.map(({ operation, kind }) => `${operation} ${kind.kind}`)).toEqual(['CREATE Eviction']);
  expect((await server.get(`${podsPath}/p`)).code).toBe(404);
});

test.each([
  [
    'exec?command=ls&command=-l&container=app&stdout=true',
    'PodExecOptions',
    { command: ['-l'], container: 'app', stdout: true },
  ],
  ['attach?stdin=true', 'PodAttachOptions', { stdin: true }],
  ['portforward?ports=80', 'PodPortForwardOptions', { ports: [80] }],
  ['proxy/index.html', 'PodProxyOptions', { path: '/index.html' }],
])('a webhook may refuse to connect to pods/p/%s', async (path, kind, options) => {
  const server = await withHook('Validating', no);
  expect(await server.get(`${podsPath}/p/${path}`)).toMatchObject(refused);
  const object = { kind, apiVersion: 'v1', ...options };
  expect(server.asked).toEqual([expect.objectContaining({ operation: 'CONNECT', name: 'p', object })]);
});

test('a scale is reviewed as a Scale, and may be changed as one', async () => {
  const more = { op: 'replace', path: '/spec/replicas', value: 7 };
  const patch = Buffer.from(JSON.stringify([more])).toString('base64');
  const server = await withHook('Mutating', () => ({ allowed: true, patchType: 'JSONPatch', patch }), ['*/scale']);
  const path = '/apis/apps/v1/namespaces/default/deployments';
  const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'nginx' }] } };
  await server.post(path, { metadata: { name: 'd' }, spec: { selector: { matchLabels: { a: 'b' } }, template } });
  server.asked.length = 0;
  const { json } = await server.patch(`${path}/d/scale`, { spec: { replicas: 3 } });
  expect(json.spec).toEqual({ replicas: 7 });
  expect(server.asked[0]).toMatchObject({
    kind: { group: 'autoscaling', version: 'v1', kind: 'Scale' },
    object: { kind: 'Scale', spec: { replicas: 3 } },
    oldObject: { kind: 'Scale', spec: { replicas: 1 } },
  });
  expect((await server.get(`${path}/d`)).json.spec.replicas).toBe(7);
});
