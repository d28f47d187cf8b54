/** A node: kubelet, container runtime, images. */

export { bytesOf, fromBase64 as bytesFromBase64, fromByteText, toBase64 as bytesToBase64, toByteText } from './bytes.ts';
export { absolutePath, parentOf } from './files/tree.ts';
export { builtInImages, courseImages } from './images/registry.ts';
export type { RegisterDriver } from './driver-registration.ts';
export { createKubelet, type Kubelet, type KubeletOptions } from './kubelet.ts';
export { createKubeletStreams, type KubeletStreams, type PodIdentity } from './kubelet-streams.ts';
export { createManifests, type Manifests } from './manifests.ts';
export { nodeFeatures } from './features.ts';
export { loadImagePrograms } from './images/late-programs.ts';
export type { LogOptions } from './logs.ts';
export { parseUrl } from './network/client.ts';
export { headerLines, statusLine } from './network/http-server.ts';
export { createHostPorts } from './network/host-ports.ts';
export { createNodeClient } from './network/node-client.ts';
export { createKubeProxy, type KubeProxy, type KubeProxyOptions } from './network/kube-proxy.ts';
export type { Packet } from './network/packet-walk.ts';
export { type Address, type ConnectFailure, createPodNetwork, type Hop, type Listener, type NetworkPlugin, type PodLink, type PodNetwork, type RouteGate, type ServiceProxy } from './network/pod-network.ts';
export type { NodeCapacity } from './node-object.ts';
export { createCollector, createPipe, emptyInput, type Input, inputOf, type Output } from './streams/pipe.ts';
export { type ContainerRuntime, createContainerRuntime, type RuntimeOptions } from './runtime.ts';
export type { ProcessUser } from './user.ts';
export type { Unix, UnixHost, UnixLoad, UnixLimits, UnixMachine, UnixNetwork, UnixSpawn } from './unix-host.ts';
