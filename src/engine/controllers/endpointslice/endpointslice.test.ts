import { EndpointSlice, Endpoints, Event, type Json, kinds, Pod, Service } from 'converge/sdk';
import { expect, test } from 'vitest';
import { createWorld, type World } from '../../sdk/testing/world.ts';
import { endpointController } from '../endpoints/index.ts';
import { createGarbageCollector } from '../garbage-collector/index.ts';
import { endpointSliceController } from './index.ts';

const labels = { app: 'web' };
const namespace = 'default';

async function worldWith(spec: Json = {}, name = 'web', refuse?: () => boolean) {
  const controllers = [
    endpointSliceController.create(kinds),
    endpointController.create(kinds),
    createGarbageCollector(kinds),
  ];
  const isRefused = (component: string, method: string): boolean =>
    refuse?.() === true && component.startsWith('controller/endpoint') && method !== 'GET';
  const world = createWorld({
    controllers,
    refuse: (component, { method, path }) => (isRefused(component, method) && !path.endsWith('/events') ? 'not today' : undefined),
  });
  const ports = [{ port: 80, targetPort: 8080 }];
  const all = { selector: labels, ports, ...(spec as object) } as Json;
  await world.create(Service, { metadata: { name, namespace, labels: { team: 'a' } }, spec: all });
  return world;
}

interface PodOptions {
  readonly ready?: boolean;
  readonly phase?: string;
  readonly spec?: object;
}

async function addPod(
  world: World,
  name: string,
  ip: string,
  { ready = true, phase = 'Running', spec }: PodOptions = {},
) {
  const containers = [{ name: 'c', image: 'nginx', ports: [{ name: 'http', containerPort: 8080 }] }];
  await world.create(Pod, { metadata: { name, namespace, labels }, spec: { nodeName: 'node-1', containers, ...spec } });
  await setPod(world, name, { podIP: ip, phase, conditions: [{ type: 'Ready', status: ready ? 'True' : 'False' }] });
}

async function setPod(world: World, name: string, status: Json) {
  const patch = world.client.patch(Pod, `${namespace}/${name}`, { status }, { type: 'merge', subresource: 'status' });
  await world.finish(patch);
}

const slices = (world: World) => world.objects(EndpointSlice);
const addresses = (world: World) =>
  slices(world).flatMap(({ endpoints = [] }) =>
    (endpoints ?? []).map(({ addresses: [ip], conditions }) => [
      ip,
      conditions?.ready,
      conditions?.serving,
      conditions?.terminating,
    ]),
  );
const subsets = (world: World) => world.objects(Endpoints)[0]?.subsets ?? [];

test('one slice and one Endpoints of the pods that the selector finds, with their ports', async () => {
  const world = await worldWith();
  await addPod(world, 'b', '10.0.0.2');
  await addPod(world, 'a', '10.0.0.1', { ready: false });
  await world.settle();
  const [slice] = slices(world);
  expect(slices(world)).toHaveLength(1);
  expect(slice).toMatchObject({
    metadata: {
      generateName: 'web-',
      labels: {
        team: 'a',
        'kubernetes.io/service-name': 'web',
        'endpointslice.kubernetes.io/managed-by': 'endpointslice-controller.k8s.io',
      },
      ownerReferences: [{ kind: 'Service', name: 'web', controller: true, blockOwnerDeletion: true }],
    },
    addressType: 'IPv4',
    ports: [{ name: '', port: 8080, protocol: 'TCP' }],
  });
  expect(addresses(world).sort()).toEqual([
    ['10.0.0.1', false, false, false],
    ['10.0.0.2', true, true, false],
  ]);
  expect(slice?.endpoints?.find((each) => each.addresses[0] === '10.0.0.2')).toMatchObject({
    nodeName: 'node-1',
    targetRef: { kind: 'Pod', name: 'b', namespace },
  });
  expect(subsets(world)).toMatchObject([
    { addresses: [{ ip: '10.0.0.2' }], notReadyAddresses: [{ ip: '10.0.0.1' }], ports: [{ port: 8080 }] },
  ]);
  expect(world.log).toEqual([]);
});

test('a pod that gets ready, unready, another label, an end, comes and goes', async () => {
  const world = await worldWith();
  await addPod(world, 'a', '10.0.0.1', { ready: false });
  await world.settle();
  expect(addresses(world)).toEqual([['10.0.0.1', false, false, false]]);
  await setPod(world, 'a', { conditions: [{ type: 'Ready', status: 'True' }] });
  await world.settle();
  expect(addresses(world)).toEqual([['10.0.0.1', true, true, false]]);
  await world.merge(Pod, `${namespace}/a`, { metadata: { labels: { app: 'other' } } });
  await world.settle();
  expect([addresses(world), subsets(world)]).toEqual([[], []]);
  await world.merge(Pod, `${namespace}/a`, { metadata: { labels } });
  await world.settle();
  expect(addresses(world)).toHaveLength(1);
  await setPod(world, 'a', { phase: 'Succeeded', conditions: [{ type: 'Ready', status: 'False' }] });
  await world.settle();
  expect([addresses(world), subsets(world)]).toEqual([[], []]);
});

test('an address that was not ready before its pod ended stays until something else changes', async () => {
  const world = await worldWith();
  await addPod(world, 'a', '10.0.0.1');
  await addPod(world, 'b', '10.0.0.2');
  await setPod(world, 'a', { conditions: [{ type: 'Ready', status: 'False' }] });
  await world.settle();
  await setPod(world, 'a', { phase: 'Succeeded' });
  await world.settle();
  expect(addresses(world).sort()).toEqual([
    ['10.0.0.1', false, false, false],
    ['10.0.0.2', true, true, false],
  ]);
  expect(subsets(world)).toMatchObject([{ addresses: [{ ip: '10.0.0.2' }], notReadyAddresses: [{ ip: '10.0.0.1' }] }]);
  await world.finish(world.client.delete(Pod, `${namespace}/b`, { gracePeriodSeconds: 0 }));
  await world.settle();
  expect([addresses(world), subsets(world)]).toEqual([[], []]);
});

test('a pod on its way out still serves, but is not ready; Endpoints leave it out', async () => {
  const world = await worldWith();
  await addPod(world, 'a', '10.0.0.1');
  await world.remove(Pod, `${namespace}/a`);
  await world.settle();
  expect(addresses(world)).toEqual([['10.0.0.1', false, true, true]]);
  expect(subsets(world)).toEqual([]);
  await world.finish(world.client.delete(Pod, `${namespace}/a`, { gracePeriodSeconds: 0 }));
  await world.settle();
  expect(addresses(world)).toEqual([]);
});

test('publishNotReadyAddresses says that all are ready', async () => {
  const world = await worldWith({ publishNotReadyAddresses: true, clusterIP: 'None' });
  await addPod(world, 'a', '10.0.0.1', { ready: false, spec: { hostname: 'a', subdomain: 'web' } });
  await world.settle();
  expect(addresses(world)).toEqual([['10.0.0.1', true, false, false]]);
  expect(slices(world)[0]).toMatchObject({
    metadata: { labels: { 'service.kubernetes.io/headless': '' } },
    endpoints: [{ hostname: 'a' }],
  });
  expect(subsets(world)).toMatchObject([{ addresses: [{ ip: '10.0.0.1', hostname: 'a' }] }]);
});

test('pods whose named port differs are in slices of their own', async () => {
  const world = await worldWith({ ports: [{ name: 'http', port: 80, targetPort: 'http' }] });
  await addPod(world, 'a', '10.0.0.1');
  const ports = [{ name: 'http', containerPort: 9090 }];
  await addPod(world, 'b', '10.0.0.2', { spec: { containers: [{ name: 'c', image: 'nginx', ports }] } });
  await world.settle();
  const told = slices(world).map((slice) => [
    slice.ports?.[0]?.port,
    slice.endpoints?.map((each) => each.addresses[0]),
  ]);
  expect(told.sort()).toEqual([
    [8080, ['10.0.0.1']],
    [9090, ['10.0.0.2']],
  ]);
  expect(subsets(world)).toHaveLength(2);
  await world.remove(Pod, `${namespace}/b`);
  await world.finish(world.client.delete(Pod, `${namespace}/b`, { gracePeriodSeconds: 0 }));
  await world.settle();
  expect(slices(world)).toHaveLength(1);
});

test('a slice holds a hundred endpoints; holes are filled before another slice is made', async () => {
  const world = await worldWith();
  for (let at = 0; at < 120; at += 1) await addPod(world, `p${at}`, `10.0.${Math.floor(at / 100)}.${at % 100}`);
  await world.settle();
  const sizes = () => slices(world).map(({ endpoints }) => endpoints?.length ?? 0);
  expect(sizes().every((size) => size <= 100)).toBe(true);
  expect(sizes().reduce((sum, size) => sum + size, 0)).toBe(120);
  const count = sizes().length;
  for (let at = 0; at < 10; at += 1)
    await world.finish(world.client.delete(Pod, `${namespace}/p${at}`, { gracePeriodSeconds: 0 }));
  for (let at = 0; at < 10; at += 1) await addPod(world, `q${at}`, `10.1.0.${at}`);
  await world.settle();
  expect(sizes()).toHaveLength(count);
  expect(new Set(addresses(world).map(([ip]) => ip)).size).toBe(120);
});

test('the slice keeps its name when the last pod goes, and when another comes', async () => {
  const world = await worldWith();
  await world.settle();
  const [empty] = slices(world);
  expect(addresses(world)).toEqual([]);
  await addPod(world, 'a', '10.0.0.1');
  await world.settle();
  expect(slices(world)).toMatchObject([{ metadata: { uid: empty?.metadata.uid }, endpoints: [{}], ports: [{}] }]);
  await world.finish(world.client.delete(Pod, `${namespace}/a`, { gracePeriodSeconds: 0 }));
  await world.settle();
  expect(slices(world)).toMatchObject([{ metadata: { uid: empty?.metadata.uid } }]);
  expect([addresses(world), slices(world)[0]?.ports ?? []]).toEqual([[], []]);
});

test('another selector finds other pods; without a selector, nobody touches what is there', async () => {
  const world = await worldWith();
  await addPod(world, 'a', '10.0.0.1');
  await world.settle();
  await world.merge(Service, `${namespace}/web`, { spec: { selector: { app: 'none' } } });
  await world.settle();
  expect([addresses(world), subsets(world)]).toEqual([[], []]);
  await world.create(Service, { metadata: { name: 'own', namespace }, spec: { ports: [{ port: 80 }] } });
  await world.create(Endpoints, {
    metadata: { name: 'own', namespace },
    subsets: [{ addresses: [{ ip: '1.2.3.4' }] }],
  });
  await world.settle();
  expect(world.objects(Endpoints).find(({ metadata }) => metadata.name === 'own')?.subsets).toHaveLength(1);
});

test('without a Service, neither slices nor Endpoints; those that somebody made without one stay', async () => {
  const world = await worldWith();
  await addPod(world, 'a', '10.0.0.1');
  await world.create(Endpoints, { metadata: { name: 'lone', namespace } });
  await world.create(Service, { metadata: { name: 'own', namespace }, spec: { ports: [{ port: 80 }] } });
  await world.create(Endpoints, { metadata: { name: 'own', namespace } });
  await world.settle();
  for (const name of ['web', 'own']) await world.remove(Service, `${namespace}/${name}`);
  await world.settle();
  expect(slices(world)).toEqual([]);
  expect(world.objects(Endpoints).map(({ metadata }) => metadata.name)).toEqual(['lone']);
});

test('what somebody deletes or changes by hand is made right', async () => {
  const world = await worldWith();
  await addPod(world, 'a', '10.0.0.1');
  await world.settle();
  await world.remove(EndpointSlice, `${namespace}/${slices(world)[0]?.metadata.name}`);
  await world.remove(Endpoints, `${namespace}/web`);
  await world.settle();
  expect([addresses(world).length, subsets(world).length]).toEqual([1, 1]);
  await world.merge(EndpointSlice, `${namespace}/${slices(world)[0]?.metadata.name}`, { endpoints: [] });
  await world.merge(Endpoints, `${namespace}/web`, { subsets: null });
  await world.settle();
  expect([addresses(world).length, subsets(world).length]).toEqual([1, 1]);
});

test('late, doubled and lost watch events change nothing in the end', async () => {
  const world = await worldWith();
  const fault = { from: 'apiserver', to: 'controller/*', delayMs: 100, jitterMs: 300, duplicate: 0.4, cut: 0.05 };
  const heal = world.kernel.network.addFault(fault);
  for (let at = 0; at < 8; at += 1) await addPod(world, `p${at}`, `10.0.0.${at}`, { ready: at % 2 === 0 });
  await setPod(world, 'p1', { conditions: [{ type: 'Ready', status: 'True' }] });
  await world.finish(world.client.delete(Pod, `${namespace}/p0`, { gracePeriodSeconds: 0 }));
  heal();
  await world.sleep(120_000);
  const ready = ['10.0.0.1', '10.0.0.2', '10.0.0.4', '10.0.0.6'];
  expect(
    addresses(world)
      .flatMap(([ip, isReady]) => (isReady === true ? [ip] : []))
      .sort(),
  ).toEqual(ready);
  expect(
    subsets(world)
      .flatMap((each) => each.addresses ?? [])
      .map(({ ip }) => ip),
  ).toEqual(ready);
  expect(slices(world)).toHaveLength(1);
});

test.each([
  ['Always', 9090],
  [undefined, undefined],
])('a named port of an init container with the restart policy %s is at %s', async (restartPolicy, port) => {
  const world = await worldWith({ ports: [{ port: 80, targetPort: 'admin' }] });
  const sidecar = { name: 'proxy', image: 'nginx', ports: [{ name: 'admin', containerPort: 9090 }], ...(restartPolicy && { restartPolicy }) };
  await addPod(world, 'a', '10.0.0.1', { spec: { initContainers: [sidecar] } });
  await world.settle();
  expect([slices(world)[0]?.ports?.[0]?.port, subsets(world)[0]?.ports?.[0]?.port]).toEqual([port, port]);
});

test('what is refused is said on the Service and on its Endpoints', async () => {
  let refusing = true;
  const world = await worldWith({}, 'web', () => refusing);
  const warnings = () => world.objects(Event).map(({ source, involvedObject, reason, message }) => [source?.component, involvedObject.kind, reason, message]);
  await world.sleep(50);
  const service = 'Error updating Endpoint Slices for Service default/web: failed to';
  expect(warnings().sort()).toEqual([
    ['endpoint-controller', 'Endpoints', 'FailedToCreateEndpoint', 'Failed to create endpoint for service default/web: not today'],
    ['endpoint-slice-controller', 'Service', 'FailedToUpdateEndpointSlices', `${service} create EndpointSlice for Service default/web: not today`],
  ]);
  refusing = false;
  await world.settle();
  const name = slices(world)[0]?.metadata.name;
  refusing = true;
  await addPod(world, 'a', '10.0.0.1');
  await world.sleep(50);
  expect(warnings().map(([, , , message]) => message)).toEqual(
    expect.arrayContaining([`${service} update ${name} EndpointSlice for Service default/web: not today`, 'Failed to update endpoint default/web: not today']),
  );
});
