/** The machines of a cluster: a container runtime, a kubelet and, where the profile says so, a kube-proxy each. */
import type { Kernel } from '../kernel/index.ts';
import type { Handler, User } from '../meta/index.ts';
import {
  builtInImages,
  courseImages,
  type ContainerRuntime,
  createContainerRuntime,
  createHostPorts,
  createKubelet,
  createKubeletStreams,
  createKubeProxy,
  createManifests,
  createNodeClient,
  createPodNetwork,
  type Kubelet,
  type KubeProxy,
  type Manifests,
  type NodeCapacity,
  nodeFeatures,
  type PodLink,
  type PodNetwork,
  type RegisterDriver,
  type ServiceProxy,
} from '../node/index.ts';
import type { Taint } from '../api/index.ts';
import type { CreateEvictionManager } from '../node/eviction/types.ts';
import type { EngineParts } from '../sdk/parts.ts';
import { type Addresses, addressesOf } from './addresses.ts';
import type { Components, Running } from './components.ts';
import { createConfiguredEviction } from './configured-eviction.ts';
import type { Drops } from './drops.ts';
import { type Addons, createAddons } from './addons/registry.ts';
import type { ComponentMetrics } from './metrics/component-metrics.ts';
import { createNodeEviction } from './node-eviction.ts';
import type { Profile } from './profiles.ts';
import type { ClusterOptions } from './types.ts';

export interface MachineParts {
  readonly options: ClusterOptions;
  readonly profile: Profile;
  readonly kernel: Kernel;
  /** The kernel as each start of a component gets it. */
  readonly next: (component: string) => Kernel;
  readonly components: Components;
  readonly connect: (component: string, user?: User) => Handler;
  /** Those in use now. */
  readonly parts: () => EngineParts;
  readonly drops: Drops;
  readonly metrics?: ComponentMetrics | undefined;
}

export interface Machine extends Addresses {
  readonly name: string;
  /** Its Node is registered with these. */
  readonly taints?: readonly Taint[];
  /** See KubeletOptions. */
  readonly registerDriver?: RegisterDriver;
  readonly capacity: NodeCapacity;
}

export interface MachineRoom {
  readonly network: PodNetwork;
  readonly addons: Addons | undefined;
  /** The kubelet of a node; undefined while it is down. */
  kubeletOf(node: string): Kubelet | undefined;
  /** Undefined where there is no such node, or the profile has no static pods. */
  manifestsOf(node: string): Manifests | undefined;
  /** Addresses that no machine has had. */
  nextAddresses(): Addresses;
  /** The kube-proxy of a node, or the last one, whose rules stay; undefined where there was none. */
  proxyOf(node: string): KubeProxy | undefined;
  /** What clients that aren't on any node go by. */
  useOutside(proxy: ServiceProxy): void;
  /** Returns what ends the machine, with all that runs on it. */
  start(machine: Machine): () => void;
}

interface Room extends MachineParts {
  readonly network: PodNetwork;
  readonly kubelets: Map<string, Kubelet>;
  /** That of each node has made its rules, which stay when it ends. */
  readonly proxies: Map<string, KubeProxy>;
  readonly manifests: Map<string, Manifests>;
  readonly addons: Addons | undefined;
  /** So many have had addresses. */
  numbered: number;
}

/** Creates it with no machine. */
export function createMachineRoom(parts: MachineParts): MachineRoom {
  const network = createPodNetwork(parts.kernel.clock, parts.kernel.network);
  const proxies = new Map<string, KubeProxy>();
  const { options, profile } = parts;
  if (profile.hostPorts) network.hostPorts = createHostPorts();
  const hasAddons = profile.kubeProxy && (options.addons ?? options.kubeProxyPods);
  const addons = hasAddons ? createAddons({ ...parts, network, proxies, createKubeProxy }) : undefined;
  const room: Room = { ...parts, network, proxies, addons, kubelets: new Map(), manifests: new Map(), numbered: 0 };
  let outside: ServiceProxy | undefined;
  network.proxy = {
    route: (from, to, passed) => (from.outside === true ? outside : proxies.get(from.node))?.route(from, to, passed),
    lookup: addons?.lookup ?? ((from, name) => namesOf(room, from.node)?.lookup(name)),
  };
  return {
    network,
    addons,
    kubeletOf: (node) => room.kubelets.get(node),
    manifestsOf: (node) => room.manifests.get(node),
    proxyOf: (node) => room.proxies.get(node),
    useOutside(proxy) {
      outside = proxy;
    },
    nextAddresses() {
      room.numbered += 1;
      return addressesOf(room.numbered - 1);
    },
    start: (machine) => startMachine(room, machine),
  };
}

function startMachine(room: Room, machine: Machine): () => void {
  const { options, components, network, next } = room;
  const { name, address, podNetwork } = machine;
  const host: PodLink = { ip: address, node: name, hostNetwork: true, ports: undefined };
  network.attach(host);
  // A kubelet that crashes leaves its containers running: the runtime is a process of its own.
  const kernel = next(`runtime/${name}`);
  const runtime = createContainerRuntime({
    kernel,
    nodeName: name,
    podNetwork,
    network,
    host,
    images: [...(options.images ?? []), ...builtInImages, ...(room.profile.courseImages ? courseImages() : []), ...(room.addons?.images ?? [])],
    unix: options.unix,
    nodeClient: room.profile.volumes ? createNodeClient(kernel.clock, network, host) : undefined,
    workOnNode: (image, link) => room.addons?.work(image, machine, link),
  });
  if (room.profile.staticPods) room.manifests.set(name, createManifests({ ...room.addons?.manifests(name), ...options.manifests?.[name] }));
  const kubelet = `kubelet/${name}`;
  const proxy = `kube-proxy/${name}`;
  components.add(kubelet, () => startKubelet(room, kubelet, machine, runtime));
  if (room.profile.kubeProxy && options.kubeProxyPods !== true) components.add(proxy, () => startKubeProxy(room, proxy, machine));
  return () => {
    components.remove(kubelet);
    room.manifests.delete(name);
    if (room.profile.kubeProxy) components.remove(proxy);
    for (const { uid } of [...runtime.pods()]) runtime.removePod(uid);
    network.detach(host);
  };
}

function startKubelet(room: Room, component: string, machine: Machine, runtime: ContainerRuntime): Running {
  const { kubelets, drops } = room;
  const { name, capacity, address, podNetwork, taints, registerDriver } = machine;
  const handler = room.connect(component);
  const kubelet = createKubelet({
    kernel: room.next(component),
    handler,
    name,
    capacity,
    taints,
    registerDriver: room.profile.volumes ? registerDriver : undefined,
    runtime,
    address,
    podCIDR: `${podNetwork}.0/24`,
    services: (namespace) => namesOf(room, name)?.services(namespace) ?? [],
    createStreams: createKubeletStreams,
    features: room.profile.volumes ? nodeFeatures : undefined,
    manifests: room.manifests.get(name),
    createEvictionManager: evictionOf(room),
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

function evictionOf({ profile, options }: Room): CreateEvictionManager | undefined {
  if (!profile.nodePressure) return undefined;
  return options.kubelet === undefined ? createNodeEviction(undefined) : createConfiguredEviction(options.kubelet, createNodeEviction);
}

/** What knows Services by name. */
const namesOf = ({ addons, proxies }: Room, node: string): KubeProxy | undefined => addons?.names ?? proxies.get(node);

function startKubeProxy({ next, connect, proxies, network, parts }: Room, component: string, { name, address }: Machine): Running {
  const proxy = createKubeProxy({ kernel: next(component), handler: connect(component), name, address, network, parts });
  proxies.set(name, proxy);
  return proxy;
}
