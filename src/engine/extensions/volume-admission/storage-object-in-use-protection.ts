/** Volumes and claims get a finalizer: they are removed once they are no longer in use. */
import { PersistentVolume, PersistentVolumeClaim } from '../../api/index.ts';
import type { PluginFactory } from '../../apiserver/admission/admission.ts';
import { isOf } from '../../apiserver/resource.ts';
import type { KubeObject } from '../../meta/index.ts';

export const storageObjectInUseProtection: PluginFactory = () => ({
  name: 'StorageObjectInUseProtection',
  mutate(object, { operation, subresource }) {
    if (operation !== 'CREATE' || subresource !== '') return object;
    if (isOf(PersistentVolumeClaim, object)) return protectedBy('kubernetes.io/pvc-protection', object);
    return isOf(PersistentVolume, object) ? protectedBy('kubernetes.io/pv-protection', object) : object;
  },
});

function protectedBy(finalizer: string, object: KubeObject): KubeObject {
  const { finalizers = [] } = object.metadata;
  if (finalizers.includes(finalizer)) return object;
  return { ...object, metadata: { ...object.metadata, finalizers: [...finalizers, finalizer] } };
}
