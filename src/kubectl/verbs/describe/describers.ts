/** The pages of the kinds that have one. */

import { describeAutoscaler } from './autoscaler.ts';
import { describeCronJob, describeJob } from './batch.ts';
import { describeCSINode, describeDisruptionBudget, describePriorityClass, describeStorageClass } from './classes.ts';
import { describeLimitRange, describeResourceQuota } from './limits.ts';
import { describeEndpointSlice, describeIngress, describeIngressClass, describeNetworkPolicy } from './networking.ts';
import { describeNode } from './node.ts';
import { describePod } from './pod.ts';
import { describeRole, describeRoleBinding } from './roles.ts';
import { describeSecret, describeServiceAccount } from './secret.ts';
import { describeEndpoints, describeService } from './service.ts';
import { describeConfigMap, describeNamespace } from './namespace.ts';
import { describePersistentVolume, describePersistentVolumeClaim } from './storage.ts';
import type { Describer } from './subject.ts';
import { describeDaemonSet, describeDeployment, describeReplicaSet, describeReplicationController, describeStatefulSet } from './workloads.ts';

/** By kind and group: `Pod.`, `Deployment.apps`. */
export const describers: Readonly<Record<string, Describer>> = {
  'Pod.': describePod,
  'Node.': describeNode,
  'Namespace.': describeNamespace,
  'ConfigMap.': describeConfigMap,
  'Service.': describeService,
  'Endpoints.': describeEndpoints,
  'Secret.': describeSecret,
  'ServiceAccount.': describeServiceAccount,
  'PersistentVolume.': describePersistentVolume,
  'PersistentVolumeClaim.': describePersistentVolumeClaim,
  'LimitRange.': describeLimitRange,
  'ResourceQuota.': describeResourceQuota,
  'ReplicaSet.apps': describeReplicaSet,
  'ReplicationController.': describeReplicationController,
  'Deployment.apps': describeDeployment,
  'DaemonSet.apps': describeDaemonSet,
  'StatefulSet.apps': describeStatefulSet,
  'Job.batch': describeJob,
  'CronJob.batch': describeCronJob,
  'HorizontalPodAutoscaler.autoscaling': describeAutoscaler,
  'EndpointSlice.discovery.k8s.io': describeEndpointSlice,
  'Ingress.networking.k8s.io': describeIngress,
  'IngressClass.networking.k8s.io': describeIngressClass,
  'NetworkPolicy.networking.k8s.io': describeNetworkPolicy,
  'PodDisruptionBudget.policy': describeDisruptionBudget,
  'Role.rbac.authorization.k8s.io': describeRole,
  'ClusterRole.rbac.authorization.k8s.io': describeRole,
  'RoleBinding.rbac.authorization.k8s.io': describeRoleBinding,
  'ClusterRoleBinding.rbac.authorization.k8s.io': describeRoleBinding,
  'PriorityClass.scheduling.k8s.io': describePriorityClass,
  'CSINode.storage.k8s.io': describeCSINode,
  'StorageClass.storage.k8s.io': describeStorageClass,
};
