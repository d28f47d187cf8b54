/** What binder, provisioner and scheduler say to each other on claims and volumes (upstream component-helpers/storage/volume, pv_helpers.go). */
import type { KubeObject } from 'converge/sdk';

/** On a claim: it has been bound once; from then on a missing volume means lost data. */
export const bindCompleted = 'pv.kubernetes.io/bind-completed';
/** On a claim or a volume: the controller has chosen the other side, and may take that back. */
export const boundByController = 'pv.kubernetes.io/bound-by-controller';
/** On a volume: the provisioner that has made it, and that deletes it. */
export const provisionedBy = 'pv.kubernetes.io/provisioned-by';
/** On a claim: the provisioner that shall make its volume; under its old name, too. */
export const storageProvisioner = 'volume.kubernetes.io/storage-provisioner';
export const betaStorageProvisioner = 'volume.beta.kubernetes.io/storage-provisioner';
export function hasAnnotation({ metadata }: KubeObject, name: string): boolean {
  return metadata.annotations !== undefined && Object.hasOwn(metadata.annotations, name);
}

/** The object with these annotations besides its own. */
export function withAnnotations<T extends KubeObject>(object: T, annotations: Readonly<Record<string, string>>): T {
  return { ...object, metadata: { ...object.metadata, annotations: { ...object.metadata.annotations, ...annotations } } };
}
