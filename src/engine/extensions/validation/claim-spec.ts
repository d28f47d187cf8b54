/** Rules for what is claimed, in a PersistentVolumeClaim or in a Pod's own one, beyond those of the kind (ValidatePersistentVolumeClaimSpec). */
import type { PersistentVolumeClaim, PersistentVolumeClaimSpec } from '../../api/index.ts';
import { claimSpecErrors } from '../../api/core/v1/persistentvolumeclaim/validation.ts';
import { checkDnsLabel, checkDnsSubdomain, checkQualifiedName, type FieldError, invalidValue, notSupported, quantityValue } from '../../meta/index.ts';
import { checkText } from './checks.ts';

/** All of them. `path` is where the spec is. */
export function wholeClaimSpecErrors(spec: PersistentVolumeClaimSpec = {}, path: string): readonly FieldError[] {
  const errors: FieldError[] = [...claimSpecErrors(spec, path)];
  checkClaimSpec(spec, path, errors);
  return errors;
}

/** Those that the kind doesn't know. */
export function checkClaimSpec({ dataSource, dataSourceRef }: PersistentVolumeClaimSpec, path: string, errors: FieldError[]): void {
  if (dataSource?.apiGroup) checkText(checkDnsSubdomain, dataSource.apiGroup, `${path}.dataSource.apiGroup`, errors);
  if (dataSourceRef?.apiGroup) checkText(checkDnsSubdomain, dataSourceRef.apiGroup, `${path}.dataSourceRef.apiGroup`, errors);
  if (dataSourceRef?.namespace) checkText(checkDnsLabel, dataSourceRef.namespace, `${path}.dataSourceRef.namespace`, errors);
}

const betaClass = 'volume.beta.kubernetes.io/storage-class';

/** An old annotation stays as it is, unless the field takes over what it says. */
export function checkClaimUpdate({ metadata, spec }: PersistentVolumeClaim, old: PersistentVolumeClaim, errors: FieldError[]): void {
  const [now, before] = [metadata.annotations?.[betaClass], old.metadata.annotations?.[betaClass]];
  const takesOver = before !== undefined && old.spec.storageClassName === undefined && spec.storageClassName === before;
  if (takesOver && (now === undefined || now === before)) return;
  if ((now ?? '') !== (before ?? '')) errors.push(invalidValue(`metadata.annotations.${betaClass}`, now ?? '', 'field is immutable'));
}

const resizeStates = ['ControllerResizeInProgress', 'ControllerResizeInfeasible', 'NodeResizeInProgress', 'NodeResizeInfeasible', 'NodeResizePending'];

/** What is said of growing (ValidatePersistentVolumeClaimStatusUpdate). */
export function checkClaimStatus({ status }: PersistentVolumeClaim, errors: FieldError[]): void {
  const { capacity = {}, allocatedResourceStatuses = {}, allocatedResources = {} } = status;
  for (const [name, amount] of Object.entries(capacity)) checkBasic(amount, `status.capacity[${name}]`, errors);
  for (const [name, state] of Object.entries(allocatedResourceStatuses)) {
    checkResourceKey(name, 'status.allocatedResourceStatus', errors);
    // Upstream names the resource here, not the state.
    if (!resizeStates.includes(state)) errors.push(notSupported('status.allocatedResourceStatus', name, resizeStates));
  }
  for (const [name, amount] of Object.entries(allocatedResources)) {
    const before = errors.length;
    checkResourceKey(name, 'status.allocatedResources', errors);
    if (errors.length === before) checkBasic(amount, `status.allocatedResources[${name}]`, errors);
  }
}

function checkBasic(amount: string, path: string, errors: FieldError[]): void {
  const value = quantityValue(amount);
  if (value < 0) errors.push(invalidValue(path, value, 'must be a valid resource quantity'));
}

function checkResourceKey(name: string, path: string, errors: FieldError[]): void {
  const messages = checkQualifiedName(name);
  for (const message of messages) errors.push(invalidValue(path, name, message));
  const isNative = !name.includes('/') || name.includes('kubernetes.io/');
  if (messages.length === 0 && isNative && name !== 'storage') errors.push(notSupported(path, name, ['storage']));
}
