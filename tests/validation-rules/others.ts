/** Rules of policy, autoscaling, rbac, discovery, scheduling and coordination. */
import type { JsonObject } from '../../src/engine/meta/index.ts';
import {
  duplicate,
  forbidden,
  invalid,
  isImmutable,
  isNegative,
  isNoIp,
  isNoLabel,
  isNoLabelValue,
  isNoPercent,
  isNoQualifiedName,
  isNoSubdomain,
  isNotPositive,
  required,
  tooLong,
  unsupported,
} from './messages.ts';
import { because, creates, differs, type Rule, unreachable, updates, updatesStatus, upstream } from './rule.ts';

const metaFile = 'staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/validation/validation.go';
const ofBudget = upstream('PodDisruptionBudget', 'pkg/apis/policy/validation/validation.go');
const ofConditions = upstream('PodDisruptionBudget', metaFile);
const ofAutoscaler = upstream('HorizontalPodAutoscaler', 'pkg/apis/autoscaling/validation/validation.go');
const rbacFile = 'pkg/apis/rbac/validation/validation.go';
const ofRole = upstream('Role', rbacFile);
const ofClusterRole = upstream('ClusterRole', rbacFile);
const ofBinding = upstream('RoleBinding', rbacFile);
const ofClusterBinding = upstream('ClusterRoleBinding', rbacFile);
const ofSlice = upstream('EndpointSlice', 'pkg/apis/discovery/validation/validation.go');
const ofDomain = upstream('EndpointSlice', 'staging/src/k8s.io/apimachinery/pkg/util/validation/validation.go');
const ofClass = upstream('PriorityClass', 'pkg/apis/scheduling/validation/validation.go');
const ofRuntimeClass = upstream('RuntimeClass', 'pkg/apis/node/validation/validation.go');
const ofRuntimePods = upstream('RuntimeClass', 'pkg/apis/core/validation/validation.go');
const ofLease = upstream('Lease', 'pkg/apis/coordination/validation/validation.go');

const withSpec = (fields: JsonObject): JsonObject => ({ spec: fields });
const condition = { type: 'A', status: 'True', lastTransitionTime: '2026-01-01T00:00:00Z', reason: 'R', message: '' };
const conditions = (...list: readonly JsonObject[]): JsonObject => ({ conditions: list });
const c = 'status.conditions[0]';
const reasonRule =
  "a condition reason must start with alphabetic character, optionally followed by a string of alphanumeric characters or '_,:', and must end with an alphanumeric character or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName',  or 'ReasonA,ReasonB',  or 'ReasonA:ReasonB', regex used for validation is '[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?')";

export const budgetRules = [
  ofBudget('ValidatePodDisruptionBudgetSpec', 'api/policy/v1/poddisruptionbudget/index.ts', [
    differs(
      because.pointers,
      creates(
        'one bound at a time',
        withSpec({ maxUnavailable: 1 }),
        invalid('spec', { minAvailable: 1, selector: { matchLabels: { a: 'b' } }, maxUnavailable: 1 }, 'minAvailable and maxUnavailable cannot be both set'),
      ),
    ),
    creates('a text is a percentage', withSpec({ minAvailable: 'x' }), invalid('spec.minAvailable', 'x', isNoPercent)),
    creates('at most 100', withSpec({ minAvailable: '101%' }), invalid('spec.minAvailable', '101%', 'must not be greater than 100%')),
    creates('a number isn’t negative', withSpec({ minAvailable: null, maxUnavailable: -1 }), invalid('spec.maxUnavailable', -1, isNegative)),
    creates('a policy for what isn’t healthy is known', withSpec({ unhealthyPodEvictionPolicy: 'x' }), unsupported('spec.unhealthyPodEvictionPolicy', 'x', 'AlwaysAllow', 'IfHealthyBudget')),
  ]),
  ofConditions('ValidateConditions', 'extensions/validation/conditions.ts', [updatesStatus('types are unique', {}, conditions(condition, condition), duplicate('status.conditions[1].type', 'A'))]),
  ofConditions('ValidateCondition', 'extensions/validation/conditions.ts', [
    updatesStatus('a type is a qualified name', {}, conditions({ ...condition, type: '-' }), invalid(`${c}.type`, '-', isNoQualifiedName)),
    updatesStatus('a status is known', {}, conditions({ ...condition, status: 'x' }), unsupported(`${c}.status`, 'x', 'False', 'True', 'Unknown')),
    updatesStatus('an observed generation isn’t negative', {}, conditions({ ...condition, observedGeneration: -1 }), invalid(`${c}.observedGeneration`, -1, 'must be greater than or equal to zero')),
    updatesStatus('a change has a time', {}, conditions({ ...condition, lastTransitionTime: null }), required(`${c}.lastTransitionTime`, 'must be set')),
    updatesStatus('there is a reason', {}, conditions({ ...condition, reason: '' }), required(`${c}.reason`, 'must be set')),
    updatesStatus('it is a word', {}, conditions({ ...condition, reason: '1' }), invalid(`${c}.reason`, '1', reasonRule)),
    updatesStatus('a short one', {}, conditions({ ...condition, reason: 'a'.repeat(1025) }), tooLong(`${c}.reason`, 1024)),
    updatesStatus('a message is short', {}, conditions({ ...condition, message: 'a'.repeat(32_769) }), tooLong(`${c}.message`, 32_768)),
  ]),
];

const metric = (fields: JsonObject): JsonObject => withSpec({ metrics: [fields] });
const m = 'spec.metrics[0]';
const resource = (fields: JsonObject, target: JsonObject = { type: 'Utilization', averageUtilization: 50 }): JsonObject =>
  metric({ type: 'Resource', resource: { name: 'cpu', target, ...fields } });
const container = (fields: JsonObject, target: JsonObject = { type: 'Utilization', averageUtilization: 50 }): JsonObject =>
  metric({ type: 'ContainerResource', containerResource: { name: 'cpu', container: 'c', target, ...fields } });
const target = (fields: JsonObject): JsonObject => resource({}, { type: 'Utilization', averageUtilization: 50, ...fields });
const described = { kind: 'Service', name: 's' };
const object = (fields: JsonObject): JsonObject => metric({ type: 'Object', object: { describedObject: described, metric: { name: 'n' }, target: { type: 'Value', value: '1' }, ...fields } });
const external = (fields: JsonObject): JsonObject => metric({ type: 'External', external: { metric: { name: 'n' }, target: { type: 'Value', value: '1' }, ...fields } });
const sourceTypes = ['ContainerResource', 'External', 'Object', 'Pods', 'Resource'];
const behavior = (fields: JsonObject): JsonObject => withSpec({ behavior: { scaleUp: { policies: [{ type: 'Pods', value: 1, periodSeconds: 1 }], ...fields } } });
const policy = (fields: JsonObject): JsonObject => behavior({ policies: [{ type: 'Pods', value: 1, periodSeconds: 1, ...fields }] });
const b = 'spec.behavior.scaleUp';
const onlyOne = 'must populate the given metric source only';
const populate = 'must populate information for the given metric source';
const scaled = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' };

export const autoscalerRules = [
  ofAutoscaler('validateHorizontalPodAutoscalerSpec', 'extensions/validation/autoscaling/autoscaler.ts', [
    creates('there is a replica', withSpec({ minReplicas: 0 }), invalid('spec.minReplicas', 0, 'must be greater than or equal to 1'), forbidden('spec.metrics', 'must specify at least one Object or External metric to support scaling to zero replicas')),
    creates('there may be one', withSpec({ maxReplicas: 0 }), invalid('spec.maxReplicas', 0, 'must be greater than 0'), invalid('spec.maxReplicas', 0, 'must be greater than or equal to `minReplicas`')),
    creates('the most isn’t fewer than the least', withSpec({ minReplicas: 4 }), invalid('spec.maxReplicas', 3, 'must be greater than or equal to `minReplicas`')),
  ]),
  ofAutoscaler('ValidateCrossVersionObjectReference', 'extensions/validation/autoscaling/reference.ts', [
    creates('what is scaled has a kind', withSpec({ scaleTargetRef: { ...scaled, kind: '' } }), required('spec.scaleTargetRef.kind')),
    creates('it fits into a path', withSpec({ scaleTargetRef: { ...scaled, kind: '..' } }), invalid('spec.scaleTargetRef.kind', '..', "may not be '..'")),
    creates('what is scaled has a name', withSpec({ scaleTargetRef: { ...scaled, name: '' } }), required('spec.scaleTargetRef.name')),
    creates('it fits, too', withSpec({ scaleTargetRef: { ...scaled, name: 'a/b' } }), invalid('spec.scaleTargetRef.name', 'a/b', "may not contain '/'")),
  ]),
  ofAutoscaler('validateMetrics', 'extensions/validation/autoscaling/autoscaler.ts', [
    creates(
      'to none only by what isn’t of Pods',
      withSpec({ minReplicas: 0 }),
      invalid('spec.minReplicas', 0, 'must be greater than or equal to 1'),
      forbidden('spec.metrics', 'must specify at least one Object or External metric to support scaling to zero replicas'),
    ),
  ]),
  ofAutoscaler('validateScalingRules', 'extensions/validation/autoscaling/autoscaler.ts', [
    creates('a window isn’t negative', behavior({ stabilizationWindowSeconds: -1 }), invalid(`${b}.stabilizationWindowSeconds`, -1, 'must be greater than or equal to zero')),
    creates('an hour at most', behavior({ stabilizationWindowSeconds: 3601 }), invalid(`${b}.stabilizationWindowSeconds`, 3601, 'must be less than or equal to 3600')),
    creates('a choice is known', behavior({ selectPolicy: 'x' }), unsupported(`${b}.selectPolicy`, 'x', 'Disabled', 'Max', 'Min')),
    unreachable(because.defaulted, creates('there are policies', behavior({ policies: [] }))),
  ]),
  ofAutoscaler('validateScalingPolicy', 'extensions/validation/autoscaling/autoscaler.ts', [
    creates('a policy is of a known type', policy({ type: 'x' }), unsupported(`${b}.policies[0].type`, 'x', 'Percent', 'Pods')),
    creates('it allows something', policy({ value: 0 }), invalid(`${b}.policies[0].value`, 0, isNotPositive)),
    creates('within some time', policy({ periodSeconds: 0 }), invalid(`${b}.policies[0].periodSeconds`, 0, isNotPositive)),
    creates('half an hour at most', policy({ periodSeconds: 1801 }), invalid(`${b}.policies[0].periodSeconds`, 1801, 'must be less than or equal to 1800')),
  ]),
  ofAutoscaler('validateMetricSpec', 'extensions/validation/autoscaling/metric.ts', [
    creates('a metric has a type', metric({}), required(`${m}.type`, 'must specify a metric source type'), ...[1, 2].map(() => unsupported(`${m}.type`, '', ...sourceTypes))),
    creates('a known one', metric({ type: 'x' }), ...[1, 2].map(() => unsupported(`${m}.type`, 'x', ...sourceTypes))),
    ...[
      ['Object', 'object'],
      ['Pods', 'pods'],
      ['Resource', 'resource'],
      ['External', 'external'],
      ['ContainerResource', 'containerResource'],
    ].map(([type, field]) => creates(`${type} has its field`, metric({ type: `${type}` }), required(`${m}.${field}`, populate))),
    creates(
      'and no other',
      metric({ type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } }, pods: { metric: { name: 'n' }, target: { type: 'AverageValue', averageValue: '1' } } }),
      forbidden(`${m}.pods`, onlyOne),
    ),
  ]),
  ofAutoscaler('validateObjectSource', 'extensions/validation/autoscaling/metric.ts', [
    creates('an object’s metric has a target', object({ target: { type: 'Value' } }), required(`${m}.object.target.averageValue`, 'must set either a target value or averageValue')),
  ]),
  ofAutoscaler('validateExternalSource', 'extensions/validation/autoscaling/metric.ts', [
    creates('an external metric has a target', external({ target: { type: 'Value' } }), required(`${m}.external.target.averageValue`, 'must set either a target value for metric or a per-pod target')),
    creates('one of them', external({ target: { type: 'Value', value: '1', averageValue: '1' } }), forbidden(`${m}.external.target.value`, 'may not set both a target value for metric and a per-pod target')),
  ]),
  ofAutoscaler('validatePodsSource', 'extensions/validation/autoscaling/metric.ts', [
    creates('a metric of Pods has an average', metric({ type: 'Pods', pods: { metric: { name: 'n' }, target: { type: 'AverageValue' } } }), required(`${m}.pods.target.averageValue`, 'must specify a positive target averageValue')),
  ]),
  ofAutoscaler('validateContainerResourceSource', 'extensions/validation/autoscaling/metric.ts', [
    creates('a container’s resource has a name', container({ name: '' }), required(`${m}.containerResource.name`, 'must specify a resource name')),
    creates('a known one', container({ name: 'x' }), invalid(`${m}.containerResource.name`, 'x', 'must be a standard resource type or fully qualified'), invalid(`${m}.containerResource.name`, 'x', 'must be a standard resource for containers')),
    creates('there is a container', container({ container: '' }), required(`${m}.containerResource.container`, 'must specify a container')),
    creates('its name is a label', container({ container: 'A' }), invalid(`${m}.containerResource.container`, 'A', isNoLabel)),
    creates('there is a target', container({}, { type: 'Utilization' }), required(`${m}.containerResource.target.averageUtilization`, 'must set either a target raw value or a target utilization')),
    creates('one of them', container({}, { type: 'Utilization', averageUtilization: 50, averageValue: '1' }), forbidden(`${m}.containerResource.target.averageValue`, 'may not set both a target raw value and a target utilization')),
  ]),
  ofAutoscaler('validateResourceSource', 'extensions/validation/autoscaling/metric.ts', [
    creates('a resource has a name', resource({ name: '' }), required(`${m}.resource.name`, 'must specify a resource name')),
    creates('there is a target', resource({}, { type: 'Utilization' }), required(`${m}.resource.target.averageUtilization`, 'must set either a target raw value or a target utilization')),
    creates('one of them', target({ averageValue: '1' }), forbidden(`${m}.resource.target.averageValue`, 'may not set both a target raw value and a target utilization')),
  ]),
  ofAutoscaler('validateMetricTarget', 'extensions/validation/autoscaling/metric.ts', [
    creates('a target has a type', target({ type: '' }), required(`${m}.resource.target.type`, 'must specify a metric target type'), invalid(`${m}.resource.target.type`, '', 'must be either Utilization, Value, or AverageValue')),
    creates('a known one', target({ type: 'x' }), invalid(`${m}.resource.target.type`, 'x', 'must be either Utilization, Value, or AverageValue')),
    differs(because.quantity, creates('a value is positive', external({ target: { type: 'Value', value: '0' } }), `${m}.external.target.value: Invalid value: 0: must be positive`)),
    differs(because.quantity, creates('so is an average', external({ target: { type: 'AverageValue', averageValue: '0' } }), `${m}.external.target.averageValue: Invalid value: 0: must be positive`)),
    creates('a utilization is positive', target({ averageUtilization: 0 }), invalid(`${m}.resource.target.averageUtilization`, 0, 'must be greater than 0')),
  ]),
  ofAutoscaler('validateMetricIdentifier', 'extensions/validation/autoscaling/metric.ts', [
    creates('a metric has a name', external({ metric: { name: '' } }), required(`${m}.external.metric.name`, 'must specify a metric name')),
    creates('it fits into a path', external({ metric: { name: 'a%b' } }), invalid(`${m}.external.metric.name`, 'a%b', "may not contain '%'")),
  ]),
];

const rule = (fields: JsonObject): JsonObject => ({ rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'], ...fields }] });
const group = 'rbac.authorization.k8s.io';
const subject = (fields: JsonObject): JsonObject => ({ subjects: [{ kind: 'User', apiGroup: group, name: 'u', ...fields }] });
const roleRef = (fields: JsonObject): JsonObject => ({ roleRef: fields });
const shownRef = (kind: string): string => `roleRef: Invalid value: rbac.RoleRef{APIGroup:"${group}", Kind:"${kind}", Name:"s"}: cannot change roleRef`;
const refs = (kinds: readonly string[], kind: string): readonly Rule[] => [
  creates('a role is of the group', roleRef({ apiGroup: 'x' }), unsupported('roleRef.apiGroup', 'x', group)),
  creates('and of a known kind', roleRef({ kind: 'x' }), unsupported('roleRef.kind', 'x', ...kinds)),
  creates('it has a name', roleRef({ name: '' }), required('roleRef.name')),
  creates('that fits into a path', roleRef({ name: 'a/b' }), invalid('roleRef.name', 'a/b', "may not contain '/'")),
  updates('the role stays', {}, roleRef({ name: 's' }), shownRef(kind)),
];

export const rbacRules = [
  ofRole('ValidatePolicyRule', 'api/rbac/v1/rules.ts', [
    creates('a rule has verbs', rule({ verbs: [] }), required('rules[0].verbs', 'verbs must contain at least one value')),
    creates('a Role has no paths', { rules: [{ nonResourceURLs: ['/a'], verbs: ['get'] }] }, 'rules[0].nonResourceURLs: Invalid value: []string{"/a"}: namespaced rules cannot apply to non-resource URLs'),
    creates(
      'paths or resources',
      rule({ nonResourceURLs: ['/a'] }),
      'rules[0].nonResourceURLs: Invalid value: []string{"/a"}: namespaced rules cannot apply to non-resource URLs',
      'rules[0].nonResourceURLs: Invalid value: []string{"/a"}: rules cannot apply to both regular resources and non-resource URLs',
    ),
    creates('a rule has groups', rule({ apiGroups: [] }), required('rules[0].apiGroups', 'resource rules must supply at least one api group')),
    creates('and resources', rule({ resources: [] }), required('rules[0].resources', 'resource rules must supply at least one resource')),
  ]),
  ofClusterRole('ValidateClusterRole', 'api/rbac/v1/clusterrole/index.ts', [
    creates('what is aggregated is selected', { aggregationRule: {} }, required('aggregationRule.clusterRoleSelectors', 'at least one clusterRoleSelector required if aggregationRule is non-nil')),
    creates(
      'a selector is one',
      { aggregationRule: { clusterRoleSelectors: [{ matchLabels: { '-': 'a' } }] } },
      invalid('aggregationRule.clusterRoleSelectors[0].matchLabels', '-', isNoQualifiedName),
      'aggregationRule.clusterRoleSelectors[0]: Invalid value: "null": invalid label selector.',
    ),
  ]),
  ofBinding('ValidateRoleBinding', 'api/rbac/v1/rules.ts', refs(['Role', 'ClusterRole'], 'Role').slice(0, 4)),
  ofBinding('ValidateRoleBindingUpdate', 'api/rbac/v1/rules.ts', refs([], 'Role').slice(4)),
  ofClusterBinding('ValidateClusterRoleBinding', 'api/rbac/v1/rules.ts', refs(['ClusterRole'], 'ClusterRole').slice(0, 4)),
  ofClusterBinding('ValidateClusterRoleBindingUpdate', 'api/rbac/v1/rules.ts', refs([], 'ClusterRole').slice(4)),
  ofClusterBinding('ValidateRoleBindingSubject', 'api/rbac/v1/rules.ts', [
    creates('a subject has a name', subject({ name: '' }), required('subjects[0].name')),
    creates('an account’s name is a subdomain', subject({ kind: 'ServiceAccount', apiGroup: '', namespace: 'n', name: 'A' }), invalid('subjects[0].name', 'A', isNoSubdomain)),
    creates('an account is of no group', subject({ kind: 'ServiceAccount', namespace: 'n' }), unsupported('subjects[0].apiGroup', group, '')),
    creates('but of a namespace', subject({ kind: 'ServiceAccount', apiGroup: '' }), required('subjects[0].namespace')),
    creates('a user is of the group', subject({ apiGroup: 'x' }), unsupported('subjects[0].apiGroup', 'x', group)),
    creates('so is a group', subject({ kind: 'Group', apiGroup: 'x' }), unsupported('subjects[0].apiGroup', 'x', group)),
    creates('a kind is known', subject({ kind: 'x' }), unsupported('subjects[0].kind', 'x', 'ServiceAccount', 'User', 'Group')),
  ]),
];

const endpoint = (fields: JsonObject): JsonObject => ({ endpoints: [{ addresses: ['10.0.0.1'], ...fields }] });
const tooMany = (path: string, count: number, most: number): string => `${path}: Too many: ${count}: must have at most ${most} items`;
const names = (count: number): JsonObject => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 'v']));
const zones = (...list: readonly string[]): JsonObject => endpoint({ hints: { forZones: list.map((name) => ({ name })) } });
const domain = (name: string): JsonObject => ({ addressType: 'FQDN', endpoints: [{ addresses: [name] }] });
const a = 'endpoints[0].addresses[0]';

export const discoveryRules = [
  ofSlice('validateAddressType', 'api/discovery/v1/endpointslice/validation.ts', [
    creates('a slice has a type of addresses', { addressType: '' }, required('addressType')),
    creates('a known one', { addressType: 'x' }, unsupported('addressType', 'x', 'FQDN', 'IPv4', 'IPv6')),
    updates('it stays', {}, { addressType: 'FQDN', endpoints: [] }, invalid('addressType', 'FQDN', isImmutable)),
  ]),
  ofSlice('validateEndpoints', 'api/discovery/v1/endpointslice/validation.ts', [
    creates('1000 endpoints at most', { endpoints: Array.from({ length: 1001 }, () => ({ addresses: ['10.0.0.1'] })) }, tooMany('endpoints', 1001, 1000)),
    creates('an endpoint has an address', endpoint({ addresses: [] }), required('endpoints[0].addresses', 'must contain at least 1 address')),
    creates('100 addresses at most', endpoint({ addresses: Array.from({ length: 101 }, () => '10.0.0.1') }), tooMany('endpoints[0].addresses', 101, 100)),
    creates('an address is one', endpoint({ addresses: ['x'] }), invalid(a, 'x', isNoIp)),
    creates('of the type', endpoint({ addresses: ['fd00::1'] }), invalid('endpoints[0].addresses', 'fd00::1', 'must be an IPv4 address')),
    creates('or of the other', { addressType: 'IPv6', ...endpoint({}) }, invalid('endpoints[0].addresses', '10.0.0.1', 'must be an IPv6 address')),
    creates('it can be reached', endpoint({ addresses: ['127.0.0.1'] }), invalid(a, '127.0.0.1', 'may not be in the loopback range (127.0.0.0/8, ::1/128)')),
    creates('a node’s name is a subdomain', endpoint({ nodeName: 'A' }), invalid('endpoints[0].nodeName', 'A', isNoSubdomain)),
    creates('16 labels of topology at most', endpoint({ deprecatedTopology: names(17) }), tooMany('endpoints[0].deprecatedTopology', 17, 16)),
    unreachable('the conversion takes the zone out', creates('no zone among them', endpoint({}))),
    creates('a host’s name is a label', endpoint({ hostname: 'A' }), invalid('endpoints[0].hostname', 'A', isNoLabel)),
  ]),
  ofSlice('validatePorts', 'api/discovery/v1/endpointslice/validation.ts', [
    creates('20,000 ports at most', { ports: Array.from({ length: 20_001 }, (_, index) => ({ name: `p${index}`, port: 1 })) }, tooMany('ports', 20_001, 20_000)),
    creates('a name is a label', { ports: [{ name: 'A', port: 80 }] }, invalid('ports[0].name', 'A', isNoLabel)),
    creates('names are unique', { ports: [{ port: 80 }, { port: 81 }] }, duplicate('ports[1].name', '')),
    unreachable(because.defaulted, creates('a port has a protocol', { ports: [{ port: 80 }] })),
    creates('a known one', { ports: [{ port: 80, protocol: 'x' }] }, unsupported('ports[0].protocol', 'x', 'SCTP', 'TCP', 'UDP')),
    creates('what is spoken is a qualified name', { ports: [{ port: 80, appProtocol: '-' }] }, invalid('ports[0].appProtocol', '-', isNoQualifiedName)),
  ]),
  ofSlice('validateHints', 'api/discovery/v1/endpointslice/validation.ts', [
    creates('8 zones at most', zones('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'), tooMany('endpoints[0].hints.forZones', 9, 8)),
    creates('zones are unique', zones('a', 'a'), duplicate('endpoints[0].hints.forZones[1].name', 'a')),
    creates('a zone is a label’s value', zones('-'), invalid('endpoints[0].hints.forZones[0].name', '-', isNoLabelValue)),
    ...['8 nodes at most', 'nodes are unique', 'a node is one'].map((what) =>
      unreachable('the gate PreferSameTrafficDistribution is off in 1.33', creates(what, endpoint({ hints: { forNodes: [{ name: 'A' }] } }))),
    ),
  ]),
  ofDomain('IsFullyQualifiedDomainName', 'api/discovery/v1/endpointslice/validation.ts', [
    creates('a domain isn’t empty', domain(''), required(a)),
    creates('it is one', domain('A.b'), invalid(a, 'A.b', isNoSubdomain)),
    creates('with two parts', domain('a'), invalid(a, 'a', 'should be a domain with at least two segments separated by dots')),
  ]),
];

const runtimeRules = 'extensions/validation/runtime-class.ts';
const tolerating = (...tolerations: readonly JsonObject[]): JsonObject => ({ scheduling: { tolerations } });
const tolerated = { key: 'k', operator: 'Exists' };

export const scheduledRules = [
  ofRuntimeClass('ValidateRuntimeClass', runtimeRules, [creates('a handler is a label', { handler: 'A' }, invalid('handler', 'A', isNoLabel))]),
  ofRuntimeClass('ValidateRuntimeClassUpdate', runtimeRules, [updates('it stays', {}, { handler: 'kata' }, invalid('handler', 'kata', isImmutable))]),
  ofRuntimeClass('validateOverhead', runtimeRules, [
    creates('nothing costs less than nothing', { overhead: { podFixed: { cpu: '-1' } } }, invalid('overhead.limits[cpu]', '-1', isNegative)),
  ]),
  ofRuntimeClass('validateScheduling', runtimeRules, [
    creates('nodes are selected by labels', { scheduling: { nodeSelector: { '-': 'a' } } }, invalid('scheduling.nodeSelector', '-', isNoQualifiedName)),
  ]),
  ofRuntimeClass('validateTolerations', runtimeRules, [
    differs(because.pointers, creates('each toleration once', tolerating(tolerated, tolerated), duplicate('scheduling.tolerations[1]', tolerated))),
  ]),
  ofRuntimePods('ValidateTolerations', runtimeRules, [
    creates('a toleration is as a Pod’s', tolerating({ operator: 'Equal' }), invalid('scheduling.tolerations[0].operator', 'Equal', 'operator must be Exists when `key` is empty, which means "match all values and all keys"')),
    creates('so is its value', tolerating({ key: 'k', operator: 'Equal', value: '-' }), invalid('scheduling.tolerations[0].operator', '-', isNoLabelValue)),
  ]),
  ofClass('ValidatePriorityClass', 'api/scheduling/v1/priorityclass/index.ts', [
    creates(
      'names of the system are its own',
      { metadata: { name: 'system-x' } },
      forbidden('metadata.name', "priority class names with 'system-' prefix are reserved for system use only. error: system-x is not a known system priority class"),
    ),
    creates('1,000,000,000 at most', { value: 1_000_000_001 }, forbidden('value', 'maximum allowed value of a user defined priority is 1000000000')),
    creates('a policy is known', { preemptionPolicy: 'x' }, unsupported('preemptionPolicy', 'x', 'PreemptLowerPriority', 'Never')),
  ]),
  ofClass('ValidatePriorityClassUpdate', 'api/scheduling/v1/priorityclass/index.ts', [
    updates('the value stays', {}, { value: 2 }, forbidden('value', 'may not be changed in an update.')),
    updates('so does the policy', {}, { preemptionPolicy: 'Never' }, invalid('preemptionPolicy', 'Never', isImmutable)),
  ]),
  ofLease('ValidateLeaseSpec', 'api/coordination/v1/lease/index.ts', [
    creates('a lease lasts', withSpec({ leaseDurationSeconds: 0 }), invalid('spec.leaseDurationSeconds', 0, 'must be greater than 0')),
    creates('changes aren’t negative', withSpec({ leaseTransitions: -1 }), invalid('spec.leaseTransitions', -1, isNegative)),
    unreachable('the gate CoordinatedLeaderElection is off in 1.33', creates('who is preferred needs a strategy', withSpec({ preferredHolder: 'a' }))),
  ]),
];
