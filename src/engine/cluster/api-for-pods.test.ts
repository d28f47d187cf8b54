import { expect, test } from 'vitest';
import { unix } from '../../posix/index.ts';
import { createCluster } from '../index.ts';

/** What a command in a pod prints, by its log. A projected volume is mounted at /own. */
async function logOf(script: string, sources: readonly object[] = []): Promise<string> {
  const cluster = createCluster({ unix, seed: 1, nodes: 1, settle: () => new Promise((resolve) => setImmediate(resolve)) });
  await cluster.run({ quiet: true, until: cluster.now() + 60_000 });
  const ask = async (method: 'GET' | 'POST', path: string, body?: object) => {
    const answer = cluster.request('test', {
      method,
      path,
      query: {},
      headers: {},
      ...(body !== undefined && { body: JSON.parse(JSON.stringify(body)) }),
    });
    await cluster.run({ quiet: true, until: cluster.now() + 60_000 });
    return (await answer).body;
  };
  const rbac = '/apis/rbac.authorization.k8s.io/v1/namespaces/default';
  await ask('POST', `${rbac}/rolebindings`, {
    metadata: { name: 'default-views' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' },
    subjects: [{ kind: 'ServiceAccount', name: 'default', namespace: 'default' }],
  });
  const volumeMounts = [{ name: 'own', mountPath: '/own' }];
  const containers = [{ name: 'main', image: 'curlimages/curl', command: ['sh', '-c', script], volumeMounts }];
  await ask('POST', '/api/v1/namespaces/default/pods', {
    metadata: { name: 'client' },
    spec: { restartPolicy: 'Never', containers, volumes: [{ name: 'own', projected: { sources } }] },
  });
  await cluster.run({ until: cluster.now() + 60_000 });
  return String(await ask('GET', '/api/v1/namespaces/default/pods/client/log'));
}

const token = 'Authorization: Bearer $(cat /var/run/secrets/kubernetes.io/serviceaccount/token)';

test('a pod asks the API server by the name of its Service, with the rights of its account', async () => {
  const pods = 'https://kubernetes.default.svc/api/v1/namespaces/default/pods';
  expect(await logOf(`curl -sk -H "${token}" '${pods}?fieldSelector=metadata.name%3Dclient'`)).toMatch(
    /^{"kind":"PodList".*"name":"client"/,
  );
});

test('a token of its own volume is there when its command starts', async () => {
  const sources = [{ serviceAccountToken: { path: 'jwt', audience: 'vault' } }];
  expect(await logOf('cat /own/jwt', sources)).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
});

test('without a token it is anonymous, and with one it may do no more than its account', async () => {
  const secrets = 'https://10.96.0.1/api/v1/namespaces/default/secrets';
  const written = await logOf(`curl -sk ${secrets}; curl -sk -o /dev/null -w '%{http_code}' -H "${token}" ${secrets}`);
  expect(written).toContain('User \\"system:anonymous\\" cannot list resource \\"secrets\\"');
  expect(written).toMatch(/403$/);
});
