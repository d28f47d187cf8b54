import { defineController, isNotFound, PersistentVolume } from 'converge/sdk';

const finalizer = 'kubernetes.io/pv-protection';

/** Lets a deleted volume go when no claim is bound to it any more. (upstream pkg/controller/volume/pvprotection) */
export const pvProtectionController = defineController<PersistentVolume>({
  name: 'pv-protection',
  for: PersistentVolume,
  async reconcile(key, { lister, client }) {
    const volume = lister(PersistentVolume).get(key);
    const { deletionTimestamp, finalizers = [] } = volume?.metadata ?? {};
    if (volume === undefined || deletionTimestamp === undefined || !finalizers.includes(finalizer)) return;
    if (volume.status?.phase === 'Bound') return;
    const metadata = { ...volume.metadata, finalizers: finalizers.filter((each) => each !== finalizer) };
    try {
      await client.update(PersistentVolume, { ...volume, metadata });
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  },
});
