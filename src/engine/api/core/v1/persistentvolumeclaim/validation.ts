/** Rules for PersistentVolumeClaims (pkg/apis/core/validation ValidatePersistentVolumeClaim, …ClaimUpdate). */
import {
  deepEqual,
  type FieldError,
  forbiddenField,
  invalidValue,
  milliValue,
  required,
} from '../../../../meta/index.ts';
import type { PersistentVolumeClaim, PersistentVolumeClaimSpec } from '../../../generated/types.ts';
import { immutable } from '../../../number-validation.ts';
import { validateSelector } from '../../../selector-validation.ts';
import { validateAccessModes, validateClassName, validateStorage, validateVolumeMode } from '../volume-validation.ts';

const SPEC_FIXED =
  'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims';

/** Checks a claim; with `old` also what may change in it. */
export function validatePersistentVolumeClaim(
  claim: PersistentVolumeClaim,
  old?: PersistentVolumeClaim,
): readonly FieldError[] {
  const { spec } = claim;
  if (old?.spec === spec) return [];
  const errors = claimSpecErrors(spec, 'spec');
  if (old !== undefined) updateErrors(claim, old, errors);
  return errors;
}

/** What is wrong with what is claimed; `path` is where it says so. */
export function claimSpecErrors(spec: PersistentVolumeClaimSpec, path: string): FieldError[] {
  const errors: FieldError[] = [];
  const { accessModes = [] } = spec;
  if (accessModes.length === 0) errors.push(required(`${path}.accessModes`, 'at least 1 access mode is required'));
  validateSelector(spec.selector, `${path}.selector`, errors);
  validateAccessModes(accessModes, path, errors);
  const storage = spec.resources?.requests?.['storage'];
  if (storage === undefined) errors.push(required(`${path}.resources[storage]`));
  else validateStorage(storage, `${path}.resources[storage]`, errors);
  validateClassName(spec.storageClassName, path, errors);
  validateVolumeMode(spec.volumeMode, path, errors);
  sourceErrors(spec, path, errors);
  return errors;
}

function sourceErrors({ dataSource, dataSourceRef }: PersistentVolumeClaimSpec, at: string, errors: FieldError[]): void {
  for (const [path, source] of Object.entries({ [`${at}.dataSource`]: dataSource, [`${at}.dataSourceRef`]: dataSourceRef })) {
    if (source === undefined) continue;
    if (!source.name) errors.push(required(`${path}.name`));
    if (!source.kind) errors.push(required(`${path}.kind`));
    if (!source.apiGroup && source.kind !== 'PersistentVolumeClaim') {
      const detail = "must be 'PersistentVolumeClaim' when referencing the default apiGroup";
      errors.push(invalidValue(path, source.kind ?? '', detail));
    }
  }
  if (dataSource === undefined || dataSourceRef === undefined) return;
  const { namespace: _, ...same } = dataSourceRef;
  if (!deepEqual(dataSource, same)) {
    errors.push(invalidValue(at, { dataSource, dataSourceRef }, 'must match dataSourceRef'));
  }
}

/** A bound claim may grow; an unbound one may be given its volume, and a class where it had none. */
function updateErrors(claim: PersistentVolumeClaim, old: PersistentVolumeClaim, errors: FieldError[]): void {
  const bound = old.status.phase === 'Bound';
  const expected: PersistentVolumeClaimSpec = {
    ...old.spec,
    ...(old.spec.volumeName ? {} : only('volumeName', claim.spec)),
    ...(old.spec.storageClassName === undefined && !bound ? only('storageClassName', claim.spec) : {}),
    ...(bound ? only('resources', claim.spec) : {}),
  };
  const limits = deepEqual(claim.spec.resources?.limits ?? {}, old.spec.resources?.limits ?? {});
  if (!limits || !deepEqual(claim.spec, expected)) errors.push(forbiddenField('spec', SPEC_FIXED));
  const [now, before] = [claim, old].map(({ spec }) => milliValue(spec.resources?.requests?.['storage'] ?? '0'));
  if ((now ?? 0) < (before ?? 0)) {
    const capacity = milliValue(old.status.capacity?.['storage'] ?? '0');
    if ((now ?? 0) <= capacity) {
      errors.push(forbiddenField('spec.resources.requests.storage', 'field can not be less than status.capacity'));
    }
  }
  errors.push(...immutable(claim.spec.volumeMode, old.spec.volumeMode, 'volumeMode'));
}

function only<K extends keyof PersistentVolumeClaimSpec>(
  field: K,
  spec: PersistentVolumeClaimSpec,
): Partial<PersistentVolumeClaimSpec> {
  return spec[field] === undefined ? {} : { [field]: spec[field] };
}
