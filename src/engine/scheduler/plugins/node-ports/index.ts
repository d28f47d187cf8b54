import type { Pod, SchedulerPlugin } from 'converge/sdk';

const REJECTED = { reasons: ["node(s) didn't have free ports for the requested pod ports"], resolvable: true };

interface HostPort {
  readonly ip: string;
  readonly protocol: string;
  readonly port: number;
}

const NONE: readonly HostPort[] = [];

/** Ports of the node that containers and sidecars take; an address of '' is 0.0.0.0. */
function hostPorts({ spec }: Pod): readonly HostPort[] {
  const sidecars = (spec.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === 'Always');
  let found: HostPort[] | undefined;
  for (const { ports = [] } of [...spec.containers, ...sidecars]) {
    for (const { hostPort = 0, hostIP = '', protocol = 'TCP' } of ports) {
      if (hostPort <= 0) continue;
      found ??= [];
      found.push({ ip: hostIP === '' ? '0.0.0.0' : hostIP, protocol, port: hostPort });
    }
  }
  return found ?? NONE;
}

/** The same port and protocol, on the same address or where one takes all of them. */
function clash(a: HostPort, b: HostPort): boolean {
  if (a.port !== b.port || a.protocol !== b.protocol) return false;
  return a.ip === b.ip || a.ip === '0.0.0.0' || b.ip === '0.0.0.0';
}

function clashes(wanted: readonly HostPort[], pod: Pod): boolean {
  return hostPorts(pod).some((taken) => wanted.some((port) => clash(port, taken)));
}

/** A port of the node belongs to one pod. */
export const nodePorts: SchedulerPlugin<readonly HostPort[]> = {
  name: 'NodePorts',
  preFilter({ pod }) {
    const state = hostPorts(pod);
    return state.length === 0 ? 'skip' : { state };
  },
  filter(_pod, { pods }, wanted) {
    for (const { pod } of pods.values()) if (clashes(wanted, pod)) return REJECTED;
    return undefined;
  },
  wokenBy(event, { pod }) {
    if (event.type === 'assigned-pod-delete') return clashes(hostPorts(pod), event.pod.pod);
    return event.type === 'node-add';
  },
};
