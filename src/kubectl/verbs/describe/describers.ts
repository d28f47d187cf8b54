/** The pages of the kinds that have one. */
import { describeNode } from './node.ts';
import { describePod } from './pod.ts';
import { describeConfigMap, describeNamespace, describeService } from './small.ts';
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
  'ReplicaSet.apps': describeReplicaSet,
  'Deployment.apps': describeDeployment,
  'DaemonSet.apps': describeDaemonSet,
  'StatefulSet.apps': describeStatefulSet,
  'Job.batch': describeJob,
};
