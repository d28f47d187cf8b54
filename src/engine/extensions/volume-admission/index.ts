/** Volumes and claims in use are protected; claims grow only where their class allows it. */
import type { ApiFeature } from '../../apiserver/feature.ts';
import { persistentVolumeClaimResize } from './persistent-volume-claim-resize.ts';
import { storageObjectInUseProtection } from './storage-object-in-use-protection.ts';

export const volumeAdmissionFeature: ApiFeature = {
  name: 'volume-admission',
  admission: [persistentVolumeClaimResize, storageObjectInUseProtection],
};
