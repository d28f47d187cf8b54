/** Nodes from outside that request a machine: they get one as long as they exist and request it. */
import { Node } from '../api/index.ts';
import { decode } from '../apiserver/codec.ts';
import { isOf, resourceOf } from '../apiserver/resource.ts';
import { type Etcd, prefixEnd } from '../etcd/index.ts';
import type { NodeCapacity } from '../node/index.ts';
import type { Components } from './components.ts';
import type { Machine, MachineRoom } from './machines.ts';

/** On a Node, `true`: its kubelet and its containers are simulated. */
export const simulateLabel = 'converge.dev/simulate';

export interface Machines {
  /** Whether a machine of this name runs, started here or elsewhere. */
  has(name: string): boolean;
  start(node: Node): void;
  /** Ends a machine that `start` began; others aren't touched. */
  stop(name: string): void;
}

/** Starts and ends machines as Nodes come and go. Others' Nodes are left as they are. */
export function followNodes(etcd: Pick<Etcd, 'watch'>, machines: Machines): void {
  const { prefix } = resourceOf(Node);
  const request = { key: prefix, rangeEnd: prefixEnd(prefix), startRevision: 1, previous: false };
  etcd.watch(request, {
    events(events) {
      for (const event of events) {
        const object = event.type === 'put' ? decode(event.kv) : undefined;
        const node = object !== undefined && isOf(Node, object) ? object : undefined;
        const name = (event.type === 'put' ? event.kv.key : event.key).slice(prefix.length);
        if (node?.metadata.labels?.[simulateLabel] !== 'true') machines.stop(name);
        else if (!machines.has(name)) machines.start(node);
      }
    },
    cancelled() {},
  });
}

/** Machines of a cluster for such Nodes. */
export function simulateNodes(
  room: MachineRoom,
  defaults: NodeCapacity,
  components: Components,
  etcd: Pick<Etcd, 'watch'>,
): void {
  const ends = new Map<string, () => void>();
  followNodes(etcd, {
    has: (name) => components.names().includes(`kubelet/${name}`),
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
