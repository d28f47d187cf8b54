/** Rules of a Pod's spec as a whole: what ValidatePodSpec looks at itself, and where the Pod goes. */
import type { JsonObject } from '../../../src/engine/meta/index.ts';
import {
  duplicate,
  forbidden,
  invalid,
  isLongerThan,
  isNegative,
  isNoIp,
  isNoLabel,
  isNoLabelValue,
  isNoQualifiedName,
  isNoQualifiedNameAtAll,
  isNoSelectorOperator,
  isNoSubdomain,
  isNotPositive,
  required,
  unsupported,
} from '../messages.ts';
import { because, creates, differs, unreachable, upstream } from '../rule.ts';
import { withContainer } from '../valid-objects.ts';

const of = upstream('Pod', 'pkg/apis/core/validation/validation.go');
const base = 'api/core/v1/pod/spec-validation.ts';
const spec = 'extensions/validation/pod/spec.ts';
const affinity = 'extensions/validation/pod/affinity.ts';
const nodes = 'extensions/validation/node-selector.ts';

const withSpec = (fields: JsonObject): JsonObject => ({ spec: fields });
const claims = (...resourceClaims: readonly JsonObject[]): JsonObject => withSpec({ resourceClaims });
const toleration = (fields: JsonObject): JsonObject => withSpec({ tolerations: [{ key: 'k', operator: 'Exists', ...fields }] });
const tolerationPath = 'spec.tolerations[0]';
const dns = (dnsConfig: JsonObject): JsonObject => withSpec({ dnsConfig });

const hard = 'requiredDuringSchedulingIgnoredDuringExecution';
const soft = 'preferredDuringSchedulingIgnoredDuringExecution';
const nodeTerms = (...nodeSelectorTerms: readonly JsonObject[]): JsonObject => withSpec({ affinity: { nodeAffinity: { [hard]: { nodeSelectorTerms } } } });
const expression = (fields: JsonObject): JsonObject => nodeTerms({ matchExpressions: [{ key: 'k', operator: 'In', values: ['v'], ...fields }] });
const field = (fields: JsonObject): JsonObject => nodeTerms({ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['v'], ...fields }] });
const terms = `spec.affinity.nodeAffinity.${hard}.nodeSelectorTerms`;
const e = `${terms}[0].matchExpressions[0]`;
const f = `${terms}[0].matchFields[0]`;
const podTerm = (fields: JsonObject): JsonObject => withSpec({ affinity: { podAffinity: { [hard]: [{ topologyKey: 'zone', ...fields }] } } });
const p = `spec.affinity.podAffinity.${hard}[0]`;
const selector = { matchLabels: { a: 'b' } };
const constraint = { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule' };
const spread = (fields: JsonObject): JsonObject => withSpec({ topologySpreadConstraints: [{ ...constraint, ...fields }] });
const t = 'spec.topologySpreadConstraints[0]';
const needsSelector = 'must not be specified when labelSelector is not set';
const both = 'exists in both matchLabelKeys and labelSelector';

export const podSpecRules = [
  of('validateContainers', 'api/core/v1/pod/container-validation.ts', [
    creates('there is a container', { spec: { containers: [] } }, required('spec.containers')),
    creates('names of containers are unique', { spec: { containers: [{ name: 'c', image: 'i' }, { name: 'c', image: 'j' }] } }, duplicate('spec.containers[1].name', 'c')),
    creates('only init containers have a restart policy', withContainer({ restartPolicy: 'Always' }), forbidden('spec.containers[0].restartPolicy', 'may not be set for non-init containers')),
  ]),
  of('ValidatePodSpec', base, [
    unreachable(because.defaulted, creates('there is a grace period', withSpec({ terminationGracePeriodSeconds: null }))),
    unreachable(
      'admission looks for the account first',
      creates('the account’s name is a subdomain', withSpec({ serviceAccountName: 'A' }), '403: pods "a" is forbidden: error looking up service account default/A: serviceaccount "A" not found'),
    ),
    creates('the node’s name is a subdomain', withSpec({ nodeName: 'A' }), invalid('spec.nodeName', 'A', isNoSubdomain)),
    creates('the time to run is positive', withSpec({ activeDeadlineSeconds: 0 }), invalid('spec.activeDeadlineSeconds', 0, 'must be between 1 and 2147483647, inclusive')),
    unreachable(
      'admission looks for the class first',
      creates('the class’s name is a subdomain', withSpec({ priorityClassName: 'A' }), '403: pods "a" is forbidden: no PriorityClass with name A was found'),
    ),
  ]),
  of('ValidateRuntimeClassName', spec, [
    unreachable('a Pod whose class isn’t there is refused before', creates('a runtime class’s name is a subdomain', withSpec({ runtimeClassName: 'A' }), '403: pods "a" is forbidden: pod rejected: RuntimeClass "A" not found')),
  ]),
  of('ValidateDNS1123Label', base, [
    creates('the host’s name is a label', withSpec({ hostname: 'A' }), invalid('spec.hostname', 'A', isNoLabel)),
    creates('the host’s name is short', withSpec({ hostname: 'a'.repeat(64) }), invalid('spec.hostname', 'a'.repeat(64), isLongerThan(63))),
    creates('the subdomain is a label', withSpec({ subdomain: 'A' }), invalid('spec.subdomain', 'A', isNoLabel)),
  ]),
  of('validateRestartPolicy', base, [
    unreachable(because.defaulted, creates('the restart policy is set', withSpec({ restartPolicy: '' }))),
    creates('the restart policy is one of three', withSpec({ restartPolicy: 'Maybe' }), unsupported('spec.restartPolicy', 'Maybe', 'Always', 'OnFailure', 'Never')),
  ]),
  of('ValidatePreemptionPolicy', base, [
    unreachable('admission sets it by the class', creates('a policy of preemption is set', withSpec({ preemptionPolicy: null }))),
    creates('it is one of two', withSpec({ preemptionPolicy: 'x' }), '403: pods "a" is forbidden: the string value of PreemptionPolicy (x) must not be provided in pod spec; priority admission controller computed PreemptLowerPriority from the given PriorityClass name'),
  ]),
  of('validateDNSPolicy', base, [
    unreachable(because.defaulted, creates('a DNS policy is set', withSpec({ dnsPolicy: '' }))),
    creates('it is one of four', withSpec({ dnsPolicy: 'x' }), unsupported('spec.dnsPolicy', 'x', 'ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None')),
  ]),
  of('validatePodDNSConfig', 'extensions/validation/pod/dns.ts', [
    creates('the policy None has a config', withSpec({ dnsPolicy: 'None' }), required('spec.dnsConfig', 'must provide `dnsConfig` when `dnsPolicy` is None')),
    creates('and servers', withSpec({ dnsPolicy: 'None', dnsConfig: {} }), required('spec.dnsConfig.nameservers', 'must provide at least one DNS nameserver when `dnsPolicy` is None')),
    creates(
      'at most three servers',
      dns({ nameservers: ['1.1.1.1', '1.1.1.2', '1.1.1.3', '1.1.1.4'] }),
      'spec.dnsConfig.nameservers: Invalid value: []string{"1.1.1.1", "1.1.1.2", "1.1.1.3", "1.1.1.4"}: must not have more than 3 nameservers',
    ),
    creates('a server is an address', dns({ nameservers: ['x'] }), invalid('spec.dnsConfig.nameservers[0]', 'x', isNoIp)),
    creates(
      'at most 32 domains to search',
      dns({ searches: Array.from({ length: 33 }, () => 'a') }),
      `spec.dnsConfig.searches: Invalid value: []string{${Array.from({ length: 33 }, () => '"a"').join(', ')}}: must not have more than 32 search paths`,
    ),
    creates(
      'with at most 2048 characters',
      dns({ searches: Array.from({ length: 10 }, () => 'a.'.repeat(120)) }),
      `spec.dnsConfig.searches: Invalid value: []string{${Array.from({ length: 10 }, () => `"${'a.'.repeat(120)}"`).join(', ')}}: must not have more than 2048 characters (including spaces) in the search list`,
    ),
    creates('an option has a name', dns({ options: [{ value: 'a' }] }), required('spec.dnsConfig.options[0]', 'must not be empty')),
  ]),
  of('ValidateDNS1123SubdomainWithUnderScore', 'extensions/validation/pod/dns.ts', [
    creates(
      'a domain is one, underscores allowed',
      dns({ searches: ['-'] }),
      invalid(
        'spec.dnsConfig.searches[0]',
        '-',
        "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
      ),
    ),
  ]),
  of('ValidateQualifiedName', spec, [
    creates('a gate of readiness is a qualified name', withSpec({ readinessGates: [{ conditionType: '-' }] }), invalid('spec.readinessGates[0].conditionType', '-', isNoQualifiedName)),
    creates('a name with two slashes isn’t one', withSpec({ readinessGates: [{ conditionType: 'a/b/c' }] }), invalid('spec.readinessGates[0].conditionType', 'a/b/c', isNoQualifiedNameAtAll)),
  ]),
  of('validateSchedulingGates', base, [
    creates('gates are unique', withSpec({ schedulingGates: [{ name: 'g' }, { name: 'g' }] }), duplicate('spec.schedulingGates[1]', 'g')),
    creates('a gate is a qualified name', withSpec({ schedulingGates: [{ name: '-' }] }), invalid('spec.schedulingGates[0]', '-', isNoQualifiedName)),
  ]),
  of('validatePodHostNetworkDeps', spec, [
    creates(
      'on the node’s network a port is the node’s',
      withSpec({ hostNetwork: true, containers: [{ name: 'c', image: 'i', ports: [{ containerPort: 1, hostPort: 2 }] }] }),
      invalid('spec.containers[0].ports[0].hostPort', 2, 'must match `containerPort` when `hostNetwork` is true'),
    ),
  ]),
  of('validateImagePullSecrets', base, [unreachable('a reference has no other field', creates('a Secret for pulling has a name and nothing else', withSpec({ imagePullSecrets: [{ name: 's' }] })))]),
  of('ValidateHostAliases', spec, [
    creates('an alias is of an address', withSpec({ hostAliases: [{ ip: 'x' }] }), invalid('spec.hostAliases[0].ip', 'x', isNoIp)),
    creates('an alias is a subdomain', withSpec({ hostAliases: [{ ip: '1.1.1.1', hostnames: ['A'] }] }), invalid('spec.hostAliases[0].hostnames[0]', 'A', isNoSubdomain)),
  ]),
  of('validateOverhead', spec, [
    creates('overhead isn’t there without a runtime class', withSpec({ overhead: { cpu: '-1' } }), invalid('spec.overhead.limits[cpu]', '-1', isNegative)),
  ]),
  of('validatePodResourceClaim', spec, [
    creates('a claim has a name', claims({ resourceClaimName: 'g' }), required('spec.resourceClaims[0].name')),
    creates('names of claims are unique', claims({ name: 'a', resourceClaimName: 'g' }, { name: 'a', resourceClaimName: 'g' }), duplicate('spec.resourceClaims[1].name', 'a')),
    differs(
      because.pointers,
      creates(
        'a claim is an object or of a template',
        claims({ name: 'a', resourceClaimName: 'g', resourceClaimTemplateName: 't' }),
        invalid('spec.resourceClaims[0]', { name: 'a', resourceClaimName: 'g', resourceClaimTemplateName: 't' }, 'at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified'),
      ),
    ),
    creates(
      'a claim is something',
      claims({ name: 'a' }),
      'spec.resourceClaims[0]: Invalid value: core.PodResourceClaim{Name:"a", ResourceClaimName:(*string)(nil), ResourceClaimTemplateName:(*string)(nil)}: must specify one of: `resourceClaimName`, `resourceClaimTemplateName`',
    ),
    creates('an object’s name is a subdomain', claims({ name: 'a', resourceClaimName: 'A' }), invalid('spec.resourceClaims[0].resourceClaimName', 'A', isNoSubdomain)),
    creates('a template’s name is a subdomain', claims({ name: 'a', resourceClaimTemplateName: 'A' }), invalid('spec.resourceClaims[0].resourceClaimTemplateName', 'A', isNoSubdomain)),
    differs('Pods of manifests with claims are taken', creates('static Pods have no claims', { metadata: { annotations: { 'kubernetes.io/config.mirror': 'a' } }, spec: { nodeName: 'n', resourceClaims: [{ name: 'a', resourceClaimName: 'g' }] } })),
  ]),
  ...['validatePodResources', 'validatePodResourceConsistency', 'validatePodResourceName'].map((name) =>
    of(name, base, [unreachable('the gate PodLevelResources is off in 1.33', creates('resources of a Pod fit those of its containers', withSpec({ resources: { limits: { cpu: '1' } } })))]),
  ),
  of('ValidateTolerations', base, [
    creates('a key is a label’s', toleration({ key: '-' }), invalid(`${tolerationPath}.key`, '-', isNoQualifiedName)),
    creates('no key means all', toleration({ key: '', operator: 'Equal' }), invalid(`${tolerationPath}.operator`, 'Equal', 'operator must be Exists when `key` is empty, which means "match all values and all keys"')),
    creates('only what evicts is tolerated for a time', toleration({ tolerationSeconds: 1 }), invalid(`${tolerationPath}.effect`, '', "effect must be 'NoExecute' when `tolerationSeconds` is set")),
    creates('a value is a label’s', toleration({ operator: 'Equal', value: '-' }), invalid(`${tolerationPath}.operator`, '-', isNoLabelValue)),
    creates('what exists has any value', toleration({ value: 'v' }), invalid(`${tolerationPath}.operator`, 'v', "value must be empty when `operator` is 'Exists'")),
    creates('the operator is known', toleration({ operator: 'x' }), unsupported(`${tolerationPath}.operator`, 'x', 'Equal', 'Exists')),
  ]),
  of('validateTaintEffect', base, [
    creates('the effect is known', toleration({ effect: 'x' }), unsupported(`${tolerationPath}.effect`, 'x', 'NoSchedule', 'PreferNoSchedule', 'NoExecute')),
    unreachable('no effect means all effects', creates('a toleration has an effect', toleration({ effect: '' }))),
  ]),
  of('ValidateNodeSelector', 'api/core/v1/pod/affinity-validation.ts', [creates('nodes are selected by a term', nodeTerms(), required(terms, 'must have at least one node selector term'))]),
  of('ValidateNodeSelectorRequirement', nodes, [
    creates('In has values', expression({ values: [] }), required(`${e}.values`, "must be specified when `operator` is 'In' or 'NotIn'")),
    creates('Exists has none', expression({ operator: 'Exists' }), forbidden(`${e}.values`, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'")),
    creates('Gt has one', expression({ operator: 'Gt', values: ['1', '2'] }), required(`${e}.values`, "must be specified single value when `operator` is 'Lt' or 'Gt'")),
    creates('the operator is known', expression({ operator: 'x' }), invalid(`${e}.operator`, 'x', isNoSelectorOperator)),
    creates('a key is a label’s', expression({ key: '-' }), invalid(`${e}.key`, '-', isNoQualifiedName)),
    creates('a value is a label’s', expression({ values: ['-'] }), invalid(`${e}.values[0]`, '-', isNoLabelValue)),
  ]),
  of('ValidateNodeFieldSelectorRequirement', nodes, [
    creates('a field has one value', field({ values: ['a', 'b'] }), required(`${f}.values`, "must be only one value when `operator` is 'In' or 'NotIn' for node field selector")),
    creates('the operator is In or NotIn', field({ operator: 'Exists', values: [] }), invalid(`${f}.operator`, 'Exists', isNoSelectorOperator)),
    creates('the field is the name', field({ key: 'x' }), invalid(`${f}.key`, 'x', 'not a valid field selector key')),
    creates('the name is a node’s', field({ values: ['A'] }), invalid(`${f}.values[0]`, 'A', isNoSubdomain)),
  ]),
  of('ValidatePreferredSchedulingTerms', 'api/core/v1/pod/affinity-validation.ts', [
    creates(
      'a weight is from 1 to 100',
      withSpec({ affinity: { nodeAffinity: { [soft]: [{ weight: 0, preference: {} }] } } }),
      invalid(`spec.affinity.nodeAffinity.${soft}[0].weight`, 0, 'must be in the range 1-100'),
    ),
  ]),
  of('validateWeightedPodAffinityTerms', 'api/core/v1/pod/affinity-validation.ts', [
    creates(
      'a weight is from 1 to 100',
      withSpec({ affinity: { podAntiAffinity: { [soft]: [{ weight: 101, podAffinityTerm: { topologyKey: 'k' } }] } } }),
      invalid(`spec.affinity.podAntiAffinity.${soft}[0].weight`, 101, 'must be in the range 1-100'),
    ),
  ]),
  of('validatePodAffinityTerm', affinity, [
    creates('a namespace is a label', podTerm({ namespaces: ['A'] }), invalid(`${p}.namespace`, 'A', isNoLabel)),
    creates('a term has a topology', podTerm({ topologyKey: '' }), required(`${p}.topologyKey`, 'can not be empty'), invalid(`${p}.topologyKey`, '', 'name part must be non-empty'), invalid(`${p}.topologyKey`, '', isNoQualifiedName)),
    creates('the topology is a label’s key', podTerm({ topologyKey: '-' }), invalid(`${p}.topologyKey`, '-', isNoQualifiedName)),
  ]),
  of('ValidatePodAffinityTermSelector', affinity, [
    creates('labels are selected by keys', podTerm({ labelSelector: { matchLabels: { '-': 'a' } } }), invalid(`${p}.labelSelector.matchLabels`, '-', isNoQualifiedName)),
    creates('namespaces are selected by keys', podTerm({ namespaceSelector: { matchLabels: { '-': 'a' } } }), invalid(`${p}.namespaceSelector.matchLabels`, '-', isNoQualifiedName)),
  ]),
  of('validateLabelKeys', affinity, [
    creates('keys to match need a selector', podTerm({ matchLabelKeys: ['a'] }), forbidden(`${p}.matchLabelKeys`, needsSelector)),
    creates('keys not to match need one', podTerm({ mismatchLabelKeys: ['a'] }), forbidden(`${p}.mismatchLabelKeys`, needsSelector)),
    creates('a key is a label’s', podTerm({ labelSelector: selector, matchLabelKeys: ['-'] }), invalid(`${p}.matchLabelKeys[0]`, '-', isNoQualifiedName)),
  ]),
  of('validateMatchLabelKeysAndMismatchLabelKeys', affinity, [
    creates(
      'a key is matched in one way',
      podTerm({ labelSelector: { matchLabels: { a: 'b' }, matchExpressions: [{ key: 'a', operator: 'Exists' }] }, matchLabelKeys: ['a'] }),
      invalid(`${p}[0]`, 'a', both),
    ),
    creates(
      'a key is matched or not',
      podTerm({ labelSelector: selector, matchLabelKeys: ['c'], mismatchLabelKeys: ['c'] }),
      invalid(`${p}.matchLabelKeys[0]`, 'c', 'exists in both matchLabelKeys and mismatchLabelKeys'),
    ),
  ]),
  of('ValidateTopologyKey', base, [creates('a topology has a key', spread({ topologyKey: '' }), required(`${t}.topologyKey`, 'can not be empty'))]),
  of('ValidateWhenUnsatisfiable', base, [
    creates('the reaction is known', spread({ whenUnsatisfiable: 'x' }), unsupported(`${t}.whenUnsatisfiable`, 'x', 'DoNotSchedule', 'ScheduleAnyway')),
    creates('a skew is positive', spread({ maxSkew: 0 }), invalid(`${t}.maxSkew`, 0, isNotPositive)),
    creates('there is a reaction', spread({ whenUnsatisfiable: null }), unsupported(`${t}.whenUnsatisfiable`, '', 'DoNotSchedule', 'ScheduleAnyway')),
  ]),
  of('ValidateSpreadConstraintNotRepeat', affinity, [
    creates('constraints are unique', withSpec({ topologySpreadConstraints: [constraint, constraint] }), duplicate(`${t}.{topologyKey, whenUnsatisfiable}`, '{zone, DoNotSchedule}')),
  ]),
  of('validateMinDomains', affinity, [
    creates('a number of domains is positive', spread({ minDomains: 0 }), invalid(`${t}.minDomains`, 0, isNotPositive)),
    creates(
      'it is for what must be',
      spread({ minDomains: 1, whenUnsatisfiable: 'ScheduleAnyway' }),
      invalid(`${t}.minDomains`, 1, 'can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ScheduleAnyway'),
    ),
  ]),
  of('validateNodeInclusionPolicy', affinity, [
    creates('the policy for affinity is known', spread({ nodeAffinityPolicy: 'x' }), unsupported(`${t}.nodeAffinityPolicy`, 'x', 'Honor', 'Ignore')),
    creates('the policy for taints is known', spread({ nodeTaintsPolicy: 'x' }), unsupported(`${t}.nodeTaintsPolicy`, 'x', 'Honor', 'Ignore')),
  ]),
  of('validateMatchLabelKeysInTopologySpread', affinity, [
    creates('keys to match need a selector', spread({ matchLabelKeys: ['a'] }), forbidden(`${t}.matchLabelKeys`, needsSelector)),
    creates('a key is matched in one way', spread({ matchLabelKeys: ['a'], labelSelector: selector }), invalid(`${t}.matchLabelKeys[0]`, 'a', both)),
  ]),
];
