import type { KubeObject } from '../../../meta/index.ts';

/** Older than the field, and still stronger. */
const ANNOTATION = 'volume.beta.kubernetes.io/storage-class';

/** The storage class of a volume or a claim; '' for none. */
export function storageClassOf(object: KubeObject & { readonly spec: { readonly storageClassName?: string } }): string {
  return object.metadata.annotations?.[ANNOTATION] ?? object.spec.storageClassName ?? '';
}
