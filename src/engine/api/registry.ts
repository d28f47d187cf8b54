/** All kinds the engine knows, one line a kind. To add a kind: its folder and a line here. */
import { MutatingWebhookConfiguration } from './admissionregistration/v1/mutatingwebhookconfiguration/index.ts';
import { ValidatingAdmissionPolicy } from './admissionregistration/v1/validatingadmissionpolicy/index.ts';
import { Binding } from './core/v1/binding/index.ts';
import { ValidatingAdmissionPolicyBinding } from './admissionregistration/v1/validatingadmissionpolicybinding/index.ts';
import { ValidatingWebhookConfiguration } from './admissionregistration/v1/validatingwebhookconfiguration/index.ts';
import { CustomResourceDefinition } from './apiextensions/v1/customresourcedefinition/index.ts';
import { ControllerRevision } from './apps/v1/controllerrevision/index.ts';
import { DaemonSet } from './apps/v1/daemonset/index.ts';
import { Deployment } from './apps/v1/deployment/index.ts';
import { ReplicaSet } from './apps/v1/replicaset/index.ts';
import { StatefulSet } from './apps/v1/statefulset/index.ts';
import { SelfSubjectReview } from './authentication/v1/selfsubjectreview/index.ts';
import { TokenReview } from './authentication/v1/tokenreview/index.ts';
import { LocalSubjectAccessReview } from './authorization/v1/localsubjectaccessreview/index.ts';
import { SelfSubjectAccessReview } from './authorization/v1/selfsubjectaccessreview/index.ts';
import { SelfSubjectRulesReview } from './authorization/v1/selfsubjectrulesreview/index.ts';
import { SubjectAccessReview } from './authorization/v1/subjectaccessreview/index.ts';
import { AutoscalingV1HorizontalPodAutoscaler } from './autoscaling/v1/horizontalpodautoscaler/index.ts';
import { HorizontalPodAutoscaler } from './autoscaling/v2/horizontalpodautoscaler/index.ts';
import { CronJob } from './batch/v1/cronjob/index.ts';
import { Job } from './batch/v1/job/index.ts';
import { Lease } from './coordination/v1/lease/index.ts';
import { ConfigMap } from './core/v1/configmap/index.ts';
import { Endpoints } from './core/v1/endpoints/index.ts';
import { Event } from './core/v1/event/index.ts';
import { LimitRange } from './core/v1/limitrange/index.ts';
import { Namespace } from './core/v1/namespace/index.ts';
import { Node } from './core/v1/node/index.ts';
import { PersistentVolume } from './core/v1/persistentvolume/index.ts';
import { PersistentVolumeClaim } from './core/v1/persistentvolumeclaim/index.ts';
import { Pod } from './core/v1/pod/index.ts';
import { PodTemplate } from './core/v1/podtemplate/index.ts';
import { ReplicationController } from './core/v1/replicationcontroller/index.ts';
import { ResourceQuota } from './core/v1/resourcequota/index.ts';
import { Secret } from './core/v1/secret/index.ts';
import { Service } from './core/v1/service/index.ts';
import { ServiceAccount } from './core/v1/serviceaccount/index.ts';
import { EndpointSlice } from './discovery/v1/endpointslice/index.ts';
import { EventsEvent } from './events/v1/event/index.ts';
import { findKind, kindNamed } from './lookup.ts';
import { Ingress } from './networking/v1/ingress/index.ts';
import { IngressClass } from './networking/v1/ingressclass/index.ts';
import { NetworkPolicy } from './networking/v1/networkpolicy/index.ts';
import { RuntimeClass } from './node/v1/runtimeclass/index.ts';
import { PodDisruptionBudget } from './policy/v1/poddisruptionbudget/index.ts';
import { ClusterRole } from './rbac/v1/clusterrole/index.ts';
import { ClusterRoleBinding } from './rbac/v1/clusterrolebinding/index.ts';
import { Role } from './rbac/v1/role/index.ts';
import { RoleBinding } from './rbac/v1/rolebinding/index.ts';
import { PriorityClass } from './scheduling/v1/priorityclass/index.ts';
import { CSIDriver } from './storage/v1/csidriver/index.ts';
import { CSINode } from './storage/v1/csinode/index.ts';
import { CSIStorageCapacity } from './storage/v1/csistoragecapacity/index.ts';
import { StorageClass } from './storage/v1/storageclass/index.ts';
import { VolumeAttachment } from './storage/v1/volumeattachment/index.ts';
import type { KindDefinition } from './types.ts';

/** In the order `kubectl api-resources` shows them: by group, core first, then by plural. */
export const kinds: readonly KindDefinition[] = [
  ConfigMap,
  Endpoints,
  Event,
  LimitRange,
  Namespace,
  Node,
  PersistentVolumeClaim,
  PersistentVolume,
  Pod,
  PodTemplate,
  ReplicationController,
  ResourceQuota,
  Secret,
  ServiceAccount,
  Service,
  MutatingWebhookConfiguration,
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
  ValidatingWebhookConfiguration,
  CustomResourceDefinition,
  ControllerRevision,
  DaemonSet,
  Deployment,
  ReplicaSet,
  StatefulSet,
  HorizontalPodAutoscaler,
  AutoscalingV1HorizontalPodAutoscaler,
  CronJob,
  Job,
  Lease,
  EndpointSlice,
  EventsEvent,
  IngressClass,
  Ingress,
  NetworkPolicy,
  RuntimeClass,
  PodDisruptionBudget,
  ClusterRoleBinding,
  ClusterRole,
  RoleBinding,
  Role,
  PriorityClass,
  CSIDriver,
  CSINode,
  CSIStorageCapacity,
  StorageClass,
  VolumeAttachment,
];

/** Kinds that are answered and never stored: there is nothing of them to list, to watch or to delete. */
export const unstoredKinds: readonly KindDefinition[] = [
  Binding,
  SelfSubjectReview,
  TokenReview,
  LocalSubjectAccessReview,
  SelfSubjectAccessReview,
  SelfSubjectRulesReview,
  SubjectAccessReview,
];

const all: readonly KindDefinition[] = [...kinds, ...unstoredKinds];

/** By what a request's path names. Group '' for core. */
export function kindByResource(group: string, version: string, plural: string): KindDefinition | undefined {
  return findKind(all, { group, version, plural });
}

/** By an object's own words: `('apps/v1', 'ReplicaSet')`. */
export function kindOf(apiVersion: string, kind: string): KindDefinition | undefined {
  return kindNamed(all, apiVersion, kind);
}

/** As people write it: `rs`, `replicasets`, `ReplicaSet`, `replicasets.apps`, `replicasets.v1.apps`. */
export function kindByName(text: string): KindDefinition | undefined {
  const [name = '', ...rest] = text.toLowerCase().split('.');
  const where = rest.join('.');
  return all.find(({ kind, plural, singular, shortNames, group, version }) => {
    const isNamed = name === plural || name === singular || name === kind.toLowerCase() || shortNames.includes(name);
    return isNamed && (where === '' || where === group || where === `${version}.${group}`);
  });
}
