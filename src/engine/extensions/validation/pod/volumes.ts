/** Rules for the volumes of Pods (pkg/apis/core/validation, ValidateVolumes and the functions of the sources). */
import type {
  CinderVolumeSource,
  ConfigMapVolumeSource,
  CSIVolumeSource,
  DownwardAPIVolumeSource,
  EmptyDirVolumeSource,
  EphemeralVolumeSource,
  GitRepoVolumeSource,
  ISCSIVolumeSource,
  PodSpec,
  SecretVolumeSource,
  Volume,
} from '../../../api/index.ts';
import { checkDnsSubdomain, type FieldError, forbiddenField, invalidValue, required } from '../../../meta/index.ts';
import { checkDescendingPath, checkMode, checkRequired, checkText } from '../checks.ts';
import { wholeClaimSpecErrors } from '../claim-spec.ts';
import { templateMetadataErrors } from '../template-metadata.ts';
import {
  checkAzureDisk,
  checkDisk,
  checkDriverName,
  checkFibreChannel,
  checkFields,
  checkFlexVolume,
  checkFlocker,
  checkHostPath,
  checkInitiator,
  checkIscsi,
  checkNfs,
  checkQuobyte,
  checkSources,
  checkStorageOs,
  type Source,
} from '../volume-sources.ts';
import { checkDownwardFile, checkItems } from './files.ts';
import { checkProjected } from './projected.ts';

/** In upstream's order, which decides which of several sources counts. */
const sources: readonly Source<never>[] = [
  { field: 'emptyDir', rule: checkEmptyDir },
  { field: 'hostPath', rule: checkHostPath },
  { field: 'gitRepo', rule: checkGitRepo },
  { field: 'gcePersistentDisk', inside: 'persistentDisk', rule: checkDisk('pdName') },
  { field: 'awsElasticBlockStore', rule: checkDisk('volumeID') },
  { field: 'secret', rule: checkSecret },
  { field: 'nfs', rule: checkNfs },
  { field: 'iscsi', rule: checkPodIscsi },
  { field: 'glusterfs', rule: checkFields('endpoints', 'path') },
  { field: 'flocker', rule: checkFlocker },
  { field: 'persistentVolumeClaim', rule: checkFields('claimName') },
  { field: 'rbd', rule: checkFields('monitors', 'image') },
  { field: 'cinder', rule: checkCinder },
  { field: 'cephfs', another: 'cephFS', rule: checkFields('monitors') },
  { field: 'quobyte', rule: checkQuobyte },
  { field: 'downwardAPI', another: 'downwarAPI', rule: checkDownwardApi },
  { field: 'fc', rule: checkFibreChannel },
  { field: 'flexVolume', rule: checkFlexVolume },
  { field: 'configMap', rule: checkConfigMap },
  { field: 'azureFile', rule: checkFields('secretName', 'shareName') },
  { field: 'vsphereVolume', rule: checkFields('volumePath') },
  { field: 'photonPersistentDisk', rule: checkFields('pdID') },
  { field: 'portworxVolume', rule: checkFields('volumeID') },
  { field: 'azureDisk', rule: checkAzureDisk },
  { field: 'storageos', rule: checkStorageOs },
  { field: 'projected', rule: checkProjected },
  { field: 'scaleIO', rule: checkFields('gateway', 'system', 'volumeName') },
  { field: 'csi', rule: checkCsi },
  { field: 'ephemeral', rule: checkEphemeral },
  { field: 'image', rule: () => undefined },
];

/** `podName` is '' in a template. */
export function checkVolumes({ volumes = [] }: PodSpec, podName: string, path: string, errors: FieldError[]): void {
  const owned = podName === '' ? [] : volumes.filter(({ ephemeral }) => ephemeral !== undefined);
  const created = new Set(owned.map(({ name }) => `${podName}-${name}`));
  for (const [index, volume] of volumes.entries()) {
    const at = `${path}.volumes[${index}]`;
    if (checkSources(volume, sources, at, errors) === 0) errors.push(required(at, 'must specify a volume type'));
    nameErrors(volume, podName, at, errors);
    const claim = volume.persistentVolumeClaim?.claimName;
    if (claim === undefined || !created.has(claim)) continue;
    const detail = 'must not reference a PVC that gets created for an ephemeral volume';
    errors.push(invalidValue(`${at}.persistentVolumeClaim.claimName`, claim, detail));
  }
}

/** What the source makes of the volume's name. */
function nameErrors({ name = '', iscsi, ephemeral }: Volume, podName: string, path: string, errors: FieldError[]): void {
  if (iscsi?.initiatorName !== undefined && `${name}:${iscsi.targetPortal ?? ''}`.length > 64) {
    const detail = 'Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.';
    errors.push(invalidValue(`${path}.name`, name, detail));
  }
  if (ephemeral === undefined || podName === '' || name === '') return;
  const claim = `${podName}-${name}`;
  for (const message of checkDnsSubdomain(claim)) errors.push(invalidValue(`${path}.name`, name, `PVC name ${JSON.stringify(claim)}: ${message}`));
}

function checkEmptyDir({ sizeLimit = '' }: EmptyDirVolumeSource, path: string, errors: FieldError[]): void {
  if (!sizeLimit.startsWith('-')) return;
  errors.push(forbiddenField(`${path}.sizeLimit`, 'SizeLimit field must be a valid resource quantity'));
}

function checkGitRepo(source: GitRepoVolumeSource, path: string, errors: FieldError[]): void {
  checkRequired(source, ['repository'], path, errors);
  checkDescendingPath(source.directory ?? '', `${path}.directory`, errors);
}

const initiatorForm = 'must be valid format starting with iqn, eui, or naa';

function checkPodIscsi(source: ISCSIVolumeSource, path: string, errors: FieldError[]): void {
  checkIscsi(source, path, initiatorForm, errors);
  if (source.initiatorName !== undefined) checkInitiator(source.initiatorName, `${path}.initiatorname`, initiatorForm, errors);
}

function checkCinder(source: CinderVolumeSource, path: string, errors: FieldError[]): void {
  checkRequired(source, ['volumeID'], path, errors);
  if (source.secretRef !== undefined) checkRequired(source.secretRef, ['name'], `${path}.secretRef`, errors);
}

function checkSecret(source: SecretVolumeSource, path: string, errors: FieldError[]): void {
  checkRequired(source, ['secretName'], path, errors);
  checkMode(source.defaultMode, `${path}.defaultMode`, errors);
  checkItems(source.items, path, errors);
}

function checkConfigMap(source: ConfigMapVolumeSource, path: string, errors: FieldError[]): void {
  checkRequired(source, ['name'], path, errors);
  checkMode(source.defaultMode, `${path}.defaultMode`, errors);
  checkItems(source.items, path, errors);
}

function checkDownwardApi({ defaultMode, items = [] }: DownwardAPIVolumeSource, path: string, errors: FieldError[]): void {
  checkMode(defaultMode, `${path}.defaultMode`, errors);
  for (const item of items) checkDownwardFile(item, path, errors);
}

function checkCsi({ driver, nodePublishSecretRef }: CSIVolumeSource, path: string, errors: FieldError[]): void {
  checkDriverName(driver, `${path}.driver`, errors);
  if (nodePublishSecretRef === undefined) return;
  if (!nodePublishSecretRef.name) errors.push(required(`${path}.nodePublishSecretRef.name`));
  else checkText(checkDnsSubdomain, nodePublishSecretRef.name, `${path}.name`, errors);
}

function checkEphemeral({ volumeClaimTemplate }: EphemeralVolumeSource, path: string, errors: FieldError[]): void {
  const at = `${path}.volumeClaimTemplate`;
  if (volumeClaimTemplate === undefined) {
    errors.push(required(at));
    return;
  }
  errors.push(...templateMetadataErrors(volumeClaimTemplate.metadata, `${at}.metadata`), ...wholeClaimSpecErrors(volumeClaimTemplate.spec, `${at}.spec`));
}
