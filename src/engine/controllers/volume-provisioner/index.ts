import { type Controller, defineController, PersistentVolume, PersistentVolumeClaim, StorageClass } from 'converge/sdk';
import { driver } from './driver.ts';
import { reconcile } from './reconcile.ts';

/**
 * Makes and deletes the volumes of one driver: disks that any node can attach, one node at a time. It takes part as the provisioner of a
 * CSI driver does: it knows claims by an annotation. (upstream kubernetes-sigs/sig-storage-lib-external-provisioner)
 */
export const volumeProvisioner: Controller<PersistentVolumeClaim> = defineController<PersistentVolumeClaim>({
  name: 'volume-provisioner',
  eventSource: driver,
  for: PersistentVolumeClaim,
  watches: [
    { kind: PersistentVolume, keys: ({ metadata }) => [metadata.name] },
    { kind: StorageClass, keys: () => [] },
  ],
  reconcile,
});
