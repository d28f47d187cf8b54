/** Rules that volumes and claims share (pkg/apis/core/validation ValidatePersistentVolumeSpec, …ClaimSpec). */
import {
  checkDnsSubdomain,
  type FieldError,
  forbiddenField,
  invalidValue,
  milliValue,
  notSupported,
} from '../../../meta/index.ts';

const ACCESS_MODES = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'];
const VOLUME_MODES = ['Block', 'Filesystem'];

/** `path` is the spec's. */
export function validateAccessModes(modes: readonly string[], path: string, errors: FieldError[]): void {
  for (const mode of modes) {
    if (!ACCESS_MODES.includes(mode)) errors.push(notSupported(`${path}.accessModes`, mode, ACCESS_MODES));
  }
  const alone = 'ReadWriteOncePod';
  if (!modes.includes(alone) || modes.every((mode) => mode === alone || !ACCESS_MODES.includes(mode))) return;
  errors.push(forbiddenField(`${path}.accessModes`, `may not use ${alone} with other access modes`));
}

export function validateVolumeMode(mode: string | undefined, path: string, errors: FieldError[]): void {
  if (mode === undefined || VOLUME_MODES.includes(mode)) return;
  errors.push(notSupported(`${path}.volumeMode`, mode, VOLUME_MODES));
}

export function validateClassName(name: string | undefined, path: string, errors: FieldError[]): void {
  if (!name) return;
  for (const message of checkDnsSubdomain(name)) errors.push(invalidValue(`${path}.storageClassName`, name, message));
}

/** Names an amount of storage that is no size. */
export function validateStorage(amount: string, path: string, errors: FieldError[]): void {
  if (milliValue(amount) <= 0) errors.push(invalidValue(path, amount, 'must be greater than zero'));
}
