/**
 * What an update of a Service takes over from before, and what it leaves behind (pkg/registry/core/service: patchAllocatedValues,
 * normalizeClusterIPs, dropTypeDependentFields). Clients send back what they know; the server made the rest.
 */
import { deepEqual } from '../../../../meta/index.ts';
import type { Service, ServicePort, ServiceSpec } from '../../../generated/types.ts';
import { isExternallyAccessible, needsClusterIp, needsHealthCheck, needsNodePorts } from './needs.ts';

/** A new Service: one address is the only one. */
export function withClusterIps(spec: ServiceSpec): ServiceSpec {
  const { clusterIP = '', clusterIPs = [] } = spec;
  return clusterIP !== '' && clusterIPs.length === 0 ? { ...spec, clusterIPs: [clusterIP] } : spec;
}

/** An update as it is meant. */
export function carryOver(service: Service, old: Service): Service {
  if (service.spec === old.spec) return service;
  const spec = dropped(normalized(patched(service.spec, old.spec), old.spec), old.spec);
  return spec === service.spec ? service : { ...service, spec };
}

/** Allocated values the client left out stay. */
function patched(given: ServiceSpec, old: ServiceSpec): ServiceSpec {
  let spec = given;
  if (needsClusterIp(old) && needsClusterIp(spec)) {
    if (!spec.clusterIP && old.clusterIP) spec = { ...spec, clusterIP: old.clusterIP };
    if (!spec.clusterIPs?.length && spec.clusterIP === old.clusterIP && old.clusterIPs) {
      spec = { ...spec, clusterIPs: old.clusterIPs };
    }
  }
  if (needsNodePorts(old) && needsNodePorts(spec) && spec.ports) {
    spec = { ...spec, ports: withNodePorts(spec.ports, old.ports ?? []) };
  }
  if (needsHealthCheck(old) && needsHealthCheck(spec) && !spec.healthCheckNodePort && old.healthCheckNodePort) {
    spec = { ...spec, healthCheckNodePort: old.healthCheckNodePort };
  }
  return spec;
}

/** Ports without a node port get that of the old port of the same name, unless another one claims it. */
function withNodePorts(ports: readonly ServicePort[], old: readonly ServicePort[]): readonly ServicePort[] {
  const byName = new Map(old.map(({ name = '', nodePort = 0 }) => [name, nodePort]));
  const claimed = new Set(ports.map(({ nodePort }) => nodePort).filter((each) => each));
  return ports.map((port) => {
    const known = byName.get(port.name ?? '') ?? 0;
    return port.nodePort || known === 0 || claimed.has(known) ? port : { ...port, nodePort: known };
  });
}

/** `clusterIP` and `clusterIPs` say the same: who changes one without the other means both. */
function normalized(spec: ServiceSpec, old: ServiceSpec): ServiceSpec {
  if (spec.clusterIP === old.clusterIP || !deepEqual(spec.clusterIPs ?? [], old.clusterIPs ?? [])) return spec;
  const { clusterIPs: _, ...rest } = spec;
  return spec.clusterIP ? { ...rest, clusterIPs: [spec.clusterIP] } : rest;
}

/** What a Service of the new type can't have goes, if the client sent it back as it was. */
function dropped(given: ServiceSpec, old: ServiceSpec): ServiceSpec {
  let spec = given;
  const drop = (field: keyof ServiceSpec): void => {
    if (spec[field] === undefined || !deepEqual(spec[field] ?? null, old[field] ?? null)) return;
    const { [field]: _, ...rest } = spec;
    spec = rest;
  };
  if (needsClusterIp(old) && !needsClusterIp(spec)) {
    const sameIps = spec.clusterIP === old.clusterIP;
    drop('clusterIPs');
    if (sameIps) drop('clusterIP');
    drop('ipFamilies');
    drop('ipFamilyPolicy');
  }
  if (needsNodePorts(old) && !needsNodePorts(spec) && deepEqual(nodePorts(spec), nodePorts(old))) {
    spec = { ...spec, ...(spec.ports && { ports: spec.ports.map(withoutNodePort) }) };
  }
  if (needsHealthCheck(old) && !needsHealthCheck(spec)) drop('healthCheckNodePort');
  if (old.type === 'LoadBalancer' && spec.type !== 'LoadBalancer') {
    drop('allocateLoadBalancerNodePorts');
    drop('loadBalancerClass');
  }
  if (isExternallyAccessible(old) && !isExternallyAccessible(spec)) drop('externalTrafficPolicy');
  return spec;
}

function nodePorts({ ports = [] }: ServiceSpec): readonly number[] {
  return ports.map(({ nodePort = 0 }) => nodePort);
}

function withoutNodePort(port: ServicePort): ServicePort {
  const { nodePort: _, ...rest } = port;
  return rest;
}
