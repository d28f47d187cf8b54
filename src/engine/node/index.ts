/** A node: kubelet, container runtime, images. */
export { createKubelet, type Kubelet, type KubeletOptions } from './kubelet.ts';
export type { LogOptions } from './logs.ts';
export { createKubeProxy, type KubeProxy } from './network/kube-proxy.ts';
export { createPodNetwork, type PodNetwork } from './network/pod-network.ts';
export type { NodeCapacity } from './node-object.ts';
export { type ContainerRuntime, createContainerRuntime, type RuntimeOptions } from './runtime.ts';
