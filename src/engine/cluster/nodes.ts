/** The nodes: machines that are there at boot, and machines for Nodes that clients create and that ask for one. */
import type { Etcd } from '../etcd/index.ts';
import type { Kubelet } from '../node/index.ts';
import { serveApiToPods } from './api-for-pods.ts';
import type { CloudAccess } from './cloud.ts';
import { createDrops, type Drops } from './drops.ts';
import { createMachineRoom, type MachineParts, type MachineRoom } from './machines.ts';
import { simulateNodes } from './simulated-nodes.ts';

export interface Nodes {
  /** The kubelet of a node; undefined while it is down. */
  kubeletOf(node: string): Kubelet | undefined;
  readonly manifestsOf: MachineRoom['manifestsOf'];
  readonly proxyOf: MachineRoom['proxyOf'];
  readonly onDrop: Drops['onDrop'];
  /** Their network, and what forwards there. */
  readonly room: Pick<MachineRoom, 'network' | 'proxyOf'>;
}

const defaultNodes = 3;
const defaultCapacity = { cpu: '4', memory: '8Gi', pods: 110 };

/**
 * Starts `node-1` … with a kubelet each, as components `kubelet/node-1` …; and, where the profile says so, machines for labeled Nodes
 * (`simulated-nodes.ts`).
 */
export function startNodes(given: Omit<MachineParts, 'drops'>, cloud: CloudAccess | undefined, etcd: Pick<Etcd, 'watch'>): Nodes {
  const { options, profile, components } = given;
  const drops = createDrops();
  const room = createMachineRoom({ ...given, drops });
  const capacity = options.nodeCapacity ?? defaultCapacity;
  if (profile.apiForPods) serveApiToPods(room.network, given.connect('pods'), given.metrics?.listeners);
  const atBoot = options.nodes ?? defaultNodes;
  for (let index = 0; index < atBoot; index += 1) {
    const machine = { name: `node-${index + 1}`, capacity, ...room.nextAddresses() };
    if (cloud === undefined) room.start(machine);
    else cloud.ownMachine(machine);
  }
  cloud?.runMachines(room);
  room.addons?.install();
  if (profile.simulatedNodes) simulateNodes(room, capacity, components, etcd);
  return {
    kubeletOf: room.kubeletOf,
    manifestsOf: room.manifestsOf,
    proxyOf: room.proxyOf,
    onDrop: drops.onDrop,
    room,
  };
}
