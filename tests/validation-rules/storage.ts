/** Rules of the group storage.k8s.io. */
import type { JsonObject } from '../../src/engine/meta/index.ts';
import { duplicate, forbidden, invalid, isImmutable, isNegative, isNoQualifiedNameAtAll, isNoSubdomain, required, tooLong, unsupported } from './messages.ts';
import { because, creates, differs, unreachable, updates, updatesStatus, upstream } from './rule.ts';

const file = 'pkg/apis/storage/validation/validation.go';
const core = 'pkg/apis/core/validation/validation.go';
const ofClass = upstream('StorageClass', file);
const ofTerm = upstream('StorageClass', core);
const ofAttachment = upstream('VolumeAttachment', file);
const ofAttacher = upstream('VolumeAttachment', core);
const ofNodesDriver = upstream('CSINode', core);
const ofNode = upstream('CSINode', file);
const ofDriver = upstream('CSIDriver', file);
const ofCapacity = upstream('CSIStorageCapacity', file);

const storageClass = 'api/storage/v1/storageclass/index.ts';
const attachment = 'api/storage/v1/volumeattachment/index.ts';
const attachmentRules = 'extensions/validation/storage.ts';
const node = 'api/storage/v1/csinode/index.ts';
const driver = 'api/storage/v1/csidriver/index.ts';

const withSpec = (fields: JsonObject): JsonObject => ({ spec: fields });
const terms = (...expressions: readonly JsonObject[]): JsonObject => ({ allowedTopologies: [{ matchLabelExpressions: expressions }] });
const m = 'allowedTopologies[0].matchLabelExpressions';
const onNode = (fields: JsonObject): JsonObject => withSpec({ drivers: [{ name: 'a.b', nodeID: 'n', ...fields }] });
const n = 'spec.drivers[0]';
const twoTerms = { allowedTopologies: [{ matchLabelExpressions: [{ key: 'a', values: ['b'] }] }, { matchLabelExpressions: [{ key: 'a', values: ['b'] }] }] };
const many = Object.fromEntries(Array.from({ length: 513 }, (_, index) => [`k${index}`, 'v']));
const error = (name: string, fields: JsonObject): JsonObject => ({ [name]: fields });
const source = (fields: JsonObject): JsonObject => withSpec({ source: { persistentVolumeName: null, ...fields } });
const oneSource = 'must specify exactly one of inlineVolumeSpec and persistentVolumeName';
const inline = { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], csi: { driver: 'a.b', volumeHandle: 'h' } };
const token = (fields: JsonObject): JsonObject => withSpec({ tokenRequests: [{ audience: 'a', ...fields }] });

export const storageRules = [
  ofClass('ValidateStorageClassUpdate', storageClass, [
    updates('parameters stay', {}, { parameters: { a: 'b' } }, forbidden('parameters', 'updates to parameters are forbidden.')),
    updates('the provisioner stays', {}, { provisioner: 'c.d/e' }, forbidden('provisioner', 'updates to provisioner are forbidden.')),
    updates('what becomes of volumes stays', {}, { reclaimPolicy: 'Retain' }, forbidden('reclaimPolicy', 'updates to reclaimPolicy are forbidden.')),
    updates('when they are made stays', {}, { volumeBindingMode: 'WaitForFirstConsumer' }, invalid('volumeBindingMode', 'WaitForFirstConsumer', isImmutable)),
    updates('what is new is checked as in a new one', {}, terms({ key: 'a' }), required(`${m}[0].values`)),
  ]),
  ofClass('validateProvisioner', storageClass, [
    creates('there is a provisioner', { provisioner: '' }, required('provisioner')),
    creates('it is a name', { provisioner: 'A/b/c' }, invalid('provisioner', 'a/b/c', isNoQualifiedNameAtAll)),
  ]),
  ofClass('validateParameters', storageClass, [
    creates('there are at most 512', { parameters: many }, tooLong('parameters', 512)),
    creates('each has a name', { parameters: { '': 'v' } }, invalid('parameters', '', 'field can not be empty.')),
    creates('they are small', { parameters: { a: 'b'.repeat(262_144) } }, tooLong('parameters', 262_144)),
    unreachable('a class may have none', creates('there are some', {})),
  ]),
  ofClass('validateReclaimPolicy', storageClass, [creates('the policy is known', { reclaimPolicy: 'Recycle' }, unsupported('reclaimPolicy', 'Recycle', 'Delete', 'Retain'))]),
  ofClass('validateVolumeBindingMode', storageClass, [
    unreachable(because.defaulted, creates('there is a mode', {})),
    creates('it is known', { volumeBindingMode: 'x' }, unsupported('volumeBindingMode', 'x', 'Immediate', 'WaitForFirstConsumer')),
  ]),
  ofClass('validateAllowedTopologies', 'extensions/validation/topologies.ts', [
    creates('each term once', twoTerms, duplicate('allowedTopologies[1].matchLabelExpressions', '')),
    creates('no term is empty', terms(), duplicate(m, '')),
  ]),
  ofTerm('validateTopologySelectorLabelRequirement', 'extensions/validation/topologies.ts', [
    creates('there are values', terms({ key: 'a' }), required(`${m}[0].values`)),
    creates('each value once', terms({ key: 'a', values: ['b', 'b'] }), duplicate(`${m}[0].values[1]`, 'b')),
    creates('the key is a label’s', terms({ key: 'a/b/c', values: ['b'] }), invalid(`${m}[0].key`, 'a/b/c', isNoQualifiedNameAtAll)),
  ]),
  ofTerm('ValidateTopologySelectorTerm', 'extensions/validation/topologies.ts', [
    creates('each key once', terms({ key: 'a', values: ['b'] }, { key: 'a', values: ['c'] }), duplicate(`${m}[1].key`, 'a')),
  ]),
  ofAttachment('validateAttacher', attachment, [
    creates('there is an attacher', withSpec({ attacher: '' }), required('spec.attacher'), required('spec.attacher'), invalid('spec.attacher', '', isNoSubdomain)),
  ]),
  ofAttacher('ValidateCSIDriverName', attachmentRules, [
    creates('the attacher’s name is short', withSpec({ attacher: 'a'.repeat(64) }), tooLong('spec.attacher', 63)),
    creates('it is a subdomain', withSpec({ attacher: 'a_b' }), invalid('spec.attacher', 'a_b', isNoSubdomain)),
    creates('capitals are allowed', withSpec({ attacher: 'A' })),
  ]),
  ofAttachment('ValidateVolumeAttachmentV1', attachment, [
    creates('the volume’s name is one', source({ persistentVolumeName: 'A' }), invalid('spec.source.persistentVolumeName', 'A', isNoSubdomain)),
  ]),
  ofAttachment('validateVolumeAttachmentSource', attachment, [
    creates('there is a source', source({}), required('spec.source', oneSource)),
    creates('there is only one', source({ persistentVolumeName: 'v', inlineVolumeSpec: inline }), forbidden('spec.source', oneSource)),
    creates('the volume’s name isn’t empty', source({ persistentVolumeName: '' }), required('spec.source.persistentVolumeName', 'must specify non empty persistentVolumeName'), invalid('spec.source.persistentVolumeName', '', isNoSubdomain)),
  ]),
  ofAttachment('validateNodeName', attachment, [creates('the node’s name is one', withSpec({ nodeName: 'A' }), invalid('spec.nodeName', 'A', isNoSubdomain))]),
  ofAttachment('validateAttachmentMetadata', attachmentRules, [
    updatesStatus('what the attacher says is small', {}, { attachmentMetadata: { a: 'b'.repeat(262_144) } }, tooLong('status.attachmentMetadata', 262_144)),
  ]),
  ofAttachment('validateVolumeError', attachmentRules, [
    ...['attachError', 'detachError'].flatMap((name) => [
      updatesStatus(`the message of ${name} is short`, {}, error(name, { message: 'a'.repeat(1025) }), tooLong(`status.${name}.message`, 262_144)),
      updatesStatus(`the code of ${name} isn’t negative`, {}, error(name, { errorCode: -1 }), invalid(`status.${name}.errorCode`, -1, 'must be between 0 and 2147483647, inclusive')),
    ]),
  ]),
  ofAttachment('ValidateVolumeAttachmentUpdate', attachment, [
    differs(
      because.pointers,
      updates('the spec stays', {}, withSpec({ nodeName: 'm' }), invalid('spec', { attacher: 'a.b', nodeName: 'm', source: { persistentVolumeName: 'v' } }, isImmutable)),
    ),
  ]),
  ofNode('validateCSINodeDriverNodeID', node, [
    creates('the node has an id', onNode({ nodeID: '' }), required(`${n}.nodeID`)),
    creates('the id is short', onNode({ nodeID: 'a'.repeat(257) }), invalid(`${n}.nodeID`, 'a'.repeat(257), 'must be 256 characters or less')),
  ]),
  ofNode('validateCSINodeDriverAllocatable', node, [creates('the number of volumes isn’t negative', onNode({ allocatable: { count: -1 } }), invalid(`${n}.allocatable.count`, -1, isNegative))]),
  ofNode('validateCSINodeDriver', node, [
    creates('each driver once', withSpec({ drivers: [{ name: 'a.b', nodeID: 'n' }, { name: 'a.b', nodeID: 'n' }] }), duplicate('spec.drivers[1].name', 'a.b')),
    creates('keys aren’t empty', onNode({ topologyKeys: [''] }), required(n), invalid(n, '', "name part must be non-empty"), invalid(n, '', isNoQualifiedNameAtAll.replace('a qualified name must', 'name part must').split(' with an optional')[0] ?? '')),
    creates('each key once', onNode({ topologyKeys: ['a', 'a'] }), duplicate(n, 'a')),
    creates('keys are names', onNode({ topologyKeys: ['a/b/c'] }), invalid(n, 'a/b/c', isNoQualifiedNameAtAll)),
  ]),
  ofNodesDriver('ValidateCSIDriverName', attachmentRules, [
    creates('a driver has a name', onNode({ name: '' }), required(`${n}.name`), invalid(`${n}.name`, '', isNoSubdomain)),
    creates('it is short', onNode({ name: 'a'.repeat(64) }), tooLong(`${n}.name`, 63)),
    creates('it may have capitals', onNode({ name: 'A' })),
  ]),
  ofDriver('validateAttachRequired', driver, [unreachable(because.defaulted, creates('it says whether volumes are attached', {}))]),
  ofDriver('validatePodInfoOnMount', driver, [unreachable(because.defaulted, creates('it says whether it is told of the Pod', {}))]),
  ofDriver('validateStorageCapacity', driver, [unreachable(because.defaulted, creates('it says whether it tells how much room there is', {}))]),
  ofDriver('validateSELinuxMount', driver, [unreachable(because.defaulted, creates('it says whether it can mount with a context', {}))]),
  ofDriver('validateFSGroupPolicy', driver, [creates('the policy is known', withSpec({ fsGroupPolicy: 'x' }), unsupported('spec.fsGroupPolicy', 'x', 'File', 'None', 'ReadWriteOnceWithFSType'))]),
  ofDriver('validateTokenRequests', driver, [
    creates('each audience once', withSpec({ tokenRequests: [{ audience: 'a' }, { audience: 'a' }] }), duplicate('spec.tokenRequests[1].audience', 'a')),
    creates('a token lives ten minutes', token({ expirationSeconds: 599 }), invalid('spec.tokenRequests[0].expirationSeconds', 599, 'may not specify a duration less than 10 minutes')),
    creates('a token ends', token({ expirationSeconds: 4_294_967_297 }), invalid('spec.tokenRequests[0].expirationSeconds', 4_294_967_297, 'may not specify a duration larger than 2^32 seconds')),
  ]),
  ofDriver('validateVolumeLifecycleModes', driver, [
    creates('modes are known', withSpec({ volumeLifecycleModes: ['x'] }), unsupported('spec.volumeLifecycleModes', 'x', 'Persistent', 'Ephemeral')),
  ]),
  ofDriver('validateNodeAllocatableUpdatePeriodSeconds', driver, [
    unreachable('the field’s feature is off', creates('nodes are asked seldom', withSpec({ nodeAllocatableUpdatePeriodSeconds: 9 }), invalid('spec.nodeAllocatableUpdatePeriodSeconds', 9, 'must be greater than or equal to 10 seconds'))),
  ]),
  ofCapacity('ValidateCSIStorageCapacity', attachmentRules, [
    creates('the class is a name', { storageClassName: 'A' }, invalid('storageClassName', 'A', isNoSubdomain)),
    creates('there is no less than no room', { capacity: '-1' }, invalid('capacity', '-1', isNegative)),
  ]),
  ofCapacity('ValidateCSIStorageCapacityUpdate', attachmentRules, [
    updates('the class stays', {}, { storageClassName: 'slow' }, invalid('storageClassName', 'slow', isImmutable)),
    updates('the nodes stay', {}, { nodeTopology: { matchLabels: { a: 'b' } } }, invalid('nodeTopology', { matchLabels: { a: 'b' } }, isImmutable)),
  ]),
];
