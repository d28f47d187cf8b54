import { ageColumn, defineKind } from '../../../define.ts';
import type { PodDisruptionBudget as PodDisruptionBudgetObject } from '../../../generated/types.ts';
import type { KindDefinition } from '../../../types.ts';

export type PodDisruptionBudget = PodDisruptionBudgetObject;

/** How many of some pods may be taken away at a time. */
export const PodDisruptionBudget: KindDefinition<PodDisruptionBudget> = defineKind<PodDisruptionBudget>({
  group: 'policy',
  version: 'v1',
  kind: 'PodDisruptionBudget',
  plural: 'poddisruptionbudgets',
  namespaced: true,
  shortNames: ['pdb'],
  subresources: { status: true },
  rules: { generation: 'spec', unconditionalUpdate: false },
  columns: [ageColumn],
});
