/** The engine's entry point. Everything above `src/engine` imports from here; controllers import `converge/sdk`. */
export type { Kind, KindDefinition } from './api/types.ts';
export { kinds as builtInKinds } from './api/registry.ts';
export { JsonSyntaxError, parseJsonText } from './apiserver/json-text.ts';
export { isTypedList, onWire, withoutType } from './apiserver/typed-list.ts';
export type { Client } from './client/types.ts';
export type { CloudClient } from './sdk/cloud.ts';
export { checkKubeletConfiguration } from './cluster/configured-eviction.ts';
export type { KubeletConfiguration } from './node/eviction/types.ts';
export { builtInController } from './cluster/controller-manager.ts';
export { createCluster } from './cluster/create-cluster.ts';
export type { CloudConsole, CloudFault, CloudObject, CloudPlural } from './cloud/index.ts';
export { type AddonName, addonNames, isAddonName } from './cluster/addons/names.ts';
export { loadAddons } from './cluster/load-addons.ts';
export { loadCloud } from './cluster/load-cloud.ts';
export { loadImagePrograms } from './node/index.ts';
export { loadElection } from './cluster/load-election.ts';
export { loadExpressions } from './extensions/late/late-expressions.ts';
export { loadProfile } from './cluster/load-profile.ts';
export { loadRepositories } from './cluster/load-repositories.ts';
export { objectOf as objectOfWatchEvent } from './cluster/triggered-faults.ts';
export { describeFault } from './cluster/fault-words.ts';
export { decodeObject } from './cluster/objects.ts';
export type { InFlightMessage } from './cluster/network-tap.ts';
export { type ProfileName, profiles, runsIn } from './cluster/profiles.ts';
export type { Answered, Cluster, ClusterOptions, Fault, LogLine, RefusalCode, ServedParts } from './cluster/types.ts';
export type {
  Gateway,
  GatewayInput,
  GatewayResponse,
  GatewayStream,
  MemberView,
  StoreSnapshot,
} from './etcd/index.ts';
export {
  loadEtcdMembers,
  decodeSnapshot,
  decodeSnapshotBytes,
  encodeSnapshot,
  fromBase64,
  fromUtf8,
  snapshotStatus,
  toBase64,
  utf8,
} from './etcd/index.ts';
export { createStore } from './etcd/store.ts';
export type { Commit, NewCommit, Repositories } from './repositories/index.ts';
export type { KeyValue, WatchEvent } from './etcd/types.ts';
export { sha256 } from './extensions/authentication/sha256.ts';
export { loadOpenApi } from './extensions/openapi/index.ts';
export { webhookUrl } from './extensions/webhooks/url.ts';
export type { RunEnd, RunOptions, Trace, TraceEvent } from './kernel/index.ts';
export { createKernel, createRandom, epochMs, hash32, type Kernel, type Random } from './kernel/index.ts';
export type * from './meta/index.ts';
export {
  addQuantities,
  ageOf,
  applyJsonPatch,
  applyMergePatch,
  applyStrategicPatch,
  badRequest,
  canonicalQuantity,
  checkConfigMapKey,
  compareQuantities,
  controllerOf,
  createMergePatch,
  createStrategicPatch,
  deepEqual,
  diffMergePatch,
  diffStrategicPatch,
  EMPTY_FIELDS,
  failure,
  formatLabelSelector,
  formatQuantity,
  formatTime,
  hasField,
  humanDuration,
  internalError,
  isJsonObject,
  isNotFound,
  labelSelectorOf,
  methodNotAllowed,
  milliValue,
  mirrorPodAnnotation,
  notFound,
  parseFields,
  parseGoDuration,
  parseLabelMatcher,
  parseQuantity,
  parseTime,
  pathNotFound,
  requestEntityTooLarge,
  StatusError,
  statusOf,
  timeMsOf,
  unionOfFields,
  unsupportedMediaType,
} from './meta/index.ts';
export {
  classNamed,
  compile as compileProgram,
  foldCase,
  type LongestProgram,
  negate as negateRanges,
  type Node as PatternNode,
  PatternError,
  parsePattern,
  prepareLongest,
  type Ranges,
  type Slots,
  StepLimitError,
  type StepMeter,
  searchLongest,
  union as unionOfRanges,
} from './meta/regexp/parts.ts';
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
  type Hop,
  type Input,
  inputOf,
  type Output,
  parentOf,
  parseUrl,
  type ProcessUser,
  statusLine,
  toByteText,
  type Unix,
} from './node/index.ts';
export { backoffMs } from './scheduler/backoff.ts';
export type { Decision } from './scheduler/decisions.ts';
export { createScheduler, type SchedulerStatus } from './scheduler/index.ts';
export { pluginsOf } from './scheduler/registry.ts';
export { tryPod, type WhatIf } from './scheduler/what-if.ts';
export {
  type ControllerEnvironment,
  type ControllerStatus,
  type RemoteController,
  type RunningController,
  startController,
} from './sdk/internal.ts';
export type { Files, Socket } from './sdk/images.ts';
export { type FieldError, fieldErrorMessage } from './meta/field-error.ts';
export { engineParts } from './parts/registry.ts';
export type { Attempt, Stored, UpdateAction, UpdateEvent, UpdateStep, Write } from './meta/index.ts';
export { createClient, type LeaderElection, startLeaderElection } from './client/index.ts';
export { requestInfo, type ResourceInfo } from './apiserver/request-info.ts';
export { warningHeader } from './apiserver/respond.ts';
export { createWarnings } from './apiserver/warnings.ts';
export { createRateLimiter } from './client/index.ts';
export type { ReflectorEffect, ReflectorEvent, ReflectorObject, ReflectorState, ReflectorStep } from './client/index.ts';
export type { Manifests } from './node/index.ts';
export type { EngineParts, WorkQueue, WorkQueueOptions, WorkQueueStatus } from './sdk/parts.ts';
export type { SchedulerConfiguration } from './scheduler/index.ts';
export type { SchedulerPlugin } from './sdk/scheduling.ts';
export type { AdmissionAnswer, Webhook } from './sdk/webhooks.ts';
export type { GraphItem, OwnerGraph } from './sdk/owner-graph.ts';
export type { Expected, ExpectationStore } from './sdk/expectations.ts';
export type { Controller, ControllerFactory, Reconcile, Tools } from './sdk/types.ts';
