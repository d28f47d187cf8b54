/** Each built-in controller has the rights that it uses: in a cluster of the `full` profile its requests pass RBAC. */
import { expect, test } from 'vitest';
import { controllers } from '../controllers/registry.ts';
import { controllerRoles } from '../extensions/rbac/bootstrap/controller-roles.ts';
import { createCluster } from '../index.ts';
import type { Json } from '../sdk/index.ts';
import { controllerUser } from './users.ts';

const rolesFile = 'src/engine/extensions/rbac/bootstrap/controller-roles.ts';

test('every controller’s account has a role', () => {
  const missing = controllers.flatMap(({ name }) => {
    const account = controllerUser(name).name.split(':').at(-1) ?? '';
    return controllerRoles[account] === undefined ? [`${name}: add '${account}' to ${rolesFile}`] : [];
  });
  expect(missing).toEqual([]);
});

const labels = { app: 'web' };
const template = { metadata: { labels }, spec: { containers: [{ name: 'web', image: 'nginx:1.29' }] } };
const written: readonly (readonly [path: string, object: Json])[] = [
  ['/api/v1/namespaces', { metadata: { name: 'shop', labels: { team: 'red' } } }],
  ['/api/v1/namespaces/shop/configmaps', { metadata: { name: 'one', labels } }],
  ['/api/v1/namespaces/shop/pods', { metadata: { name: 'held', finalizers: ['a.b/c'] }, spec: { ...template.spec, schedulerName: 'nobody' } }],
  [
    '/api/v1/namespaces/shop/pods',
    {
      metadata: { name: 'scratch' },
      spec: { ...template.spec, volumes: [{ name: 'v', ephemeral: { volumeClaimTemplate: { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } } } }] },
    },
  ],
  ['/api/v1/namespaces/shop/resourcequotas', { metadata: { name: 'pods' }, spec: { hard: { pods: '9' } } }],
  ['/apis/apps/v1/namespaces/shop/deployments', { metadata: { name: 'web' }, spec: { replicas: 2, selector: { matchLabels: labels }, template } }],
  ['/apis/apps/v1/namespaces/shop/daemonsets', { metadata: { name: 'agent' }, spec: { selector: { matchLabels: labels }, template } }],
  ['/api/v1/namespaces/shop/replicationcontrollers', { metadata: { name: 'old' }, spec: { template: { ...template, metadata: { labels: { app: 'old' } } } } }],
  [
    '/apis/apps/v1/namespaces/shop/statefulsets',
    {
      metadata: { name: 'db' },
      spec: {
        serviceName: 'db',
        selector: { matchLabels: labels },
        template,
        persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete' },
        volumeClaimTemplates: [
          { metadata: { name: 'data' }, spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } },
        ],
      },
    },
  ],
  ['/api/v1/namespaces/shop/services', { metadata: { name: 'web' }, spec: { selector: labels, ports: [{ port: 80 }] } }],
  ['/api/v1/namespaces/shop/services', { metadata: { name: 'outside' }, spec: { ports: [{ port: 80 }] } }],
  ['/api/v1/namespaces/shop/endpoints', { metadata: { name: 'outside' }, subsets: [{ addresses: [{ ip: '10.1.2.3' }], ports: [{ port: 80 }] }] }],
  ['/apis/policy/v1/namespaces/shop/poddisruptionbudgets', { metadata: { name: 'web' }, spec: { minAvailable: 1, selector: { matchLabels: labels } } }],
  [
    '/apis/batch/v1/namespaces/shop/jobs',
    {
      metadata: { name: 'sum' },
      spec: { ttlSecondsAfterFinished: 5, template: { spec: { restartPolicy: 'Never', containers: [{ name: 'sum', image: 'busybox', command: ['true'] }] } } },
    },
  ],
  [
    '/apis/batch/v1/namespaces/shop/cronjobs',
    {
      metadata: { name: 'tick' },
      spec: {
        schedule: '* * * * *',
        successfulJobsHistoryLimit: 1,
        jobTemplate: { spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'tick', image: 'busybox', command: ['true'] }] } } } },
      },
    },
  ],
  [
    '/apis/autoscaling/v2/namespaces/shop/horizontalpodautoscalers',
    {
      metadata: { name: 'web' },
      spec: {
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
        minReplicas: 3,
        maxReplicas: 4,
        metrics: [{ type: 'Resource', resource: { name: 'cpu', target: { type: 'AverageValue', averageValue: '1m' } } }],
      },
    },
  ],
  [
    '/api/v1/namespaces/shop/persistentvolumeclaims',
    { metadata: { name: 'data' }, spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } },
  ],
  ['/apis/storage.k8s.io/v1/storageclasses', { metadata: { name: 'disk' }, provisioner: 'disk.csi.converge.dev' }],
  [
    '/api/v1/namespaces/shop/persistentvolumeclaims',
    { metadata: { name: 'made' }, spec: { storageClassName: 'disk', accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } },
  ],
  [
    '/apis/rbac.authorization.k8s.io/v1/clusterroles',
    { metadata: { name: 'sum' }, aggregationRule: { clusterRoleSelectors: [{ matchLabels: labels }] } },
  ],
  ['/apis/rbac.authorization.k8s.io/v1/clusterroles', { metadata: { name: 'part', labels }, rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] }],
];

test('no request of a controller is forbidden', async () => {
  const cluster = createCluster({ seed: 1, nodes: 2, settle: () => new Promise((resolve) => setImmediate(resolve)) });
  const pass = (seconds: number): Promise<unknown> => cluster.run({ until: cluster.now() + seconds * 1000 });
  const forbidden = new Set<string>();
  const seen = new Set<number>();
  cluster.onAnswer(({ component, request, response }) => {
    seen.add(response.code);
    if (!component.startsWith('controller/') || response.code !== 403 || !JSON.stringify(response.body).includes('User ')) return;
    forbidden.add(`${component} may not ${request.method} ${request.path}: see ${rolesFile}`);
  });
  await pass(20);
  for (const [path, body] of written) {
    void cluster.request('test', { method: 'POST', path, query: {}, headers: { 'content-type': 'application/json' }, body });
    await pass(2);
  }
  await pass(20);
  // One that no node runs, and that something still holds: it is failed, and deleted.
  void cluster.request('test', { method: 'DELETE', path: '/api/v1/namespaces/shop/pods/held', query: {}, headers: {} });
  cluster.addFault({ type: 'crash', component: 'kubelet/node-1' });
  await pass(400);
  void cluster.request('test', { method: 'DELETE', path: '/api/v1/namespaces/shop', query: {}, headers: {} });
  await pass(60);
  expect([...forbidden]).toEqual([]);
  expect(seen).toContain(201);
});
