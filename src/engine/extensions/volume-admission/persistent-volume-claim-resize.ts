/** A claim may only grow where its class says that volumes can. */
import { PersistentVolumeClaim, StorageClass } from '../../api/index.ts';
import type { PluginFactory } from '../../apiserver/admission/admission.ts';
import { refuse } from '../../apiserver/outcome.ts';
import { isOf } from '../../apiserver/resource.ts';
import type { Resources } from '../../apiserver/resources.ts';
import { compareQuantities, forbidden, parseQuantity } from '../../meta/index.ts';

export const persistentVolumeClaimResize: PluginFactory = ({ resources }) => ({
  name: 'PersistentVolumeClaimResize',
  validate(object, { operation, subresource, old, resource, name }) {
    if (operation !== 'UPDATE' || subresource !== '' || object === undefined || old === undefined) return;
    if (!isOf(PersistentVolumeClaim, object) || !isOf(PersistentVolumeClaim, old)) return;
    if (!grows(object, old)) return;
    const refused = (why: string): never => refuse(forbidden(resource, name, why));
    if (old.status?.phase !== 'Bound') refused('Only bound persistent volume claims can be expanded');
    if (!isExpandable(object, resources)) {
      refused(
        'only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize',
      );
    }
  },
});

function grows(now: PersistentVolumeClaim, before: PersistentVolumeClaim): boolean {
  const wanted = parseQuantity(now.spec.resources?.requests?.['storage'] ?? '0');
  const had = parseQuantity(before.spec.resources?.requests?.['storage'] ?? '0');
  return !('error' in wanted) && !('error' in had) && compareQuantities(wanted, had) > 0;
}

function isExpandable({ spec, metadata }: PersistentVolumeClaim, resources: Resources): boolean {
  const name = metadata.annotations?.['volume.beta.kubernetes.io/storage-class'] ?? spec.storageClassName ?? '';
  const found = name === '' ? undefined : resources.find('storage.k8s.io', 'v1', 'storageclasses')?.cache.get(name);
  return found !== undefined && isOf(StorageClass, found) && found.allowVolumeExpansion === true;
}
