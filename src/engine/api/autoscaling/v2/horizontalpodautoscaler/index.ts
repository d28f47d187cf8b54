import { ageColumn, defineKind } from '../../../define.ts';
import type { HorizontalPodAutoscaler as HorizontalPodAutoscalerObject } from '../../../generated/types.ts';
import type { KindDefinition } from '../../../types.ts';

export type HorizontalPodAutoscaler = HorizontalPodAutoscalerObject;

/** Sets the replicas of a workload by what is measured. */
export const HorizontalPodAutoscaler: KindDefinition<HorizontalPodAutoscaler> = defineKind<HorizontalPodAutoscaler>({
  group: 'autoscaling',
  version: 'v2',
  kind: 'HorizontalPodAutoscaler',
  plural: 'horizontalpodautoscalers',
  namespaced: true,
  shortNames: ['hpa'],
  categories: ['all'],
  subresources: { status: true },
  rules: { generation: 'none' },
  columns: [ageColumn],
});
