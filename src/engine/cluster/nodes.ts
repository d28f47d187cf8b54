/** The machines: one kubelet each. */
import type { LogOptions } from '../apiserver/index.ts';
import type { Kernel } from '../kernel/index.ts';
import type { Exchange, Handler, KubeObject } from '../meta/index.ts';
import type { Components } from './components.ts';
import type { ClusterOptions } from './types.ts';

export interface Nodes {
  /** Streams a container's log from the kubelet of the pod's node; returns what stops it. */
  logs(pod: KubeObject, container: string, options: LogOptions, exchange: Exchange): () => void;
}

/** Starts `node-1` … with a kubelet each, as components `kubelet/node-1` …. */
export function startNodes(
  _options: ClusterOptions,
  _components: Components,
  _next: (component: string) => Kernel,
  _connect: (component: string) => Handler,
): Nodes {
  return { logs: () => () => {} };
}
