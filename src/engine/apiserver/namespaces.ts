/** What is particular to namespaces: their own finalizers hold them until their content is gone (registry/core/namespace). */
import { Namespace } from '../api/index.ts';
import type { KubeObject } from '../meta/index.ts';
import { isOf } from './resource.ts';

/** Whether an object is a namespace whose content has still to go. */
export function keepsItself(object: KubeObject): boolean {
  return isOf(Namespace, object) && (object.spec.finalizers ?? []).length > 0;
}

/** A namespace that was just marked for deletion; it has no grace. */
export function terminating(object: KubeObject): KubeObject {
  if (!isOf(Namespace, object)) return object;
  const { deletionGracePeriodSeconds: _, ...metadata } = object.metadata;
  const namespace: Namespace = { ...object, metadata, status: { ...object.status, phase: 'Terminating' } };
  return namespace;
}

/** An update with the finalizers that only the subresource `finalize` may change. */
export function withOwnFinalizers(object: KubeObject, old: KubeObject): KubeObject {
  if (!isOf(Namespace, object) || !isOf(Namespace, old)) return object;
  const namespace: Namespace = { ...object, spec: old.spec };
  return namespace;
}

/** A namespace that its controller is emptying: to delete it again changes nothing. */
export function isBeingEmptied(object: KubeObject): boolean {
  return object.metadata.deletionTimestamp !== undefined && keepsItself(object);
}
