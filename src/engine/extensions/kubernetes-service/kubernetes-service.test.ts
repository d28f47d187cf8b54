import { expect, test } from 'vitest';
import { startServer, testFeatures } from '../../apiserver/testing/harness.ts';
import { createServiceAllocator } from '../service-allocation/service-allocator.ts';
import { kubernetesService } from './start-hook.ts';

const path = '/api/v1/namespaces/default/services';

function start() {
  return startServer({
    features: { ...testFeatures, startHooks: [kubernetesService], allocator: createServiceAllocator },
  });
}

test('the API server is a service of its own cluster', async () => {
  const server = start();
  const { json } = await server.get(`${path}/kubernetes`);
  expect(json.metadata.labels).toEqual({ component: 'apiserver', provider: 'kubernetes' });
  expect(json.spec).toEqual({
    clusterIP: '10.96.0.1',
    clusterIPs: ['10.96.0.1'],
    internalTrafficPolicy: 'Cluster',
    ipFamilies: ['IPv4'],
    ipFamilyPolicy: 'SingleStack',
    ports: [{ name: 'https', port: 443, protocol: 'TCP', targetPort: 6443 }],
    sessionAffinity: 'None',
    type: 'ClusterIP',
  });
  const endpoints = await server.get('/api/v1/namespaces/default/endpoints/kubernetes');
  expect(endpoints.json.subsets).toEqual([
    { addresses: [{ ip: '172.18.0.1' }], ports: [{ name: 'https', port: 6443, protocol: 'TCP' }] },
  ]);
  const slices = await server.get('/apis/discovery.k8s.io/v1/namespaces/default/endpointslices/kubernetes');
  expect(slices.json.endpoints).toEqual([{ addresses: ['172.18.0.1'], conditions: { ready: true } }]);
});

test('its address is nobody else’s, and whoever deletes it gets it back', async () => {
  const server = start();
  const taken = { metadata: { name: 'a' }, spec: { clusterIP: '10.96.0.1', ports: [{ port: 80 }] } };
  expect((await server.post(path, taken)).code).toBe(422);
  const { json } = await server.remove(`${path}/kubernetes`);
  expect((await server.get(`${path}/kubernetes`)).code).toBe(404);
  await server.kernel.run({ until: server.kernel.clock.now() + 11_000 });
  const again = await server.get(`${path}/kubernetes`);
  expect(again.json.metadata.uid).not.toBe(json.metadata.uid);
  expect(again.json.spec.clusterIP).toBe('10.96.0.1');
});

test('who asks for Endpoints is told that EndpointSlices are the way', async () => {
  const warning = '299 - "v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice"';
  const server = start();
  const path = '/api/v1/namespaces/default/endpoints';
  for (const url of [path, `${path}/kubernetes`, `${path}/nobody`]) {
    const { headers } = await server.get(url);
    expect(headers?.['warning'], url).toBe(warning);
  }
});
