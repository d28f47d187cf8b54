import { ageColumn, defineKind, textColumn } from '../../../define.ts';
import type {
  PersistentVolumeClaim as PersistentVolumeClaimObject,
  PersistentVolumeClaimSpec,
} from '../../../generated/types.ts';
import type { KindDefinition } from '../../../types.ts';
import { accessModesCell } from '../access-modes.ts';
import { storageClassOf } from '../storage-class-name.ts';
import { validatePersistentVolumeClaim } from './validation.ts';

export type PersistentVolumeClaim = PersistentVolumeClaimObject;

/** A request for storage; bound to a volume that fits. */
export const PersistentVolumeClaim: KindDefinition<PersistentVolumeClaim> = defineKind<PersistentVolumeClaim>({
  group: '',
  version: 'v1',
  kind: 'PersistentVolumeClaim',
  plural: 'persistentvolumeclaims',
  namespaced: true,
  shortNames: ['pvc'],
  subresources: { status: true },
  rules: {
    generation: 'none',
    deleteReturnsObject: true,
    default: setDefaults,
    validate: validatePersistentVolumeClaim,
    prepareForCreate: (claim) => ({ ...claim, spec: withBothSources(claim.spec), status: { phase: 'Pending' } }),
  },
  columns: [
    textColumn('Status', 'Whether it has its volume.', ({ metadata, status }) => {
      return metadata.deletionTimestamp === undefined ? (status.phase ?? '') : 'Terminating';
    }),
    textColumn('Volume', 'The volume it was given.', ({ spec }) => spec.volumeName ?? ''),
    textColumn('Capacity', 'How much the volume holds.', ({ spec, status }) => {
      return spec.volumeName ? (status.capacity?.['storage'] ?? '0') : '';
    }),
    textColumn('Access Modes', 'How the volume may be mounted.', ({ spec, status }) => {
      return spec.volumeName ? accessModesCell(status.accessModes) : '';
    }),
    textColumn('StorageClass', 'The class it asks for.', storageClassOf),
    textColumn('VolumeAttributesClass', 'The class of its attributes.', () => '<unset>'),
    ageColumn,
    textColumn('VolumeMode', 'A file system or a raw device.', ({ spec }) => spec.volumeMode ?? '<unset>', 'wide'),
  ],
});

function setDefaults(claim: PersistentVolumeClaim): PersistentVolumeClaim {
  const { spec = {}, status = {} } = claim;
  if (spec.volumeMode !== undefined && spec.resources !== undefined && status.phase) return claim;
  return {
    ...claim,
    spec: { resources: {}, ...spec, volumeMode: spec.volumeMode ?? 'Filesystem' },
    status: { ...status, phase: status.phase || 'Pending' },
  };
}

/** The old field and the new one say the same, whichever was given. */
function withBothSources(spec: PersistentVolumeClaimSpec): PersistentVolumeClaimSpec {
  const { dataSource, dataSourceRef } = spec;
  if (dataSource !== undefined && dataSourceRef === undefined) return { ...spec, dataSourceRef: dataSource };
  if (dataSource !== undefined || dataSourceRef === undefined || dataSourceRef.namespace !== undefined) return spec;
  const { apiGroup = '', kind } = dataSourceRef;
  const oldKinds = apiGroup === '' ? kind === 'PersistentVolumeClaim' : kind === 'VolumeSnapshot';
  return oldKinds ? { ...spec, dataSource: dataSourceRef } : spec;
}
