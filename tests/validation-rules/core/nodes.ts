/** Rules of Nodes. */
import type { JsonObject } from '../../../src/engine/meta/index.ts';
import { forbidden, invalid, isNegative, isNoCidr, isNoConfigKey, isNoLabel, isNoLabelValue, isNoQualifiedName, isNoSubdomain, isNotPositive, required, unsupported } from '../messages.ts';
import { because, creates, differs, type Rule, updates, updatesStatus, upstream } from '../rule.ts';

const of = upstream('Node', 'pkg/apis/core/validation/validation.go');
const base = 'api/core/v1/node/validation.ts';
const here = 'extensions/validation/node.ts';

const withSpec = (fields: JsonObject): JsonObject => ({ spec: fields });
const taint = (fields: JsonObject): JsonObject => withSpec({ taints: [{ key: 'k', effect: 'NoExecute', ...fields }] });
const t = 'metadata.taints[0]';
const reference = { namespace: 'n', name: 'm', kubeletConfigKey: 'k' };
const source = (fields: JsonObject): JsonObject => withSpec({ configSource: { configMap: { ...reference, ...fields } } });
const s = 'spec.configSource.configMap';
const config = (fields: JsonObject): JsonObject => ({ config: { assigned: { configMap: { ...reference, uid: 'u', resourceVersion: '1', ...fields } } } });
const c = 'status.config.assigned.configMap';
const unchangedRange = 'node updates may not change podCIDR except from "" to valid';
const address = { type: 'InternalIP', address: '10.0.0.1' };
const none = 'core.NodeConfigSource{ConfigMap:(*core.ConfigMapNodeConfigSource)(nil)}';
const annotated = (key: string): Rule =>
  differs(`the annotation ${key}, which nothing reads, isn’t looked into`, creates(`${key} is JSON`, { metadata: { annotations: { [key]: 'x' } } }));

export const nodeRules = [
  of('validateNodeTaints', base, [
    creates('a taint has a label’s key', taint({ key: '-' }), invalid(`${t}.key`, '-', isNoQualifiedName)),
    creates('and a label’s value', taint({ value: '-' }), invalid(`${t}.value`, '-', isNoLabelValue)),
    creates(
      'taints are unique',
      withSpec({ taints: [1, 2].map(() => ({ key: 'k', effect: 'NoExecute' })) }),
      'metadata.taints[1]: Duplicate value: core.Taint{Key:"k", Value:"", Effect:"NoExecute", TimeAdded:<nil>}: taints must be unique by key and effect pair',
    ),
    creates('a taint has an effect', taint({ effect: '' }), required(`${t}.effect`)),
    creates('a known one', taint({ effect: 'x' }), unsupported(`${t}.effect`, 'x', 'NoSchedule', 'PreferNoSchedule', 'NoExecute')),
  ]),
  of('ValidateTaintsInNodeAnnotations', base, [annotated('scheduler.alpha.kubernetes.io/taints')]),
  of('ValidateNode', base, [
    creates('a range of addresses is one', withSpec({ podCIDRs: ['x'] }), invalid('spec.podCIDRs[0]', 'x', isNoCidr)),
    creates(
      'one of each family',
      withSpec({ podCIDRs: ['10.0.0.0/24', '10.0.1.0/24'] }),
      'spec.podCIDRs: Invalid value: []string{"10.0.0.0/24", "10.0.1.0/24"}: may specify no more than one CIDR for each IP family',
    ),
    differs(
      'what Go’s parser says of the pair isn’t said, too',
      creates(
        'of a pair both are ranges',
        withSpec({ podCIDRs: ['10.0.0.0/24', 'x'] }),
        invalid('spec.podCIDRs[1]', 'x', isNoCidr),
      ),
    ),
  ]),
  of('ValidateNodeResources', base, [
    updatesStatus('a capacity isn’t negative', {}, { capacity: { cpu: '-1' } }, invalid('status.capacity.cpu', '-1', isNegative), invalid('status.allocatable.cpu', '-1', isNegative)),
    updatesStatus('nor what can be had', {}, { allocatable: { cpu: '-1' } }, invalid('status.allocatable.cpu', '-1', isNegative)),
    differs(because.quantity, updatesStatus('Pods come whole', {}, { allocatable: { pods: '1500m' } }, invalid('status.allocatable.pods', '1500m', 'must be an integer'))),
  ]),
  of('validateNodeSwapStatus', here, [
    creates('there is some swap, or none is said', { status: { nodeInfo: { swap: { capacity: 0 } } } }, invalid('metadata.nodeSwapStatus.capacity', 0, isNotPositive)),
  ]),
  of('ValidateNodeUpdate', base, [
    updatesStatus('addresses are unique', {}, { addresses: [address, address] }, 'status.addresses[1]: Duplicate value: core.NodeAddress{Type:"InternalIP", Address:"10.0.0.1"}'),
    updates('no range comes or goes', withSpec({ podCIDRs: ['10.0.0.0/24'] }), withSpec({ podCIDR: null, podCIDRs: null }), forbidden('spec.podCIDRs', unchangedRange)),
    updates('the one range stays', withSpec({ podCIDR: '10.0.0.0/24' }), withSpec({ podCIDR: '10.0.1.0/24' }), forbidden('spec.podCIDRs', unchangedRange)),
    updates('a range stays', withSpec({ podCIDRs: ['10.0.0.0/24'] }), withSpec({ podCIDR: '10.0.1.0/24', podCIDRs: ['10.0.1.0/24'] }), forbidden('spec.podCIDRs', unchangedRange)),
    updates('a cloud’s name stays', withSpec({ providerID: 'a' }), withSpec({ providerID: 'b' }), forbidden('spec.providerID', 'node updates may not change providerID except from "" to valid')),
    updates('the old name of a cloud stays', withSpec({ externalID: 'a' }), withSpec({ externalID: 'b' }), forbidden('spec.externalID', 'may not be updated')),
  ]),
  of('validateNodeConfigSourceSpec', here, [
    updates('a source of configuration is something', {}, withSpec({ configSource: {} }), `spec.configSource: Invalid value: ${none}: exactly one reference subfield must be non-nil`),
  ]),
  of('validateConfigMapNodeConfigSourceSpec', here, [
    updates('the spec names no object', {}, source({ uid: 'u' }), forbidden(`${s}.uid`, 'uid must not be set in spec')),
    updates('and no version', {}, source({ resourceVersion: '1' }), forbidden(`${s}.resourceVersion`, 'resourceVersion must not be set in spec')),
  ]),
  of('validateNodeConfigSourceStatus', here, [
    updatesStatus('a source is something', {}, { config: { active: {} } }, `status.config.active: Invalid value: ${none}: exactly one reference subfield must be non-nil`),
  ]),
  of('validateConfigMapNodeConfigSourceStatus', here, [
    updatesStatus('the status names an object', {}, config({ uid: '' }), required(`${c}.uid`, 'uid must be set in status')),
    updatesStatus('and a version', {}, config({ resourceVersion: '' }), required(`${c}.resourceVersion`, 'resourceVersion must be set in status')),
  ]),
  of('validateConfigMapNodeConfigSource', here, [
    updates('a ConfigMap has a namespace', {}, source({ namespace: '' }), required(`${s}.namespace`, 'namespace must be set')),
    updates('it is a label', {}, source({ namespace: 'A' }), invalid(`${s}.namespace`, 'A', isNoLabel)),
    updates('a ConfigMap has a name', {}, source({ name: '' }), required(`${s}.name`, 'name must be set')),
    updates('it is a subdomain', {}, source({ name: 'A' }), invalid(`${s}.name`, 'A', isNoSubdomain)),
    updates('a key is named', {}, source({ kubeletConfigKey: '' }), required(`${s}.kubeletConfigKey`, 'kubeletConfigKey must be set')),
    updates('it is one', {}, source({ kubeletConfigKey: 'a b' }), invalid(`${s}.kubeletConfigKey`, 'a b', isNoConfigKey)),
  ]),
];
