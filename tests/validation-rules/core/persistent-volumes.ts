/** Rules of PersistentVolumes. */
import type { JsonObject } from '../../../src/engine/meta/index.ts';
import { forbidden, invalid, isImmutable, isNoLabel, isNoLabelValue, isNoSubdomain, isNotPositive, required, tooLong, unsupported } from '../messages.ts';
import { because, creates, differs, type Rule, unreachable, updates, updatesPart, upstream } from '../rule.ts';

const of = upstream('PersistentVolume', 'pkg/apis/core/validation/validation.go');
const base = 'api/core/v1/persistentvolume/validation.ts';
const here = 'extensions/validation/persistent-volume.ts';
const sources = 'extensions/validation/volume-sources.ts';

const withSpec = (fields: JsonObject): JsonObject => ({ spec: fields });
/** With another source. */
const from = (source: JsonObject, fields: JsonObject = {}): JsonObject => withSpec({ hostPath: null, ...source, ...fields });
const needs = (field: string, source: JsonObject, missing: string): Rule => creates(`${field} names ${missing}`, from({ [field]: source }), required(`spec.${field}.${missing}`));
const iqn = 'iqn.2001-04.com.example:storage';
const iscsi = { targetPortal: 'p', iqn, lun: 0 };
const affinity = { required: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'beta.kubernetes.io/os', operator: 'Exists' }] }] } };
const otherAffinity = { required: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'b', operator: 'Exists' }] }] } };
const csi = { driver: 'd', volumeHandle: 'v' };

/** A source of each type that is right. */
const eachSource: readonly (readonly [field: string, source: JsonObject, path?: string])[] = [
  ['gcePersistentDisk', { pdName: 'd' }],
  ['awsElasticBlockStore', { volumeID: 'd' }],
  ['glusterfs', { endpoints: 'e', path: 'p' }],
  ['flocker', { datasetName: 'd' }],
  ['nfs', { server: 's', path: '/a' }],
  ['rbd', { monitors: ['m'], image: 'i' }],
  ['quobyte', { registry: 'r:1', volume: 'v' }],
  ['cephfs', { monitors: ['m'] }, 'cephFS'],
  ['iscsi', iscsi],
  ['cinder', { volumeID: 'd' }],
  ['fc', { wwids: ['w'] }],
  ['azureFile', { secretName: 's', shareName: 's' }],
  ['vsphereVolume', { volumePath: 'p' }],
  ['photonPersistentDisk', { pdID: 'd' }],
  ['portworxVolume', { volumeID: 'd' }],
  ['azureDisk', { diskName: 'd', diskURI: 'u' }],
  ['scaleIO', { gateway: 'g', system: 's', volumeName: 'v', secretRef: { name: 's' } }],
  ['local', { path: '/a' }],
  ['storageos', { volumeName: 'v' }],
  ['csi', csi],
];

export const persistentVolumeRules = [
  of('ValidatePersistentVolumeSpec', base, [
    creates('it says how it is used', withSpec({ accessModes: [] }), required('spec.accessModes')),
    creates('in known ways', withSpec({ accessModes: ['x'] }), unsupported('spec.accessModes', 'x', 'ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod')),
    creates('by one Pod, or by many', withSpec({ accessModes: ['ReadWriteOncePod', 'ReadWriteMany'] }), forbidden('spec.accessModes', 'may not use ReadWriteOncePod with other access modes')),
    creates('it has a capacity', withSpec({ capacity: null }), required('spec.capacity'), 'spec.capacity: Unsupported value: core.ResourceList(nil): supported values: "storage"'),
    differs(
      because.quantity,
      creates('of storage', withSpec({ capacity: { cpu: '1' } }), 'spec.capacity: Unsupported value: {"storage":"1Gi","cpu":"1"}: supported values: "storage"'),
    ),
    creates('a policy is known', withSpec({ persistentVolumeReclaimPolicy: 'x' }), unsupported('spec.persistentVolumeReclaimPolicy', 'x', 'Delete', 'Recycle', 'Retain')),
    ...eachSource.map(([field, source, path = field]) =>
      creates(`one source: another ${field}`, withSpec({ [field]: source }), forbidden(`spec.${path}`, 'may not specify more than 1 volume type')),
    ),
    unreachable('hostPath is looked for first', creates('one source: another hostPath', {})),
    creates('there is a source', from({}), required('spec', 'must specify a volume type')),
    creates('a local volume is on a node', from({ local: { path: '/a' } }), required('spec.nodeAffinity', 'Local volume requires node affinity')),
    creates(
      'the node’s root isn’t emptied',
      withSpec({ hostPath: { path: '/' }, persistentVolumeReclaimPolicy: 'Recycle' }),
      forbidden('spec.persistentVolumeReclaimPolicy', "may not be 'recycle' for a hostPath mount of '/'"),
    ),
    creates('its class has a name', withSpec({ storageClassName: 'A' }), invalid('spec.storageClassName', 'A', isNoSubdomain)),
    creates('its mode is known', withSpec({ volumeMode: 'x' }), unsupported('spec.volumeMode', 'x', 'Block', 'Filesystem')),
    ...['has a name', 'has a right name', 'is of a driver'].map((what) =>
      unreachable('the gate VolumeAttributesClass is off in 1.33', creates(`a class of attributes ${what}`, withSpec({ volumeAttributesClassName: '' }))),
    ),
  ]),
  of('validateBasicResource', here, [
    creates(
      'a capacity isn’t negative',
      withSpec({ capacity: { storage: '-1' } }),
      invalid('spec.capacity[storage]', '-1', isNotPositive),
      invalid('spec.capacity[storage]', -1, 'must be a valid resource quantity'),
    ),
  ]),
  of('ValidatePositiveQuantityValue', 'api/core/v1/volume-validation.ts', [creates('a capacity isn’t empty', withSpec({ capacity: { storage: '0' } }), invalid('spec.capacity[storage]', '0', isNotPositive))]),
  of('validateVolumeNodeAffinity', here, [
    creates('affinity names nodes', withSpec({ nodeAffinity: {} }), required('spec.nodeAffinity.required', 'must specify required node constraints')),
    creates(
      'by values that labels have',
      withSpec({ nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'k', operator: 'In', values: ['-'] }] }] } } }),
      invalid('spec.nodeAffinity.required.nodeSelectorTerms[0].matchExpressions[0].values[0]', '-', isNoLabelValue),
    ),
  ]),
  of('validateGlusterfsPersistentVolumeSource', here, [
    needs('glusterfs', { path: 'p' }, 'endpoints'),
    needs('glusterfs', { endpoints: 'e' }, 'path'),
    creates('a namespace isn’t empty', from({ glusterfs: { endpoints: 'e', path: 'p', endpointsNamespace: '' } }), invalid('spec.glusterfs.endpointsNamespace', '', 'if the endpointnamespace is set, it must be a valid namespace name')),
    creates('a namespace is a label', from({ glusterfs: { endpoints: 'e', path: 'p', endpointsNamespace: 'A' } }), invalid('spec.glusterfs.endpointsNamespace', 'A', isNoLabel)),
  ]),
  of('validateRBDPersistentVolumeSource', here, [needs('rbd', { image: 'i' }, 'monitors'), needs('rbd', { monitors: ['m'] }, 'image')]),
  of('validateCephFSPersistentVolumeSource', here, [needs('cephfs', {}, 'monitors')]),
  of('validateISCSIPersistentVolumeSource', here, [
    needs('iscsi', { iqn, lun: 0 }, 'targetPortal'),
    needs('iscsi', { targetPortal: 'p', lun: 0 }, 'iqn'),
    creates(
      'a name is short where an initiator has one',
      from({ iscsi: { ...iscsi, targetPortal: 'p'.repeat(63), initiatorName: iqn } }),
      invalid('spec.iscsi.targetportal', 'p'.repeat(63), 'Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.'),
    ),
    ...['abc', 'iqn.x', 'eui.1', 'naa.1'].flatMap((name) => [
      creates(`a target has a form: ${name}`, from({ iscsi: { ...iscsi, iqn: name } }), invalid('spec.iscsi.iqn', name, 'must be valid format')),
      creates(`an initiator has a form: ${name}`, from({ iscsi: { ...iscsi, initiatorName: name } }), invalid('spec.iscsi.initiatorname', name, 'must be valid format')),
    ]),
    creates('a LUN is at most 255', from({ iscsi: { ...iscsi, lun: 256 } }), invalid('spec.iscsi.lun', 256, 'must be between 0 and 255, inclusive')),
    creates('CHAP needs a Secret', from({ iscsi: { ...iscsi, chapAuthDiscovery: true } }), required('spec.iscsi.secretRef')),
    creates('the Secret has a name', from({ iscsi: { ...iscsi, secretRef: {} } }), required('spec.iscsi.secretRef.name')),
  ]),
  of('validateCinderPersistentVolumeSource', here, [
    needs('cinder', {}, 'volumeID'),
    creates('a Secret has a name', from({ cinder: { volumeID: 'd', secretRef: { namespace: 'n' } } }), required('spec.cinder.secretRef.name')),
    creates('and a namespace', from({ cinder: { volumeID: 'd', secretRef: { name: 'n' } } }), required('spec.cinder.secretRef.namespace')),
  ]),
  of('validateFlexPersistentVolumeSource', sources, [
    needs('flexVolume', {}, 'driver'),
    creates(
      'options aren’t Kubernetes’ own',
      from({ flexVolume: { driver: 'd', options: { 'k8s.io/a': 'b' } } }),
      invalid('spec.flexVolume.options[k8s.io/a]', 'k8s.io/a', 'kubernetes.io and k8s.io namespaces are reserved'),
    ),
  ]),
  of('validateAzureFilePV', here, [
    needs('azureFile', { shareName: 's' }, 'secretName'),
    needs('azureFile', { secretName: 's' }, 'shareName'),
    needs('azureFile', { secretName: 's', shareName: 's', secretNamespace: '' }, 'secretNamespace'),
  ]),
  of('validateScaleIOPersistentVolumeSource', here, [
    needs('scaleIO', { system: 's', volumeName: 'v' }, 'gateway'),
    needs('scaleIO', { gateway: 'g', volumeName: 'v' }, 'system'),
    needs('scaleIO', { gateway: 'g', system: 's' }, 'volumeName'),
  ]),
  of('validateLocalVolumeSource', here, [
    creates('a local volume has a path', from({ local: { path: '' } }, { nodeAffinity: affinity }), required('spec.local.path')),
    creates('the path doesn’t go up', from({ local: { path: '/../a' } }, { nodeAffinity: affinity }), invalid('spec.local.path', '/../a', "must not contain '..'")),
  ]),
  of('validateStorageOSPersistentVolumeSource', here, [
    needs('storageos', {}, 'volumeName'),
    creates('a volume is a label', from({ storageos: { volumeName: 'A' } }), invalid('spec.storageos.volumeName', 'A', isNoLabel)),
    creates('a Secret has a name', from({ storageos: { volumeName: 'v', secretRef: { namespace: 'n' } } }), required('spec.storageos.secretRef.name')),
    creates('and a namespace', from({ storageos: { volumeName: 'v', secretRef: { name: 'n' } } }), required('spec.storageos.secretRef.namespace')),
  ]),
  of('validateCSIPersistentVolumeSource', here, [
    creates('a driver’s name is short', from({ csi: { ...csi, driver: 'd'.repeat(64) } }), tooLong('spec.csi.driver', 63)),
    needs('csi', { driver: 'd' }, 'volumeHandle'),
  ]),
  of('validatePVSecretReference', here, [
    creates('a Secret has a name', from({ csi: { ...csi, nodePublishSecretRef: { namespace: 'n' } } }), required('spec.csi.nodePublishSecretRef.name')),
    creates('it is a subdomain', from({ csi: { ...csi, nodeExpandSecretRef: { name: 'A', namespace: 'n' } } }), invalid('spec.csi.nodeExpandSecretRef.name', 'A', isNoSubdomain)),
    creates('a Secret has a namespace', from({ csi: { ...csi, controllerPublishSecretRef: { name: 'n' } } }), required('spec.csi.controllerPublishSecretRef.namespace')),
    creates('it is a label', from({ csi: { ...csi, controllerExpandSecretRef: { name: 'n', namespace: 'A' } } }), invalid('spec.csi.controllerExpandSecretRef.namespace', 'A', isNoLabel)),
  ]),
  of('ValidatePersistentVolumeUpdate', here, [
    differs(because.diff, updates('where the data is stays', {}, withSpec({ hostPath: { path: '/b' } }), forbidden('spec.persistentvolumesource', 'spec.persistentvolumesource is immutable after creation'))),
    updates('the mode stays', {}, withSpec({ volumeMode: 'Block' }), invalid('volumeMode', 'Block', isImmutable)),
    ...['update is forbidden', 'no class again'].map((what) =>
      unreachable('the gate VolumeAttributesClass is off in 1.33', updates(`a class of attributes: ${what}`, {}, withSpec({ volumeAttributesClassName: 'c' }))),
    ),
  ]),
  of('validatePvNodeAffinity', here, [
    differs(
      because.pointers,
      updates(
        'its nodes stay, but for new names of labels',
        withSpec({ nodeAffinity: affinity }),
        withSpec({ nodeAffinity: otherAffinity }),
        invalid('nodeAffinity', otherAffinity, 'field is immutable, except for updating from beta label to GA'),
      ),
    ),
  ]),
  of('ValidatePersistentVolumeStatusUpdate', here, [
    unreachable('an update without a version isn’t refused', updatesPart('status', 'a status has a version', {}, { metadata: { resourceVersion: null } })),
  ]),
];
