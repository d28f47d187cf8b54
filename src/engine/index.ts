/**
 * The engine's door. Everything above `src/engine` imports from here, or from `whole.ts` where it needs all of etcd; controllers import
 * `converge/sdk`.
 */
export type { Kind, KindDefinition } from './api/types.ts';
export { webhookUrl } from './apiserver/index.ts';
export type { Client } from './client/types.ts';
export { createCluster } from './cluster/create-cluster.ts';
export { describeFault } from './cluster/fault-words.ts';
export { decodeObject } from './cluster/objects.ts';
export type { Cluster, ClusterOptions, Fault, LogLine } from './cluster/types.ts';
export type {
  Gateway,
  GatewayInput,
  GatewayResponse,
  GatewayStream,
  MemberView,
  StoreSnapshot,
} from './etcd/index.ts';
export type { KeyValue, WatchEvent } from './etcd/types.ts';
export type { RunEnd, RunOptions, Trace, TraceEvent } from './kernel/index.ts';
export { createRandom, epochMs, hash32, type Random } from './kernel/index.ts';
export * from './meta/index.ts';
export * as sdk from './sdk/index.ts';
export type { Controller, ControllerFactory, Reconcile, Tools } from './sdk/types.ts';
