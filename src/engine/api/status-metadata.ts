/** Metadata that an update of the status leaves as it was (apimachinery meta/v1 ResetObjectMetaForStatus). */
import type { KubeObject } from '../meta/index.ts';

/** The object with the metadata of `old`. Who manages which fields is the server's own record: it has been updated already. */
export function withMetadataOf<T extends KubeObject>(object: T, old: T): T {
  const { managedFields } = object.metadata;
  const { managedFields: _, ...metadata } = old.metadata;
  return { ...object, metadata: managedFields === undefined ? metadata : { ...metadata, managedFields } };
}
