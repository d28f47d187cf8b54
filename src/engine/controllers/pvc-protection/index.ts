import { defineController, isNotFound, isOfKind, PersistentVolumeClaim, Pod, volumeMatching } from 'converge/sdk';

const finalizer = 'kubernetes.io/pvc-protection';

/** Lets a deleted claim go when no Pod uses it any more, and protects one that isn't yet. (upstream pkg/controller/volume/pvcprotection) */
export const pvcProtectionController = defineController<PersistentVolumeClaim>({
  name: 'pvc-protection',
  for: PersistentVolumeClaim,
  watches: [
    { kind: Pod, keys: (pod) => (isOfKind(Pod, pod) ? volumeMatching.claimKeys(pod) : []) },
  ],
  async reconcile(key, { lister, client }) {
    const claim = lister(PersistentVolumeClaim).get(key);
    const { deletionTimestamp, finalizers = [], namespace } = claim?.metadata ?? {};
    if (claim === undefined || finalizers.includes(finalizer) === (deletionTimestamp === undefined)) return;
    if (deletionTimestamp === undefined) {
      await client.update(PersistentVolumeClaim, { ...claim, metadata: { ...claim.metadata, finalizers: [...finalizers, finalizer] } });
      return;
    }
    // The kubelet starts no Pod with a claim that is being deleted. One that has ended counts until it is gone: its volume may be mounted still.
    const uses = (pod: Pod): boolean => Boolean(pod.spec.nodeName) && volumeMatching.claimKeys(pod).includes(key);
    if (lister(Pod).list(namespace).some(uses)) return;
    // The cache may not know the newest pod yet, and a claim can't be brought back.
    if ((await client.list(Pod, namespace === undefined ? {} : { namespace })).some(uses)) return;
    const metadata = { ...claim.metadata, finalizers: finalizers.filter((each) => each !== finalizer) };
    try {
      await client.update(PersistentVolumeClaim, { ...claim, metadata });
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  },
});
