/**
 * Upstream's validation, rule by rule: what clusters check beyond the rules of the kinds' own definitions, which `minimal` has, too.
 * docs/validation.md is the table of all rules, and tests/validation-rules runs them.
 */
import type { CronJob, DaemonSet, Deployment, Job, PersistentVolumeClaim, ReplicaSet, ReplicationController, StatefulSet } from '../../api/index.ts';
import type { ApiFeature } from '../../apiserver/feature.ts';
import type { FieldError, KubeObject } from '../../meta/index.ts';
import { checkClaimSpec, checkClaimStatus, checkClaimUpdate } from './claim-spec.ts';
import { checkNode } from './node.ts';
import { checkPersistentVolume } from './persistent-volume.ts';
import { checkPod, checkTemplate } from './pod/index.ts';
import { checkControllerStatus, checkEndpoints, checkNamespace, checkService } from './small-kinds.ts';

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

type Workload = Deployment | ReplicaSet | StatefulSet | DaemonSet | Job | ReplicationController;

const checkWorkload: Rules<Workload> = ({ spec }, old, errors) => {
  if (spec !== old?.spec) checkTemplate(spec?.template, 'spec.template', errors);
};

const checkController: Rules<ReplicationController> = (controller, old, errors) => {
  checkWorkload(controller, old, errors);
  checkControllerStatus(controller, old, errors);
};

const checkCronJob: Rules<CronJob> = ({ spec }, old, errors) => {
  if (spec !== old?.spec) checkTemplate(spec?.jobTemplate?.spec?.template, 'spec.jobTemplate.spec.template', errors);
};

const checkClaim: Rules<PersistentVolumeClaim> = (claim, old, errors) => {
  const { spec, status } = claim;
  if (spec !== undefined && spec !== old?.spec) checkClaimSpec(spec, 'spec', errors);
  if (old === undefined) return;
  checkClaimUpdate(claim, old, errors);
  if (status !== old.status) checkClaimStatus(claim, errors);
};

/** By kind. */
const rules: Readonly<Record<string, RulesOfKind>> = {
  CronJob: rulesOf('batch', checkCronJob),
  DaemonSet: rulesOf('apps', checkWorkload),
  Deployment: rulesOf('apps', checkWorkload),
  Endpoints: rulesOf('', checkEndpoints),
  Job: rulesOf('batch', checkWorkload),
  Namespace: rulesOf('', checkNamespace),
  Node: rulesOf('', checkNode),
  PersistentVolume: rulesOf('', checkPersistentVolume),
  PersistentVolumeClaim: rulesOf('', checkClaim),
  Pod: rulesOf('', checkPod),
  ReplicaSet: rulesOf('apps', checkWorkload),
  ReplicationController: rulesOf('', checkController),
  Service: rulesOf('', checkService),
  StatefulSet: rulesOf('apps', checkWorkload),
};

const nothingWrong: readonly FieldError[] = [];

export const validationFeature: ApiFeature = {
  name: 'validation',
  validate({ kind, group }, object, old) {
    const ofKind = rules[kind];
    // Custom resources may have names of kinds.
    if (ofKind === undefined || ofKind.group !== group) return nothingWrong;
    const errors: FieldError[] = [];
    ofKind.check(object, old, errors);
    return errors;
  },
};
