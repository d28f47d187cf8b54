import { ageColumn, defineKind } from '../../../define.ts';
import type { CSIDriver as CSIDriverObject } from '../../../generated/types.ts';
import type { KindDefinition } from '../../../types.ts';

export type CSIDriver = CSIDriverObject;

/** What a driver for volumes can do. */
export const CSIDriver: KindDefinition<CSIDriver> = defineKind<CSIDriver>({
  group: 'storage.k8s.io',
  version: 'v1',
  kind: 'CSIDriver',
  plural: 'csidrivers',
  namespaced: false,
  rules: { generation: 'none', unconditionalUpdate: false, deleteReturnsObject: true },
  columns: [ageColumn],
});
