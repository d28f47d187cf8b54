import type { KubeObject, OwnerReference } from './object.ts';

/** The owner that manages this object; at most one has `controller: true`. */
export function controllerOf(object: KubeObject): OwnerReference | undefined {
  const owners = object.metadata.ownerReferences;
  return owners === undefined ? undefined : owners.find((owner) => owner.controller === true);
}

/** By uid: a namesake made later is another object. */
export function isControlledBy(object: KubeObject, owner: KubeObject): boolean {
  return controllerOf(object)?.uid === owner.metadata.uid;
}

/** The reference a controller puts on what it makes. */
export function controllerReference(owner: KubeObject): OwnerReference {
  const { apiVersion, kind, metadata } = owner;
  const { name, uid } = metadata;
  return { apiVersion, kind, name, uid, controller: true, blockOwnerDeletion: true };
}
