import { ageColumn, defineKind, textColumn } from '../../../define.ts';
import type { PersistentVolume as PersistentVolumeObject } from '../../../generated/types.ts';
import type { KindDefinition } from '../../../types.ts';
import { accessModesCell } from '../access-modes.ts';
import { storageClassOf } from '../storage-class-name.ts';
import { validatePersistentVolume } from './validation.ts';

export type PersistentVolume = PersistentVolumeObject;

/** A piece of storage that outlives pods. */
export const PersistentVolume: KindDefinition<PersistentVolume> = defineKind<PersistentVolume>({
  group: '',
  version: 'v1',
  kind: 'PersistentVolume',
  plural: 'persistentvolumes',
  namespaced: false,
  shortNames: ['pv'],
  subresources: { status: true },
  rules: {
    generation: 'none',
    deleteReturnsObject: true,
    default: setDefaults,
    validate: validatePersistentVolume,
    prepareForCreate: (volume) => ({
      ...volume,
      status: { phase: 'Pending', lastPhaseTransitionTime: volume.metadata.creationTimestamp },
    }),
  },
  columns: [
    textColumn('Capacity', 'How much it holds.', ({ spec }) => spec.capacity?.['storage'] ?? '0'),
    textColumn('Access Modes', 'How many may mount it, and for what.', ({ spec }) => accessModesCell(spec.accessModes)),
    textColumn(
      'Reclaim Policy',
      'What becomes of it when its claim goes.',
      ({ spec }) => spec.persistentVolumeReclaimPolicy ?? '',
    ),
    textColumn('Status', 'Whether it is free, bound or left behind.', ({ metadata, status }) => {
      return metadata.deletionTimestamp === undefined ? (status.phase ?? '') : 'Terminating';
    }),
    textColumn('Claim', 'The claim it belongs to.', ({ spec: { claimRef } }) => {
      return claimRef === undefined ? '' : `${claimRef.namespace ?? ''}/${claimRef.name ?? ''}`;
    }),
    textColumn('StorageClass', 'The class it is of.', storageClassOf),
    textColumn('VolumeAttributesClass', 'The class of its attributes.', () => '<unset>'),
    textColumn('Reason', 'Why it is in its status.', ({ status }) => status.reason ?? ''),
    ageColumn,
    textColumn('VolumeMode', 'A file system or a raw device.', ({ spec }) => spec.volumeMode ?? '<unset>', 'wide'),
  ],
});

function setDefaults(volume: PersistentVolume): PersistentVolume {
  const { spec = {}, status = {} } = volume;
  const { hostPath } = spec;
  const whole = spec.persistentVolumeReclaimPolicy && spec.volumeMode !== undefined && status.phase;
  if (whole && (hostPath === undefined || hostPath.type !== undefined)) return volume;
  return {
    ...volume,
    spec: {
      ...spec,
      persistentVolumeReclaimPolicy: spec.persistentVolumeReclaimPolicy || 'Retain',
      volumeMode: spec.volumeMode ?? 'Filesystem',
      ...(hostPath !== undefined && { hostPath: { type: '', ...hostPath } }),
    },
    status: { ...status, phase: status.phase || 'Pending' },
  };
}
