/** The machines: a container runtime and a kubelet each. */
import type { LogOptions } from '../apiserver/index.ts';
import type { Etcd } from '../etcd/index.ts';
import type { Kernel } from '../kernel/index.ts';
import type { Exchange, Handler, KubeObject } from '../meta/index.ts';
import {
  builtInImages,
  createContainerRuntime,
  createKubelet,
  createKubeletStreams,
  createKubeProxy,
  createPodNetwork,
  type Kubelet,
  type KubeProxy,
  type NodeCapacity,
} from '../node/index.ts';
import { serveApiToPods } from './api-for-pods.ts';
import type { Components } from './components.ts';
import { createDrops, type Drops } from './drops.ts';
import { nodeNameOf } from './node-name.ts';
import type { Profile } from './profiles.ts';
import { followNodes } from './simulated-nodes.ts';
import type { ClusterOptions } from './types.ts';

export interface Nodes {
  /** The kubelet of a node; undefined while it is down. */
  kubeletOf(node: string): Kubelet | undefined;
  readonly onDrop: Drops['onDrop'];
  /** Streams a container's log from the kubelet of the pod's node; returns what stops it. */
  logs(pod: KubeObject, container: string, options: LogOptions, exchange: Exchange): () => void;
}

const defaultNodes = 3;
const defaultCapacity = { cpu: '4', memory: '8Gi', pods: 110 };

interface Addresses {
  readonly address: string;
  /** `10.244.0`: of `10.244.0.0/24`. */
  readonly podNetwork: string;
}

interface Wanted {
  readonly options: ClusterOptions;
  readonly profile: Profile;
  readonly kernel: Kernel;
}

/**
 * Starts `node-1` … with a kubelet each, as components `kubelet/node-1` …; and machines for Nodes that others make and that ask for one
 * (`simulated-nodes.ts`).
 */
export function startNodes(
  { options, profile, kernel }: Wanted,
  components: Components,
  next: (component: string) => Kernel,
  connect: (component: string) => Handler,
  etcd: Pick<Etcd, 'watch'>,
): Nodes {
  const kubelets = new Map<string, Kubelet>();
  const proxies = new Map<string, KubeProxy>();
  const bootCapacity = options.nodeCapacity ?? defaultCapacity;
  const network = createPodNetwork(kernel.clock, kernel.network);
  network.proxy = {
    route: (from, to) => proxies.get(from.node)?.route(from, to),
    lookup: (from, name) => proxies.get(from.node)?.lookup(name),
  };

  if (profile.apiForPods) serveApiToPods(network, connect('pods'));
  const drops = createDrops();

  const atBoot = options.nodes ?? defaultNodes;
  let machines = 0;
  /** The number of the machine that comes next, its first address, and the network of its pods. */
  function addressesOfNext(): Addresses {
    const index = machines;
    machines += 1;
    return {
      address: `172.18.${(index + 2) >> 8}.${(index + 2) & 255}`,
      podNetwork: `10.${244 + (index >> 8)}.${index & 255}`,
    };
  }

  /** Returns what ends the machine, with all that runs on it. */
  function startMachine(name: string, capacity: NodeCapacity, { address, podNetwork }: Addresses): () => void {
    const component = `kubelet/${name}`;
    // A kubelet that crashes leaves its containers running: the runtime is a process of its own.
    const runtime = createContainerRuntime({
      kernel: next(`runtime/${name}`),
      nodeName: name,
      podNetwork,
      network,
      images: [...(options.images ?? []), ...builtInImages],
      unix: options.unix,
    });
    components.add(component, () => {
      const podCIDR = `${podNetwork}.0/24`;
      const handler = connect(component);
      const services = (namespace: string) => proxies.get(name)?.services(namespace) ?? [];
      const kubelet = createKubelet({
        kernel: next(component),
        handler,
        name,
        capacity,
        runtime,
        address,
        podCIDR,
        services,
        createStreams: createKubeletStreams,
      });
      kubelets.set(name, kubelet);
      return {
        stop() {
          kubelet.stop();
          kubelets.delete(name);
          drops.drop(name);
        },
      };
    });
    const proxy = profile.kubeProxy ? startProxy(name, address) : undefined;
    return () => {
      components.remove(component);
      if (proxy !== undefined) components.remove(proxy);
      for (const { uid } of [...runtime.pods()]) runtime.removePod(uid);
    };
  }

  for (let index = 0; index < atBoot; index += 1) startMachine(`node-${index + 1}`, bootCapacity, addressesOfNext());
  if (profile.simulatedNodes) {
    const ends = new Map<string, () => void>();
    followNodes(etcd, {
      has: (name) => components.names().includes(`kubelet/${name}`),
      start({ metadata: { name }, spec, status }) {
        const addresses = addressesOfNext();
        const podNetwork = /^(\d+\.\d+\.\d+)\.0\/24$/.exec(spec.podCIDR ?? '')?.[1] ?? addresses.podNetwork;
        const address = status.addresses?.find(({ type }) => type === 'InternalIP')?.address ?? addresses.address;
        const { cpu, memory, pods, ...others } = status.capacity ?? {};
        const ephemeral = others['ephemeral-storage'];
        const capacity = {
          cpu: cpu ?? bootCapacity.cpu,
          memory: memory ?? bootCapacity.memory,
          pods: Number(pods ?? bootCapacity.pods),
          ...(ephemeral !== undefined && { ephemeralStorage: ephemeral }),
        };
        ends.set(name, startMachine(name, capacity, { address, podNetwork }));
      },
      stop(name) {
        ends.get(name)?.();
        ends.delete(name);
      },
    });
  }

  /** Returns the component's name. */
  function startProxy(name: string, address: string): string {
    const component = `kube-proxy/${name}`;
    components.add(component, () => {
      const proxy = createKubeProxy({ kernel: next(component), handler: connect(component), name, address });
      proxies.set(name, proxy);
      return {
        stop() {
          proxy.stop();
        },
      };
    });
    return component;
  }

  return {
    kubeletOf: (node) => kubelets.get(node),
    onDrop: drops.onDrop,
    logs(pod, container, logOptions, exchange) {
      const nodeName = nodeNameOf(pod);
      const kubelet = kubelets.get(nodeName);
      if (kubelet !== undefined) {
        const stop = kubelet.logs(pod, container, logOptions, exchange);
        if (!logOptions.follow) return stop;
        const forget = drops.onDrop(nodeName, () => exchange.end());
        return () => {
          forget();
          stop();
        };
      }
      const message = `Get "https://${nodeName}:10250/containerLogs": dial tcp: connect: connection refused`;
      const body = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, code: 500 };
      exchange.respond({ code: 500, headers: { 'content-type': 'application/json' }, body });
      return () => {};
    },
  };
}
