import {
  CronJob,
  DaemonSet,
  Deployment,
  Job,
  PodTemplate,
  ReplicaSet,
  ReplicationController,
  StatefulSet,
} from '../../api/index.ts';
import { isOf } from '../../apiserver/resource.ts';
import type { KubeObject } from '../../meta/index.ts';
import type { Subject } from './subject.ts';

/** The template of the pods that an object makes; undefined for what makes none. */
export function podTemplateOf(object: KubeObject): Subject | undefined {
  const template = templateIn(object);
  return template?.spec === undefined ? undefined : { metadata: template.metadata, spec: template.spec };
}

function templateIn(object: KubeObject): Partial<Subject> | undefined {
  if (isOf(CronJob, object)) return object.spec.jobTemplate.spec?.template;
  if (isOf(PodTemplate, object)) return object.template;
  if (isOf(ReplicationController, object)) return object.spec.template;
  for (const kind of [Deployment, ReplicaSet, StatefulSet, DaemonSet, Job]) {
    if (isOf<Deployment | ReplicaSet | StatefulSet | DaemonSet | Job>(kind, object)) return object.spec.template;
  }
  return undefined;
}
