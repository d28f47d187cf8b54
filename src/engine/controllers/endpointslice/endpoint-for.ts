/** What a slice says of one pod, but for how it is doing (upstream endpointslice/utils.go). Pure. */
import type { DiscoveryEndpointPort, Endpoint, Pod, Service, ServicePort } from 'converge/sdk';

/** How a pod is doing. */
export type Conditions = NonNullable<Endpoint['conditions']>;

/** Its address, its node, and which pod it is. */
export function endpointFor(pod: Pod, service: Service, conditions: Conditions): Endpoint {
  const { namespace = 'default', name, uid } = pod.metadata;
  const { hostname, subdomain, nodeName } = pod.spec;
  return {
    addresses: [pod.status.podIP ?? ''],
    conditions,
    ...(hostname !== undefined && hostname !== '' && subdomain === service.metadata.name && { hostname }),
    ...(nodeName !== undefined && { nodeName }),
    targetRef: { kind: 'Pod', namespace, name, uid },
  };
}

/** The ports of a Service at one pod: named target ports are looked up in its containers and sidecars. Those that aren't there are left out. */
export function portsOf(pod: Pod, service: Service): readonly DiscoveryEndpointPort[] {
  return (service.spec.ports ?? []).flatMap((port) => {
    const number = targetPort(port, pod);
    if (number === undefined) return [];
    const { name = '', protocol = 'TCP', appProtocol } = port;
    return [{ name, protocol, port: number, ...(appProtocol !== undefined && { appProtocol }) }];
  });
}

function targetPort({ targetPort: target, port, protocol = 'TCP' }: ServicePort, pod: Pod): number | undefined {
  if (target === undefined || target === 0 || target === '') return port;
  if (typeof target === 'number') return target;
  const sidecars = (pod.spec.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === 'Always');
  for (const { ports = [] } of [...pod.spec.containers, ...sidecars]) {
    for (const each of ports)
      if (each.name === target && (each.protocol ?? 'TCP') === protocol) return each.containerPort;
  }
  return undefined;
}
