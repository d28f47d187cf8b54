import { defineController, isNotFound, PersistentVolume } from 'converge/sdk';

const finalizer = 'kubernetes.io/pv-protection';

/** Lets a deleted volume go when no claim is bound to it any more, and protects one that isn't yet. (upstream pkg/controller/volume/pvprotection) */
export const pvProtectionController = defineController<PersistentVolume>({
  name: 'pv-protection',
  for: PersistentVolume,
  async reconcile(key, { lister, client }) {
    const volume = lister(PersistentVolume).get(key);
    const { deletionTimestamp, finalizers = [] } = volume?.metadata ?? {};
    if (volume === undefined || finalizers.includes(finalizer) === (deletionTimestamp === undefined)) return;
    if (deletionTimestamp !== undefined && volume.status?.phase === 'Bound') return;
    const others = finalizers.filter((each) => each !== finalizer);
    const metadata = { ...volume.metadata, finalizers: deletionTimestamp === undefined ? [...others, finalizer] : others };
    try {
      await client.update(PersistentVolume, { ...volume, metadata });
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  },
});
