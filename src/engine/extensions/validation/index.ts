/**
 * Upstream's validation, rule by rule: what clusters check beyond the rules of the kinds' own definitions, which `minimal` has, too.
 * docs/validation.md is the table of all rules, and tests/validation-rules runs them.
 */
import type {
  ControllerRevision,
  CronJob,
  DaemonSet,
  Deployment,
  HorizontalPodAutoscaler,
  Ingress,
  MutatingWebhookConfiguration,
  NetworkPolicy,
  PersistentVolumeClaim,
  PodDisruptionBudget,
  PodTemplate,
  ReplicaSet,
  ReplicationController,
  StatefulSet,
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
  ValidatingWebhookConfiguration,
} from '../../api/index.ts';
import { validateDaemonSet } from '../../api/apps/v1/daemonset/validation.ts';
import { validateStatefulSet } from '../../api/apps/v1/statefulset/validation.ts';
import { validateCronJob } from '../../api/batch/v1/cronjob/validation.ts';
import { validateCollisions } from '../../api/number-validation.ts';
import type { ApiFeature } from '../../apiserver/feature.ts';
import { checkDnsLabel, type FieldError, isJsonObject, type KubeObject, required } from '../../meta/index.ts';
import { validateBinding, validatePolicy, validatePolicyStatus } from './admission/policies.ts';
import { validateWebhooks } from './admission/webhooks.ts';
import { validateAutoscaler } from './autoscaling/autoscaler.ts';
import { checkText } from './checks.ts';
import { checkClaimSpec, checkClaimStatus, checkClaimUpdate } from './claim-spec.ts';
import { checkConditions } from './conditions.ts';
import { checkCounts, deploymentCounts, replicaCounts } from './counts.ts';
import { checkJob } from './job.ts';
import { checkMetadata } from './metadata.ts';
import { validateIngress } from './networking/ingress.ts';
import { validateNetworkPolicy } from './networking/network-policy.ts';
import { checkNode } from './node.ts';
import { checkPersistentVolume } from './persistent-volume.ts';
import { checkPod, checkTemplate } from './pod/index.ts';
import { checkRuntimeClass } from './runtime-class.ts';
import { checkEndpoints, checkIngressStatus, checkNamespace, checkService } from './small-kinds.ts';
import { checkCsiNode, checkStorageCapacity, checkVolumeAttachment } from './storage.ts';
import { checkStorageClass } from './topologies.ts';

/** `old` is there on an update. What is wrong goes to `errors`. Parts that an update didn't change are the very same in both. */
type Rules<T extends KubeObject> = (object: T, old: T | undefined, errors: FieldError[]) => void;

interface RulesOfKind {
  readonly group: string;
  check(object: KubeObject, old: KubeObject | undefined, errors: FieldError[]): void;
}

/** The server asks with objects of the kind only. */
function rulesOf<T extends KubeObject>(group: string, check: Rules<T>): RulesOfKind {
  return { group, check: check as unknown as Rules<KubeObject> };
}

type Workload = Deployment | ReplicaSet | StatefulSet | DaemonSet | ReplicationController;

const checkWorkload: Rules<Workload> = ({ spec }, old, errors) => {
  if (spec !== old?.spec) checkTemplate(spec?.template, 'spec.template', errors);
};

const checkReplicas: Rules<ReplicaSet | ReplicationController> = (controller, old, errors) => {
  checkWorkload(controller, old, errors);
  if (old !== undefined && controller.status !== old.status) checkCounts(controller.status, replicaCounts, errors);
};

const checkDeployment: Rules<Deployment> = (deployment, old, errors) => {
  checkWorkload(deployment, old, errors);
  if (old === undefined || deployment.status === old.status) return;
  checkCounts(deployment.status, deploymentCounts, errors);
  errors.push(...validateCollisions(deployment.status, old.status));
};

const checkDaemonSet: Rules<DaemonSet> = (set, old, errors) => {
  errors.push(...validateDaemonSet(set, old));
  checkWorkload(set, old, errors);
};

const checkStatefulSet: Rules<StatefulSet> = (set, old, errors) => {
  errors.push(...validateStatefulSet(set, old));
  checkWorkload(set, old, errors);
  // It never changes, and old ones may have any.
  if (old === undefined && set.spec?.serviceName) checkText(checkDnsLabel, set.spec.serviceName, 'spec.serviceName', errors);
};

const checkPodTemplate: Rules<PodTemplate> = ({ template }, old, errors) => {
  if (template !== old?.template) checkTemplate(template, 'template', errors);
};

const checkRevision: Rules<ControllerRevision> = ({ data }, old, errors) => {
  if (old === undefined && data !== undefined && !isJsonObject(data)) errors.push(required('data', 'data must be a valid JSON object'));
};

const checkBudget: Rules<PodDisruptionBudget> = ({ status }, old, errors) => {
  if (old !== undefined && status !== old.status) checkConditions(status.conditions ?? [], 'status.conditions', errors);
};

const checkCronJob: Rules<CronJob> = (cronJob, old, errors) => {
  const { spec } = cronJob;
  errors.push(...validateCronJob(cronJob, old));
  if (spec !== old?.spec) checkTemplate(spec?.jobTemplate?.spec?.template, 'spec.jobTemplate.spec.template', errors);
};

const checkClaim: Rules<PersistentVolumeClaim> = (claim, old, errors) => {
  const { spec, status } = claim;
  if (spec !== undefined && spec !== old?.spec) checkClaimSpec(spec, 'spec', errors);
  if (old === undefined) return;
  checkClaimUpdate(claim, old, errors);
  if (status !== old.status) checkClaimStatus(claim, errors);
};

const checkAdmissionPolicy: Rules<ValidatingAdmissionPolicy> = (policy, old, errors) => {
  errors.push(...(old?.spec === policy.spec ? validatePolicyStatus(policy) : validatePolicy(policy)));
};

const checkAdmissionBinding: Rules<ValidatingAdmissionPolicyBinding> = ({ spec }, old, errors) => {
  if (old === undefined || old.spec !== spec) errors.push(...validateBinding(spec));
};

const checkWebhooks: Rules<MutatingWebhookConfiguration | ValidatingWebhookConfiguration> = ({ webhooks = [] }, _old, errors) => {
  errors.push(...validateWebhooks(webhooks));
};

const checkIngress: Rules<Ingress> = (ingress, old, errors) => {
  errors.push(...validateIngress(ingress, old));
  checkIngressStatus(ingress, old, errors);
};

const checkAutoscaler: Rules<HorizontalPodAutoscaler> = (autoscaler, old, errors) => {
  errors.push(...validateAutoscaler(autoscaler, old));
};

const checkNetworkPolicy: Rules<NetworkPolicy> = (policy, old, errors) => {
  errors.push(...validateNetworkPolicy(policy, old));
};

/** By kind. */
const rules: Readonly<Record<string, RulesOfKind>> = {
  ControllerRevision: rulesOf('apps', checkRevision),
  CronJob: rulesOf('batch', checkCronJob),
  CSINode: rulesOf('storage.k8s.io', checkCsiNode),
  CSIStorageCapacity: rulesOf('storage.k8s.io', checkStorageCapacity),
  DaemonSet: rulesOf('apps', checkDaemonSet),
  Deployment: rulesOf('apps', checkDeployment),
  Endpoints: rulesOf('', checkEndpoints),
  HorizontalPodAutoscaler: rulesOf('autoscaling', checkAutoscaler),
  Ingress: rulesOf('networking.k8s.io', checkIngress),
  Job: rulesOf('batch', checkJob),
  MutatingWebhookConfiguration: rulesOf('admissionregistration.k8s.io', checkWebhooks),
  Namespace: rulesOf('', checkNamespace),
  NetworkPolicy: rulesOf('networking.k8s.io', checkNetworkPolicy),
  Node: rulesOf('', checkNode),
  PersistentVolume: rulesOf('', checkPersistentVolume),
  PersistentVolumeClaim: rulesOf('', checkClaim),
  Pod: rulesOf('', checkPod),
  PodDisruptionBudget: rulesOf('policy', checkBudget),
  PodTemplate: rulesOf('', checkPodTemplate),
  ReplicaSet: rulesOf('apps', checkReplicas),
  ReplicationController: rulesOf('', checkReplicas),
  RuntimeClass: rulesOf('node.k8s.io', checkRuntimeClass),
  Service: rulesOf('', checkService),
  StatefulSet: rulesOf('apps', checkStatefulSet),
  StorageClass: rulesOf('storage.k8s.io', checkStorageClass),
  ValidatingAdmissionPolicy: rulesOf('admissionregistration.k8s.io', checkAdmissionPolicy),
  ValidatingAdmissionPolicyBinding: rulesOf('admissionregistration.k8s.io', checkAdmissionBinding),
  ValidatingWebhookConfiguration: rulesOf('admissionregistration.k8s.io', checkWebhooks),
  VolumeAttachment: rulesOf('storage.k8s.io', checkVolumeAttachment),
};

/** Whether there are rules for objects of this kind. Custom resources may have names of kinds. */
export function hasRules({ kind, group }: { readonly kind: string; readonly group: string }): boolean {
  return rules[kind]?.group === group;
}

const nothingWrong: readonly FieldError[] = [];

export const validationFeature: ApiFeature = {
  name: 'validation',
  validate({ kind, group }, object, old) {
    const ofKind = rules[kind];
    const isKnown = ofKind !== undefined && ofKind.group === group;
    const { metadata } = object;
    if (!isKnown && metadata.ownerReferences === undefined && metadata.finalizers === undefined) return nothingWrong;
    const errors: FieldError[] = [];
    checkMetadata(object, old, errors);
    if (isKnown) ofKind.check(object, old, errors);
    return errors;
  },
};
