import { ageColumn, defineKind } from '../../../define.ts';
import type { CSINode as CSINodeObject } from '../../../generated/types.ts';
import type { KindDefinition } from '../../../types.ts';

export type CSINode = CSINodeObject;

/** Which drivers for volumes a node has. */
export const CSINode: KindDefinition<CSINode> = defineKind<CSINode>({
  group: 'storage.k8s.io',
  version: 'v1',
  kind: 'CSINode',
  plural: 'csinodes',
  namespaced: false,
  rules: { generation: 'none', unconditionalUpdate: false, deleteReturnsObject: true },
  columns: [ageColumn],
});
