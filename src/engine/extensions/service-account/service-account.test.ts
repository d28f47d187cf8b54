import { expect, test } from 'vitest';
import { container, postPod, startAdmitting } from '../testing/admit.ts';

const accounts = '/api/v1/namespaces/default/serviceaccounts';
const mountPath = '/var/run/secrets/kubernetes.io/serviceaccount';

test('where nobody makes accounts a pod needs none', async () => {
  const { json } = await postPod(startAdmitting(), 'p', {});
  expect(json.spec.serviceAccountName).toBeUndefined();
  expect(json.spec.volumes).toBeUndefined();
});

test('a pod runs as the default account and finds its token', async () => {
  const server = startAdmitting({ serviceAccounts: true });
  await server.post(accounts, { metadata: { name: 'default' }, imagePullSecrets: [{ name: 'pull' }] });
  const mountsItself = { name: 'b', image: 'nginx', volumeMounts: [{ name: 'own', mountPath }] };
  const { json } = await postPod(server, 'p', {
    containers: [container('a'), mountsItself],
    volumes: [{ name: 'own', emptyDir: {} }],
  });
  const { spec } = json;
  expect(spec).toMatchObject({
    serviceAccountName: 'default',
    serviceAccount: 'default',
    imagePullSecrets: [{ name: 'pull' }],
  });
  const [own, added] = spec.volumes;
  expect(own.name).toBe('own');
  expect(added.name).toMatch(/^kube-api-access-[a-z0-9]{5}$/);
  expect(added.projected).toMatchObject({
    defaultMode: 420,
    sources: [
      { serviceAccountToken: { expirationSeconds: 3607, path: 'token' } },
      { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
      { downwardAPI: { items: [{ path: 'namespace', fieldRef: { fieldPath: 'metadata.namespace' } }] } },
    ],
  });
  expect(spec.containers[0].volumeMounts).toEqual([{ name: added.name, readOnly: true, mountPath }]);
  expect(spec.containers[1].volumeMounts).toEqual([{ name: 'own', mountPath }]);
});

test('the account or the pod may do without the token', async () => {
  const server = startAdmitting({ serviceAccounts: true });
  await server.post(accounts, { metadata: { name: 'shy' }, automountServiceAccountToken: false });
  const shy = await postPod(server, 'a', { serviceAccountName: 'shy' });
  expect(shy.json.spec.volumes).toBeUndefined();
  const asking = await postPod(server, 'b', { serviceAccountName: 'shy', automountServiceAccountToken: true });
  expect(asking.json.spec.volumes).toHaveLength(1);
});

test('an account that is not there is said to be missing', async () => {
  const server = startAdmitting({ serviceAccounts: true });
  const { json } = await postPod(server, 'p', { serviceAccountName: 'nope' });
  expect(json).toMatchObject({
    code: 403,
    message: 'pods "p" is forbidden: error looking up service account default/nope: serviceaccount "nope" not found',
  });
});

test('the default account of a new namespace is waited for', async () => {
  const server = startAdmitting({ serviceAccounts: true });
  const started = server.kernel.clock.now();
  const nobody = { respond: () => undefined, write: () => undefined, end: () => undefined };
  const create = server.request('POST', accounts, { metadata: { name: 'default' } });
  server.kernel.clock.after(400, () => server.server.handle(create, nobody));
  const { json } = await postPod(server, 'p', {});
  expect(json.spec.serviceAccountName).toBe('default');
  expect(server.kernel.clock.now() - started).toBeGreaterThanOrEqual(400);
});

test('a mirror pod has no account', async () => {
  const server = startAdmitting({ serviceAccounts: true });
  const { json } = await server.post('/api/v1/namespaces/default/pods', {
    metadata: { name: 'm', annotations: { 'kubernetes.io/config.mirror': 'x' } },
    spec: { containers: [container('a')], serviceAccountName: 'default' },
  });
  expect(json.message).toBe('pods "m" is forbidden: a mirror pod may not reference service accounts');
});
