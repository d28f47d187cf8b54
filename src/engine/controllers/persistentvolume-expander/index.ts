import { type Controller, defineController, keyOf, PersistentVolume, PersistentVolumeClaim, parseQuantity, type Tools } from 'converge/sdk';

/**
 * Says of a bound claim that has grown that no volume plugin here makes its volume larger: an external controller would. (upstream
 * pkg/controller/volume/expand)
 */
export function createPersistentVolumeExpander(): Controller<PersistentVolumeClaim> {
  /** By the claim's key: about which claim, and which sizes, it was said. */
  const said = new Map<string, string>();
  return defineController<PersistentVolumeClaim>({
    name: 'persistentvolume-expander',
    eventSource: 'volume_expand',
    for: PersistentVolumeClaim,
    async reconcile(key, tools) {
      const claim = tools.lister(PersistentVolumeClaim).get(key);
      if (claim === undefined || !hasGrown(claim)) {
        said.delete(key);
        return;
      }
      const text = `${claim.metadata.uid} ${requestOf(claim)} ${capacityOf(claim)}`;
      if (said.get(key) === text) return;
      await checkVolume(claim, tools);
      tools.events.normal(claim, 'ExternalExpanding', 'waiting for an external controller to expand this PVC');
      said.set(key, text);
    },
  });
}

const requestOf = ({ spec }: PersistentVolumeClaim): string => spec.resources?.requests?.['storage'] ?? '0';
const capacityOf = ({ status }: PersistentVolumeClaim): string => status.capacity?.['storage'] ?? '0';

/** It is bound and wants more than it has. */
function hasGrown(claim: PersistentVolumeClaim): boolean {
  const [wanted, had] = [parseQuantity(requestOf(claim)), parseQuantity(capacityOf(claim))];
  return claim.status.phase === 'Bound' && !('error' in wanted) && !('error' in had) && wanted.nanos > had.nanos;
}

/** Throws when its volume isn't there, or is another claim's: that is tried again. */
async function checkVolume(claim: PersistentVolumeClaim, { client }: Tools): Promise<void> {
  const { claimRef } = (await client.get(PersistentVolume, { name: claim.spec.volumeName ?? '' })).spec;
  const isBound = claimRef?.uid === claim.metadata.uid && claimRef.namespace === claim.metadata.namespace;
  if (!isBound) throw new Error(`persistent Volume is not bound to PVC being updated : ${keyOf(claim)}`);
}
