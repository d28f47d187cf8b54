/** Reads what passes between a cloud and its renters: checked where it comes in, at both ends. */
import { isJsonObject, type Json, type JsonObject } from '../meta/index.ts';
import type { CloudState, Disk, DiskSpec, Listener, LoadBalancer, LoadBalancerSpec, Machine, MachineSpec, Route, RouteSpec } from './cloud.ts';

/** What was sent isn't what it should be; the message says where. */
export class CloudFormatError extends Error {}

const largestPort = 65_535;

/** @throws CloudFormatError */
export function parseLoadBalancerSpec(value: Json | undefined): LoadBalancerSpec {
  const body = record(value, 'a load balancer');
  const { healthCheckPort, tags } = body;
  return {
    name: nameIn(body),
    listeners: listOf(body['listeners'], 'listeners').map((each, index) => parseListener(each, `listeners[${index}]`)),
    targets: listOf(body['targets'] ?? [], 'targets').map((each) => textOf(each, 'targets')),
    ...(healthCheckPort !== undefined && { healthCheckPort: portOf(healthCheckPort, 'healthCheckPort') }),
    ...(tags !== undefined && { tags: parseTags(tags) }),
  };
}

/** @throws CloudFormatError */
export function parseLoadBalancer(value: Json | undefined): LoadBalancer {
  const body = record(value, 'a load balancer');
  return { ...parseLoadBalancerSpec(value), state: stateIn(body), address: textOf(body['address'], 'address') };
}

/** @throws CloudFormatError */
export function parseMachineSpec(value: Json | undefined): MachineSpec {
  const body = record(value, 'a machine');
  const { power, tags } = body;
  if (power !== undefined && power !== 'on' && power !== 'off') throw new CloudFormatError('power: on or off');
  return {
    name: nameIn(body),
    zone: textOf(body['zone'], 'zone'),
    instanceType: textOf(body['instanceType'], 'instanceType'),
    ...(power !== undefined && { power }),
    ...(tags !== undefined && { tags: parseTags(tags) }),
  };
}

/** @throws CloudFormatError */
export function parseMachine(value: Json | undefined): Machine {
  const body = record(value, 'a machine');
  return { ...parseMachineSpec(value), state: stateIn(body), address: textOf(body['address'], 'address') };
}

/** @throws CloudFormatError */
export function parseDiskSpec(value: Json | undefined): DiskSpec {
  const body = record(value, 'a disk');
  const { zone, attachedTo, tags } = body;
  const size = textOf(body['size'], 'size');
  if (!/^[1-9]\d*(?:[MGT]i?)?$/.test(size)) throw new CloudFormatError('size: an amount such as 10Gi is needed');
  return {
    name: nameIn(body),
    size,
    ...(zone !== undefined && { zone: textOf(zone, 'zone') }),
    ...(attachedTo !== undefined && { attachedTo: textOf(attachedTo, 'attachedTo') }),
    ...(tags !== undefined && { tags: parseTags(tags) }),
  };
}

/** @throws CloudFormatError */
export function parseDisk(value: Json | undefined): Disk {
  const body = record(value, 'a disk');
  return { ...parseDiskSpec(value), zone: textOf(body['zone'], 'zone'), state: stateIn(body) };
}

/** @throws CloudFormatError */
export function parseRouteSpec(value: Json | undefined): RouteSpec {
  const body = record(value, 'a route');
  const destination = textOf(body['destination'], 'destination');
  if (!/^\d+(?:\.\d+){3}\/\d+$/.test(destination)) throw new CloudFormatError('destination: a range such as 10.244.1.0/24 is needed');
  return { name: nameIn(body), destination, target: textOf(body['target'], 'target') };
}

/** @throws CloudFormatError */
export const parseRoute = (value: Json | undefined): Route => ({ ...parseRouteSpec(value), state: stateIn(record(value, 'a route')) });

function parseListener(value: Json, where: string): Listener {
  const { protocol = 'TCP', port, nodePort } = record(value, where);
  return {
    protocol: textOf(protocol, `${where}.protocol`),
    port: portOf(port, `${where}.port`),
    nodePort: portOf(nodePort, `${where}.nodePort`),
  };
}

function parseTags(value: Json): Readonly<Record<string, string>> {
  const tags = record(value, 'tags');
  return Object.fromEntries(Object.entries(tags).map(([name, each]) => [name, textOf(each, `tags.${name}`)]));
}

/** The name that a body gives, as clouds allow it. */
export function nameIn(body: JsonObject): string {
  const name = textOf(body['name'], 'name');
  if (!/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(name))
    throw new CloudFormatError('name: at most 63 small letters, digits and dashes, a letter or digit at both ends');
  return name;
}

function stateIn({ state }: JsonObject): CloudState {
  if (state === 'provisioning' || state === 'active' || state === 'deleting') return state;
  throw new CloudFormatError('state: provisioning, active or deleting');
}

function record(value: Json | undefined, where: string): JsonObject {
  if (isJsonObject(value)) return value;
  throw new CloudFormatError(`${where}: an object is needed`);
}

/** A list, of anything. */
export function listOf(value: Json | undefined, where: string): readonly Json[] {
  if (Array.isArray(value)) return value;
  throw new CloudFormatError(`${where}: a list is needed`);
}

function textOf(value: Json | undefined, where: string): string {
  if (typeof value === 'string') return value;
  throw new CloudFormatError(`${where}: text is needed`);
}

function portOf(value: Json | undefined, where: string): number {
  if (typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= largestPort) return value;
  throw new CloudFormatError(`${where}: a number from 1 to ${largestPort} is needed`);
}
