/** One pass over a volume. */
import { isNotFound, PersistentVolume, PersistentVolumeClaim } from 'converge/sdk';
import { setPhase } from './bind.ts';
import type { Pass } from './pass.ts';
import { planReclaim, planVolume, unbound } from './volume-plan.ts';

/** Plans the volume's next step and does it. */
export async function syncVolume(volume: PersistentVolume, pass: Pass): Promise<void> {
  const claim = await claimOf(volume, pass);
  const step = planVolume(volume, claim);
  switch (step.type) {
    case 'phase':
      await setPhase(volume, step.phase, pass);
      return;
    case 'release':
      return reclaim(isReleased(volume) ? volume : await setPhase(volume, 'Released', pass), pass);
    case 'unbind': {
      const free = await pass.tools.client.update(PersistentVolume, unbound(volume));
      await setPhase(pass.volumes.wrote(free), 'Available', pass);
      return;
    }
    case 'mismatch':
      return reportMismatch(volume, claim, pass);
    case 'claim-next':
      // Its key is in the queue, too.
      return;
  }
}

/** Its claim is gone, and so it will be. */
export const isReleased = ({ status }: PersistentVolume): boolean => status.phase === 'Released' || status.phase === 'Failed';

/** The claim that the volume's reference names, by name and uid, as far as the cache knows it. */
export function cachedClaimOf({ spec }: PersistentVolume, claims: Pass['claims']): PersistentVolumeClaim | undefined {
  const { uid, namespace = '', name = '' } = spec.claimRef ?? {};
  const cached = claims.get(`${namespace}/${name}`);
  return cached?.metadata.uid === uid ? cached : undefined;
}

/** The claim that the volume's reference names. The cache may not know it yet: nothing is released before the API server says so. */
async function claimOf(volume: PersistentVolume, { claims, tools }: Pass): Promise<PersistentVolumeClaim | undefined> {
  const { uid = '', namespace = '', name = '' } = volume.spec.claimRef ?? {};
  if (uid === '') return undefined;
  const cached = cachedClaimOf(volume, claims);
  if (cached !== undefined) return cached;
  if (isReleased(volume)) return undefined;
  try {
    const live = await tools.client.get(PersistentVolumeClaim, { namespace, name });
    return live.metadata.uid === uid ? live : undefined;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

async function reclaim(volume: PersistentVolume, pass: Pass): Promise<void> {
  const { client, events } = pass.tools;
  const plan = planReclaim(volume);
  switch (plan.type) {
    case 'keep':
      return;
    case 'delete':
      return client.delete(PersistentVolume, volume).catch((error: unknown) => {
        if (!isNotFound(error)) throw error;
      });
    case 'fail':
      if (volume.status.phase === 'Failed') return;
      await setPhase(volume, 'Failed', pass, plan.message);
      events.warning(volume, plan.reason, plan.message);
  }
}

function reportMismatch(volume: PersistentVolume, claim: PersistentVolumeClaim | undefined, { tools: { events } }: Pass): void {
  if (claim === undefined) return;
  const reason = 'due to incompatible volumeMode.';
  events.warning(volume, 'VolumeMismatch', `Cannot bind PersistentVolume to requested PersistentVolumeClaim "${claim.metadata.name}" ${reason}`);
  events.warning(claim, 'VolumeMismatch', `Cannot bind PersistentVolume "${volume.metadata.name}" to requested PersistentVolumeClaim ${reason}`);
}
