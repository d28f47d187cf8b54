/** What the cloud rents out, a line each. */
import { CloudFormatError, parseDisk, parseDiskSpec, parseLoadBalancerSpec, parseMachine, parseMachineSpec, parseRouteSpec } from '../sdk/cloud-objects.ts';
import { type Disk, type DiskSpec, type Json, type MachineSpec, parseQuantity, type Status } from '../sdk/index.ts';
import { conflict, impossible, noMore, notFound } from './refusals.ts';
import type { CloudKind, CloudObject, CloudPlural } from './types.ts';

/** Of the addresses that are set apart for documentation (RFC 5737). */
const firstAddress = 10;
const addresses = 240;

interface InstanceType {
  readonly cpu: string;
  readonly memory: string;
  readonly pods: number;
  /** So many disks can be attached. */
  readonly disks: number;
}

/** What a machine of each type has. Machines that were there before the cloud may be of others. */
export const instanceTypes: Readonly<Record<string, InstanceType>> = {
  'standard-2': { cpu: '2', memory: '4Gi', pods: 110, disks: 8 },
  'standard-4': { cpu: '4', memory: '8Gi', pods: 110, disks: 16 },
  'standard-8': { cpu: '8', memory: '16Gi', pods: 110, disks: 32 },
};

/** Of machines of other types. */
const otherDisks = 16;

/** So many disks a machine of this type can have. */
export const mostDisks = (instanceType: string): number => instanceTypes[instanceType]?.disks ?? otherDisks;

export const region = 'converge-1';
export const zones: readonly string[] = ['a', 'b', 'c'].map((letter) => `${region}${letter}`);

/** A zone and a type that the cloud has. @throws CloudFormatError */
function parseRentable(body: Json | undefined): MachineSpec {
  const spec = parseMachineSpec(body);
  zoneOf(spec);
  if (instanceTypes[spec.instanceType] === undefined && spec.instanceType !== 'custom')
    throw new CloudFormatError(`instanceType: ${Object.keys(instanceTypes).join(', ')}`);
  return spec;
}

function zoneOf({ zone = zones[0] ?? '' }: { readonly zone?: string }): string {
  if (!zones.includes(zone)) throw new CloudFormatError(`zone: ${zones.join(', ')}`);
  return zone;
}

/** In a zone that the cloud has. @throws CloudFormatError */
function parseRentableDisk(body: Json | undefined): DiskSpec {
  const spec = parseDiskSpec(body);
  return { ...spec, zone: zoneOf(spec) };
}

type Others = (plural: CloudPlural) => readonly CloudObject[];

const largestDisk = '16Ti';

function isLarger(size: string, than: string): boolean {
  const [a, b] = [parseQuantity(size), parseQuantity(than)];
  return !('error' in a) && !('error' in b) && a.nanos > b.nanos;
}

/** A disk becomes no smaller. A disk and its machine are in one zone, a disk has one machine, and a machine so many disks. */
function refuseDisk(body: Json | undefined, before: CloudObject | undefined, others: Others): Status | undefined {
  const { name, zone = '', attachedTo, size } = parseRentableDisk(body);
  const there = before && parseDisk(before);
  if (there !== undefined && there.zone !== zone) return impossible(`the disk "${name}" is in ${there.zone}, and stays there`);
  if (isLarger(size, largestDisk)) return impossible(`a disk has ${largestDisk} at most, and not ${size}`);
  if (there !== undefined && isLarger(there.size, size)) return impossible(`the disk "${name}" has ${there.size}, and becomes no smaller`);
  if (!attachedTo || there?.attachedTo === attachedTo) return undefined;
  if (there?.state !== 'active') return conflict(`the disk "${name}" can't be attached before it is active`);
  return isAttached(there) ?? refuseMachine(name, zone, attachedTo, others);
}

function refuseMachine(disk: string, zone: string, attachedTo: string, others: Others): Status | undefined {
  const found = others('machines').find((each) => each.name === attachedTo);
  if (found === undefined) return notFound({ words: 'machine' }, attachedTo);
  const machine = parseMachine(found);
  if (machine.state !== 'active') return conflict(`no disk can be attached to the machine "${attachedTo}", which is ${machine.state}`);
  if (machine.zone !== zone) return impossible(`the disk "${disk}" is in ${zone}, and the machine "${attachedTo}" in ${machine.zone}`);
  const most = mostDisks(machine.instanceType);
  const count = others('disks').filter((each) => parseDisk(each).attachedTo === attachedTo).length;
  return count >= most ? noMore(`the machine "${attachedTo}" has ${count} disks, and its type can have ${most}`) : undefined;
}

const isAttached = ({ name, attachedTo }: Disk): Status | undefined =>
  attachedTo ? conflict(`the disk "${name}" is attached to the machine "${attachedTo}"`) : undefined;

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
    parse: parseRentableDisk,
    refuse: refuseDisk,
    keeps: (disk) => isAttached(parseDisk(disk)),
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
