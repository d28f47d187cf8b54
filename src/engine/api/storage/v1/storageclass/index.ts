import { ageColumn, defineKind } from '../../../define.ts';
import type { StorageClass as StorageClassObject } from '../../../generated/types.ts';
import type { KindDefinition } from '../../../types.ts';

export type StorageClass = StorageClassObject;

/** How volumes of a kind are made. */
export const StorageClass: KindDefinition<StorageClass> = defineKind<StorageClass>({
  group: 'storage.k8s.io',
  version: 'v1',
  kind: 'StorageClass',
  plural: 'storageclasses',
  namespaced: false,
  shortNames: ['sc'],
  rules: { generation: 'none', deleteReturnsObject: true },
  columns: [ageColumn],
});
