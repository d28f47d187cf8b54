import type {
  Backend, EndpointSlice, ServicePort, ServiceRule,
  ServiceView,
} from 'converge/sdk';

/** One rule for each port of the Service’s cluster IP. */
export function serviceRules(
  { service, slices, node }: ServiceView,
): readonly ServiceRule[] {
  const { clusterIP = '', ports = [] } = service.spec;
  return ports.map((port) => {
    const backends = backendsOf(port, slices);

    // Yours. Not every endpoint gets connections.

    return {
      ip: clusterIP, port: port.port,
      protocol: port.protocol ?? 'TCP',
      action: 'forward', backends,
    };
  });
}

/** All endpoints, ready or not, at the port of this name. */
function backendsOf(
  { name = '' }: ServicePort,
  slices: readonly EndpointSlice[],
): readonly Backend[] {
  return slices.flatMap(({ endpoints, ports }) => {
    const found = ports?.find((each) => each.name === name);
    if (found?.port === undefined) return [];
    const { port } = found;
    return (endpoints ?? []).map(({ addresses }) => ({
      ip: addresses[0] ?? '', port,
    }));
  });
}
