/** Rules for what is claimed, in a PersistentVolumeClaim or in a Pod's own one, beyond those of the kind (ValidatePersistentVolumeClaimSpec). */
import type { PersistentVolumeClaimSpec } from '../../api/index.ts';
import { claimSpecErrors } from '../../api/core/v1/persistentvolumeclaim/validation.ts';
import { checkDnsLabel, checkDnsSubdomain, type FieldError } from '../../meta/index.ts';
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
