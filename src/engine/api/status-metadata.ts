/** Metadata that an update of the status leaves as it was (apimachinery meta/v1 ResetObjectMetaForStatus). */
import { type KubeObject, withPart } from '../meta/index.ts';

/** The object with the metadata of `old`. Who manages which fields is the server's own record: it has been updated already. */
export function withMetadataOf<T extends KubeObject>(object: T, old: T): T {
  return { ...object, metadata: withPart(old.metadata, object.metadata, 'managedFields') };
}
