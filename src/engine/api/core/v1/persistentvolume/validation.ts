/** Rules for PersistentVolumes (pkg/apis/core/validation ValidatePersistentVolume, ValidatePersistentVolumeUpdate). */
import {
  deepEqual,
  type FieldError,
  forbiddenField,
  invalidValue,
  notSupported,
  required,
} from '../../../../meta/index.ts';
import type { PersistentVolume, PersistentVolumeSpec } from '../../../generated/types.ts';
import { immutable } from '../../../number-validation.ts';
import { validateAccessModes, validateClassName, validateStorage, validateVolumeMode } from '../volume-validation.ts';

const RECLAIM_POLICIES = ['Delete', 'Recycle', 'Retain'];
/** Where a volume can be, in the order upstream looks for them. */
const SOURCES = [
  'hostPath',
  'gcePersistentDisk',
  'awsElasticBlockStore',
  'glusterfs',
  'flocker',
  'nfs',
  'rbd',
  'quobyte',
  'cephfs',
  'iscsi',
  'cinder',
  'fc',
  'flexVolume',
  'azureFile',
  'vsphereVolume',
  'azureDisk',
  'photonPersistentDisk',
  'portworxVolume',
  'scaleIO',
  'local',
  'storageos',
  'csi',
] as const satisfies readonly (keyof PersistentVolumeSpec)[];

/** Checks a PersistentVolume; with `old` also what may change in it. */
export function validatePersistentVolume(volume: PersistentVolume, old?: PersistentVolume): readonly FieldError[] {
  const errors: FieldError[] = [];
  const { spec } = volume;
  if (old?.spec === spec) return errors;
  validateAccessModes(spec.accessModes ?? [], 'spec', errors);
  if ((spec.accessModes ?? []).length === 0) errors.unshift(required('spec.accessModes'));
  capacityErrors(spec, errors);
  const policy = spec.persistentVolumeReclaimPolicy;
  if (policy && !RECLAIM_POLICIES.includes(policy)) {
    errors.push(notSupported('spec.persistentVolumeReclaimPolicy', policy, RECLAIM_POLICIES));
  }
  sourceErrors(spec, errors);
  if (spec.hostPath !== undefined && policy === 'Recycle' && /^\/+$/.test(spec.hostPath.path)) {
    const detail = "may not be 'recycle' for a hostPath mount of '/'";
    errors.push(forbiddenField('spec.persistentVolumeReclaimPolicy', detail));
  }
  validateClassName(spec.storageClassName, 'spec', errors);
  validateVolumeMode(spec.volumeMode, 'spec', errors);
  if (old !== undefined) updateErrors(spec, old.spec, errors);
  return errors;
}

function capacityErrors({ capacity = {} }: PersistentVolumeSpec, errors: FieldError[]): void {
  const names = Object.keys(capacity);
  if (names.length === 0) errors.push(required('spec.capacity'));
  if (names.length !== 1 || names[0] !== 'storage') {
    const shown = names.length === 0 ? 'core.ResourceList(nil)' : JSON.stringify(capacity);
    errors.push({ ...notSupported('spec.capacity', capacity, ['storage']), shown });
  }
  for (const [name, amount] of Object.entries(capacity)) validateStorage(amount, `spec.capacity[${name}]`, errors);
}

function sourceErrors(spec: PersistentVolumeSpec, errors: FieldError[]): void {
  const [first, ...others] = SOURCES.filter((source) => spec[source] !== undefined);
  for (const other of others) errors.push(forbiddenField(`spec.${other}`, 'may not specify more than 1 volume type'));
  if (first === undefined) errors.push(required('spec', 'must specify a volume type'));
  if (first === 'hostPath') hostPathErrors(spec, errors);
  if (first === 'nfs') {
    const { server, path } = spec.nfs ?? {};
    if (!server) errors.push(required('spec.nfs.server'));
    if (!path) errors.push(required('spec.nfs.path'));
    else if (!path.startsWith('/')) errors.push(invalidValue('spec.nfs.path', path, 'must be an absolute path'));
  }
  if (first === 'csi') {
    if (!spec.csi?.driver) errors.push(required('spec.csi.driver'));
    if (!spec.csi?.volumeHandle) errors.push(required('spec.csi.volumeHandle'));
  }
  if (first !== 'local') return;
  if (!spec.local?.path) errors.push(required('spec.local.path'));
  if (spec.nodeAffinity === undefined) {
    errors.push(required('spec.nodeAffinity', 'Local volume requires node affinity'));
  }
}

const HOST_PATH_TYPES = [
  '',
  'BlockDevice',
  'CharDevice',
  'Directory',
  'DirectoryOrCreate',
  'File',
  'FileOrCreate',
  'Socket',
];

function hostPathErrors({ hostPath }: PersistentVolumeSpec, errors: FieldError[]): void {
  const { path = '', type } = hostPath ?? {};
  if (path === '') errors.push(required('spec.hostPath.path'));
  else if (path.split('/').includes('..')) {
    errors.push(invalidValue('spec.hostPath.path', path, "must not contain '..'"));
  }
  if (type === undefined || HOST_PATH_TYPES.includes(type)) return;
  errors.push(notSupported('spec.hostPath.type', type, HOST_PATH_TYPES));
}

function updateErrors(spec: PersistentVolumeSpec, old: PersistentVolumeSpec, errors: FieldError[]): void {
  if (SOURCES.some((source) => !deepEqual(spec[source] ?? null, old[source] ?? null))) {
    const detail = 'spec.persistentvolumesource is immutable after creation';
    errors.push(forbiddenField('spec.persistentvolumesource', detail));
  }
  errors.push(...immutable(spec.volumeMode, old.volumeMode, 'volumeMode'));
  if (old.nodeAffinity !== undefined)
    errors.push(...immutable(spec.nodeAffinity, old.nodeAffinity, 'spec.nodeAffinity'));
}
