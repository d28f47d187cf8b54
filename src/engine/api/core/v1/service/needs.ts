/** What a Service of a type has and needs (pkg/api/service, pkg/registry/core/service/strategy.go). */
import type { ServiceSpec } from '../../../generated/types.ts';

/** Whether traffic from outside may come in. */
export function isExternallyAccessible({ type, externalIPs = [] }: ServiceSpec): boolean {
  return type === 'LoadBalancer' || type === 'NodePort' || (type === 'ClusterIP' && externalIPs.length > 0);
}

/** Whether load balancers must ask the nodes which of them have endpoints. */
export function needsHealthCheck({ type, externalTrafficPolicy }: ServiceSpec): boolean {
  return type === 'LoadBalancer' && externalTrafficPolicy === 'Local';
}

/** Whether it has an address inside the cluster (or says that it wants none). */
export function needsClusterIp({ type }: ServiceSpec): boolean {
  return type !== 'ExternalName';
}

/** Whether its ports may be ports of the nodes too. */
export function needsNodePorts({ type }: ServiceSpec): boolean {
  return type === 'NodePort' || type === 'LoadBalancer';
}
