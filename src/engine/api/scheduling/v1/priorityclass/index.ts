import { ageColumn, defineKind } from '../../../define.ts';
import type { PriorityClass as PriorityClassObject } from '../../../generated/types.ts';
import type { KindDefinition } from '../../../types.ts';

export type PriorityClass = PriorityClassObject;

/** A name for how important pods are. */
export const PriorityClass: KindDefinition<PriorityClass> = defineKind<PriorityClass>({
  group: 'scheduling.k8s.io',
  version: 'v1',
  kind: 'PriorityClass',
  plural: 'priorityclasses',
  namespaced: false,
  shortNames: ['pc'],
  rules: { generation: 'none' },
  columns: [ageColumn],
});
