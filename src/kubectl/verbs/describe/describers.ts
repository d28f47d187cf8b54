/** The pages of the kinds that have one. */
import { describeLimitRange, describeResourceQuota } from './limits.ts';
import { describeNode } from './node.ts';
import { describePod } from './pod.ts';
import { describeSecret, describeServiceAccount } from './secret.ts';
import { describeEndpoints, describeService } from './service.ts';
import { describeConfigMap, describeNamespace } from './small.ts';
import { describePersistentVolume, describePersistentVolumeClaim } from './storage.ts';
import type { Describer } from './subject.ts';
import {
  describeDaemonSet,
  describeDeployment,
  describeJob,
  describeReplicaSet,
  describeStatefulSet,
} from './workloads.ts';

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
  'Deployment.apps': describeDeployment,
  'DaemonSet.apps': describeDaemonSet,
  'StatefulSet.apps': describeStatefulSet,
  'Job.batch': describeJob,
};
