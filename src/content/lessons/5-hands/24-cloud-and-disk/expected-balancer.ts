/** Which balancer a Service needs, and what tells it from the one there is. Pure. */
import { deepEqual, type LoadBalancer, type LoadBalancerSpec, type Node, type Service } from 'converge/sdk';

/** Keeps a Service until its balancer is gone (upstream cloud-provider/service/helpers: LoadBalancerCleanupFinalizer). */
export const cleanupFinalizer = 'service.kubernetes.io/load-balancer-cleanup';
const excludeLabel = 'node.kubernetes.io/exclude-from-external-load-balancers';
const toBeDeletedTaint = 'ToBeDeletedByClusterAutoscaler';
const longestName = 32;

/** A class is somebody else's (upstream wantsLoadBalancer). */
export const wantsBalancer = ({ spec }: Service): boolean => spec.type === 'LoadBalancer' && spec.loadBalancerClass === undefined;

export const hasFinalizer = ({ metadata }: Service): boolean => metadata.finalizers?.includes(cleanupFinalizer) === true;

/** By its uid: a Service that is made again under the same name gets another balancer (upstream DefaultLoadBalancerName). */
export const balancerName = ({ metadata }: Service): string => `a${(metadata.uid ?? '').replaceAll('-', '')}`.slice(0, longestName);

/** The nodes that balancers lead to, by name. (upstream: allNodePredicates) */
export function targetsOf(nodes: readonly Node[]): readonly string[] {
  return nodes
    .filter(isTarget)
    .map(({ metadata }) => metadata.name)
    .sort();
}

function isTarget({ metadata, spec, status }: Node): boolean {
  if (metadata.deletionTimestamp !== undefined) return false;
  if (metadata.labels?.[excludeLabel] !== undefined) return false;
  if (spec.taints?.some(({ key }) => key === toBeDeletedTaint) === true) return false;
  return status.conditions?.some(({ type, status: is }) => type === 'Ready' && is === 'True') === true;
}

export function desiredBalancer(service: Service, targets: readonly string[]): LoadBalancerSpec {
  const { metadata, spec } = service;
  const { healthCheckNodePort = 0, ports = [] } = spec;
  return {
    name: balancerName(service),
    listeners: ports.map(({ protocol = 'TCP', port, nodePort = 0 }) => ({ protocol, port, nodePort })),
    targets,
    ...(spec.externalTrafficPolicy === 'Local' && healthCheckNodePort > 0 && { healthCheckPort: healthCheckNodePort }),
    tags: { 'kubernetes.io/service-name': `${metadata.namespace}/${metadata.name}` },
  };
}

/** Whether the one there is has been asked for as it should be. */
export function isAsDesired(found: LoadBalancer, desired: LoadBalancerSpec): boolean {
  const { state: _state, address: _address, ...spec } = found;
  return deepEqual({ ...spec, targets: [...spec.targets].sort() }, desired);
}
