/** Rules for PersistentVolumes (pkg/apis/core/validation ValidatePersistentVolume); those for where the data is are in an extension. */
import { type FieldError, forbiddenField, notSupported, required } from '../../../../meta/index.ts';
import type { PersistentVolume, PersistentVolumeSpec } from '../../../generated/types.ts';
import { immutable } from '../../../number-validation.ts';
import { validateAccessModes, validateClassName, validateStorage, validateVolumeMode } from '../volume-validation.ts';

const RECLAIM_POLICIES = ['Delete', 'Recycle', 'Retain'];

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
  if (spec.hostPath !== undefined && policy === 'Recycle' && /^\/+$/.test(spec.hostPath.path)) {
    const detail = "may not be 'recycle' for a hostPath mount of '/'";
    errors.push(forbiddenField('spec.persistentVolumeReclaimPolicy', detail));
  }
  validateClassName(spec.storageClassName, 'spec', errors);
  validateVolumeMode(spec.volumeMode, 'spec', errors);
  if (old !== undefined) errors.push(...immutable(spec.volumeMode, old.spec.volumeMode, 'volumeMode'));
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
