/** Rules for the metadata of every kind, beyond those of the definitions (apimachinery pkg/api/validation/objectmeta.go). */
import { type FieldError, invalidValue, type KubeObject, shownList } from '../../meta/index.ts';

export function checkMetadata({ metadata }: KubeObject, old: KubeObject | undefined, errors: FieldError[]): void {
  const { ownerReferences, finalizers } = metadata;
  if (ownerReferences !== undefined && ownerReferences !== old?.metadata.ownerReferences) {
    for (const { apiVersion = '', kind = '', name = '', uid = '' } of ownerReferences) {
      if (kind !== 'Event' || apiVersion !== 'v1') continue;
      errors.push(invalidValue('metadata.ownerReferences', { apiVersion, kind, name, uid }, `/v1, Kind=${kind} is disallowed from being an owner`));
    }
  }
  if (old !== undefined || finalizers === undefined) return;
  if (!finalizers.includes('orphan') || !finalizers.includes('foregroundDeletion')) return;
  const detail = 'finalizer orphan and foregroundDeletion cannot be both set';
  errors.push({ ...invalidValue('metadata.finalizers', finalizers, detail), shown: shownList(finalizers) });
}
