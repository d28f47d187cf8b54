import { defineKind } from '../../../define.ts';
import type { AutoscalingV1HorizontalPodAutoscaler as AutoscalerObject } from '../../../generated/types.ts';
import type { KindDefinition } from '../../../types.ts';
import { HorizontalPodAutoscaler } from '../../v2/horizontalpodautoscaler/index.ts';
import { fromV2, toV2 } from './conversion.ts';

export type AutoscalingV1HorizontalPodAutoscaler = AutoscalerObject;

/** The autoscalers of autoscaling/v2, as kubectl before 1.33 writes them: CPU has a field of its own, the rest stands in annotations. */
export const AutoscalingV1HorizontalPodAutoscaler: KindDefinition<AutoscalingV1HorizontalPodAutoscaler> =
  defineKind<AutoscalingV1HorizontalPodAutoscaler>({
    group: 'autoscaling',
    version: 'v1',
    kind: 'HorizontalPodAutoscaler',
    plural: 'horizontalpodautoscalers',
    namespaced: true,
    shortNames: ['hpa'],
    categories: ['all'],
    schema: 'io.k8s.api.autoscaling.v1.HorizontalPodAutoscaler',
    subresources: { status: true },
    storedAs: { kind: HorizontalPodAutoscaler, toStored: toV2, fromStored: fromV2 },
    rules: {
      generation: 'none',
      default: (given) => fromV2(HorizontalPodAutoscaler.rules.default?.(toV2(given)) ?? toV2(given)),
      validate: (given, old) => {
        return HorizontalPodAutoscaler.rules.validate?.(toV2(given), old === undefined ? undefined : toV2(old)) ?? [];
      },
      prepareForCreate: (given) => ({ ...given, status: { currentReplicas: 0, desiredReplicas: 0 } }),
    },
    columns: HorizontalPodAutoscaler.columns.map((column) => ({
      ...column,
      value: (given: AutoscalingV1HorizontalPodAutoscaler, nowMs: number) => column.value(toV2(given), nowMs),
    })),
  });
