/** Endpoints by hand have slices, which kube-proxy follows. */
import { EndpointSlice, Endpoints, type Json, kinds, Service } from 'converge/sdk';
import { expect, test } from 'vitest';
import { createWorld, type World } from '../../sdk/testing/world.ts';
import { endpointSliceMirroringController } from './index.ts';

const at = { name: 'outside', namespace: 'default' };
const key = 'default/outside';

async function worldWith(spec: Json = { ports: [{ port: 80 }] }): Promise<World> {
  const world = createWorld({ controllers: [endpointSliceMirroringController.create(kinds)] });
  await world.create(Service, { metadata: at, spec });
  return world;
}

const made = (world: World) =>
  world.objects(EndpointSlice).map(({ endpoints, ports, addressType, metadata: { labels } }) => ({ addressType, endpoints, ports, labels }));
const subset = (port: number, ...ips: string[]) => ({ addresses: ips.map((ip) => ({ ip })), ports: [{ port }] });

test('a slice is made, changed and deleted with its Endpoints', async () => {
  const world = await worldWith();
  await world.create(Endpoints, { metadata: { ...at, labels: { team: 'a' } }, subsets: [{ ...subset(80, '10.1.2.3'), notReadyAddresses: [{ ip: '10.1.2.4' }] }] });
  await world.settle();
  expect(made(world)).toEqual([
    {
      addressType: 'IPv4',
      endpoints: [
        { addresses: ['10.1.2.3'], conditions: { ready: true } },
        { addresses: ['10.1.2.4'], conditions: { ready: false } },
      ],
      ports: [{ name: '', protocol: 'TCP', port: 80 }],
      labels: { team: 'a', 'kubernetes.io/service-name': 'outside', 'endpointslice.kubernetes.io/managed-by': 'endpointslicemirroring-controller.k8s.io' },
    },
  ]);
  const [before] = world.objects(EndpointSlice);
  await world.finish(world.client.patch(Endpoints, key, { subsets: [subset(81, '10.2.3.4')] }, { type: 'merge' }));
  await world.settle();
  expect(made(world)).toMatchObject([{ endpoints: [{ addresses: ['10.2.3.4'] }], ports: [{ port: 81 }] }]);
  expect(world.objects(EndpointSlice)[0]?.metadata.name).toBe(before?.metadata.name);
  await world.finish(world.client.delete(Endpoints, at));
  await world.settle();
  expect(made(world)).toEqual([]);
});

test('addresses of other ports, or of the other family, have slices of their own', async () => {
  const world = await worldWith();
  await world.create(Endpoints, { metadata: at, subsets: [subset(80, '10.1.2.3', '2001:db8::1'), subset(81, '10.1.2.3')] });
  await world.settle();
  expect(made(world).map(({ addressType, ports }) => `${addressType} ${ports?.[0]?.port}`).sort()).toEqual(['IPv4 80', 'IPv4 81', 'IPv6 80']);
});

test.each<[what: string, spec: Json | undefined, metadata: object]>([
  ['whose Service has a selector', { selector: { app: 'web' }, ports: [{ port: 80 }] }, {}],
  ['that say so', undefined, { labels: { 'endpointslice.kubernetes.io/skip-mirror': 'true' } }],
  ['that are a lock', undefined, { annotations: { 'control-plane.alpha.kubernetes.io/leader': '{}' } }],
])('Endpoints %s aren’t mirrored', async (_what, spec, metadata) => {
  const world = await worldWith(spec);
  await world.create(Endpoints, { metadata: { ...at, ...metadata }, subsets: [subset(80, '10.1.2.3')] });
  await world.settle();
  expect(made(world)).toEqual([]);
});
