/** Rules of the volumes of Pods: names, and each source. */
import type { JsonObject } from '../../../src/engine/meta/index.ts';
import { duplicate, forbidden, invalid, isNoLabel, isNoMode, isNoQualifiedName, isNoSubdomain, required, tooLong, unsupported } from '../messages.ts';
import { because, creates, type Rule, unreachable, upstream } from '../rule.ts';
import { withVolume, withVolumes } from '../valid-objects.ts';

const of = upstream('Pod', 'pkg/apis/core/validation/validation.go');
const podVolumes = 'extensions/validation/pod/volumes.ts';
const sources = 'extensions/validation/volume-sources.ts';
const v = 'spec.volumes[0]';

/** A source of each type that is right. */
const eachSource: readonly (readonly [field: string, source: JsonObject, path?: string])[] = [
  ['hostPath', { path: '/a' }],
  ['gitRepo', { repository: 'r' }],
  ['gcePersistentDisk', { pdName: 'd' }],
  ['awsElasticBlockStore', { volumeID: 'd' }],
  ['secret', { secretName: 's' }],
  ['nfs', { server: 's', path: '/a' }],
  ['iscsi', { targetPortal: 'p', iqn: 'iqn.2001-04.com.example:storage', lun: 0 }],
  ['glusterfs', { endpoints: 'e', path: 'p' }],
  ['flocker', { datasetName: 'd' }],
  ['persistentVolumeClaim', { claimName: 'c' }],
  ['rbd', { monitors: ['m'], image: 'i' }],
  ['cinder', { volumeID: 'd' }],
  ['cephfs', { monitors: ['m'] }, 'cephFS'],
  ['quobyte', { registry: 'r:1', volume: 'v' }],
  ['downwardAPI', {}, 'downwarAPI'],
  ['fc', { wwids: ['w'] }],
  ['flexVolume', { driver: 'd' }],
  ['configMap', { name: 'm' }],
  ['azureFile', { secretName: 's', shareName: 's' }],
  ['vsphereVolume', { volumePath: 'p' }],
  ['photonPersistentDisk', { pdID: 'd' }],
  ['portworxVolume', { volumeID: 'd' }],
  ['azureDisk', { diskName: 'd', diskURI: 'u' }],
  ['storageos', { volumeName: 'v' }],
  ['projected', { sources: [{ secret: { name: 's' } }] }],
  ['scaleIO', { gateway: 'g', system: 's', volumeName: 'v', secretRef: { name: 's' } }],
  ['csi', { driver: 'd' }],
  ['ephemeral', { volumeClaimTemplate: { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1' } } } } }],
];

/** A source with one field that must be there. */
const needs = (field: string, source: JsonObject, missing: string, path = field): Rule =>
  creates(`${field} names ${missing}`, withVolume({ [field]: source }), required(`${v}.${path}.${missing}`));

const partition = (field: string, source: JsonObject, path: string): Rule =>
  creates(`a partition of ${field} is at most 255`, withVolume({ [field]: { ...source, partition: 256 } }), invalid(`${v}.${path}.partition`, 256, 'must be between 1 and 255, inclusive'));

const mode = (field: string, source: JsonObject): Rule =>
  creates(`modes of ${field} are permissions`, withVolume({ [field]: { ...source, defaultMode: 512 } }), invalid(`${v}.${field}.defaultMode`, 512, isNoMode));

const iqn = 'iqn.2001-04.com.example:storage';
const iscsi = { targetPortal: 'p', iqn, lun: 0 };
const startsWrong = 'must be valid format starting with iqn, eui, or naa';
const tooLongName = 'Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.';
const item = { key: 'k', path: 'p' };
const withItem = (change: JsonObject): JsonObject => withVolume({ configMap: { name: 'm', items: [{ ...item, ...change }] } });
const file = { path: 'p', fieldRef: { fieldPath: 'metadata.name' } };
const withFile = (...files: readonly JsonObject[]): JsonObject => withVolume({ downwardAPI: { items: files } });
const resourceFile = (ref: JsonObject): JsonObject => withFile({ path: 'p', resourceFieldRef: { containerName: 'c', ...ref } });
const withSources = (...list: readonly JsonObject[]): JsonObject => withVolume({ projected: { sources: list } });
const fieldRef = (ref: JsonObject): JsonObject => withFile({ path: 'p', fieldRef: ref });
const at = `${v}.downwardAPI`;
const claimTemplate = (template: JsonObject): JsonObject => withVolume({ ephemeral: { volumeClaimTemplate: template } });
const claimSpec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1' } } };
const sizes = '1, 1k, 1M, 1G, 1T, 1P, 1E, 1Ki, 1Mi, 1Gi, 1Ti, 1Pi, 1Ei';
const quobyteRule = 'must be a host:port pair or multiple pairs separated by commas';

export const podVolumeRules = [
  of('ValidateVolumes', 'api/core/v1/pod/spec-validation.ts', [
    creates('a volume has a name', withVolumes({ emptyDir: {} }), required(`${v}.name`)),
    creates('the name is a label', withVolumes({ name: 'A', emptyDir: {} }), invalid(`${v}.name`, 'A', isNoLabel)),
    creates('names are unique', withVolumes({ name: 'v', emptyDir: {} }, { name: 'v', emptyDir: {} }), duplicate('spec.volumes[1].name', 'v')),
    creates(
      'no volume is the claim that the Pod makes itself',
      withVolumes({ name: 'v', ephemeral: { volumeClaimTemplate: { spec: claimSpec } } }, { name: 'w', persistentVolumeClaim: { claimName: 'a-v' } }),
      invalid('spec.volumes[1].persistentVolumeClaim.claimName', 'a-v', 'must not reference a PVC that gets created for an ephemeral volume'),
    ),
  ]),
  of('validateVolumeSource', podVolumes, [
    unreachable('a volume without a source is an emptyDir', creates('a volume has a source', withVolumes({ name: 'v' }))),
    creates('a size limit isn’t negative', withVolume({ emptyDir: { sizeLimit: '-1' } }), forbidden(`${v}.emptyDir.sizeLimit`, 'SizeLimit field must be a valid resource quantity')),
    ...eachSource.map(([field, source, path = field]) =>
      creates(`a volume has one source: another ${field}`, withVolume({ emptyDir: {}, [field]: source }), forbidden(`${v}.${path}`, 'may not specify more than 1 volume type')),
    ),
    creates(
      'a name is short where an iSCSI initiator has one',
      withVolume({ iscsi: { ...iscsi, targetPortal: 'p'.repeat(63), initiatorName: iqn } }),
      invalid(`${v}.name`, 'v', tooLongName),
    ),
    creates(
      'the claim of an ephemeral volume has a name that is right',
      { metadata: { name: 'a'.repeat(253) }, ...withVolume({ ephemeral: { volumeClaimTemplate: { spec: claimSpec } } }) },
      invalid(`${v}.name`, 'v', `PVC name "${'a'.repeat(253)}-v": must be no more than 253 characters`),
    ),
  ]),
  of('validateHostPathVolumeSource', sources, [needs('hostPath', {}, 'path')]),
  of('validateHostPathType', sources, [
    creates(
      'hostPath has a known type',
      withVolume({ hostPath: { path: '/a', type: 'Pipe' } }),
      unsupported(`${v}.hostPath.type`, 'Pipe', '', 'BlockDevice', 'CharDevice', 'Directory', 'DirectoryOrCreate', 'File', 'FileOrCreate', 'Socket'),
    ),
  ]),
  of('validatePathNoBacksteps', 'extensions/validation/checks.ts', [
    creates('a path doesn’t go up', withVolume({ hostPath: { path: '/a/../b' } }), invalid(`${v}.hostPath.path`, '/a/../b', "must not contain '..'")),
  ]),
  of('validateGitRepoVolumeSource', podVolumes, [needs('gitRepo', {}, 'repository')]),
  of('validateLocalDescendingPath', 'extensions/validation/checks.ts', [
    creates('a path is relative', withVolume({ gitRepo: { repository: 'r', directory: '/a' } }), invalid(`${v}.gitRepo.directory`, '/a', 'must be a relative path')),
    creates('a relative path doesn’t go up', withVolume({ gitRepo: { repository: 'r', directory: '../a' } }), invalid(`${v}.gitRepo.directory`, '../a', "must not contain '..'")),
  ]),
  of('ValidateLocalNonReservedPath', 'extensions/validation/checks.ts', [
    creates('a file’s name doesn’t begin with two dots', withItem({ path: '..a' }), invalid(`${v}.configMap.items[0].path`, '..a', "must not start with '..'")),
  ]),
  of('validateISCSIVolumeSource', sources, [
    needs('iscsi', { iqn, lun: 0 }, 'targetPortal'),
    needs('iscsi', { targetPortal: 'p', lun: 0 }, 'iqn'),
    creates('a target begins with iqn, eui or naa', withVolume({ iscsi: { ...iscsi, iqn: 'abc' } }), invalid(`${v}.iscsi.iqn`, 'abc', startsWrong)),
    ...['iqn.x', 'eui.1', 'naa.1'].map((name) =>
      creates(`a target has the form of ${name.slice(0, 3)}`, withVolume({ iscsi: { ...iscsi, iqn: name } }), invalid(`${v}.iscsi.iqn`, name, 'must be valid format')),
    ),
    creates('a LUN is at most 255', withVolume({ iscsi: { ...iscsi, lun: 256 } }), invalid(`${v}.iscsi.lun`, 256, 'must be between 0 and 255, inclusive')),
    creates('CHAP needs a Secret', withVolume({ iscsi: { ...iscsi, chapAuthSession: true } }), required(`${v}.iscsi.secretRef`)),
    creates('an initiator begins with iqn, eui or naa', withVolume({ iscsi: { ...iscsi, initiatorName: 'abc' } }), invalid(`${v}.iscsi.initiatorname`, 'abc', startsWrong)),
    ...['iqn.x', 'eui.1', 'naa.1'].map((name) =>
      creates(`an initiator has the form of ${name.slice(0, 3)}`, withVolume({ iscsi: { ...iscsi, initiatorName: name } }), invalid(`${v}.iscsi.initiatorname`, name, 'must be valid format')),
    ),
  ]),
  of('validateFCVolumeSource', sources, [
    creates('fc names targets or ids', withVolume({ fc: {} }), required(`${v}.fc.targetWWNs`, 'must specify either targetWWNs or wwids, but not both')),
    creates(
      'fc doesn’t name both',
      withVolume({ fc: { targetWWNs: ['a'], wwids: ['b'], lun: 1 } }),
      `${v}.fc.targetWWNs: Invalid value: []string{"a"}: targetWWNs and wwids can not be specified simultaneously`,
    ),
    creates('targets have a LUN', withVolume({ fc: { targetWWNs: ['a'] } }), required(`${v}.fc.lun`, 'lun is required if targetWWNs is specified')),
    creates('the LUN of targets is at most 255', withVolume({ fc: { targetWWNs: ['a'], lun: 256 } }), invalid(`${v}.fc.lun`, 256, 'must be between 0 and 255, inclusive')),
  ]),
  of('validateGCEPersistentDiskVolumeSource', sources, [
    needs('gcePersistentDisk', {}, 'pdName', 'persistentDisk'),
    partition('gcePersistentDisk', { pdName: 'd' }, 'persistentDisk'),
  ]),
  of('validateAWSElasticBlockStoreVolumeSource', sources, [needs('awsElasticBlockStore', {}, 'volumeID'), partition('awsElasticBlockStore', { volumeID: 'd' }, 'awsElasticBlockStore')]),
  of('validateSecretVolumeSource', podVolumes, [needs('secret', {}, 'secretName'), mode('secret', { secretName: 's' })]),
  of('validateConfigMapVolumeSource', podVolumes, [needs('configMap', {}, 'name'), mode('configMap', { name: 'm' })]),
  of('validateKeyToPath', 'extensions/validation/pod/files.ts', [
    creates('an item has a key', withItem({ key: '' }), required(`${v}.configMap.items[0].key`)),
    creates('an item has a path', withItem({ path: '' }), required(`${v}.configMap.items[0].path`)),
    creates('the mode of an item is permissions', withItem({ mode: -1 }), invalid(`${v}.configMap.items[0].mode`, -1, isNoMode)),
  ]),
  of('validatePersistentClaimVolumeSource', podVolumes, [needs('persistentVolumeClaim', {}, 'claimName')]),
  of('validateNFSVolumeSource', sources, [
    needs('nfs', { path: '/a' }, 'server'),
    creates('nfs names path', withVolume({ nfs: { server: 's' } }), required(`${v}.nfs.path`), invalid(`${v}.nfs.path`, '', 'must be an absolute path')),
    creates('a path of nfs is absolute', withVolume({ nfs: { server: 's', path: 'a' } }), invalid(`${v}.nfs.path`, 'a', 'must be an absolute path')),
  ]),
  of('validateQuobyteVolumeSource', sources, [
    creates('quobyte names a registry', withVolume({ quobyte: { volume: 'v' } }), required(`${v}.quobyte.registry`, quobyteRule)),
    creates(
      'a tenant of quobyte is a UUID',
      withVolume({ quobyte: { registry: 'r:1', volume: 'v', tenant: 't'.repeat(65) } }),
      required(`${v}.quobyte.tenant`, 'must be a UUID and may not exceed a length of 64 characters'),
    ),
    creates('a registry of quobyte has ports', withVolume({ quobyte: { registry: 'r', volume: 'v' } }), invalid(`${v}.quobyte.registry`, 'r', quobyteRule)),
    needs('quobyte', { registry: 'r:1' }, 'volume'),
  ]),
  of('validateGlusterfsVolumeSource', podVolumes, [needs('glusterfs', { path: 'p' }, 'endpoints'), needs('glusterfs', { endpoints: 'e' }, 'path')]),
  of('validateFlockerVolumeSource', sources, [
    creates('flocker names a data set', withVolume({ flocker: {} }), required(`${v}.flocker`, 'one of datasetName and datasetUUID is required')),
    creates(
      'flocker names a data set in one way',
      withVolume({ flocker: { datasetName: 'a', datasetUUID: 'b' } }),
      invalid(`${v}.flocker`, 'resource', 'datasetName and datasetUUID can not be specified simultaneously'),
    ),
    creates('a name of flocker has no slash', withVolume({ flocker: { datasetName: 'a/b' } }), invalid(`${v}.flocker.datasetName`, 'a/b', "must not contain '/'")),
  ]),
  of('validateRBDVolumeSource', podVolumes, [needs('rbd', { image: 'i' }, 'monitors'), needs('rbd', { monitors: ['m'] }, 'image')]),
  of('validateCinderVolumeSource', podVolumes, [
    needs('cinder', {}, 'volumeID'),
    creates('a Secret of cinder has a name', withVolume({ cinder: { volumeID: 'd', secretRef: {} } }), required(`${v}.cinder.secretRef.name`)),
  ]),
  of('validateCephFSVolumeSource', podVolumes, [needs('cephfs', {}, 'monitors')]),
  of('validateFlexVolumeSource', sources, [
    needs('flexVolume', {}, 'driver'),
    creates(
      'options of flexVolume aren’t Kubernetes’ own',
      withVolume({ flexVolume: { driver: 'd', options: { 'a.kubernetes.io/b': 'c' } } }),
      invalid(`${v}.flexVolume.options[a.kubernetes.io/b]`, 'a.kubernetes.io/b', 'kubernetes.io and k8s.io namespaces are reserved'),
    ),
  ]),
  of('validateAzureFile', podVolumes, [needs('azureFile', { shareName: 's' }, 'secretName'), needs('azureFile', { secretName: 's' }, 'shareName')]),
  of('validateAzureDisk', sources, [
    needs('azureDisk', { diskURI: 'u' }, 'diskName'),
    needs('azureDisk', { diskName: 'd' }, 'diskURI'),
    creates('a caching mode is known', withVolume({ azureDisk: { diskName: 'd', diskURI: 'u', cachingMode: 'x' } }), unsupported(`${v}.azureDisk.cachingMode`, 'x', 'None', 'ReadOnly', 'ReadWrite')),
    creates('a kind of disk is known', withVolume({ azureDisk: { diskName: 'd', diskURI: 'https://u', kind: 'x' } }), unsupported(`${v}.azureDisk.kind`, 'x', 'Dedicated', 'Managed', 'Shared')),
    creates(
      'a managed disk has a URI of subscriptions',
      withVolume({ azureDisk: { diskName: 'd', diskURI: 'u', kind: 'Managed' } }),
      unsupported(`${v}.azureDisk.diskURI`, 'u', '/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}'),
    ),
    creates(
      'another disk has a URI of blobs',
      withVolume({ azureDisk: { diskName: 'd', diskURI: 'u', kind: 'Shared' } }),
      unsupported(`${v}.azureDisk.diskURI`, 'u', 'https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd'),
    ),
  ]),
  of('validateVsphereVolumeSource', podVolumes, [needs('vsphereVolume', {}, 'volumePath')]),
  of('validatePhotonPersistentDiskVolumeSource', podVolumes, [needs('photonPersistentDisk', {}, 'pdID')]),
  of('validatePortworxVolumeSource', podVolumes, [needs('portworxVolume', {}, 'volumeID')]),
  of('validateScaleIOVolumeSource', podVolumes, [
    needs('scaleIO', { system: 's', volumeName: 'v' }, 'gateway'),
    needs('scaleIO', { gateway: 'g', volumeName: 'v' }, 'system'),
    needs('scaleIO', { gateway: 'g', system: 's' }, 'volumeName'),
  ]),
  of('validateStorageOSVolumeSource', sources, [
    needs('storageos', {}, 'volumeName'),
    creates('a volume of storageos is a label', withVolume({ storageos: { volumeName: 'A' } }), invalid(`${v}.storageos.volumeName`, 'A', isNoLabel)),
    creates('a namespace of storageos is a label', withVolume({ storageos: { volumeName: 'a', volumeNamespace: 'A' } }), invalid(`${v}.storageos.volumeNamespace`, 'A', isNoLabel)),
    creates('a Secret of storageos has a name', withVolume({ storageos: { volumeName: 'a', secretRef: {} } }), required(`${v}.storageos.secretRef.name`)),
  ]),
  of('ValidateCSIDriverName', sources, [
    creates('a CSI driver has a name', withVolume({ csi: { driver: '' } }), required(`${v}.csi.driver`), invalid(`${v}.csi.driver`, '', isNoSubdomain)),
    creates('a driver’s name has at most 63 characters', withVolume({ csi: { driver: 'd'.repeat(64) } }), tooLong(`${v}.csi.driver`, 63)),
    creates('a driver’s name is a subdomain', withVolume({ csi: { driver: 'a_b' } }), invalid(`${v}.csi.driver`, 'a_b', isNoSubdomain)),
  ]),
  of('validateCSIVolumeSource', podVolumes, [
    creates('a Secret of a CSI volume has a name', withVolume({ csi: { driver: 'd', nodePublishSecretRef: {} } }), required(`${v}.csi.nodePublishSecretRef.name`)),
    creates('the Secret’s name is a subdomain', withVolume({ csi: { driver: 'd', nodePublishSecretRef: { name: 'A' } } }), invalid(`${v}.csi.name`, 'A', isNoSubdomain)),
  ]),
  of('validateEphemeralVolumeSource', podVolumes, [needs('ephemeral', {}, 'volumeClaimTemplate')]),
  of('ValidateTemplateObjectMeta', 'extensions/validation/template-metadata.ts', [
    creates(
      'labels of a claim’s template are labels',
      claimTemplate({ metadata: { labels: { '-': 'a' } }, spec: claimSpec }),
      invalid(`${v}.ephemeral.volumeClaimTemplate.metadata.labels`, '-', isNoQualifiedName),
    ),
  ]),
  of('validateFieldAllowList', 'extensions/validation/template-metadata.ts', [
    creates('a claim’s template has no name', claimTemplate({ metadata: { name: 'n' }, spec: claimSpec }), forbidden(`${v}.ephemeral.volumeClaimTemplate.metadata.name`, 'cannot be set')),
  ]),
  of('ValidatePersistentVolumeClaimTemplate', 'extensions/validation/claim-spec.ts', [
    creates(
      'a claim’s template says how it is used',
      claimTemplate({ spec: { ...claimSpec, accessModes: [] } }),
      required(`${v}.ephemeral.volumeClaimTemplate.spec.accessModes`, 'at least 1 access mode is required'),
    ),
  ]),
  of('validateDownwardAPIVolumeSource', podVolumes, [mode('downwardAPI', {})]),
  of('validateDownwardAPIVolumeFile', 'extensions/validation/pod/files.ts', [
    creates('a file has a path', withFile({ fieldRef: { fieldPath: 'metadata.name' } }), required(`${at}.path`)),
    creates(
      'a file is of one field',
      withFile({ ...file, resourceFieldRef: { containerName: 'c', resource: 'limits.cpu' } }),
      invalid(at, 'resource', 'fieldRef and resourceFieldRef can not be specified simultaneously'),
    ),
    creates('a file is of a field', withFile({ path: 'p' }), required(at, 'one of fieldRef and resourceFieldRef is required')),
    creates('the mode of a file is permissions', withFile({ ...file, mode: 512 }), invalid(`${at}.mode`, 512, isNoMode)),
  ]),
  of('validateObjectFieldSelector', 'extensions/validation/pod/field-refs.ts', [
    unreachable(because.defaulted, creates('a field has a version', fieldRef({ apiVersion: '', fieldPath: 'metadata.name' }))),
    creates('a field has a path', fieldRef({ fieldPath: '' }), required(`${at}.fieldRef.fieldPath`)),
    creates('a field is one of Pods', fieldRef({ fieldPath: 'x' }), invalid(`${at}.fieldRef.fieldPath`, 'x', 'error converting fieldPath: field label not supported: x')),
    creates('the version is v1', fieldRef({ apiVersion: 'v2', fieldPath: 'metadata.name' }), invalid(`${at}.fieldRef.fieldPath`, 'metadata.name', 'error converting fieldPath: unsupported pod version: v2')),
    creates(
      'only annotations and labels have keys',
      fieldRef({ fieldPath: "metadata.name['a']" }),
      invalid(`${at}.fieldRef.fieldPath`, "metadata.name['a']", "error converting fieldPath: field label does not support subscript: metadata.name['a']"),
    ),
    creates('a label’s key is one', fieldRef({ fieldPath: "metadata.labels['-']" }), invalid(`${at}.fieldRef`, '-', isNoQualifiedName)),
    creates(
      'a field can be had there',
      fieldRef({ fieldPath: 'spec.nodeName' }),
      unsupported(`${at}.fieldRef.fieldPath`, 'spec.nodeName', 'metadata.annotations', 'metadata.labels', 'metadata.name', 'metadata.namespace', 'metadata.uid'),
    ),
  ]),
  of('validateContainerResourceFieldSelector', 'extensions/validation/pod/field-refs.ts', [
    creates('a file names a container', withFile({ path: 'p', resourceFieldRef: { resource: 'limits.cpu' } }), required(`${at}.resourceFieldRef.containerName`)),
    creates('a file names a resource', resourceFile({ resource: '' }), required(`${at}.resourceFieldRef.resource`)),
    creates(
      'the resource is a known one',
      resourceFile({ resource: 'limits.x' }),
      unsupported(
        `${at}.resourceFieldRef.resource`,
        'limits.x',
        'limits.cpu',
        'limits.ephemeral-storage',
        'limits.memory',
        'requests.cpu',
        'requests.ephemeral-storage',
        'requests.memory',
      ),
    ),
  ]),
  of('validateContainerResourceDivisor', 'extensions/validation/pod/field-refs.ts', [
    creates('CPU is told in 1m or 1', resourceFile({ resource: 'limits.cpu', divisor: '2' }), invalid(`${at}.resourceFieldRef.divisor`, 'limits.cpu', "only divisor's values 1m and 1 are supported with the cpu resource")),
    creates('memory is told in units', resourceFile({ resource: 'limits.memory', divisor: '2' }), invalid(`${at}.resourceFieldRef.divisor`, 'limits.memory', `only divisor's values ${sizes} are supported with the memory resource`)),
    creates(
      'storage is told in units',
      resourceFile({ resource: 'requests.ephemeral-storage', divisor: '2' }),
      invalid(`${at}.resourceFieldRef.divisor`, 'requests.ephemeral-storage', `only divisor's values ${sizes} are supported with the local ephemeral storage resource`),
    ),
    creates(
      'huge pages are told in units',
      resourceFile({ resource: 'limits.hugepages-2Mi', divisor: '2' }),
      invalid(`${at}.resourceFieldRef.divisor`, 'limits.hugepages-2Mi', `only divisor's values ${sizes} are supported with the hugepages resource`),
    ),
  ]),
  of('validateProjectedVolumeSource', 'extensions/validation/pod/projected.ts', [mode('projected', { sources: [{ secret: { name: 's' } }] })]),
  of('validateProjectionSources', 'extensions/validation/pod/projected.ts', [
    creates('a Secret has a name', withSources({ secret: {} }), required(`${v}.projected.sources[0].secret.name`)),
    creates('a ConfigMap has a name', withSources({ configMap: {} }), required(`${v}.projected.sources[0].configMap.name`)),
    creates('files of Secrets differ', withSources({ secret: { name: 's', items: [item, item] } }), invalid(`${v}.projected`, 's', 'conflicting duplicate paths')),
    creates('files of ConfigMaps differ', withSources({ configMap: { name: 'm', items: [item, item] } }), invalid(`${v}.projected`, 'm', 'conflicting duplicate paths')),
    creates('files of fields differ', withSources({ downwardAPI: { items: [file, file] } }), invalid(`${v}.projected`, 'p', 'conflicting duplicate paths')),
    creates(
      'a token lives ten minutes at least',
      withSources({ serviceAccountToken: { path: 't', expirationSeconds: 599 } }),
      invalid(`${v}.projected.sources[0].serviceAccountToken.expirationSeconds`, 599, 'may not specify a duration less than 10 minutes'),
    ),
    creates(
      'a token lives 2^32 seconds at most',
      withSources({ serviceAccountToken: { path: 't', expirationSeconds: 4_294_967_297 } }),
      invalid(`${v}.projected.sources[0].serviceAccountToken.expirationSeconds`, 4_294_967_297, 'may not specify a duration larger than 2^32 seconds'),
    ),
    creates('a token has a path', withSources({ serviceAccountToken: { path: '' } }), required(`${v}.projected.path`)),
    creates('the path of a token is relative', withSources({ serviceAccountToken: { path: '/t' } }), invalid(`${v}.projected.path`, '/t', 'must be a relative path')),
    creates(
      'a source is of one kind',
      withSources({ secret: { name: 's' }, configMap: { name: 'm' } }),
      forbidden(`${v}.projected.sources[0]`, 'may not specify more than 1 volume type per source'),
    ),
    ...['name and signerName', 'a name', 'a valid name', 'no selector beside a name', 'a signer’s name', 'either of them', 'a path', 'another path'].map((what) =>
      unreachable(
        'the gate ClusterTrustBundleProjection is off in 1.33',
        creates(`a bundle of certificates has ${what}`, withSources({ clusterTrustBundle: { path: 'p' } })),
      ),
    ),
  ]),
  of('validateImageVolumeSource', podVolumes, [unreachable('the gate ImageVolume is off in 1.33', creates('an image has a reference', withVolume({ image: {} })))]),
];
