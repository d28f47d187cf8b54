/** The nodes: machines that are there at boot, and machines for Nodes that clients create and that ask for one. */
import type { Node } from '../api/index.ts';
import type { LogOptions } from '../apiserver/index.ts';
import type { Etcd } from '../etcd/index.ts';
import type { Exchange, KubeObject } from '../meta/index.ts';
import type { Kubelet, NodeCapacity } from '../node/index.ts';
import { serveApiToPods } from './api-for-pods.ts';
import type { CloudAccess } from './cloud.ts';
import { createDrops, type Drops } from './drops.ts';
import { createMachineRoom, type Machine, type MachineParts, type MachineRoom } from './machines.ts';
import { identityOf, nodeNameOf } from './node-name.ts';
import { followNodes } from './simulated-nodes.ts';

export interface Nodes {
  /** The kubelet of a node; undefined while it is down. */
  kubeletOf(node: string): Kubelet | undefined;
  readonly manifestsOf: MachineRoom['manifestsOf'];
  readonly onDrop: Drops['onDrop'];
  /** Their network, and what forwards there. */
  readonly room: Pick<MachineRoom, 'network' | 'proxyOf'>;
  /** Streams a container's log from the kubelet of the pod's node; returns what stops it. */
  logs(pod: KubeObject, container: string, options: LogOptions, exchange: Exchange): () => void;
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
  if (profile.apiForPods) serveApiToPods(room.network, given.connect('pods'));
  const atBoot = options.nodes ?? defaultNodes;
  for (let index = 0; index < atBoot; index += 1) {
    const machine = { name: `node-${index + 1}`, capacity, ...room.nextAddresses() };
    if (cloud === undefined) room.start(machine);
    else cloud.ownMachine(machine);
  }
  cloud?.runMachines(room);
  if (profile.simulatedNodes) {
    simulateNodes(room, capacity, (name) => components.names().includes(`kubelet/${name}`), etcd);
  }
  return {
    kubeletOf: room.kubeletOf,
    manifestsOf: room.manifestsOf,
    onDrop: drops.onDrop,
    room,
    logs: (pod, container, logOptions, exchange) => logsOf({ room, drops }, pod, container, logOptions, exchange),
  };
}

function simulateNodes(
  room: MachineRoom,
  defaults: NodeCapacity,
  has: (name: string) => boolean,
  etcd: Pick<Etcd, 'watch'>,
): void {
  const ends = new Map<string, () => void>();
  followNodes(etcd, {
    has,
    start: (node) => void ends.set(node.metadata.name, room.start(machineOf(node, room, defaults))),
    stop(name) {
      ends.get(name)?.();
      ends.delete(name);
    },
  });
}

/** As the Node says; what it leaves out is as for machines at boot. */
function machineOf({ metadata: { name }, spec, status }: Node, room: MachineRoom, defaults: NodeCapacity): Machine {
  const addresses = room.nextAddresses();
  const { cpu, memory, pods, 'ephemeral-storage': ephemeral } = status.capacity ?? {};
  return {
    name,
    podNetwork: /^(\d+\.\d+\.\d+)\.0\/24$/.exec(spec.podCIDR ?? '')?.[1] ?? addresses.podNetwork,
    address: status.addresses?.find(({ type }) => type === 'InternalIP')?.address ?? addresses.address,
    capacity: {
      cpu: cpu ?? defaults.cpu,
      memory: memory ?? defaults.memory,
      pods: Number(pods ?? defaults.pods),
      ...(ephemeral !== undefined && { ephemeralStorage: ephemeral }),
    },
  };
}

function logsOf(
  { room, drops }: { readonly room: MachineRoom; readonly drops: Drops },
  pod: KubeObject,
  container: string,
  options: LogOptions,
  exchange: Exchange,
): () => void {
  const nodeName = nodeNameOf(pod);
  const kubelet = room.kubeletOf(nodeName);
  if (kubelet === undefined) {
    const message = `Get "https://${nodeName}:10250/containerLogs": dial tcp: connect: connection refused`;
    const body = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, code: 500 };
    exchange.respond({ code: 500, headers: { 'content-type': 'application/json' }, body });
    return () => undefined;
  }
  const stop = kubelet.logs(identityOf(pod), container, options, exchange);
  if (!options.follow) return stop;
  const forget = drops.onDrop(nodeName, () => exchange.end());
  return () => {
    forget();
    stop();
  };
}
