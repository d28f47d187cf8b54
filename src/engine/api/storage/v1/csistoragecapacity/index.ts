import { defineKind, textColumn } from '../../../define.ts';
import type { CSIStorageCapacity as CSIStorageCapacityObject } from '../../../generated/types.ts';
import type { KindDefinition } from '../../../types.ts';

export type CSIStorageCapacity = CSIStorageCapacityObject;

/** How much room a driver has for volumes of a class, on some nodes. Its rules are in extensions/validation. */
export const CSIStorageCapacity: KindDefinition<CSIStorageCapacity> = defineKind<CSIStorageCapacity>({
  group: 'storage.k8s.io',
  version: 'v1',
  kind: 'CSIStorageCapacity',
  plural: 'csistoragecapacities',
  namespaced: true,
  rules: {
    generation: 'none',
    unconditionalUpdate: false,
  },
  columns: [
    textColumn('StorageClassName', 'The class of the volumes.', ({ storageClassName }) => storageClassName),
    textColumn('Capacity', 'How much room there is.', ({ capacity }) => capacity ?? ''),
  ],
});
