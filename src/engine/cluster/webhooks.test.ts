import { expect, test } from 'vitest';
import { createCluster } from '../index.ts';
import { defineWebhook, type Webhook } from '../sdk/index.ts';
import type { ClusterOptions } from './types.ts';

const registration = '/apis/admissionregistration.k8s.io/v1';
const rules = [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }];
const common = { admissionReviewVersions: ['v1'], sideEffects: 'None', rules };
/** An answer as the tests read it. */
interface Loose {
  readonly message?: string;
  readonly metadata?: { readonly labels?: Readonly<Record<string, string>> };
}

const labeller = defineWebhook({
  name: 'labeller',
  async review({ object }) {
    await Promise.resolve();
    const labels = { ...object?.metadata.labels, seen: 'yes' };
    return { allowed: true, patch: [{ op: 'add', path: '/metadata/labels', value: labels }] };
  },
});
const strict = defineWebhook({
  name: 'strict',
  review: ({ object, userInfo }) =>
    object?.metadata.name.startsWith('bad') === true
      ? { allowed: false, code: 403, reason: 'Forbidden', message: `not for ${userInfo.username}` }
      : { allowed: true, warnings: ['looked at'] },
});

async function started(options: Partial<ClusterOptions>) {
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const cluster = createCluster({ seed: 1, nodes: 0, settle, ...options });
  await cluster.run({ until: cluster.now() + 5000 });
  async function post(path: string, body: object) {
    let response:
      | { readonly code: number; readonly body?: unknown; readonly headers: Readonly<Record<string, string>> }
      | undefined;
    const request = { method: 'POST', path, query: {}, headers: {}, body: JSON.parse(JSON.stringify(body)) } as const;
    void cluster.request('tester', request).then((answer) => {
      response = answer;
    });
    await cluster.run({ while: () => response === undefined });
    if (response === undefined) throw new Error('no answer');
    return { code: response.code, json: response.body as Loose, warning: response.headers['warning'] };
  }
  const configure = (kind: string, clientConfig: object, more: object = {}) =>
    post(`${registration}/${kind}`, {
      metadata: { name: 'c' },
      webhooks: [{ name: 'a.b.c', clientConfig, ...common, ...more }],
    });
  const create = (name: string) => post('/api/v1/namespaces/default/configmaps', { metadata: { name } });
  return { cluster, configure, create };
}

test('a function changes what is written, in the cluster’s own time', async () => {
  const { configure, create, cluster } = await started({ webhooks: [labeller] });
  await configure('mutatingwebhookconfigurations', { url: 'converge:labeller' });
  await cluster.run({ until: cluster.now() + 100 });
  const before = cluster.now();
  expect((await create('a')).json.metadata?.labels).toEqual({ seen: 'yes' });
  expect(cluster.now()).toBeGreaterThan(before);
  expect(cluster.components()).toContain('webhook/labeller');
});

test('a function refuses, found by the name of a service', async () => {
  const { configure, create, cluster } = await started({ webhooks: [strict] });
  await configure('validatingwebhookconfigurations', { service: { namespace: 'default', name: 'strict' } });
  await cluster.run({ until: cluster.now() + 100 });
  expect((await create('good')).warning).toBe('299 - "looked at"');
  expect((await create('bad')).json).toMatchObject({
    code: 403,
    reason: 'Forbidden',
    message: 'admission webhook "a.b.c" denied the request: not for kubernetes-admin',
  });
});

test('another function takes its place, and one that is down is out of reach', async () => {
  const { configure, create, cluster } = await started({ webhooks: [strict] });
  await configure('validatingwebhookconfigurations', { url: 'converge:strict' });
  await cluster.run({ until: cluster.now() + 100 });
  const mild: Webhook = { name: 'strict', review: () => ({ allowed: true }) };
  cluster.swapWebhook(mild);
  expect((await create('bad')).code).toBe(201);
  cluster.addFault({ type: 'crash', component: 'webhook/strict' });
  expect((await create('good')).json.message).toBe(
    'Internal error occurred: failed calling webhook "a.b.c": failed to call webhook: Post "converge:strict?timeout=10s": dial tcp: connect: connection refused',
  );
  cluster.unswapWebhook('strict');
  expect((await create('good')).json.message).toContain('lookup strict: no such host');
});

test('what a function throws is its failure', async () => {
  const broken = defineWebhook({
    name: 'broken',
    review() {
      throw new TypeError('oops');
    },
  });
  const { configure, create, cluster } = await started({ webhooks: [broken] });
  const lines: string[] = [];
  cluster.onLog(({ component, text }) => lines.push(`${component}: ${text}`));
  await configure('validatingwebhookconfigurations', { url: 'converge:broken' });
  await cluster.run({ until: cluster.now() + 100 });
  expect((await create('a')).json.message).toContain(
    'an error on the server ("TypeError: oops") has prevented the request',
  );
  expect(lines).toEqual(['webhook/broken: TypeError: oops']);
});
