/**
 * `converge/sdk`: what an author of a controller or a scheduler plugin imports. The engine's own controllers import
 * nothing else.
 */

export type * from '../api/generated/types.ts';
export {
  ClusterRole,
  ClusterRoleBinding,
  ConfigMap,
  ControllerRevision,
  CronJob,
  CSIDriver,
  CSINode,
  CustomResourceDefinition,
  DaemonSet,
  Deployment,
  EndpointSlice,
  Endpoints,
  Event,
  HorizontalPodAutoscaler,
  Ingress,
  IngressClass,
  Job,
  kindNamed,
  kindOf,
  kinds,
  Lease,
  LimitRange,
  Namespace,
  NetworkPolicy,
  Node,
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
  PodDisruptionBudget,
  PriorityClass,
  ReplicaSet,
  ReplicationController,
  ResourceQuota,
  Role,
  RoleBinding,
  RuntimeClass,
  Secret,
  Service,
  ServiceAccount,
  StatefulSet,
  StorageClass,
  VolumeAttachment,
} from '../api/index.ts';
export { storageClassOf } from '../api/core/v1/storage-class-name.ts';
export { type Amounts, amountsOf, onlyOf, quotaEvaluator, sumOf, textsOf } from '../api/quota/index.ts';
export type { Draft, Kind, KindDefinition } from '../api/types.ts';
export { createRateLimiter, type RateLimiter, type RateLimits } from '../client/index.ts';
export type {
  Client,
  DeleteOptions,
  Lister,
  ListOptions,
  Many,
  ManyDeleted,
  Ref,
  ReflectorEffect,
  ReflectorEvent,
  ReflectorObject,
  ReflectorState,
  ReflectorStep,
} from '../client/index.ts';
export type { Candidacy, LeaseDecision, LeaseRecord } from '../meta/index.ts';
export type { Attempt, Stored, UpdateAction, UpdateEvent, UpdateStep, Write } from '../meta/index.ts';
export type { PodUse, Recommendation, Recommendations, ReplicaLimits, TargetUse } from '../parts/autoscaling.ts';
export type { LeaderView } from '../parts/commit-rule.ts';
export type { Resize, RollingUpdate, SetSize } from '../parts/rolling-step.ts';
export type { PolicyPeer, PolicyVerdict, PolicyView } from './network-policy.ts';
export type { Backend, ServiceRule, ServiceView } from './service-rules.ts';
export type { ContainerOnNode, InitContainerOnNode, PodAction, PodOnNode } from '../parts/sync-pod.ts';
export type { VoteRequest, Voter } from '../parts/vote-rule.ts';
export { type Clock, hash32, type Timer } from '../kernel/index.ts';
export {
  base64ByteLength,
  byteLength,
  checkConfigMapKey,
  type ConditionStatus,
  conditionOf,
  controllerOf,
  controllerReference as ownerReferenceFor,
  deepEqual,
  type Exchange,
  type FieldError,
  forbiddenField,
  formatLabelSelector,
  formatMicroTime,
  formatTime,
  type Handler,
  type HttpAnswer,
  type HttpRequest,
  invalidValue,
  isAlreadyExists,
  isConflict,
  isControlledBy,
  isNamespaceTerminating,
  isNativeResource,
  isNotFound,
  isTrue,
  type Json,
  type JsonObject,
  joinKey,
  type KubeObject,
  keyOf,
  type LabelSelector,
  labelSelectorMatcher,
  mirrorPodAnnotation,
  type ObjectKey,
  type ObjectMeta,
  type OwnerReference,
  parseLabelMatcher,
  parseQuantity,
  parseTime,
  required,
  type Status,
  StatusError,
  type StreamEnd,
  splitKey,
  timeMsOf,
  tooLong,
  withCondition,
} from '../meta/index.ts';
export { claim } from './claim.ts';
export type { CloudClient, CloudCollection, CloudState, Disk, DiskSpec, Listener, LoadBalancer, LoadBalancerSpec, Machine, MachineSpec, Route, RouteSpec } from './cloud.ts';
export { type CronError, type CronSchedule, parseSchedule } from './cron-schedule.ts';
export { defineController, matches } from './define.ts';
export { definedKind, definitions, hasDefinitions } from './defined-kinds.ts';
export {
  defineImage,
  type FileStat,
  type Files,
  type HttpHandler,
  type Image,
  type Process,
  type Program,
  type Socket,
} from './images.ts';
export { isOfKind } from './kind-guard.ts';
export type { LogLine } from './log-line.ts';
export { foregroundFinalizer, type GraphItem, graphKey, isNamedBy, orphanFinalizer, type OwnerGraph, ownersOf, waitsForDependents } from './owner-graph.ts';
export type { EngineParts, WorkQueue, WorkQueueOptions, WorkQueueStatus } from './parts.ts';
export { hasEnded, isActive, isAvailable, isReady, podFromTemplate } from './pods.ts';
export * from './scheduling.ts';
export type { Expectations, ExpectationStore, Expected } from './expectations.ts';
export type {
  Controller,
  ControllerFactory,
  EventRecorder,
  Reconcile,
  Requeue,
  Tools,
  Watch,
} from './types.ts';
export { selectedNodeAnnotation } from './selected-node.ts';
export { attachmentName } from './volume-attachment.ts';
export { type VolumeSearch, volumeMatching } from './volume-matching.ts';
export { type AdmissionAnswer, type AdmissionRequest, defineWebhook, type Webhook } from './webhooks.ts';
