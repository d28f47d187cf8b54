import { ageColumn, countColumn, defineKind, textColumn } from '../../../define.ts';
import type {
  HorizontalPodAutoscaler as HorizontalPodAutoscalerObject,
  HPAScalingRules,
  MetricSpec,
} from '../../../generated/types.ts';
import type { KindDefinition } from '../../../types.ts';
import { targetsCell } from './targets-cell.ts';

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
  rules: {
    generation: 'none',
    default: setDefaults,
    prepareForCreate: (autoscaler) => ({ ...autoscaler, status: NO_STATUS }),
  },
  columns: [
    textColumn('Reference', 'What it scales.', ({ spec: { scaleTargetRef: target } }) => {
      return `${target?.kind ?? ''}/${target?.name ?? ''}`;
    }),
    textColumn('Targets', 'What is measured, and what it should be.', targetsCell),
    textColumn('MinPods', 'Fewest replicas.', ({ spec }) => String(spec.minReplicas ?? '<unset>')),
    countColumn('MaxPods', 'Most replicas.', ({ spec }) => spec.maxReplicas ?? 0),
    countColumn('Replicas', 'Replicas there are.', ({ status }) => status.currentReplicas ?? 0),
    ageColumn,
  ],
});

const NO_STATUS: HorizontalPodAutoscaler['status'] = Object.freeze({ desiredReplicas: 0 });

/** The default metric: four fifths of the CPU that pods request. */
const CPU: MetricSpec = Object.freeze({
  type: 'Resource',
  resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } },
});

/** At most four pods, or as many as there are, in 15 seconds. */
const UP: HPAScalingRules = Object.freeze({
  stabilizationWindowSeconds: 0,
  selectPolicy: 'Max',
  policies: [
    { type: 'Pods', value: 4, periodSeconds: 15 },
    { type: 'Percent', value: 100, periodSeconds: 15 },
  ],
});
const DOWN: HPAScalingRules = Object.freeze({
  selectPolicy: 'Max',
  policies: [{ type: 'Percent', value: 100, periodSeconds: 15 }],
});

/** Without the tolerance, which 1.33 drops while its gate is off, as it is by default (HPAConfigurableTolerance). */
const rulesOf = (defaults: HPAScalingRules, { tolerance: _, ...rules }: HPAScalingRules = {}): HPAScalingRules => ({
  ...defaults,
  ...rules,
});

function setDefaults(autoscaler: HorizontalPodAutoscaler): HorizontalPodAutoscaler {
  const { spec, status } = autoscaler;
  if (spec === undefined) return autoscaler;
  const behavior = spec.behavior && {
    scaleUp: rulesOf(UP, spec.behavior.scaleUp),
    scaleDown: rulesOf(DOWN, spec.behavior.scaleDown),
  };
  const metrics = spec.metrics ?? [CPU];
  const minReplicas = spec.minReplicas ?? 1;
  return {
    ...autoscaler,
    spec: { ...spec, minReplicas, metrics, ...(behavior && { behavior }) },
    status: status ?? NO_STATUS,
  };
}
