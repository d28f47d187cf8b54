/** What a volume needs next: decided here, carried out in volumes.ts. (upstream pv_controller.go, syncVolume and reclaimVolume) */
import type { PersistentVolume, PersistentVolumeClaim } from 'converge/sdk';
import { boundByController, hasAnnotation, provisionedBy } from './annotations.ts';

/** One step of a volume. */
export type VolumeStep =
  | { readonly type: 'phase'; readonly phase: 'Available' | 'Bound' }
  | { readonly type: 'release' }
  | { readonly type: 'unbind' }
  /** The claim has to do the next step. */
  | { readonly type: 'claim-next' }
  | { readonly type: 'mismatch' };

/** The next step of a volume. `claim`: the one that its reference names, by name and uid; undefined when that is gone. */
export function planVolume(volume: PersistentVolume, claim: PersistentVolumeClaim | undefined): VolumeStep {
  const { claimRef, persistentVolumeReclaimPolicy } = volume.spec;
  // A reference without a uid reserves the volume for a claim that may come.
  if (!claimRef?.uid) return { type: 'phase', phase: 'Available' };
  if (claim === undefined) return { type: 'release' };
  const { volumeName = '' } = claim.spec;
  if (volumeName === '') return volume.spec.volumeMode === claim.spec.volumeMode ? { type: 'claim-next' } : { type: 'mismatch' };
  if (volumeName === volume.metadata.name) return { type: 'phase', phase: 'Bound' };
  // The claim has another volume: one that was made for it and came too late has no other use.
  const isSpare = hasAnnotation(volume, provisionedBy) && persistentVolumeReclaimPolicy === 'Delete';
  return isSpare ? { type: 'release' } : { type: 'unbind' };
}

/** The volume without its claim; of a claim that its author has named, only the uid goes. (upstream unbindVolume) */
export function unbound(volume: PersistentVolume): PersistentVolume {
  const { claimRef = {}, ...spec } = volume.spec;
  if (!hasAnnotation(volume, boundByController)) {
    const { uid: _, ...reserved } = claimRef;
    return { ...volume, spec: { ...spec, claimRef: reserved } };
  }
  const { [boundByController]: _, ...annotations } = volume.metadata.annotations ?? {};
  return { ...volume, metadata: { ...volume.metadata, annotations }, spec };
}

/** What happens to a released volume. */
export type Reclaim =
  | { readonly type: 'keep' }
  | { readonly type: 'delete' }
  | { readonly type: 'fail'; readonly reason: string; readonly message: string };

/** Volumes that were provisioned are deleted by who has made them; of the others only folders under /tmp can be. */
export function planReclaim(volume: PersistentVolume): Reclaim {
  const { persistentVolumeReclaimPolicy, hostPath } = volume.spec;
  switch (persistentVolumeReclaimPolicy) {
    case 'Delete': {
      if (hasAnnotation(volume, provisionedBy)) return { type: 'keep' };
      const fail = (message: string): Reclaim => ({ type: 'fail', reason: 'VolumeFailedDelete', message });
      if (hostPath === undefined) {
        return fail(`error getting deleter volume plugin for volume "${volume.metadata.name}": no deletable volume plugin matched`);
      }
      if (/^\/tmp\/.+/.test(hostPath.path)) return { type: 'delete' };
      return fail(`host_path deleter only supports /tmp/.+ but received provided ${hostPath.path}`);
    }
    case 'Recycle':
      return { type: 'fail', reason: 'VolumeFailedRecycle', message: 'No recycler plugin found for the volume!' };
    default:
      return { type: 'keep' };
  }
}
