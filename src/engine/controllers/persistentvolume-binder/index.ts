import {
  type Controller,
  defineController,
  keyOf,
  type ObjectKey,
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
  StorageClass,
} from 'converge/sdk';
import { createReconcile, resyncKey } from './reconcile.ts';

const resyncMs = 15_000;

/** Gives each claim a volume, and each volume back when its claim goes. (upstream pkg/controller/volume/persistentvolume) */
export function createPersistentVolumeBinder(): Controller<PersistentVolumeClaim> {
  return defineController<PersistentVolumeClaim>({
    name: 'persistentvolume-binder',
    eventSource: 'persistentvolume-controller',
    for: PersistentVolumeClaim,
    watches: [
      // A claim that goes sets its volume free.
      { kind: PersistentVolumeClaim, keys: ({ spec }: PersistentVolumeClaim) => (spec.volumeName ? [spec.volumeName] : []) },
      { kind: PersistentVolume, keys: (volume: PersistentVolume) => [keyOf(volume), ...claimOf(volume)] },
      // They are only read: upstream, too, sees what they change within a resync.
      { kind: StorageClass, keys: () => [] },
      { kind: Pod, keys: () => [] },
    ],
    every: { periodMs: resyncMs, key: resyncKey },
    // Two claims at a time could get the same volume.
    workers: 1,
    reconcile: createReconcile(),
  });
}

function claimOf({ spec: { claimRef } }: PersistentVolume): readonly ObjectKey[] {
  return claimRef === undefined ? [] : [`${claimRef.namespace}/${claimRef.name}`];
}
