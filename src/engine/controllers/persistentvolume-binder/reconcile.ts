import { PersistentVolume, PersistentVolumeClaim, type Reconcile, type Tools } from 'converge/sdk';
import { syncClaim } from './claims.ts';
import { createWritten } from './latest.ts';
import type { Pass } from './pass.ts';
import { cachedClaimOf, isReleased, syncVolume } from './volumes.ts';

/** Stands for everything that isn't settled. No object has such a key: names are in small letters. */
export const resyncKey = 'RESYNC';

/** A key with a namespace is a claim's, one without is a volume's. */
export function createReconcile(): Reconcile {
  const claims = createWritten<PersistentVolumeClaim>();
  const volumes = createWritten<PersistentVolume>();
  return async (key, tools) => {
    const { lister } = tools;
    const pass = { claims: claims.over(lister(PersistentVolumeClaim)), volumes: volumes.over(lister(PersistentVolume)), tools };
    if (key === resyncKey) return resync(pass, tools);
    if (!key.includes('/')) {
      const volume = pass.volumes.get(key);
      return volume === undefined ? undefined : syncVolume(volume, pass);
    }
    const claim = pass.claims.get(key);
    return claim === undefined ? undefined : syncClaim(claim, pass);
  };
}

/**
 * Claims that wait, and volumes whose claim isn't there, are looked at again, as upstream does with all of them: a claim that was deleted before it
 * could name its volume said nothing of it. Where one fails, the others have their turn.
 */
async function resync(pass: Pass, { lister, log }: Tools): Promise<void> {
  for (const { metadata } of lister(PersistentVolumeClaim).list()) {
    const claim = pass.claims.get(`${metadata.namespace}/${metadata.name}`);
    if (claim === undefined || claim.status.phase === 'Bound') continue;
    await syncClaim(claim, pass).catch((error: unknown) => log(`claim ${metadata.namespace}/${metadata.name}:`, error));
  }
  for (const volume of pass.volumes.list()) {
    if (hasItsClaim(volume, pass)) continue;
    await syncVolume(volume, pass).catch((error: unknown) => log(`volume ${volume.metadata.name}:`, error));
  }
}

/** Also one that waits for its claim, or has been released already: nothing is to be done about them. */
const hasItsClaim = (volume: PersistentVolume, { claims }: Pass): boolean =>
  !volume.spec.claimRef?.uid || isReleased(volume) || cachedClaimOf(volume, claims) !== undefined;
