import type { Kernel } from '../../kernel/index.ts';
import type { Handler, User } from '../../meta/index.ts';
import type { KubeProxy, KubeProxyOptions, PodLink, PodNetwork, ServiceProxy } from '../../node/index.ts';
import type { EngineParts, Image } from '../../sdk/index.ts';
import type { Components } from '../components.ts';
import type { ClusterOptions } from '../types.ts';
import type { Installation } from './install.ts';

/** What runs in a cluster because somebody has installed it there: objects, and the image of their Pods. */
export interface Addon {
  /** Absent where nothing of it is a Pod. */
  readonly image?: Image;
  /** Manifests of static Pods, JSON by file, of a node. */
  readonly manifests?: (node: string) => Readonly<Record<string, string>>;
  /** As its manifest has them. */
  readonly objects: readonly Installation[];
  /** What a container of the image does beyond its own processes, while it runs; returns what ends that. */
  readonly work?: (machine: Place, link: PodLink) => (() => void) | undefined;
  /** What knows Services by name, where it isn't each node's kube-proxy. */
  readonly names?: KubeProxy;
  /** What answers for names, where it isn't the one that knows them: see ServiceProxy. */
  readonly lookup?: ServiceProxy['lookup'];
}

/** The node that a container runs on. */
export interface Place {
  readonly name: string;
  readonly address: string;
}

/** What of a machine room add-ons work with. */
export interface AddonRoom {
  readonly options: ClusterOptions;
  readonly kernel: Kernel;
  readonly next: (component: string) => Kernel;
  readonly connect: (component: string, user?: User) => Handler;
  readonly components: Components;
  readonly network: PodNetwork;
  /** By node, the kube-proxy that made its rules last. They stay when it ends. */
  readonly proxies: Map<string, KubeProxy>;
  readonly parts: () => EngineParts;
  /** In a page it comes in another piece than add-ons do. */
  readonly createKubeProxy: (options: KubeProxyOptions) => KubeProxy;
}
