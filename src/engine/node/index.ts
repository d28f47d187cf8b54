/** A node: kubelet, container runtime, images. */

export { builtInImages, smallImages } from './images/registry.ts';
export { unix } from './images/unix.ts';
export { createKubelet, type Kubelet, type KubeletOptions } from './kubelet.ts';
export { createKubeletStreams, type KubeletStreams } from './kubelet-streams.ts';
export type { LogOptions } from './logs.ts';
export { createKubeProxy, type KubeProxy } from './network/kube-proxy.ts';
export { createPodNetwork, type PodNetwork } from './network/pod-network.ts';
export type { NodeCapacity } from './node-object.ts';
export type { Unix } from './process.ts';
export { type ContainerRuntime, createContainerRuntime, type RuntimeOptions } from './runtime.ts';
