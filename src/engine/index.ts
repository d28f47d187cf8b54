/**
 * The engine's door. Everything above `src/engine` imports from here, or from `whole.ts` where it needs all of etcd; controllers import
 * `converge/sdk`.
 */
import { smallKinds } from './api/small-registry.ts';
import { createCluster as createClusterOf } from './cluster/create-cluster.ts';
import type { Cluster, ClusterOptions } from './cluster/types.ts';
import { controllers } from './controllers/registry.ts';
import { smallImages } from './node/index.ts';

export type { Kind, KindDefinition } from './api/types.ts';
export type { Client } from './client/types.ts';
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
export type * from './meta/index.ts';
export {
  addQuantities,
  ageOf,
  badRequest,
  canonicalQuantity,
  checkConfigMapKey,
  compareQuantities,
  controllerOf,
  deepEqual,
  formatLabelSelector,
  formatQuantity,
  formatTime,
  humanDuration,
  internalError,
  isJsonObject,
  isNotFound,
  labelSelectorOf,
  methodNotAllowed,
  milliValue,
  notFound,
  parseLabelMatcher,
  parseQuantity,
  parseTime,
  pathNotFound,
  requestEntityTooLarge,
  StatusError,
  statusOf,
  timeMsOf,
} from './meta/index.ts';
export {
  absolutePath,
  bytesFromBase64,
  bytesOf,
  bytesToBase64,
  createCollector,
  createPipe,
  emptyInput,
  fromByteText,
  headerLines,
  type Input,
  inputOf,
  type Output,
  parentOf,
  parseUrl,
  statusLine,
  toByteText,
  type Unix,
} from './node/index.ts';
export type { SchedulerStatus } from './scheduler/index.ts';
export type { ControllerStatus } from './sdk/internal.ts';
export type { Files, Socket } from './sdk/images.ts';
export type { SchedulerPlugin } from './sdk/scheduling.ts';
export type { Controller, ControllerFactory, Reconcile, Tools } from './sdk/types.ts';

const parts = { kinds: smallKinds, controllers, images: smallImages };

/**
 * Creates a cluster at the epoch, with every component started and nothing run yet: Namespaces, Nodes, Pods, ReplicaSets, Deployments
 * and what these need, on an API server where everybody may do everything.
 */
export function createCluster(options: ClusterOptions): Cluster {
  return createClusterOf(options, parts);
}
