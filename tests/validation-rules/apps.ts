/** Rules of the group apps. */
import type { JsonObject } from '../../src/engine/meta/index.ts';
import { forbidden, invalid, isImmutable, isNegative, isNoLabel, isNoPercent, isNoSubdomain, required, unsupported } from './messages.ts';
import { because, creates, differs, type Rule, unreachable, updates, updatesStatus, upstream } from './rule.ts';

const file = 'pkg/apis/apps/validation/validation.go';
const ofDeployment = upstream('Deployment', file);
const ofReplicaSet = upstream('ReplicaSet', file);
const ofDaemonSet = upstream('DaemonSet', file);
const ofStatefulSet = upstream('StatefulSet', file);
const ofRevision = upstream('ControllerRevision', file);
const ofTemplate = upstream('Deployment', 'pkg/apis/core/validation/validation.go');
const ofNumbers = upstream('Deployment', 'staging/src/k8s.io/apimachinery/pkg/api/validation/generic.go');

const withSpec = (fields: JsonObject): JsonObject => ({ spec: fields });
const podSpec = (fields: JsonObject): JsonObject => withSpec({ template: { spec: fields } });
const selector = (labels: string): string => `v1.LabelSelector{MatchLabels:map[string]string${labels}, MatchExpressions:[]v1.LabelSelectorRequirement(nil)}`;
const noMatch = (labels = '{"a":"b"}'): string => `spec.template.metadata.labels: Invalid value: map[string]string${labels}: \`selector\` does not match template \`labels\``;
const noDeadline = (kind: string): string => forbidden('spec.template.spec.activeDeadlineSeconds', `activeDeadlineSeconds in ${kind} is not Supported`);
const restarts = unsupported('spec.template.spec.restartPolicy', 'Never', 'Always');
const nothing = (kind: string): string => `spec.selector: Invalid value: ${selector('(nil)')}: empty selector is invalid for ${kind}`;
const rolling = (rollingUpdate: JsonObject): JsonObject => withSpec({ strategy: { rollingUpdate } });
const d = 'spec.strategy.rollingUpdate';
const daemon = (rollingUpdate: JsonObject): JsonObject => withSpec({ updateStrategy: { rollingUpdate } });
const u = 'spec.updateStrategy.rollingUpdate';
const more = 'cannot be greater than status.replicas';

/** Counts aren't negative. A negative number of replicas makes others too many. */
const notNegative = (counts: readonly string[], within: readonly string[], status: JsonObject = {}): readonly Rule[] =>
  counts.map((name) => {
    const others = name === 'replicas' ? within.map((other) => invalid(`status.${other}`, 0, more)) : [];
    const ready = name === 'readyReplicas' ? [invalid('status.availableReplicas', 0, `cannot be greater than ${counts.includes('currentReplicas') ? 'status.' : ''}readyReplicas`)] : [];
    return updatesStatus(`${name} isn’t negative`, {}, { ...status, [name]: -1 }, invalid(`status.${name}`, -1, isNegative), ...others, ...ready);
  });
const tooMany = (names: readonly string[], status: JsonObject = {}): readonly Rule[] =>
  names.map((name) => updatesStatus(`${name} are some of the replicas`, {}, { ...status, replicas: 0, [name]: 1 }, invalid(`status.${name}`, 1, more)));
const available = (words: string): Rule =>
  updatesStatus('those that are available are ready', {}, { replicas: 1, availableReplicas: 1 }, invalid('status.availableReplicas', 1, `cannot be greater than ${words}`));
const collisions: Rule = updatesStatus('collisions only grow', { status: { replicas: 0, collisionCount: 2 } }, { collisionCount: 1 }, invalid('status.collisionCount', 1, 'cannot be decremented'));

const ofDeployments = ['updatedReplicas', 'readyReplicas', 'availableReplicas'];
const ofReplicaSets = ['fullyLabeledReplicas', 'readyReplicas', 'availableReplicas'];
const ofStatefulSets = ['readyReplicas', 'currentReplicas', 'updatedReplicas', 'availableReplicas'];
const daemons = { currentNumberScheduled: 0, numberMisscheduled: 0, desiredNumberScheduled: 0, numberReady: 0 };
const daemonCounts = [...Object.keys(daemons), 'observedGeneration', 'updatedNumberScheduled', 'numberAvailable', 'numberUnavailable'];

export const appsRules = [
  ofNumbers('ValidateNonnegativeField', 'api/number-validation.ts', [
    ...['replicas', 'minReadySeconds', 'revisionHistoryLimit'].map((field) => creates(`${field} isn’t negative`, withSpec({ [field]: -1 }), invalid(`spec.${field}`, -1, isNegative))),
    creates('progressDeadlineSeconds isn’t negative', withSpec({ progressDeadlineSeconds: -1 }), invalid('spec.progressDeadlineSeconds', -1, isNegative), invalid('spec.progressDeadlineSeconds', -1, 'must be greater than minReadySeconds')),
  ]),
  ofDeployment('ValidateDeploymentSpec', 'api/apps/v1/workload.ts', [
    creates('there is a selector', withSpec({ selector: null }), required('spec.selector'), noMatch()),
    creates('it selects something', withSpec({ selector: { matchLabels: null } }), nothing('deployment')),
    creates('a Deployment fails after its Pods are ready', withSpec({ minReadySeconds: 600 }), invalid('spec.progressDeadlineSeconds', 600, 'must be greater than minReadySeconds')),
    unreachable('apps/v1 has no rollback', creates('a revision to go back to isn’t negative', withSpec({}))),
  ]),
  ofTemplate('ValidateRuntimeClassName', 'extensions/validation/pod/spec.ts', [
    creates('a runtime class’s name is a subdomain', podSpec({ runtimeClassName: 'A' }), invalid('spec.template.spec.runtimeClassName', 'A', isNoSubdomain)),
  ]),
  ofDeployment('ValidatePodTemplateSpecForReplicaSet', 'api/apps/v1/workload.ts', [
    unreachable('a template is never absent in Go', creates('there is a template', withSpec({ template: null }), noMatch('(nil)'), required('spec.template.spec.containers'))),
    creates('labels are selected', withSpec({ selector: { matchLabels: { a: 'c' } } }), noMatch()),
    creates('Pods always restart', podSpec({ restartPolicy: 'Never' }), restarts),
    differs(
      'a Deployment is named, not the ReplicaSet that upstream names',
      creates('Pods don’t end', podSpec({ activeDeadlineSeconds: 5 }), noDeadline('deployment')),
    ),
  ]),
  ofDeployment('ValidateDeploymentStrategy', 'api/apps/v1/deployment/index.ts', [
    creates('Recreate has no steps', withSpec({ strategy: { type: 'Recreate', rollingUpdate: { maxSurge: 1 } } }), forbidden(d, "may not be specified when strategy `type` is 'Recreate'")),
    unreachable(because.defaulted, creates('RollingUpdate has some', withSpec({ strategy: { type: 'RollingUpdate' } }))),
    creates(
      'the strategy is known',
      withSpec({ strategy: { type: 'x' } }),
      'spec.strategy: Unsupported value: apps.DeploymentStrategy{Type:"x", RollingUpdate:(*apps.RollingUpdateDeployment)(nil)}: supported values: "Recreate", "RollingUpdate"',
    ),
  ]),
  ofDeployment('ValidateRollingUpdateDeployment', 'api/apps/v1/deployment/index.ts', [
    creates('something changes', rolling({ maxSurge: 0, maxUnavailable: 0 }), invalid(`${d}.maxUnavailable`, 0, 'may not be 0 when `maxSurge` is 0')),
  ]),
  ofDeployment('ValidatePositiveIntOrPercent', 'api/number-validation.ts', [
    creates('a text is a percentage', rolling({ maxSurge: 'x' }), invalid(`${d}.maxSurge`, 'x', isNoPercent)),
    creates('a number isn’t negative', rolling({ maxUnavailable: -1 }), invalid(`${d}.maxUnavailable`, -1, isNegative)),
    unreachable('JSON has numbers and texts', creates('an amount is one of both', rolling({ maxSurge: 1 }))),
  ]),
  ofDeployment('IsNotMoreThan100Percent', 'api/number-validation.ts', [creates('a percentage is at most 100', rolling({ maxUnavailable: '101%' }), invalid(`${d}.maxUnavailable`, '101%', 'must not be greater than 100%'))]),
  ofDeployment('ValidateDeploymentStatus', 'extensions/validation/counts.ts', [
    ...notNegative(['observedGeneration', 'replicas', 'updatedReplicas', 'readyReplicas', 'availableReplicas', 'unavailableReplicas', 'collisionCount'], ofDeployments),
    ...tooMany(['updatedReplicas', 'readyReplicas']),
    available('readyReplicas'),
  ]),
  ofDeployment('ValidateDeploymentStatusUpdate', 'extensions/validation/counts.ts', [collisions]),
  ofReplicaSet('ValidateReplicaSetSpec', 'api/apps/v1/workload.ts', [
    creates('there is a selector', withSpec({ selector: null }), required('spec.selector'), noMatch()),
    creates('it selects something', withSpec({ selector: { matchLabels: null } }), nothing('deployment')),
    creates('Pods don’t end', podSpec({ activeDeadlineSeconds: 5 }), noDeadline('ReplicaSet')),
    updates('the selector stays', {}, withSpec({ selector: { matchLabels: { c: 'd' } }, template: { metadata: { labels: { c: 'd' } } } }), `spec.selector: Invalid value: ${selector('{"a":"b", "c":"d"}')}: ${isImmutable}`),
  ]),
  ofReplicaSet('ValidateReplicaSetStatus', 'extensions/validation/counts.ts', [
    ...notNegative(['replicas', 'fullyLabeledReplicas', 'readyReplicas', 'availableReplicas', 'observedGeneration'], ofReplicaSets, { replicas: 0 }),
    ...tooMany(['fullyLabeledReplicas', 'readyReplicas']),
    available('readyReplicas'),
  ]),
  ofDaemonSet('ValidateDaemonSetSpec', 'api/apps/v1/daemonset/validation.ts', [
    creates('labels are selected', withSpec({ selector: { matchLabels: { a: 'c' } } }), noMatch()),
    creates('the selector selects something', withSpec({ selector: { matchLabels: null } }), nothing('daemonset')),
    creates('Pods always restart', podSpec({ restartPolicy: 'Never' }), restarts),
    creates('Pods don’t end', podSpec({ activeDeadlineSeconds: 5 }), noDeadline('DaemonSet')),
  ]),
  ofDaemonSet('ValidateDaemonSetSpecUpdate', 'api/apps/v1/daemonset/validation.ts', ['it grows', 'with the template', 'and only then'].map((what) =>
    unreachable('apps/v1 has no generation of templates; the server counts it', updates(`a generation of templates: ${what}`, {}, withSpec({ minReadySeconds: 1 }))),
  )),
  ofDaemonSet('ValidateDaemonSetUpdateStrategy', 'api/apps/v1/daemonset/validation.ts', [
    unreachable(because.defaulted, creates('RollingUpdate has steps', withSpec({ updateStrategy: { type: 'RollingUpdate' } }))),
    creates(
      'the strategy is known',
      withSpec({ updateStrategy: { type: 'x' } }),
      'spec.updateStrategy: Unsupported value: apps.DaemonSetUpdateStrategy{Type:"x", RollingUpdate:(*apps.RollingUpdateDaemonSet)(nil)}: supported values: "RollingUpdate", "OnDelete"',
    ),
  ]),
  ofDaemonSet('ValidateRollingUpdateDaemonSet', 'api/apps/v1/daemonset/validation.ts', [
    creates('Pods come first, or go first', daemon({ maxSurge: 1, maxUnavailable: 1 }), invalid(`${u}.maxSurge`, 1, 'may not be set when maxUnavailable is non-zero')),
    creates('something changes', daemon({ maxSurge: 0, maxUnavailable: 0 }), required(`${u}.maxUnavailable`, 'cannot be 0 when maxSurge is 0')),
  ]),
  ofDaemonSet('ValidateDaemonSetStatusUpdate', 'api/apps/v1/daemonset/validation.ts', [
    ...daemonCounts.map((name) => updatesStatus(`${name} isn’t negative`, {}, { ...daemons, [name]: -1 }, invalid(`status.${name}`, -1, isNegative))),
    updatesStatus('collisions only grow', { status: { ...daemons, collisionCount: 2 } }, { collisionCount: 1 }, invalid('status.collisionCount', 1, 'cannot be decremented')),
  ]),
  ofStatefulSet('ValidateStatefulSetSpec', 'api/apps/v1/statefulset/validation.ts', [
    unreachable(because.defaulted, creates('a way to begin Pods is said', withSpec({ podManagementPolicy: '' }))),
    creates('it is known', withSpec({ podManagementPolicy: 'x' }), invalid('spec.podManagementPolicy', 'x', "must be 'OrderedReady' or 'Parallel'")),
    unreachable(because.defaulted, creates('a strategy is said', withSpec({ updateStrategy: { type: '' } }))),
    differs(because.pointers, creates('OnDelete has no steps', withSpec({ updateStrategy: { type: 'OnDelete', rollingUpdate: { partition: 1 } } }), invalid(u, { partition: 1 }, "only allowed for updateStrategy 'RollingUpdate'"))),
    creates(
      'the strategy is known',
      withSpec({ updateStrategy: { type: 'x' } }),
      'spec.updateStrategy: Invalid value: apps.StatefulSetUpdateStrategy{Type:"x", RollingUpdate:(*apps.RollingUpdateStatefulSetStrategy)(nil)}: must be \'RollingUpdate\' or \'OnDelete\'',
    ),
    creates('there is a selector', withSpec({ selector: null }), required('spec.selector'), noMatch()),
    creates('it selects something', withSpec({ selector: { matchLabels: null } }), nothing('statefulset')),
    creates('Pods always restart', podSpec({ restartPolicy: 'Never' }), restarts),
    creates('Pods don’t end', podSpec({ activeDeadlineSeconds: 5 }), noDeadline('StatefulSet')),
    creates('a Service’s name is a label', withSpec({ serviceName: 'A' }), invalid('spec.serviceName', 'A', isNoLabel)),
    ...['replicas', 'minReadySeconds'].map((name) => creates(`${name} isn’t negative`, withSpec({ [name]: -1 }), invalid(`spec.${name}`, -1, isNegative))),
    creates('the first number isn’t negative', withSpec({ ordinals: { start: -1 } }), invalid('spec.ordinals.start', -1, isNegative)),
  ]),
  ofStatefulSet('ValidatePodTemplateSpecForStatefulSet', 'api/apps/v1/statefulset/validation.ts', [
    unreachable('a template is never absent in Go', creates('there is a template', withSpec({ template: null }), noMatch('(nil)'), required('spec.template.spec.containers'))),
    creates('labels are selected', withSpec({ selector: { matchLabels: { a: 'c' } } }), noMatch()),
  ]),
  ofStatefulSet('ValidatePersistentVolumeClaimRetentionPolicyType', 'api/apps/v1/statefulset/validation.ts', [
    creates('what becomes of claims is known', withSpec({ persistentVolumeClaimRetentionPolicy: { whenDeleted: 'x' } }), unsupported('spec.persistentVolumeClaimRetentionPolicy.whenDeleted', 'x', 'Retain', 'Delete')),
  ]),
  ofStatefulSet('validateRollingUpdateStatefulSet', 'api/apps/v1/statefulset/validation.ts', [
    creates('a partition isn’t negative', withSpec({ updateStrategy: { rollingUpdate: { partition: -1 } } }), invalid(`${u}.partition`, -1, isNegative)),
    differs('the field is checked, which the gate MaxUnavailableStatefulSet, off in 1.33, drops there', creates('some may be missing', withSpec({ updateStrategy: { rollingUpdate: { maxUnavailable: 0 } } }), invalid(`${u}.maxUnavailable`, 0, 'cannot be 0'))),
  ]),
  ofStatefulSet('ValidateStatefulSetUpdate', 'api/apps/v1/statefulset/validation.ts', [
    updates(
      'other fields stay',
      {},
      withSpec({ serviceName: 't' }),
      forbidden('spec', "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden"),
    ),
  ]),
  ofStatefulSet('ValidateStatefulSetStatus', 'api/apps/v1/statefulset/validation.ts', [
    ...notNegative(['replicas', 'readyReplicas', 'currentReplicas', 'updatedReplicas', 'availableReplicas', 'observedGeneration', 'collisionCount'], ofStatefulSets, { replicas: 0 }),
    ...tooMany(['readyReplicas', 'currentReplicas', 'updatedReplicas']),
    available('status.readyReplicas'),
  ]),
  ofStatefulSet('ValidateStatefulSetStatusUpdate', 'api/apps/v1/statefulset/validation.ts', [collisions]),
  ofRevision('ValidateControllerRevisionCreate', 'api/apps/v1/controllerrevision/index.ts', [
    creates('there is a state', { data: null }, required('data', 'data is mandatory')),
    unreachable('a body is JSON', creates('it is JSON', {})),
    creates('it is an object', { data: 'x' }, required('data', 'data must be a valid JSON object')),
    creates('a revision isn’t negative', { revision: -1 }, invalid('revision', -1, isNegative)),
  ]),
  ofRevision('ValidateControllerRevisionUpdate', 'api/apps/v1/controllerrevision/index.ts', [
    differs('upstream prints the data as a Go value', updates('a state stays', {}, { data: { a: 1 } }, invalid('data', { a: 1 }, isImmutable))),
  ]),
];
