/** The machines of a cluster: a container runtime, a kubelet and, where the profile says so, a kube-proxy each. */
import type { Kernel } from '../kernel/index.ts';
import type { Handler } from '../meta/index.ts';
import {
  builtInImages,
  type ContainerRuntime,
  createContainerRuntime,
  createKubelet,
  createKubeletStreams,
  createKubeProxy,
  createManifests,
  createPodNetwork,
  createStaticPods,
  type Kubelet,
  type KubeProxy,
  type KubeProxyOptions,
  type Manifests,
  type NodeCapacity,
  type PodNetwork,
} from '../node/index.ts';
import type { EngineParts } from '../sdk/parts.ts';
import type { Components, Running } from './components.ts';
import type { Drops } from './drops.ts';
import { kubeProxyImage, kubeProxyUser } from './kube-proxy-pods.ts';
import type { Profile } from './profiles.ts';
import type { ClusterOptions } from './types.ts';

export interface MachineParts {
  readonly options: ClusterOptions;
  readonly profile: Profile;
  readonly kernel: Kernel;
  /** The kernel as each start of a component gets it. */
  readonly next: (component: string) => Kernel;
  readonly components: Components;
  readonly connect: (component: string) => Handler;
  /** Those in use now. */
  readonly parts: () => Pick<EngineParts, 'serviceRules' | 'syncPod'>;
  readonly drops: Drops;
}

export interface Addresses {
  readonly address: string;
  /** `10.244.0`: of `10.244.0.0/24`. */
  readonly podNetwork: string;
}

export interface Machine extends Addresses {
  readonly name: string;
  readonly capacity: NodeCapacity;
}

export interface MachineRoom {
  readonly network: PodNetwork;
  /** The kubelet of a node; undefined while it is down. */
  kubeletOf(node: string): Kubelet | undefined;
  /** Undefined where there is no such node, or the profile has no static pods. */
  manifestsOf(node: string): Manifests | undefined;
  /** Addresses that no machine has had. */
  nextAddresses(): Addresses;
  /** Returns what ends the machine, with all that runs on it. */
  start(machine: Machine): () => void;
}

interface Room extends MachineParts {
  readonly network: PodNetwork;
  readonly kubelets: Map<string, Kubelet>;
  /** That of each node has made its rules, which stay when it ends. */
  readonly proxies: Map<string, KubeProxy>;
  readonly manifests: Map<string, Manifests>;
  /** Where kube-proxies are Pods. */
  names: KubeProxy | undefined;
  /** So many have had addresses. */
  numbered: number;
}

/** Creates it with no machine. */
export function createMachineRoom(parts: MachineParts): MachineRoom {
  const network = createPodNetwork(parts.kernel.clock, parts.kernel.network);
  const proxies = new Map<string, KubeProxy>();
  network.proxy = {
    route: (from, to, passed) => proxies.get(from.node)?.route(from, to, passed),
    lookup: (from, name) => namesOf(room, from.node)?.lookup(name),
  };
  const room: Room = { ...parts, network, proxies, kubelets: new Map(), manifests: new Map(), names: undefined, numbered: 0 };
  if (asPods(room)) startNames(room);
  return {
    network,
    kubeletOf: (node) => room.kubelets.get(node),
    manifestsOf: (node) => room.manifests.get(node),
    nextAddresses: () => nextAddresses(room),
    start: (machine) => startMachine(room, machine),
  };
}

function nextAddresses(room: Room): Addresses {
  const index = room.numbered;
  room.numbered += 1;
  return {
    address: `172.18.${(index + 2) >> 8}.${(index + 2) & 255}`,
    podNetwork: `10.${244 + (index >> 8)}.${index & 255}`,
  };
}

function startMachine(room: Room, machine: Machine): () => void {
  const { options, components, network, next } = room;
  const { name, podNetwork } = machine;
  // A kubelet that crashes leaves its containers running: the runtime is a process of its own.
  const runtime = createContainerRuntime({
    kernel: next(`runtime/${name}`),
    nodeName: name,
    podNetwork,
    network,
    images: [...(options.images ?? []), ...builtInImages, ...(asPods(room) ? [kubeProxyImage] : [])],
    unix: options.unix,
    workOnNode: asPods(room) ? (image) => (image === kubeProxyImage ? workInPod(room, machine) : undefined) : undefined,
  });
  if (room.profile.staticPods) room.manifests.set(name, createManifests(options.manifests?.[name]));
  const kubelet = `kubelet/${name}`;
  const proxy = proxyOf(name);
  components.add(kubelet, () => startKubelet(room, kubelet, machine, runtime));
  if (room.profile.kubeProxy && !asPods(room)) components.add(proxy, () => startKubeProxy(room, machine));
  return () => {
    components.remove(kubelet);
    room.manifests.delete(name);
    if (room.profile.kubeProxy) components.remove(proxy);
    for (const { uid } of [...runtime.pods()]) runtime.removePod(uid);
  };
}

function startKubelet(room: Room, component: string, machine: Machine, runtime: ContainerRuntime): Running {
  const { kubelets, drops } = room;
  const { name, capacity, address, podNetwork } = machine;
  const handler = room.connect(component);
  const kubelet = createKubelet({
    kernel: room.next(component),
    handler,
    name,
    capacity,
    runtime,
    address,
    podCIDR: `${podNetwork}.0/24`,
    services: (namespace) => namesOf(room, name)?.services(namespace) ?? [],
    createStreams: createKubeletStreams,
    createStaticPods,
    manifests: room.manifests.get(name),
    syncPod: (pod) => room.parts().syncPod(pod),
    withoutEvents: room.options.withoutEvents,
  });
  kubelets.set(name, kubelet);
  return {
    stop() {
      kubelet.stop();
      kubelets.delete(name);
      drops.drop(name);
    },
  };
}

const proxyOf = (node: string): string => `kube-proxy/${node}`;

/** kube-proxies run in Pods of a DaemonSet, and nowhere else. */
const asPods = ({ options, profile }: Room): boolean => profile.kubeProxy && options.kubeProxyPods === true;

/** What knows Services by name: each node's kube-proxy, or one for all nodes where kube-proxies are Pods, which may be gone. */
const namesOf = (room: Room, node: string): KubeProxy | undefined => (asPods(room) ? room.names : room.proxies.get(node));

/** Runs as long as the container of its Pod; of two on a node, the second one finds its port taken. */
function workInPod(room: Room, machine: Machine): (() => void) | undefined {
  const { components } = room;
  const proxy = proxyOf(machine.name);
  if (components.names().includes(proxy)) return undefined;
  components.add(proxy, () => startKubeProxyInPod(room, machine));
  return () => components.remove(proxy);
}

function startKubeProxy(room: Room, machine: Machine): Running {
  const proxy = createKubeProxy(kubeProxyOptions(room, proxyOf(machine.name), machine));
  room.proxies.set(machine.name, proxy);
  return proxy;
}

/** Until it knows all Services, connections follow the rules of the one before it. */
function startKubeProxyInPod(room: Room, machine: Machine): Running {
  const onSynced = (): void => void room.proxies.set(machine.name, proxy);
  const proxy: KubeProxy = createKubeProxy({ ...kubeProxyOptions(room, proxyOf(machine.name), machine), user: kubeProxyUser, onSynced });
  return proxy;
}

function kubeProxyOptions({ next, connect, network, parts }: Room, component: string, { name, address }: Pick<Machine, 'name' | 'address'>): KubeProxyOptions {
  return { kernel: next(component), handler: connect(component), name, address, network, parts };
}

/** The cluster's DNS server, which also tells kubelets the Services that environment variables name. */
function startNames(room: Room): void {
  room.components.add('dns', () => {
    room.names = createKubeProxy(kubeProxyOptions(room, 'dns', { name: 'dns', address: '' }));
    return room.names;
  });
}
