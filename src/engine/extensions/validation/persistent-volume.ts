/** Rules for PersistentVolumes, beyond those of the kind's definition: where the data is (ValidatePersistentVolumeSpec, …Update). */
import type {
  AzureFilePersistentVolumeSource,
  CinderPersistentVolumeSource,
  CSIPersistentVolumeSource,
  GlusterfsPersistentVolumeSource,
  ISCSIPersistentVolumeSource,
  LocalVolumeSource,
  PersistentVolume,
  PersistentVolumeSpec,
  SecretReference,
  StorageOSPersistentVolumeSource,
} from '../../api/index.ts';
import { checkDnsLabel, checkDnsSubdomain, deepEqual, type FieldError, forbiddenField, invalidValue, quantityValue, required } from '../../meta/index.ts';
import { checkNoBacksteps, checkRequired, checkRequiredText, checkText } from './checks.ts';
import { checkNodeSelector } from './node-selector.ts';
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
} from './volume-sources.ts';

/** In upstream's order, which decides which of several sources counts. */
const sources = [
  { field: 'hostPath', rule: checkHostPath },
  { field: 'gcePersistentDisk', inside: 'persistentDisk', rule: checkDisk('pdName') },
  { field: 'awsElasticBlockStore', rule: checkDisk('volumeID') },
  { field: 'glusterfs', rule: checkGlusterfs },
  { field: 'flocker', rule: checkFlocker },
  { field: 'nfs', rule: checkNfs },
  { field: 'rbd', rule: checkFields('monitors', 'image') },
  { field: 'quobyte', rule: checkQuobyte },
  { field: 'cephfs', another: 'cephFS', rule: checkFields('monitors') },
  { field: 'iscsi', rule: checkVolumeIscsi },
  { field: 'cinder', rule: checkCinder },
  { field: 'fc', rule: checkFibreChannel },
  { field: 'flexVolume', besides: true, rule: checkFlexVolume },
  { field: 'azureFile', rule: checkAzureFile },
  { field: 'vsphereVolume', rule: checkFields('volumePath') },
  { field: 'photonPersistentDisk', rule: checkFields('pdID') },
  { field: 'portworxVolume', rule: checkFields('volumeID') },
  { field: 'azureDisk', rule: checkAzureDisk },
  { field: 'scaleIO', rule: checkFields('gateway', 'system', 'volumeName') },
  { field: 'local', rule: checkLocal },
  { field: 'storageos', rule: checkVolumeStorageOs },
  { field: 'csi', rule: checkCsi },
] as const satisfies readonly (Source<never> & { readonly field: keyof PersistentVolumeSpec })[];

export function checkPersistentVolume({ metadata, spec }: PersistentVolume, old: PersistentVolume | undefined, errors: FieldError[]): void {
  if (spec === undefined || spec === old?.spec) return;
  for (const [name, amount] of Object.entries(spec.capacity ?? {})) {
    const value = quantityValue(amount);
    if (value < 0) errors.push(invalidValue(`spec.capacity[${name}]`, value, 'must be a valid resource quantity'));
  }
  checkAffinity(spec, errors);
  const count = checkSources(spec, sources, 'spec', errors);
  if (count === 0) errors.push(required('spec', 'must specify a volume type'));
  const [first] = sources.filter(({ field }) => spec[field] !== undefined);
  if (first?.field === 'local' && spec.nodeAffinity === undefined) errors.push(required('spec.nodeAffinity', 'Local volume requires node affinity'));
  if (first?.field === 'iscsi') checkIscsiName(spec.iscsi, metadata.name, errors);
  if (old !== undefined) checkUpdate(spec, old.spec, errors);
}

function checkAffinity({ nodeAffinity }: PersistentVolumeSpec, errors: FieldError[]): void {
  if (nodeAffinity === undefined) return;
  const path = 'spec.nodeAffinity.required';
  if (nodeAffinity.required === undefined) errors.push(required(path, 'must specify required node constraints'));
  else checkNodeSelector(nodeAffinity.required, path, errors);
}

/** Where the data is stays, but for a Secret that a driver needs to expand it. Labels of nodes may get their new names. */
function checkUpdate(spec: PersistentVolumeSpec, old: PersistentVolumeSpec, errors: FieldError[]): void {
  const same = sources.every(({ field }) => {
    const [now, before] = [spec[field], old[field]];
    if (field !== 'csi' || old.csi?.controllerExpandSecretRef !== undefined) return deepEqual(now ?? null, before ?? null);
    const { controllerExpandSecretRef: _, ...rest } = spec.csi ?? {};
    return deepEqual(rest, old.csi ?? {});
  });
  if (!same) errors.push(forbiddenField('spec.persistentvolumesource', 'spec.persistentvolumesource is immutable after creation'));
  const { nodeAffinity: before } = old;
  if (before === undefined || deepEqual(spec.nodeAffinity ?? null, before) || deepEqual(spec.nodeAffinity ?? null, withNewLabels(before, spec.nodeAffinity))) return;
  errors.push(invalidValue('nodeAffinity', spec.nodeAffinity ?? null, 'field is immutable, except for updating from beta label to GA'));
}

const newLabels: Readonly<Record<string, string>> = {
  'failure-domain.beta.kubernetes.io/zone': 'topology.kubernetes.io/zone',
  'failure-domain.beta.kubernetes.io/region': 'topology.kubernetes.io/region',
  'beta.kubernetes.io/os': 'kubernetes.io/os',
  'beta.kubernetes.io/arch': 'kubernetes.io/arch',
  'beta.kubernetes.io/instance-type': 'node.kubernetes.io/instance-type',
};

type VolumeAffinity = NonNullable<PersistentVolumeSpec['nodeAffinity']>;

/** With the new names of labels where `now` has them. */
function withNewLabels(before: VolumeAffinity, now: VolumeAffinity | undefined): VolumeAffinity {
  if (before.required === undefined) return before;
  const nodeSelectorTerms = (before.required.nodeSelectorTerms ?? []).map((term, index) => {
    const expressions = term.matchExpressions?.map((expression, place) => {
      const key = now?.required?.nodeSelectorTerms?.[index]?.matchExpressions?.[place]?.key;
      return key !== undefined && newLabels[expression.key] === key ? { ...expression, key } : expression;
    });
    return { ...term, ...(expressions !== undefined && { matchExpressions: expressions }) };
  });
  return { ...before, required: { ...before.required, nodeSelectorTerms } };
}

function checkGlusterfs(source: GlusterfsPersistentVolumeSource, path: string, errors: FieldError[]): void {
  checkRequired(source, ['endpoints', 'path'], path, errors);
  const { endpointsNamespace: namespace } = source;
  const at = `${path}.endpointsNamespace`;
  if (namespace === '') errors.push(invalidValue(at, '', 'if the endpointnamespace is set, it must be a valid namespace name'));
  else if (namespace !== undefined) checkText(checkDnsLabel, namespace, at, errors);
}

const initiatorForm = 'must be valid format';

function checkVolumeIscsi(source: ISCSIPersistentVolumeSource, path: string, errors: FieldError[]): void {
  checkIscsi(source, path, initiatorForm, errors);
  if (source.secretRef !== undefined) checkRequired(source.secretRef, ['name'], `${path}.secretRef`, errors);
  if (source.initiatorName !== undefined) checkInitiator(source.initiatorName, `${path}.initiatorname`, initiatorForm, errors);
}

function checkIscsiName(iscsi: ISCSIPersistentVolumeSource | undefined, name: string, errors: FieldError[]): void {
  const { initiatorName, targetPortal = '' } = iscsi ?? {};
  if (initiatorName === undefined || `${name}:${targetPortal}`.length <= 64) return;
  const detail = 'Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.';
  errors.push(invalidValue('spec.iscsi.targetportal', targetPortal, detail));
}

function checkCinder(source: CinderPersistentVolumeSource, path: string, errors: FieldError[]): void {
  checkRequired(source, ['volumeID'], path, errors);
  if (source.secretRef !== undefined) checkRequired(source.secretRef, ['name', 'namespace'], `${path}.secretRef`, errors);
}

function checkAzureFile(source: AzureFilePersistentVolumeSource, path: string, errors: FieldError[]): void {
  checkRequired(source, ['secretName', 'shareName'], path, errors);
  if (source.secretNamespace === '') errors.push(required(`${path}.secretNamespace`));
}

function checkLocal({ path: place = '' }: LocalVolumeSource, path: string, errors: FieldError[]): void {
  if (place === '') errors.push(required(`${path}.path`));
  else checkNoBacksteps(place, `${path}.path`, errors);
}

function checkVolumeStorageOs(source: StorageOSPersistentVolumeSource, path: string, errors: FieldError[]): void {
  checkStorageOs(source, path, errors);
  if (source.secretRef !== undefined) checkRequired(source.secretRef, ['namespace'], `${path}.secretRef`, errors);
}

function checkCsi(source: CSIPersistentVolumeSource, path: string, errors: FieldError[]): void {
  checkDriverName(source.driver, `${path}.driver`, errors);
  checkRequired(source, ['volumeHandle'], path, errors);
  for (const field of ['controllerPublishSecretRef', 'controllerExpandSecretRef', 'nodePublishSecretRef', 'nodeExpandSecretRef'] as const) {
    const secret = source[field];
    if (secret !== undefined) checkSecret(secret, `${path}.${field}`, errors);
  }
}

function checkSecret({ name, namespace }: SecretReference, path: string, errors: FieldError[]): void {
  checkRequiredText(checkDnsSubdomain, name, `${path}.name`, errors);
  checkRequiredText(checkDnsLabel, namespace, `${path}.namespace`, errors);
}
