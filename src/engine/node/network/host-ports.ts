/** Ports of a node's address that lead to its pods (upstream: the CNI plugin portmap). */
import type { PodSpec } from '../../sdk/index.ts';
import type { HostPorts, PodLink } from './pod-network.ts';

interface HostPort {
  /** `0.0.0.0`: all of the node's. */
  readonly ip: string;
  readonly port: number;
  readonly protocol: string;
  readonly containerPort: number;
}

interface Opened extends HostPort {
  readonly link: PodLink;
}

const anyAddress = '0.0.0.0';

/** For all nodes of a network, with none open. */
export function createHostPorts(): HostPorts {
  const opened = new Map<PodLink, readonly Opened[]>();
  const of = (host: PodLink): readonly Opened[] => opened.get(host) ?? [];
  return {
    find(host, { ip, port }) {
      const address = ip === 'localhost' ? '127.0.0.1' : ip;
      const found = of(host).find((each) => each.port === port && each.protocol === 'TCP' && (each.ip === anyAddress || each.ip === address));
      return found && { link: found.link, port: found.containerPort };
    },
    open(host, link, spec) {
      const ports = hostPortsOf(spec).map((port): Opened => ({ ...port, link }));
      if (ports.length > 0) opened.set(host, [...ports, ...of(host)]);
    },
    close(host, link) {
      if (opened.has(host)) opened.set(host, of(host).filter((each) => each.link !== link));
    },
    refusal(pod, others) {
      const wanted = hostPortsOf(pod.spec);
      if (wanted.length === 0) return undefined;
      for (const other of others) {
        if (!other.isActive() || !hostPortsOf(other.pod().spec).some((taken) => wanted.some((each) => clash(each, taken)))) continue;
        const message = "Predicate NodePorts failed: node(s) didn't have free ports for the requested pod ports";
        return { reason: 'NodePorts', message };
      }
      return undefined;
    },
  };
}

/** Of containers and sidecars. */
function hostPortsOf({ containers, initContainers = [] }: PodSpec): readonly HostPort[] {
  const sidecars = initContainers.filter(({ restartPolicy }) => restartPolicy === 'Always');
  return [...containers, ...sidecars]
    .flatMap(({ ports = [] }) => ports)
    .filter(({ hostPort = 0 }) => hostPort > 0)
    .map(({ hostIP = '', hostPort = 0, protocol = 'TCP', containerPort }) => ({
      ip: hostIP === '' ? anyAddress : hostIP,
      port: hostPort,
      protocol,
      containerPort,
    }));
}

/** (upstream nodeports.Fits) */
function clash(a: HostPort, b: HostPort): boolean {
  if (a.port !== b.port || a.protocol !== b.protocol) return false;
  return a.ip === b.ip || a.ip === anyAddress || b.ip === anyAddress;
}
