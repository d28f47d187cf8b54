/** Rules of ReplicationControllers, LimitRanges, Secrets, ConfigMaps, ResourceQuotas and Namespaces. */
import type { JsonObject } from '../../../src/engine/meta/index.ts';
import { duplicate, forbidden, invalid, isImmutable, isNegative, isNoConfigKey, isNoQualifiedName, required, tooLong, unsupported } from '../messages.ts';
import { because, creates, differs, unreachable, updates, updatesPart, updatesStatus, upstream } from '../rule.ts';

const file = 'pkg/apis/core/validation/validation.go';
const ofController = upstream('ReplicationController', file);
const ofRange = upstream('LimitRange', file);
const ofSecret = upstream('Secret', file);
const ofMap = upstream('ConfigMap', file);
const ofQuota = upstream('ResourceQuota', file);
const ofNamespace = upstream('Namespace', file);

const withSpec = (fields: JsonObject): JsonObject => ({ spec: fields });
const limit = (...limits: readonly JsonObject[]): JsonObject => withSpec({ limits });
const l = 'spec.limits[0]';
const podSpec = (fields: JsonObject): JsonObject => withSpec({ template: { spec: fields } });
const counts = ['replicas', 'fullyLabeledReplicas', 'readyReplicas', 'availableReplicas', 'observedGeneration'];
const scoped = (scopes: readonly string[], hard: JsonObject = {}): JsonObject => withSpec({ scopes, hard });
const shown = (...scopes: readonly string[]): string => `[]core.ResourceQuotaScope{${scopes.map((each) => `"${each}"`).join(', ')}}`;
const selected = (...matchExpressions: readonly JsonObject[]): JsonObject => withSpec({ scopeSelector: { matchExpressions } });
const m = 'spec.scopeSelector.matchExpressions';
const onlyExists =
  "must be 'Exists' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity";
const bytes = (text: string): string => Buffer.from(text).toString('base64');
const large = bytes('x'.repeat(1024 * 1024 + 1));
const frozen = 'field is immutable when `immutable` is set';
const noFinalizer = 'name is neither a standard finalizer name nor is it fully qualified';

export const smallKindRules = [
  ofController('ValidateNonEmptySelector', 'api/core/v1/replicationcontroller/index.ts', [
    creates('it selects something', withSpec({ selector: {}, template: { metadata: null } }), required('spec.selector')),
  ]),
  ofController('ValidatePodTemplateSpecForRC', 'api/core/v1/replicationcontroller/index.ts', [
    creates('there is a template', withSpec({ selector: { a: 'b' }, template: null }), required('spec.template')),
    differs(
      'the labels are shown as JSON',
      creates('its labels are selected', withSpec({ selector: { a: 'c' } }), invalid('spec.template.metadata.labels', { a: 'b' }, '`selector` does not match template `labels`')),
    ),
    creates('its Pods always restart', podSpec({ restartPolicy: 'Never' }), unsupported('spec.template.spec.restartPolicy', 'Never', 'Always')),
    creates('and don’t end', podSpec({ activeDeadlineSeconds: 5 }), forbidden('spec.template.spec.activeDeadlineSeconds', 'activeDeadlineSeconds in ReplicationController is not Supported')),
  ]),
  ofController('ValidateReplicationControllerSpec', 'api/core/v1/replicationcontroller/index.ts', [unreachable(because.defaulted, creates('a number of Pods is said', withSpec({ replicas: null })))]),
  ofController('ValidatePodTemplateSpec', 'extensions/validation/pod/index.ts', [
    creates(
      'a template has no ephemeral containers',
      podSpec({ ephemeralContainers: [{ name: 'd', image: 'i' }] }),
      forbidden('spec.template.spec.ephemeralContainers', 'ephemeral containers not allowed in pod template'),
    ),
    creates('its annotations have qualified names', withSpec({ template: { metadata: { annotations: { '-': 'a' } } } }), invalid('spec.template.annotations', '-', isNoQualifiedName)),
  ]),
  ofController('ValidateReplicationControllerStatus', 'extensions/validation/counts.ts', [
    ...counts.map((field) => updatesStatus(`${field} isn’t negative`, {}, { replicas: 0, [field]: -1 }, ...negative(field))),
    updatesStatus('no more have all labels than there are', {}, { fullyLabeledReplicas: 1 }, invalid('status.fullyLabeledReplicas', 1, 'cannot be greater than status.replicas')),
    updatesStatus('no more are ready', {}, { readyReplicas: 1 }, invalid('status.readyReplicas', 1, 'cannot be greater than status.replicas')),
    updatesStatus(
      'no more are available',
      {},
      { availableReplicas: 1 },
      invalid('status.availableReplicas', 1, 'cannot be greater than status.replicas'),
      invalid('status.availableReplicas', 1, 'cannot be greater than readyReplicas'),
    ),
    updatesStatus('no more are available than ready', {}, { replicas: 1, availableReplicas: 1 }, invalid('status.availableReplicas', 1, 'cannot be greater than readyReplicas')),
  ]),
  ofRange('validateLimitRangeTypeName', 'api/core/v1/limitrange/validation.ts', [
    creates('a type is a qualified name', limit({ type: '-' }), invalid(`${l}.type`, '-', isNoQualifiedName)),
    creates('a standard one, or with a domain', limit({ type: 'x' }), invalid(`${l}.type`, 'x', 'must be a standard limit type or fully qualified')),
  ]),
  ofRange('ValidateLimitRange', 'api/core/v1/limitrange/validation.ts', [
    creates('types are unique', limit({ type: 'Pod', max: { cpu: '1' } }, { type: 'Pod', max: { cpu: '1' } }), duplicate('spec.limits[1].type', 'Pod')),
    creates('Pods have no default', limit({ type: 'Pod', default: { cpu: '1' } }), forbidden(`${l}.default`, "may not be specified when `type` is 'Pod'")),
    creates('and none for requests', limit({ type: 'Pod', defaultRequest: { cpu: '1' } }), forbidden(`${l}.defaultRequest`, "may not be specified when `type` is 'Pod'")),
    creates('claims are limited in storage', limit({ type: 'PersistentVolumeClaim' }), required(`${l}.limits`, 'either minimum or maximum storage value is required, but neither was provided')),
    ...[
      ['the least is at most the most', { min: { cpu: '2' }, max: { cpu: '1' }, default: { cpu: '1' }, defaultRequest: { cpu: '1' } }, [['min', '2', 'min value 2 is greater than max value 1'], ['defaultRequest', '1', 'min value 2 is greater than default request value 1'], ['default', '2', 'min value 2 is greater than default value 1']]],
      ['a default request is at least the least', { min: { cpu: '2' }, defaultRequest: { cpu: '1' } }, [['defaultRequest', '1', 'min value 2 is greater than default request value 1']]],
      ['at most the most', { max: { cpu: '1' }, default: { cpu: '2' }, defaultRequest: { cpu: '2' } }, [['defaultRequest', '2', 'default request value 2 is greater than max value 1'], ['default', '1', 'default value 2 is greater than max value 1']]],
      ['at most the default', { default: { cpu: '1' }, defaultRequest: { cpu: '2' } }, [['defaultRequest', '2', 'default request value 2 is greater than default limit value 1']]],
      ['a ratio is at least 1', { maxLimitRequestRatio: { cpu: '500m' } }, [['maxLimitRequestRatio', '500m', 'ratio 500m is less than 1']]],
      ['at most that of the bounds', { min: { cpu: '1' }, max: { cpu: '2' }, maxLimitRequestRatio: { cpu: '3' } }, [['maxLimitRequestRatio', '3', 'ratio 3 is greater than max/min = 2.000000']]],
    ].map(([what, item, causes]) =>
      differs(
        because.quantity,
        creates(`${what}`, limit({ type: 'Container', ...(item as JsonObject) }), ...(causes as string[][]).map(([list, value, why]) => invalid(`${l}.${list}[cpu]`, value, `${why}`))),
      ),
    ),
    differs(
      because.quantity,
      creates(
        'a device is requested as limited',
        limit({ type: 'Container', default: { 'a.b/c': '2' }, defaultRequest: { 'a.b/c': '1' } }),
        invalid(`${l}.defaultRequest[a.b/c]`, '1', 'default value 2 must equal to defaultRequest value 1 in a.b/c'),
      ),
    ),
  ]),
  ofSecret('ValidateSecret', 'api/core/v1/secret/validation.ts', [
    creates('a key is one', { data: { 'a b': '' } }, invalid('data[a b]', 'a b', isNoConfigKey)),
    creates('1 MiB at most', { data: { a: large } }, tooLong('data', 1_048_576)),
    creates('a token is an account’s', { type: 'kubernetes.io/service-account-token' }, required('metadata.annotations[kubernetes.io/service-account.name]')),
    creates('.dockercfg is there', { type: 'kubernetes.io/dockercfg' }, required('data[.dockercfg]')),
    creates('it is JSON', { type: 'kubernetes.io/dockercfg', data: { '.dockercfg': bytes('x') } }, invalid('data[.dockercfg]', '<secret contents redacted>', "invalid character 'x' looking for beginning of value")),
    creates('.dockerconfigjson is there', { type: 'kubernetes.io/dockerconfigjson' }, required('data[.dockerconfigjson]')),
    creates(
      'it is JSON, too',
      { type: 'kubernetes.io/dockerconfigjson', data: { '.dockerconfigjson': bytes('x') } },
      invalid('data[.dockerconfigjson]', '<secret contents redacted>', "invalid character 'x' looking for beginning of value"),
    ),
    creates('a name or a password', { type: 'kubernetes.io/basic-auth' }, required('data[username]'), required('data[password]')),
    creates('a key for SSH', { type: 'kubernetes.io/ssh-auth' }, required('data[ssh-privatekey]')),
    creates('a certificate', { type: 'kubernetes.io/tls', data: { 'tls.key': '' } }, required('data[tls.crt]')),
    creates('and its key', { type: 'kubernetes.io/tls', data: { 'tls.crt': '' } }, required('data[tls.key]')),
  ]),
  ofSecret('ValidateSecretUpdate', 'api/core/v1/secret/validation.ts', [
    updates('the type stays', {}, { type: 'x' }, invalid('type', 'x', isImmutable)),
    updates('what is fixed stays so', { immutable: true }, { immutable: false }, forbidden('immutable', frozen)),
    updates('and its data', { immutable: true }, { data: { a: '' } }, forbidden('data', frozen)),
  ]),
  ofMap('ValidateConfigMap', 'parts/validate-config-map.ts', [
    creates('a key is one', { data: { 'a b': '' } }, invalid('data[a b]', 'a b', isNoConfigKey)),
    differs(
      'it is said of both fields: so an exercise of the course has it',
      creates(
        'a key is text or bytes',
        { data: { a: '' }, binaryData: { a: '' } },
        invalid('data[a]', 'a', 'duplicate of key present in binaryData'),
        invalid('binaryData[a]', 'a', 'duplicate of key present in data'),
      ),
    ),
    creates('a key of bytes is one', { binaryData: { 'a b': '' } }, invalid('binaryData[a b]', 'a b', isNoConfigKey)),
    creates('1 MiB at most', { binaryData: { a: large } }, tooLong('[]', 1_048_576)),
  ]),
  ofMap('ValidateConfigMapUpdate', 'parts/validate-config-map.ts', [
    updates('what is fixed stays so', { immutable: true }, { immutable: null }, forbidden('immutable', frozen)),
    updates('and its texts', { immutable: true }, { data: { a: '' } }, forbidden('data', frozen)),
    updates('and its bytes', { immutable: true }, { binaryData: { a: '' } }, forbidden('binaryData', frozen)),
  ]),
  ofQuota('ValidateResourceQuotaResourceName', 'api/core/v1/resource-names.ts', [
    creates('a resource is known', withSpec({ hard: { x: '1' } }), invalid('spec.hard[x]', 'x', 'must be a standard resource type or fully qualified'), invalid('spec.hard[x]', 'x', 'must be a standard resource for quota')),
    creates('a resource can be limited', withSpec({ hard: { storage: '1' } }), invalid('spec.hard[storage]', 'storage', 'must be a standard resource for quota')),
    updatesStatus('so in the status', {}, { used: { '-': '1' } }, invalid('status.used[-]', '-', isNoQualifiedName), invalid('status.used[-]', '-', 'must be a standard resource for quota')),
  ]),
  ofQuota('validateResourceQuotaScopes', 'api/core/v1/resourcequota/validation.ts', [
    creates('a scope is known', scoped(['x']), `spec.scopes: Invalid value: ${shown('x')}: unsupported scope`),
    creates('it is of what is limited', scoped(['BestEffort'], { cpu: '1' }), `spec.scopes: Invalid value: ${shown('BestEffort')}: unsupported scope applied to resource`),
    creates('scopes can go together', scoped(['Terminating', 'NotTerminating']), `spec.scopes: Invalid value: ${shown('Terminating', 'NotTerminating')}: conflicting scopes`),
  ]),
  ofQuota('validateScopedResourceSelectorRequirement', 'api/core/v1/resourcequota/validation.ts', [
    creates('a scope is known', selected({ scopeName: 'x', operator: 'Exists' }), invalid(`${m}.scopeName`, 'x', 'unsupported scope')),
    differs(
      'the selector is shown as JSON',
      creates(
        'it is of what is limited',
        withSpec({ hard: { pods: '1', services: '1' }, scopeSelector: { matchExpressions: [{ scopeName: 'BestEffort', operator: 'Exists' }] } }),
        invalid(m, { matchExpressions: [{ scopeName: 'BestEffort', operator: 'Exists' }] }, 'unsupported scope applied to resource'),
      ),
    ),
    creates('a scope is there or not', selected({ scopeName: 'BestEffort', operator: 'In', values: ['a'] }), invalid(`${m}.operator`, 'In', onlyExists)),
    creates('In has values', selected({ scopeName: 'PriorityClass', operator: 'In' }), required(`${m}.values`, "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector")),
    creates(
      'Exists has none',
      selected({ scopeName: 'PriorityClass', operator: 'Exists', values: ['a'] }),
      `${m}.values: Invalid value: []string{"a"}: must be no value when \`operator\` is 'Exist' or 'DoesNotExist' for scope selector`,
    ),
    creates('the operator is known', selected({ scopeName: 'PriorityClass', operator: 'x' }), invalid(`${m}.operator`, 'x', 'not a valid selector operator')),
    creates(
      'scopes can go together',
      selected({ scopeName: 'Terminating', operator: 'Exists' }, { scopeName: 'NotTerminating', operator: 'Exists' }),
      `${m}: Invalid value: []core.ResourceQuotaScope(nil): conflicting scopes`,
    ),
  ]),
  ofQuota('ValidateResourceQuotaUpdate', 'api/core/v1/resourcequota/validation.ts', [
    updates('scopes stay', {}, withSpec({ scopes: ['BestEffort'] }), `spec.scopes: Invalid value: ${shown('BestEffort')}: field is immutable`),
  ]),
  ofQuota('ValidateResourceQuotaStatusUpdate', 'api/core/v1/resourcequota/validation.ts', [
    unreachable('an update without a version isn’t refused', updatesPart('status', 'a status has a version', {}, { metadata: { resourceVersion: null } })),
  ]),
  ofNamespace('validateKubeFinalizerName', 'extensions/validation/small-kinds.ts', [
    creates('a finalizer is known, or has a domain', withSpec({ finalizers: ['x'] }), invalid('spec.finalizers', 'x', noFinalizer)),
    updatesPart('finalize', 'so where it changes', {}, withSpec({ finalizers: ['kubernetes', 'x'] }), invalid('spec.finalizers[1]', 'x', noFinalizer)),
  ]),
  ofNamespace('ValidateNamespaceStatusUpdate', 'extensions/validation/small-kinds.ts', [
    updatesStatus('what isn’t deleted is active', {}, { phase: 'Terminating' }, invalid('status.Phase', 'Terminating', "may only be 'Active' if `deletionTimestamp` is empty")),
  ]),
];

/** Fewer than none: then others are more. */
function negative(field: string): readonly string[] {
  const more = 'cannot be greater than status.replicas';
  const others = field === 'replicas' ? ['fullyLabeledReplicas', 'readyReplicas', 'availableReplicas'].map((other) => invalid(`status.${other}`, 0, more)) : [];
  const ready = field === 'readyReplicas' ? [invalid('status.availableReplicas', 0, 'cannot be greater than readyReplicas')] : [];
  return [invalid(`status.${field}`, -1, isNegative), ...others, ...ready];
}
