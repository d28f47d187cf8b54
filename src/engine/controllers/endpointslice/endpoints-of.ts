/** Endpoints of a Service from its pods (upstream endpointslice/utils.go). Pure. */
import {
  conditionOf,
  type DiscoveryEndpointPort,
  type Endpoint,
  type Pod,
  type Service,
  type ServicePort,
} from 'converge/sdk';

/** Pods that run, or will; with an address. */
export function isIncluded(pod: Pod): boolean {
  const { phase, podIP = '' } = pod.status;
  return podIP !== '' && phase !== 'Succeeded' && phase !== 'Failed';
}

export function isReady(pod: Pod): boolean {
  return conditionOf(pod.status.conditions, 'Ready')?.status === 'True';
}

/** One endpoint: `ready` is false as soon as the pod is on its way out, `serving` says whether it still answers. */
export function endpointOf(pod: Pod, service: Service): Endpoint {
  const serving = isReady(pod);
  const terminating = pod.metadata.deletionTimestamp !== undefined;
  const ready = service.spec.publishNotReadyAddresses === true || (serving && !terminating);
  const { namespace = 'default', name, uid } = pod.metadata;
  const { hostname, subdomain, nodeName } = pod.spec;
  return {
    addresses: [pod.status.podIP ?? ''],
    conditions: { ready, serving, terminating },
    ...(hostname !== undefined && hostname !== '' && subdomain === service.metadata.name && { hostname }),
    ...(nodeName !== undefined && { nodeName }),
    targetRef: { kind: 'Pod', namespace, name, uid },
  };
}

/** The ports of a Service at one pod: named target ports are looked up in its containers. Those that aren't there are left out. */
export function portsOf(service: Service, pod: Pod): readonly DiscoveryEndpointPort[] {
  return (service.spec.ports ?? []).flatMap((port) => {
    const number = targetPort(port, pod);
    if (number === undefined) return [];
    const { name = '', protocol = 'TCP', appProtocol } = port;
    return [{ name, protocol, port: number, ...(appProtocol !== undefined && { appProtocol }) }];
  });
}

export function targetPort({ targetPort: target, port, protocol = 'TCP' }: ServicePort, pod: Pod): number | undefined {
  if (target === undefined || target === 0 || target === '') return port;
  if (typeof target === 'number') return target;
  for (const { ports = [] } of [...pod.spec.containers, ...(pod.spec.initContainers ?? [])]) {
    for (const each of ports)
      if (each.name === target && (each.protocol ?? 'TCP') === protocol) return each.containerPort;
  }
  return undefined;
}

export function portKey(ports: readonly DiscoveryEndpointPort[]): string {
  return JSON.stringify(ports.map(({ name, protocol, port }) => [name, protocol, port]));
}
