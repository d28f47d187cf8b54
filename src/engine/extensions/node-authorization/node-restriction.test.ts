import { expect, test } from 'vitest';
import { podNamed, podsPath } from '../../apiserver/testing/harness.ts';
import type { Json, Method } from '../../meta/index.ts';
import { featuresOf } from '../registry.ts';
import { startAccessServer, userNamed } from '../testing/access.ts';

const n1 = userNamed('system:node:n1', 'system:nodes');
const nodes = '/api/v1/nodes';
const merge = { 'content-type': 'application/merge-patch+json' };

async function start() {
  const server = startAccessServer({ admission: featuresOf('all').admission });
  for (const name of ['n1', 'n2']) {
    await server.post(nodes, { metadata: { name } });
    await server.post(podsPath, podNamed(`on-${name}`, { spec: { nodeName: name, serviceAccountName: 'default' } }));
  }
  await server.post('/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 'default' } });
  await server.settle();
  return server;
}

const tokens = '/api/v1/namespaces/default/serviceaccounts/default/token';

test.each<[Method, string, Json, string]>([
  ['PATCH', `${nodes}/n2`, {}, 'node "n1" is not allowed to modify node "n2"'],
  ['PATCH', `${nodes}/n2/status`, {}, 'node "n1" is not allowed to modify node "n2"'],
  [
    'PATCH',
    `${nodes}/n1`,
    { spec: { taints: [{ key: 'a', effect: 'NoSchedule' }] } },
    'is not allowed to modify taints',
  ],
  [
    'PATCH',
    `${nodes}/n1`,
    { metadata: { labels: { 'node-role.kubernetes.io/control-plane': '' } } },
    'is not allowed to modify labels: node-role.kubernetes.io/control-plane',
  ],
  ['DELETE', `${podsPath}/on-n2`, {}, 'node "n1" can only delete pods with spec.nodeName set to itself'],
  [
    'PATCH',
    `${podsPath}/on-n2/status`,
    {},
    'node "n1" can only update pod status for pods with spec.nodeName set to itself',
  ],
  ['POST', `${podsPath}/on-n2/eviction`, {}, 'node n1 can only evict pods with spec.nodeName set to itself'],
  [
    'POST',
    podsPath,
    podNamed('p'),
    'pod does not have "kubernetes.io/config.mirror" annotation, node "n1" can only create mirror pods',
  ],
  ['POST', tokens, { spec: {} }, 'node requested token not bound to a pod'],
])('a node may not %s %s', async (method, url, body, why) => {
  const server = await start();
  const { code, json } = await server.as(n1, method, url, body, method === 'PATCH' ? merge : {});
  expect(code).toBe(403);
  expect(json.message).toContain(why);
});

test('what is a node’s own it may change', async () => {
  const server = await start();
  const labels = { 'topology.kubernetes.io/zone': 'a', mine: 'b' };
  expect((await server.as(n1, 'PATCH', `${nodes}/n1`, { metadata: { labels } }, merge)).code).toBe(200);
  expect((await server.as(n1, 'PATCH', `${podsPath}/on-n1/status`, { status: { phase: 'Running' } }, merge)).code).toBe(
    200,
  );
  const { uid } = (await server.get(`${podsPath}/on-n1`)).json.metadata;
  const boundObjectRef = { apiVersion: 'v1', kind: 'Pod', name: 'on-n1', uid };
  expect((await server.as(n1, 'POST', tokens, { spec: { boundObjectRef } })).code).toBe(201);
  expect((await server.as(n1, 'DELETE', `${podsPath}/on-n1`)).code).toBe(200);
});
