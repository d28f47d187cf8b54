/** What upstream fills into Services (pkg/apis/core/v1/defaults.go, SetDefaults_Service). */
import type { Service, ServicePort, ServiceSpec, ServiceStatus } from '../../../generated/types.ts';
import { isExternallyAccessible } from './needs.ts';

/** Three hours. */
const AFFINITY_TIMEOUT_SECONDS = 10_800;

/** The same object when there was nothing to do. Cluster IPs and IP families are the allocator's part. */
export function setDefaults(service: Service): Service {
  const spec = defaultSpec(service.spec ?? {});
  const status = defaultStatus(service.status ?? {}, spec);
  return spec === service.spec && status === service.status ? service : { ...service, spec, status };
}

function defaultSpec(given: ServiceSpec): ServiceSpec {
  let spec = given;
  const fill = (more: Partial<ServiceSpec>): void => {
    spec = { ...spec, ...more };
  };
  if (!spec.sessionAffinity) fill({ sessionAffinity: 'None' });
  if (spec.sessionAffinity === 'None' && spec.sessionAffinityConfig !== undefined) {
    const { sessionAffinityConfig: _, ...rest } = spec;
    spec = rest;
  }
  if (spec.sessionAffinity === 'ClientIP' && spec.sessionAffinityConfig?.clientIP?.timeoutSeconds === undefined) {
    fill({ sessionAffinityConfig: { clientIP: { timeoutSeconds: AFFINITY_TIMEOUT_SECONDS } } });
  }
  if (!spec.type) fill({ type: 'ClusterIP' });
  const ports = spec.ports?.map(defaultPort);
  if (ports?.some((port, index) => port !== spec.ports?.[index])) fill({ ports });
  if (isExternallyAccessible(spec) && !spec.externalTrafficPolicy) fill({ externalTrafficPolicy: 'Cluster' });
  if (spec.internalTrafficPolicy === undefined && spec.type !== 'ExternalName') {
    if (TYPES_WITH_IP.includes(spec.type ?? '')) fill({ internalTrafficPolicy: 'Cluster' });
  }
  if (spec.type === 'LoadBalancer' && spec.allocateLoadBalancerNodePorts === undefined) {
    fill({ allocateLoadBalancerNodePorts: true });
  }
  return spec;
}

const TYPES_WITH_IP = ['ClusterIP', 'NodePort', 'LoadBalancer'];

function defaultPort(port: ServicePort): ServicePort {
  const noTarget = port.targetPort === undefined || port.targetPort === 0 || port.targetPort === '';
  if (port.protocol && !noTarget) return port;
  return { ...port, protocol: port.protocol || 'TCP', ...(noTarget && { targetPort: port.port }) };
}

function defaultStatus(status: ServiceStatus, { type }: ServiceSpec): ServiceStatus {
  const { ingress } = status.loadBalancer ?? {};
  if (status.loadBalancer === undefined) return { ...status, loadBalancer: {} };
  if (type !== 'LoadBalancer' || ingress?.every(({ ip, ipMode }) => !ip || ipMode !== undefined) !== false)
    return status;
  const filled = ingress.map((each) => (each.ip && each.ipMode === undefined ? { ...each, ipMode: 'VIP' } : each));
  return { ...status, loadBalancer: { ...status.loadBalancer, ingress: filled } };
}
