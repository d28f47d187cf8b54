import {
  type Controller,
  CustomResourceDefinition,
  defineController,
  HorizontalPodAutoscaler,
  hasDefinitions,
  type KindDefinition,
  Pod,
} from 'converge/sdk';
import { createReconcile } from './reconcile.ts';

/** Makes workloads as large as their load needs. (upstream pkg/controller/podautoscaler) */
export function createHorizontalPodAutoscaler(served: readonly KindDefinition[]): Controller<HorizontalPodAutoscaler> {
  // Read, and not waited for: an autoscaler has a time of its own.
  const read = hasDefinitions(served) ? [Pod, CustomResourceDefinition] : [Pod];
  return defineController<HorizontalPodAutoscaler>({
    name: 'horizontal-pod-autoscaler',
    eventSource: 'horizontal-pod-autoscaler',
    for: HorizontalPodAutoscaler,
    watches: read.map((kind) => ({ kind, keys: () => [] })),
    reconcile: createReconcile(served),
  });
}
