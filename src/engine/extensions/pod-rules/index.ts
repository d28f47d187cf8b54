/** Rules for pods and their templates that whole clusters check, beyond those of the definition. */
import { CronJob, DaemonSet, Deployment, Job, Pod, type PodTemplateSpec, ReplicaSet, ReplicationController, StatefulSet } from '../../api/index.ts';
import type { ApiFeature } from '../../apiserver/feature.ts';
import { isOf } from '../../apiserver/resource.ts';
import type { FieldError, KubeObject } from '../../meta/index.ts';
import { dnsErrors } from './dns.ts';

export const podRulesFeature: ApiFeature = {
  name: 'pod-rules',
  validate: (_kind, object) => errorsIn(object),
};

function errorsIn(object: KubeObject): readonly FieldError[] {
  if (isOf(Pod, object)) return object.spec === undefined ? [] : dnsErrors(object.spec, 'spec');
  if (isOf(CronJob, object)) return inTemplate(object.spec?.jobTemplate?.spec?.template, 'spec.jobTemplate.spec.template');
  for (const kind of [Deployment, ReplicaSet, StatefulSet, DaemonSet, Job, ReplicationController]) {
    if (isOf<Deployment | ReplicaSet | StatefulSet | DaemonSet | Job | ReplicationController>(kind, object)) {
      return inTemplate(object.spec?.template, 'spec.template');
    }
  }
  return [];
}

function inTemplate(template: PodTemplateSpec | undefined, path: string): readonly FieldError[] {
  return template?.spec === undefined ? [] : dnsErrors(template.spec, `${path}.spec`);
}
