import { expect, test } from 'vitest';
import { kinds } from '../../api/index.ts';
import { createApiServer } from '../../apiserver/index.ts';
import { podNamed, podsPath } from '../../apiserver/testing/harness.ts';
import type { Json } from '../../meta/index.ts';
import { featuresOf } from '../registry.ts';
import { container, postPod, startAdmitting } from '../testing/admit.ts';

const fullFeatures = featuresOf('all');

const quotas = '/api/v1/namespaces/default/resourcequotas';

type Hard = Record<string, string>;

/** A server with a quota whose use is known to be nothing, as the controller would have found. */
async function withQuota(hard: Hard, spec: Record<string, Json> = {}, used: Hard = {}) {
  const server = startAdmitting();
  const { json } = await server.post(quotas, { metadata: { name: 'q' }, spec: { hard, ...spec } });
  const nothing = Object.fromEntries(Object.keys(hard).map((name) => [name, '0']));
  await server.put(`${quotas}/q/status`, { ...json, status: { hard, used: { ...nothing, ...used } } });
  return { ...server, used: async () => (await server.get(`${quotas}/q`)).json.status.used };
}

const refused = 'pods "p" is forbidden: ';

test('pods are charged until nothing is left', async () => {
  const server = await withQuota({ pods: '1', 'requests.cpu': '1', 'limits.memory': '1Gi', 'count/pods': '5' });
  const spec = { containers: [container('a', { cpu: '600m' }, { memory: '512Mi' })] };
  await postPod(server, 'o', spec);
  expect(await server.used()).toEqual({
    pods: '1',
    'requests.cpu': '600m',
    'limits.memory': '512Mi',
    'count/pods': '1',
  });
  const { json } = await postPod(server, 'p', spec);
  expect(json).toMatchObject({
    code: 403,
    message: `${refused}exceeded quota: q, requested: pods=1,requests.cpu=600m, used: pods=1,requests.cpu=600m, limited: pods=1,requests.cpu=1`,
  });
  expect(await server.used()).toMatchObject({ pods: '1' });
});

test('who is counted has to say how much is wanted', async () => {
  const server = await withQuota({ 'limits.cpu': '1', 'requests.memory': '1Gi' });
  const { json } = await postPod(server, 'p', { containers: [container('b', {}, { cpu: '1m' }), container('a')] });
  expect(json.message).toBe(`${refused}failed quota: q: must specify limits.cpu for: a; requests.memory for: a,b`);
});

test('a quota that was not counted yet admits nobody', async () => {
  const server = startAdmitting();
  const { json } = await server.post(quotas, { metadata: { name: 'q' }, spec: { hard: { pods: '1' } } });
  await server.put(`${quotas}/q/status`, { ...json, status: { hard: { pods: '1' } } });
  const answer = await postPod(server, 'p', {});
  expect(answer.json.message).toBe(`${refused}status unknown for quota: q, resources: pods`);
});

test('a dry run costs nothing, but is told when there is too little', async () => {
  const server = await withQuota({ pods: '1' });
  await server.post(`${podsPath}?dryRun=All`, podNamed('p'));
  expect(await server.used()).toEqual({ pods: '0' });
  await postPod(server, 'o', {});
  const { json } = await server.post(`${podsPath}?dryRun=All`, podNamed('p'));
  expect(json.message).toContain('exceeded quota: q');
});

test.each<[string, Record<string, Json>, Record<string, Json>, boolean]>([
  ['BestEffort', {}, { scopes: ['BestEffort'] }, true],
  ['BestEffort', { containers: [container('a', { cpu: '1' })] }, { scopes: ['BestEffort'] }, false],
  ['NotBestEffort', { containers: [container('a', { cpu: '1' })] }, { scopes: ['NotBestEffort'] }, true],
  ['Terminating', { activeDeadlineSeconds: 5 }, { scopes: ['Terminating'] }, true],
  ['NotTerminating', { activeDeadlineSeconds: 5 }, { scopes: ['NotTerminating'] }, false],
  ['PriorityClass', { priorityClassName: 'system-node-critical' }, selector('In', ['system-node-critical']), true],
  ['PriorityClass', {}, selector('In', ['system-node-critical']), false],
  ['PriorityClass', {}, selector('Exists'), false],
])('scope %s', async (_scope, spec, quota, isCounted) => {
  const server = await withQuota({ pods: '5' }, quota);
  await postPod(server, 'p', spec);
  expect(await server.used()).toEqual({ pods: isCounted ? '1' : '0' });
});

function selector(operator: string, values?: string[]): Record<string, Json> {
  const expression = { scopeName: 'PriorityClass', operator, ...(values && { values }) };
  return { scopeSelector: { matchExpressions: [expression] } };
}

test('objects are counted by kind, services also by what they take up', async () => {
  const hard = { 'count/deployments.apps': '0', configmaps: '1', 'services.nodeports': '1', services: '5' };
  const server = await withQuota(hard);
  await server.post('/api/v1/namespaces/default/configmaps', { metadata: { name: 'c' } });
  const services = '/api/v1/namespaces/default/services';
  const ports = [{ port: 80 }];
  await server.post(services, { metadata: { name: 's' }, spec: { type: 'NodePort', ports } });
  expect(await server.used()).toMatchObject({ configmaps: '1', 'services.nodeports': '1', services: '1' });
  const two = await server.post(services, { metadata: { name: 't' }, spec: { type: 'NodePort', ports } });
  expect(two.json.message).toBe(
    'services "t" is forbidden: exceeded quota: q, requested: services.nodeports=1, used: services.nodeports=1, limited: services.nodeports=1',
  );
  const spec = {
    selector: { matchLabels: { a: 'b' } },
    template: { metadata: { labels: { a: 'b' } }, spec: { containers: [container('a')] } },
  };
  const deployed = await server.post('/apis/apps/v1/namespaces/default/deployments', { metadata: { name: 'd' }, spec });
  expect(deployed.json.message).toBe(
    'deployments.apps "d" is forbidden: exceeded quota: q, requested: count/deployments.apps=1, used: count/deployments.apps=0, limited: count/deployments.apps=0',
  );
});

test('a change is charged with the difference', async () => {
  const server = await withQuota({ 'services.nodeports': '1', services: '1' });
  const services = '/api/v1/namespaces/default/services';
  await server.post(services, { metadata: { name: 's' }, spec: { ports: [{ port: 80 }] } });
  const { json } = await server.patch(`${services}/s`, { spec: { type: 'NodePort' } });
  expect(json.spec.type).toBe('NodePort');
  expect(await server.used()).toEqual({ 'services.nodeports': '1', services: '1' });
});

test('claims are counted with their storage, also by class', async () => {
  const ofClass = 'fast.storageclass.storage.k8s.io/requests.storage';
  const server = await withQuota({ 'requests.storage': '10Gi', [ofClass]: '5Gi' });
  const claim = async (name: string, storage: string) => {
    const spec = { accessModes: ['ReadWriteOnce'], storageClassName: 'fast', resources: { requests: { storage } } };
    return (await server.post('/api/v1/namespaces/default/persistentvolumeclaims', { metadata: { name }, spec })).json;
  };
  await claim('a', '3Gi');
  expect((await claim('b', '3Gi')).message).toBe(
    `persistentvolumeclaims "b" is forbidden: exceeded quota: q, requested: ${ofClass}=3Gi, used: ${ofClass}=3Gi, limited: ${ofClass}=5Gi`,
  );
});

test('fifty at once, through two API servers, never get more than there is', async () => {
  const first = startAdmitting();
  const { clock, random, trace } = first.kernel;
  const second = createApiServer({ clock, random, trace, etcd: first.etcd, kinds, features: fullFeatures });
  const { json } = await first.post(quotas, { metadata: { name: 'q' }, spec: { hard: { pods: '7' } } });
  await first.put(`${quotas}/q/status`, { ...json, status: { hard: { pods: '7' }, used: { pods: '0' } } });
  await first.settle();
  const codes: number[] = [];
  for (let index = 0; index < 50; index += 1) {
    const server = index % 2 === 0 ? first.server : second;
    server.handle(first.request('POST', podsPath, podNamed(`p${index}`)), {
      respond: ({ code }) => codes.push(code),
      write: () => undefined,
      end: () => undefined,
    });
  }
  await first.kernel.run({ while: () => codes.length < 50 });
  expect(codes).toHaveLength(50);
  expect((await first.get(podsPath)).json.items).toHaveLength(codes.filter((code) => code === 201).length);
  expect((await first.get(podsPath)).json.items.length).toBeLessThanOrEqual(7);
  expect(codes.filter((code) => code === 201).length).toBeGreaterThan(0);
});
