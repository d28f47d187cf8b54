/** What the cloud rents out, a line each. */
import { CloudFormatError, parseDiskSpec, parseLoadBalancerSpec, parseMachineSpec, parseRouteSpec } from '../sdk/cloud-objects.ts';
import type { Json, MachineSpec } from '../sdk/index.ts';
import type { CloudKind } from './types.ts';

/** Of the addresses that are set apart for documentation (RFC 5737). */
const firstAddress = 10;
const addresses = 240;

/** What a machine of each type has. Machines that were there before the cloud may be of others. */
export const instanceTypes: Readonly<Record<string, { readonly cpu: string; readonly memory: string; readonly pods: number }>> = {
  'standard-2': { cpu: '2', memory: '4Gi', pods: 110 },
  'standard-4': { cpu: '4', memory: '8Gi', pods: 110 },
  'standard-8': { cpu: '8', memory: '16Gi', pods: 110 },
};

export const region = 'converge-1';
export const zones: readonly string[] = ['a', 'b', 'c'].map((letter) => `${region}${letter}`);

/** A zone and a type that the cloud has. @throws CloudFormatError */
function parseRentable(body: Json | undefined): MachineSpec {
  const spec = parseMachineSpec(body);
  if (!zones.includes(spec.zone)) throw new CloudFormatError(`zone: ${zones.join(', ')}`);
  if (instanceTypes[spec.instanceType] === undefined && spec.instanceType !== 'custom')
    throw new CloudFormatError(`instanceType: ${Object.keys(instanceTypes).join(', ')}`);
  return spec;
}

export const cloudKinds: readonly CloudKind[] = [
  {
    plural: 'loadbalancers',
    words: 'load balancer',
    quota: 5,
    provisionMs: [1500, 3000],
    deleteMs: [1000, 2500],
    parse: parseLoadBalancerSpec,
    added: (count) => ({
      first: { address: '' },
      active: { address: `203.0.113.${firstAddress + (count % addresses)}` },
    }),
  },
  {
    plural: 'machines',
    words: 'machine',
    quota: 20,
    provisionMs: [8000, 15_000],
    deleteMs: [2000, 4000],
    parse: parseRentable,
    added: (count) => ({
      first: { address: '' },
      active: { address: `172.18.${128 + (count >> 8)}.${count & 255}` },
    }),
  },
  {
    plural: 'disks',
    words: 'disk',
    quota: 20,
    provisionMs: [800, 1600],
    deleteMs: [800, 1600],
    parse: parseDiskSpec,
  },
  {
    plural: 'routes',
    words: 'route',
    quota: 20,
    provisionMs: [1000, 2000],
    deleteMs: [1000, 2000],
    parse: parseRouteSpec,
  },
];
