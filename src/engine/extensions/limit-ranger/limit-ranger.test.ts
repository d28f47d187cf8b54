import { expect, test } from 'vitest';
import type { Json } from '../../meta/index.ts';
import { container, postPod, startAdmitting } from '../testing/admit.ts';

const ranges = '/api/v1/namespaces/default/limitranges';

async function withRange(...limits: Json[]) {
  const server = startAdmitting();
  await server.post(ranges, { metadata: { name: 'range' }, spec: { limits } });
  return server;
}

test('what a container does not say is filled in, and written down', async () => {
  const server = await withRange({
    type: 'Container',
    default: { cpu: '500m', memory: '512Mi' },
    defaultRequest: { cpu: '100m' },
  });
  const { json } = await postPod(server, 'p', {
    containers: [container('a'), container('b', { cpu: '1m' }, { cpu: '2m', memory: '3Mi' })],
    initContainers: [container('i', { memory: '1Mi', cpu: '1m' }, { memory: '1Mi' })],
  });
  expect(json.spec.containers[0].resources).toEqual({
    limits: { cpu: '500m', memory: '512Mi' },
    requests: { cpu: '100m', memory: '512Mi' },
  });
  expect(json.metadata.annotations).toEqual({
    'kubernetes.io/limit-ranger':
      'LimitRanger plugin set: cpu, memory request for container a; cpu, memory limit for container a; cpu limit for init container i',
  });
});

test.each<[Json, Json[], string]>([
  [
    { type: 'Container', max: { cpu: '1' } },
    [container('a', { cpu: '1' }, { cpu: '2' })],
    'maximum cpu usage per Container is 1, but limit is 2',
  ],
  [
    { type: 'Container', min: { memory: '1Gi' }, default: { memory: '2Gi' }, defaultRequest: { memory: '1Gi' } },
    [container('a', { memory: '500Mi' })],
    'minimum memory usage per Container is 1Gi, but request is 500Mi',
  ],
  [
    { type: 'Pod', min: { memory: '1Gi' } },
    [container('a', { memory: '200Mi' }), container('b', { memory: '300Mi' })],
    'minimum memory usage per Pod is 1Gi, but request is 500Mi',
  ],
  [{ type: 'Pod', min: { cpu: '1' } }, [container('a')], 'minimum cpu usage per Pod is 1.  No request is specified'],
  [{ type: 'Pod', max: { cpu: '1' } }, [container('a')], 'maximum cpu usage per Pod is 1.  No limit is specified'],
  [
    { type: 'Container', maxLimitRequestRatio: { cpu: '2' } },
    [container('a', { cpu: '1' }, { cpu: '3' })],
    'cpu max limit to request ratio per Container is 2, but provided ratio is 3.000000',
  ],
  [
    { type: 'Pod', maxLimitRequestRatio: { cpu: '2' } },
    [container('a')],
    'cpu max limit to request ratio per Pod is 2, but no request is specified or request is 0',
  ],
  [
    { type: 'Pod', max: { cpu: '1', memory: '1Gi' } },
    [container('a', {}, { cpu: '2', memory: '2Gi' })],
    '[maximum cpu usage per Pod is 1, but limit is 2, maximum memory usage per Pod is 1Gi, but limit is 2Gi]',
  ],
])('%j refuses', async (limit, containers, why) => {
  const server = await withRange(limit);
  const { json } = await postPod(server, 'p', { containers });
  expect(json).toMatchObject({ code: 403, reason: 'Forbidden', message: `pods "p" is forbidden: ${why}` });
});

test('a claim may neither ask for too much nor for too little', async () => {
  const server = await withRange({ type: 'PersistentVolumeClaim', min: { storage: '1Gi' }, max: { storage: '2Gi' } });
  const claim = async (storage: string) => {
    const spec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage } } };
    const claims = '/api/v1/namespaces/default/persistentvolumeclaims';
    return (await server.post(claims, { metadata: { name: 'c' }, spec })).json;
  };
  const refused = 'persistentvolumeclaims "c" is forbidden: ';
  expect((await claim('500Mi')).message).toBe(
    `${refused}minimum storage usage per PersistentVolumeClaim is 1Gi, but request is 500Mi`,
  );
  expect((await claim('3Gi')).message).toBe(
    `${refused}maximum storage usage per PersistentVolumeClaim is 2Gi, but request is 3Gi`,
  );
  expect((await claim('2Gi')).metadata.name).toBe('c');
});
