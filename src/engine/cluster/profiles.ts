/** The profiles: which extensions of the API server, which controllers, which plugins of the scheduler and which further parts a cluster has. */
import { defaultPluginNames, minimalPluginNames } from '../scheduler/index.ts';

export type ProfileName = 'full' | 'minimal';

export interface Profile {
  /** Extensions of the API server (`engine/extensions/`), by folder. */
  readonly extensions: 'all' | readonly string[];
  /** Built-in controllers, by name. */
  readonly controllers: 'all' | readonly string[];
  /** Plugins of the scheduler, by name; they run in the order of their registry. */
  readonly plugins: readonly string[];
  /** The scheduler evicts less important Pods where that makes room for one. */
  readonly preemption: boolean;
  /** A kube-proxy on each node, so that Services have addresses and names. */
  readonly kubeProxy: boolean;
  /** The API server calls admission webhooks. */
  readonly webhooks: boolean;
  /** Pods reach the API server at `kubernetes.default`. */
  readonly apiForPods: boolean;
  /** Nodes that clients create run on a simulated machine while they are labeled `converge.dev/simulate=true`. */
  readonly simulatedNodes: boolean;
  /** Kubelets run what the manifests of their nodes say. */
  readonly staticPods: boolean;
  /** Pods wait for their claims, and have the data of the volumes that these are bound to. */
  readonly volumes: boolean;
  /** Ports of nodes lead to the Pods whose `hostPort` they are. */
  readonly hostPorts: boolean;
  /** Kubelets evict Pods when their node is short of memory or disk. */
  readonly nodePressure: boolean;
  /** Images of programs that the course brings, such as `converge/shop`, can be pulled. */
  readonly courseImages: boolean;
}

export const profiles: Readonly<Record<ProfileName, Profile>> = {
  full: {
    extensions: 'all',
    controllers: 'all',
    plugins: defaultPluginNames,
    preemption: true,
    kubeProxy: true,
    webhooks: true,
    apiForPods: true,
    simulatedNodes: true,
    staticPods: true,
    volumes: true,
    hostPorts: true,
    nodePressure: true,
    courseImages: true,
  },
  minimal: {
    extensions: [
      'taint-nodes-by-condition',
      'priority',
      'default-toleration-seconds',
      'view-storage',
      'openapi',
      'eviction',
      'scale',
      'pod-subresources',
      'streams',
    ],
    controllers: [
      'deployment',
      'garbage-collector',
      'namespace',
      'node-lifecycle',
      'pod-gc',
      'replicaset',
      'taint-eviction',
    ],
    plugins: minimalPluginNames,
    preemption: false,
    kubeProxy: false,
    webhooks: false,
    apiForPods: false,
    simulatedNodes: false,
    staticPods: false,
    volumes: false,
    hostPorts: false,
    nodePressure: false,
    courseImages: false,
  },
};

/** Whether a cluster of this profile runs the built-in controller of this name. */
export function runsIn({ controllers }: Profile, name: string): boolean {
  return controllers === 'all' || controllers.includes(name);
}
