/** Rules of PersistentVolumeClaims. */
import type { JsonObject } from '../../../src/engine/meta/index.ts';
import { forbidden, invalid, isImmutable, isNoLabel, isNoQualifiedName, isNoSubdomain, isNotPositive, required, unsupported } from '../messages.ts';
import { because, creates, differs, unreachable, updates, updatesPart, updatesStatus, upstream } from '../rule.ts';

const of = upstream('PersistentVolumeClaim', 'pkg/apis/core/validation/validation.go');
const base = 'api/core/v1/persistentvolumeclaim/validation.ts';
const here = 'extensions/validation/claim-spec.ts';

const withSpec = (fields: JsonObject): JsonObject => ({ spec: fields });
const sized = (storage: string): JsonObject => withSpec({ resources: { requests: { storage } } });
const source = { kind: 'PersistentVolumeClaim', name: 'n' };
const noCore = "must be 'PersistentVolumeClaim' when referencing the default apiGroup";
const fixed = 'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims';
const beta = 'volume.beta.kubernetes.io/storage-class';
const bound = { phase: 'Bound', capacity: { storage: '1Gi' } };
const phases = ['ControllerResizeInProgress', 'ControllerResizeInfeasible', 'NodeResizeInProgress', 'NodeResizeInfeasible', 'NodeResizePending'];

export const claimRules = [
  of('ValidatePersistentVolumeClaimSpec', base, [
    creates('it says how it is used', withSpec({ accessModes: [] }), required('spec.accessModes', 'at least 1 access mode is required')),
    creates('in known ways', withSpec({ accessModes: ['x'] }), unsupported('spec.accessModes', 'x', 'ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod')),
    creates('by one Pod, or by many', withSpec({ accessModes: ['ReadWriteOncePod', 'ReadWriteMany'] }), forbidden('spec.accessModes', 'may not use ReadWriteOncePod with other access modes')),
    creates('it asks for storage', withSpec({ resources: null }), required('spec.resources[storage]')),
    creates('more than none', sized('0'), invalid('spec.resources[storage]', '0', isNotPositive)),
    creates('its class has a name', withSpec({ storageClassName: 'A' }), invalid('spec.storageClassName', 'A', isNoSubdomain)),
    creates('its mode is known', withSpec({ volumeMode: 'x' }), unsupported('spec.volumeMode', 'x', 'Block', 'Filesystem')),
    creates('it selects by labels', withSpec({ selector: { matchLabels: { '-': 'a' } } }), invalid('spec.selector.matchLabels', '-', isNoQualifiedName)),
    differs(
      because.pointers,
      creates(
        'both sources are one',
        withSpec({ dataSource: source, dataSourceRef: { ...source, name: 'o' } }),
        invalid('spec', { dataSource: source, dataSourceRef: { ...source, name: 'o' } }, 'must match dataSourceRef'),
      ),
    ),
    unreachable(
      'the gate CrossNamespaceVolumeDataSource is off in 1.33',
      creates('a source of another namespace is named once', withSpec({ dataSourceRef: { ...source, namespace: 'default' } })),
    ),
    unreachable('the gate VolumeAttributesClass is off in 1.33', creates('a class of attributes has a name', withSpec({ volumeAttributesClassName: 'A' }))),
  ]),
  of('validateDataSource', here, [
    creates('a source has a name', withSpec({ dataSource: { ...source, name: '' } }), ...['dataSource', 'dataSourceRef'].map((field) => required(`spec.${field}.name`))),
    creates('and a kind', withSpec({ dataSource: { name: 'n', kind: '', apiGroup: 'a.b' } }), required('spec.dataSource.kind'), required('spec.dataSourceRef.kind')),
    creates('of a group, or a claim', withSpec({ dataSource: { ...source, kind: 'x' } }), ...['dataSource', 'dataSourceRef'].map((field) => invalid(`spec.${field}`, 'x', noCore))),
    creates('the group is a subdomain', withSpec({ dataSource: { ...source, apiGroup: 'A' } }), ...['dataSource', 'dataSourceRef'].map((field) => invalid(`spec.${field}.apiGroup`, 'A', isNoSubdomain))),
  ]),
  of('validateDataSourceRef', here, [
    creates('a source has a name', withSpec({ dataSourceRef: { ...source, name: '' } }), ...['dataSource', 'dataSourceRef'].map((field) => required(`spec.${field}.name`))),
    creates('and a kind', withSpec({ dataSourceRef: { name: 'n', kind: '', apiGroup: 'a.b' } }), required('spec.dataSourceRef.kind')),
    creates('of a group, or a claim', withSpec({ dataSourceRef: { ...source, kind: 'x' } }), invalid('spec.dataSourceRef', 'x', noCore)),
    creates('the group is a subdomain', withSpec({ dataSourceRef: { ...source, apiGroup: 'A' } }), invalid('spec.dataSourceRef.apiGroup', 'A', isNoSubdomain)),
    differs('the gate CrossNamespaceVolumeDataSource, off in 1.33, drops the namespace there', creates('a namespace is a label', withSpec({ dataSourceRef: { ...source, namespace: 'A' } }), invalid('spec.dataSourceRef.namespace', 'A', isNoLabel))),
  ]),
  of('ValidatePersistentVolumeClaimUpdate', base, [
    differs(because.diff, updates('all but its size stays', {}, withSpec({ accessModes: ['ReadWriteMany'] }), forbidden('spec', fixed))),
    updates('it doesn’t shrink', { status: bound }, sized('1Mi'), forbidden('spec.resources.requests.storage', 'field can not be less than status.capacity')),
    unreachable('the gate RecoverVolumeExpansionFailure is on', updates('it doesn’t shrink at all', { ...sized('3Gi'), status: bound }, sized('2Gi'))),
    updates('the mode stays', {}, withSpec({ volumeMode: 'Block' }), forbidden('spec', fixed), invalid('volumeMode', 'Block', isImmutable)),
    ...['update is forbidden', 'none again', 'no name again'].map((what) =>
      unreachable('the gate VolumeAttributesClass is off in 1.33', updates(`a class of attributes: ${what}`, { status: bound }, {})),
    ),
  ]),
  of('ValidateImmutableAnnotation', 'extensions/validation/claim-spec.ts', [
    updates('the old annotation for a class stays', { metadata: { annotations: { [beta]: 'a' } } }, { metadata: { annotations: { [beta]: 'b' } } }, invalid(`metadata.annotations.${beta}`, 'b', isImmutable)),
  ]),
  of('ValidatePersistentVolumeClaimStatusUpdate', here, [
    unreachable('an update without a version isn’t refused', updatesPart('status', 'a status has a version', {}, { metadata: { resourceVersion: null } })),
    unreachable('an update of the status leaves the spec', updatesPart('status', 'a claim says how it is used', {}, withSpec({ accessModes: [] }))),
    updatesStatus('a capacity isn’t negative', {}, { capacity: { storage: '-1' } }, invalid('status.capacity[storage]', -1, 'must be a valid resource quantity')),
    updatesStatus('a state of resizing is known', {}, { allocatedResourceStatuses: { storage: 'x' } }, unsupported('status.allocatedResourceStatus', 'storage', ...phases)),
    updatesStatus('an allocated amount isn’t negative', {}, { allocatedResources: { storage: '-1' } }, invalid('status.allocatedResources[storage]', -1, 'must be a valid resource quantity')),
  ]),
  of('validatePersistentVolumeClaimResourceKey', here, [
    updatesStatus('a resource has a name', {}, { allocatedResources: { '-': '1' } }, invalid('status.allocatedResources', '-', isNoQualifiedName)),
    updatesStatus('storage, or a driver’s own', {}, { allocatedResources: { cpu: '1' } }, unsupported('status.allocatedResources', 'cpu', 'storage')),
  ]),
];
