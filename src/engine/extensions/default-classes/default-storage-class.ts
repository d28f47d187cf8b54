/** A claim that names no class gets the default one. */
import { PersistentVolumeClaim, StorageClass } from '../../api/index.ts';
import type { PluginFactory } from '../../apiserver/admission/admission.ts';
import { isOf } from '../../apiserver/resource.ts';
import type { Resources } from '../../apiserver/resources.ts';
import { newestDefault } from '../../meta/newest-default.ts';

const annotations = ['storageclass.kubernetes.io/is-default-class', 'storageclass.beta.kubernetes.io/is-default-class'];
const betaClass = 'volume.beta.kubernetes.io/storage-class';

export const defaultStorageClass: PluginFactory = ({ resources }) => ({
  name: 'DefaultStorageClass',
  mutate(object, { operation, subresource }) {
    if (operation !== 'CREATE' || subresource !== '' || !isOf(PersistentVolumeClaim, object)) return object;
    const { spec, metadata } = object;
    if (spec.storageClassName !== undefined || metadata.annotations?.[betaClass] !== undefined) return object;
    const storageClass = newestDefault(classesOf(resources), annotations);
    if (storageClass === undefined) return object;
    return { ...object, spec: { ...spec, storageClassName: storageClass.metadata.name } };
  },
});

function* classesOf(resources: Resources): Iterable<StorageClass> {
  for (const object of resources.find('storage.k8s.io', 'v1', 'storageclasses')?.cache.list('') ?? []) {
    if (isOf(StorageClass, object)) yield object;
  }
}
