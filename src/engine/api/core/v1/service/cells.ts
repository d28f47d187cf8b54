import type { Service } from '../../../generated/types.ts';

const NONE = '<none>';

/** Where it is reached from outside; `<pending>` as long as a load balancer has no address. */
export function externalIpCell({ spec, status }: Service): string {
  const { externalIPs = [] } = spec;
  switch (spec.type) {
    case 'ClusterIP':
    case 'NodePort':
      return externalIPs.length > 0 ? externalIPs.join(',') : NONE;
    case 'LoadBalancer': {
      const found = (status.loadBalancer?.ingress ?? []).map(({ ip, hostname }) => ip || hostname || '');
      const addresses = [...new Set(found.filter((each) => each !== ''))].sort();
      return [...addresses, ...externalIPs].join(',') || '<pending>';
    }
    case 'ExternalName':
      return spec.externalName ?? '';
    default:
      return '<unknown>';
  }
}

/** `80/TCP`, `80:30080/TCP`. */
export function portsCell({ spec }: Service): string {
  const ports = (spec.ports ?? []).map(({ port, nodePort = 0, protocol }) => {
    return nodePort > 0 ? `${port}:${nodePort}/${protocol}` : `${port}/${protocol}`;
  });
  return ports.length === 0 ? NONE : ports.join(',');
}
