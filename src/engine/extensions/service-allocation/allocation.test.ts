import { expect, test } from 'vitest';
import { type Loose, startServer, testFeatures } from '../../apiserver/testing/harness.ts';
import type { Json } from '../../meta/index.ts';
import { featuresOf } from '../registry.ts';

const fullFeatures = featuresOf('all');

const path = '/api/v1/namespaces/default/services';
const port = { port: 80 };

function start() {
  const { allocator } = fullFeatures;
  return startServer({ features: { ...testFeatures, ...(allocator && { allocator }) } });
}

function service(name: string, spec: Json = {}): Json {
  return { apiVersion: 'v1', kind: 'Service', metadata: { name }, spec: { ports: [port], ...(spec as object) } };
}

const causes = (answer: { json: Loose }): readonly string[] =>
  (answer.json.details?.causes ?? []).map(({ field, message }: Loose) => `${field}: ${message}`);

test('a service gets an address of the range, its family and its policy', async () => {
  const server = start();
  const { json } = await server.post(path, service('web'));
  expect(json.spec).toEqual({
    clusterIP: expect.stringMatching(/^10\.(9[6-9]|1(0\d|1[01]))\.\d+\.\d+$/),
    clusterIPs: [json.spec.clusterIP],
    internalTrafficPolicy: 'Cluster',
    ipFamilies: ['IPv4'],
    ipFamilyPolicy: 'SingleStack',
    ports: [{ port: 80, protocol: 'TCP', targetPort: 80 }],
    sessionAffinity: 'None',
    type: 'ClusterIP',
  });
  expect(json.status).toEqual({ loadBalancer: {} });
  const again = (await start().post(path, service('web'))).json;
  expect(again.spec.clusterIP).toBe(json.spec.clusterIP);
});

test('a named address is given once, and free again when its service has gone', async () => {
  const server = start();
  const wanted = { clusterIP: '10.96.0.10' };
  expect((await server.post(path, service('a', wanted))).json.spec.clusterIPs).toEqual(['10.96.0.10']);
  const refused = await server.post(path, service('b', wanted));
  expect(refused.code).toBe(422);
  expect(refused.json.message).toBe(
    'Service "b" is invalid: spec.clusterIPs: Invalid value: []string{"10.96.0.10"}: failed to allocate IP 10.96.0.10: provided IP is already allocated',
  );
  await server.remove(`${path}/a`);
  expect((await server.post(path, service('b', wanted))).code).toBe(201);
});

test.each([
  ['10.112.0.1', 'the range', 'the provided network does not match the current range'],
  ['10.96.0.0', 'the network itself', 'the provided IP (10.96.0.0) is not in the valid range. The range of valid IPs is 10.96.0.0/12'],
  ['10.111.255.255', 'the last one', 'the provided IP (10.111.255.255) is not in the valid range. The range of valid IPs is 10.96.0.0/12'],
])('%s is outside: %s', async (clusterIP, _what, fault) => {
  const answer = await start().post(path, service('a', { clusterIP }));
  expect(causes(answer)).toEqual([`spec.clusterIPs: Invalid value: []string{"${clusterIP}"}: failed to allocate IP ${clusterIP}: ${fault}`]);
});

test.each([
  [
    { clusterIP: 'x' },
    ['spec.clusterIPs[0]: Invalid value: "x": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'],
  ],
  [
    { clusterIP: 'fd00::1' },
    ['spec.clusterIPs[0]: Invalid value: []string{"fd00::1"}: IPv6 is not configured on this cluster'],
  ],
  [{ ipFamilies: ['IPv6'] }, ['spec.ipFamilies[0]: Invalid value: "IPv6": not configured on this cluster']],
  [
    { ipFamilyPolicy: 'RequireDualStack' },
    ['spec.ipFamilyPolicy: Invalid value: "RequireDualStack": this cluster is not configured for dual-stack services'],
  ],
  [
    { clusterIPs: ['10.96.0.9'] },
    ['spec.clusterIPs: Invalid value: []string{"10.96.0.9"}: must be empty when `clusterIP` is not specified'],
  ],
  [
    { type: 'NodePort', clusterIP: 'None' },
    ['spec.clusterIPs[0]: Invalid value: "None": may not be set to \'None\' for NodePort services'],
  ],
])('%j is refused', async (spec, expected) => {
  const answer = await start().post(path, service('a', spec));
  expect(answer.code).toBe(422);
  expect(causes(answer)).toEqual(expected.map((each) => each));
});

test('a headless service has no address; without a selector it may be of both families', async () => {
  const server = start();
  const plain = (await server.post(path, service('a', { clusterIP: 'None', selector: { app: 'a' } }))).json.spec;
  expect([plain.clusterIPs, plain.ipFamilies, plain.ipFamilyPolicy]).toEqual([['None'], ['IPv4'], 'SingleStack']);
  const bare = (await server.post(path, service('b', { clusterIP: 'None' }))).json.spec;
  expect([bare.clusterIPs, bare.ipFamilies, bare.ipFamilyPolicy]).toEqual([
    ['None'],
    ['IPv4', 'IPv6'],
    'RequireDualStack',
  ]);
});

test('node ports are drawn or named, each once', async () => {
  const server = start();
  const drawn = (await server.post(path, service('a', { type: 'NodePort' }))).json.spec.ports[0].nodePort;
  expect(drawn).toBeGreaterThanOrEqual(30_086);
  expect(drawn).toBeLessThanOrEqual(32_767);
  const taken = await server.post(path, service('b', { type: 'NodePort', ports: [{ ...port, nodePort: drawn }] }));
  expect(causes(taken)).toEqual([
    `spec.ports[0].nodePort: Invalid value: ${drawn}: provided port is already allocated`,
  ]);
  const outside = await server.post(path, service('b', { type: 'NodePort', ports: [{ ...port, nodePort: 80 }] }));
  expect(causes(outside)).toEqual([
    'spec.ports[0].nodePort: Invalid value: 80: provided port is not in the valid range. The range of valid ports is 30000-32767',
  ]);
  const both = [
    { name: 'a', port: 53, protocol: 'UDP' },
    { name: 'b', port: 53, nodePort: 30_053 },
  ];
  const shared = (await server.post(path, service('c', { type: 'NodePort', ports: both }))).json.spec.ports;
  expect(shared.map(({ nodePort }: Loose) => nodePort)).toEqual([30_053, 30_053]);
});

test('a refused service gives back what it had taken', async () => {
  const server = start();
  const wanted = { clusterIP: '10.96.0.10', type: 'NodePort', ports: [{ ...port, nodePort: 30_080 }] };
  const bad = await server.post(path, service('a', { ...wanted, sessionAffinity: 'x' }));
  expect(causes(bad)).toEqual(['spec.sessionAffinity: Unsupported value: "x": supported values: "ClientIP", "None"']);
  expect((await server.post(`${path}?dryRun=All`, service('a', wanted))).code).toBe(201);
  expect((await server.post(path, service('b', wanted))).code).toBe(201);
});

test('changes of type allocate, keep and release', async () => {
  const server = start();
  const before = (await server.post(path, service('a'))).json.spec;
  const nodePort = (await server.patch(`${path}/a`, { spec: { type: 'NodePort' } })).json.spec;
  expect(nodePort.clusterIP).toBe(before.clusterIP);
  expect(nodePort.externalTrafficPolicy).toBe('Cluster');
  const number = nodePort.ports[0].nodePort;
  expect(number).toBeGreaterThanOrEqual(30_000);
  // Who leaves out what the server gave keeps it.
  const replaced = await server.put(`${path}/a`, service('a', { type: 'NodePort' }));
  expect(replaced.json.spec).toEqual(nodePort);
  const back = (await server.patch(`${path}/a`, { spec: { type: 'ClusterIP' } })).json.spec;
  expect(back).toEqual(before);
  const named = service('b', { type: 'NodePort', ports: [{ ...port, nodePort: number }] });
  expect((await server.post(path, named)).code).toBe(201);
  const external = (await server.patch(`${path}/a`, { spec: { type: 'ExternalName', externalName: 'example.com' } }))
    .json.spec;
  expect(external.clusterIP).toBeUndefined();
  expect(external.clusterIPs).toBeUndefined();
  expect(external.ipFamilies).toBeUndefined();
  expect((await server.post(path, service('c', { clusterIP: before.clusterIP }))).code).toBe(201);
});

test('an address may not change', async () => {
  const server = start();
  const { json } = await server.post(path, service('a'));
  const answer = await server.patch(`${path}/a`, { spec: { clusterIP: '10.96.0.77' } });
  expect(causes(answer)).toEqual([
    'spec.clusterIPs[0]: Invalid value: []string{"10.96.0.77"}: may not change once set',
  ]);
  expect((await server.get(`${path}/a`)).json).toEqual(json);
});

test('a load balancer that keeps to its nodes gets a port for health', async () => {
  const server = start();
  const spec = { type: 'LoadBalancer', externalTrafficPolicy: 'Local' };
  const { json } = await server.post(path, service('a', spec));
  expect(json.spec.allocateLoadBalancerNodePorts).toBe(true);
  expect(json.spec.healthCheckNodePort).not.toBe(json.spec.ports[0].nodePort);
  const other = await server.patch(`${path}/a`, { spec: { healthCheckNodePort: 30_001 } });
  expect(causes(other)).toEqual(['spec.healthCheckNodePort: Forbidden: field is immutable']);
  const bare = { ...spec, externalTrafficPolicy: 'Cluster', allocateLoadBalancerNodePorts: false };
  expect((await server.post(path, service('b', bare))).json.spec.ports[0].nodePort).toBeUndefined();
});

test('a thousand services get a thousand addresses', async () => {
  const server = start();
  const seen = new Set<string>();
  for (let index = 0; index < 1000; index += 1) {
    seen.add((await server.post(path, service(`s${index}`))).json.spec.clusterIP);
  }
  expect(seen.size).toBe(1000);
});

test.each(['services', 'persistentvolumes', 'persistentvolumeclaims', 'resourcequotas', 'nodes'])(
  'a status of %s that says nothing is an empty one',
  async (plural) => {
    const server = start();
    const isCluster = plural === 'persistentvolumes' || plural === 'nodes';
    const base = `/api/v1/${isCluster ? '' : 'namespaces/default/'}${plural}`;
    const specs: Readonly<Record<string, Json>> = {
      services: { ports: [port] },
      persistentvolumes: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/d' } },
      persistentvolumeclaims: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    };
    const { json } = await server.post(base, { metadata: { name: 'a' }, spec: specs[plural] ?? {} });
    const { status: _, ...rest } = json;
    expect((await server.put(`${base}/a/status`, rest)).code).toBe(200);
    expect((await server.get(base, { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' })).code).toBe(200);
  },
);
