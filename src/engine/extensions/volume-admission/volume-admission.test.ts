import { expect, test } from 'vitest';
import type { Json } from '../../meta/index.ts';
import { postPod, startAdmitting } from '../testing/admit.ts';

const claims = '/api/v1/namespaces/default/persistentvolumeclaims';
const classes = '/apis/storage.k8s.io/v1/storageclasses';
const priorities = '/apis/scheduling.k8s.io/v1/priorityclasses';

const claim = (spec: Record<string, Json> = {}): Json => ({
  metadata: { name: 'c' },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...spec },
});

const storageClass = (name: string, more: Record<string, Json> = {}): Json => ({
  metadata: { name, annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } },
  provisioner: 'example.com/disk',
  ...more,
});

test('a claim that names no class gets the newest default one', async () => {
  const server = startAdmitting();
  await server.post(classes, storageClass('old'));
  await server.kernel.run({ until: server.kernel.clock.now() + 2000 });
  await server.post(classes, storageClass('new'));
  await server.settle();
  expect((await server.post(claims, claim())).json.spec.storageClassName).toBe('new');
  await server.remove(`${claims}/c`);
});

test('a claim that wants none gets none', async () => {
  const server = startAdmitting();
  await server.post(classes, storageClass('default'));
  await server.settle();
  expect((await server.post(claims, claim({ storageClassName: '' }))).json.spec.storageClassName).toBe('');
});

test('claims and volumes are kept while they are used', async () => {
  const server = startAdmitting();
  expect((await server.post(claims, claim())).json.metadata.finalizers).toEqual(['kubernetes.io/pvc-protection']);
  const spec = { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/data' } };
  const { json } = await server.post('/api/v1/persistentvolumes', { metadata: { name: 'v' }, spec });
  expect(json.metadata.finalizers).toEqual(['kubernetes.io/pv-protection']);
});

test('a claim grows only when it is bound and its class allows it', async () => {
  const server = startAdmitting();
  await server.post(classes, storageClass('fixed', { allowVolumeExpansion: false }));
  await server.settle();
  const { json } = await server.post(claims, claim());
  const grow = async () =>
    (await server.patch(`${claims}/c`, { spec: { resources: { requests: { storage: '2Gi' } } } })).json.message;
  await server.settle();
  expect(await grow()).toContain('spec is immutable after creation except resources.requests');
  await server.put(`${claims}/c/status`, { ...json, status: { phase: 'Bound' } });
  await server.settle();
  expect(await grow()).toBe(
    'persistentvolumeclaims "c" is forbidden: only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize',
  );
});

test('an ingress that names no class gets the default one', async () => {
  const server = startAdmitting();
  const group = '/apis/networking.k8s.io/v1';
  const annotations = { 'ingressclass.kubernetes.io/is-default-class': 'true' };
  await server.post(`${group}/ingressclasses`, {
    metadata: { name: 'web', annotations },
    spec: { controller: 'example.com/web' },
  });
  await server.settle();
  const backend = { service: { name: 's', port: { number: 80 } } };
  const { json } = await server.post(`${group}/namespaces/default/ingresses`, {
    metadata: { name: 'i' },
    spec: { defaultBackend: backend },
  });
  expect(json.spec.ingressClassName).toBe('web');
});

test('pods get what their priority class says, or the default one', async () => {
  const server = startAdmitting();
  await server.post(priorities, { metadata: { name: 'high' }, value: 1000, preemptionPolicy: 'Never' });
  await server.post(priorities, { metadata: { name: 'usual' }, value: 7, globalDefault: true });
  await server.settle();
  const spec = async (name: string, given: Record<string, Json>) => (await postPod(server, name, given)).json;
  expect((await spec('a', { priorityClassName: 'high' })).spec).toMatchObject({
    priority: 1000,
    preemptionPolicy: 'Never',
  });
  expect((await spec('b', {})).spec).toMatchObject({ priorityClassName: 'usual', priority: 7 });
  expect((await spec('c', { priorityClassName: 'high', priority: 3 })).message).toBe(
    'pods "c" is forbidden: the integer value of priority (3) must not be provided in pod spec; priority admission controller computed 1000 from the given PriorityClass name',
  );
  expect(
    (await server.post(priorities, { metadata: { name: 'other' }, value: 8, globalDefault: true })).json.message,
  ).toBe(
    'priorityclasses.scheduling.k8s.io "other" is forbidden: PriorityClass usual is already marked as default. Only one default can exist',
  );
});
