/** Checks of an autoscaler (pkg/apis/autoscaling/validation). */
import { type FieldError, forbiddenField, invalidValue, notSupported, required } from '../../../meta/index.ts';
import type {
  HorizontalPodAutoscaler,
  HorizontalPodAutoscalerSpec,
  HPAScalingRules,
} from '../../../api/generated/types.ts';
import { notNegative } from '../../../api/number-validation.ts';
import { validateMetric } from './metric.ts';
import { validateReference } from './reference.ts';

const LONGEST_WINDOW_SECONDS = 3600;
const LONGEST_PERIOD_SECONDS = 1800;

/** Checks the spec, and the status where it changed. */
export function validateAutoscaler(
  { spec, status }: HorizontalPodAutoscaler,
  old?: HorizontalPodAutoscaler,
): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (spec === undefined || old?.spec !== spec) errors.push(...validateSpec(spec ?? NO_SPEC, old?.spec));
  if (old === undefined || status === old.status) return errors;
  return [
    ...errors,
    ...notNegative(status.currentReplicas, 'status.currentReplicas'),
    ...notNegative(status.desiredReplicas, 'status.desiredReplicas'),
  ];
}

const NO_SPEC: HorizontalPodAutoscalerSpec = { maxReplicas: 0, scaleTargetRef: { kind: '', name: '' } };

function validateSpec(spec: HorizontalPodAutoscalerSpec, old?: HorizontalPodAutoscalerSpec): readonly FieldError[] {
  const { minReplicas, maxReplicas = 0, metrics = [] } = spec;
  const fewest = old?.minReplicas === 0 ? 0 : 1;
  const errors: FieldError[] = [];
  if (minReplicas !== undefined && minReplicas < fewest) {
    errors.push(invalidValue('spec.minReplicas', minReplicas, `must be greater than or equal to ${fewest}`));
  }
  if (maxReplicas < 1) errors.push(invalidValue('spec.maxReplicas', maxReplicas, 'must be greater than 0'));
  if (minReplicas !== undefined && maxReplicas < minReplicas) {
    errors.push(invalidValue('spec.maxReplicas', maxReplicas, 'must be greater than or equal to `minReplicas`'));
  }
  errors.push(...validateReference(spec.scaleTargetRef, 'spec.scaleTargetRef'));
  errors.push(...metrics.flatMap((metric, index) => validateMetric(metric, `spec.metrics[${index}]`)));
  if (minReplicas === 0 && !metrics.some(({ type }) => type === 'Object' || type === 'External')) {
    const detail = 'must specify at least one Object or External metric to support scaling to zero replicas';
    errors.push(forbiddenField('spec.metrics', detail));
  }
  for (const way of ['scaleUp', 'scaleDown'] as const) {
    const rules = spec.behavior?.[way];
    if (rules !== undefined) errors.push(...validateRules(rules, `spec.behavior.${way}`));
  }
  return errors;
}

function validateRules(rules: HPAScalingRules, path: string): readonly FieldError[] {
  const { stabilizationWindowSeconds: window, selectPolicy, policies = [] } = rules;
  const errors: FieldError[] = [];
  const at = `${path}.stabilizationWindowSeconds`;
  if (window !== undefined && window < 0) {
    errors.push(invalidValue(at, window, 'must be greater than or equal to zero'));
  }
  if (window !== undefined && window > LONGEST_WINDOW_SECONDS) {
    errors.push(invalidValue(at, window, `must be less than or equal to ${LONGEST_WINDOW_SECONDS}`));
  }
  if (selectPolicy !== undefined && !['Disabled', 'Max', 'Min'].includes(selectPolicy)) {
    errors.push(notSupported(`${path}.selectPolicy`, selectPolicy, ['Disabled', 'Max', 'Min']));
  }
  if (policies.length === 0) errors.push(required(`${path}.policies`, 'must specify at least one Policy'));
  for (const [index, { type, value = 0, periodSeconds = 0 }] of policies.entries()) {
    const here = `${path}.policies[${index}]`;
    if (type !== 'Pods' && type !== 'Percent') {
      errors.push(notSupported(`${here}.type`, type ?? '', ['Percent', 'Pods']));
    }
    if (value <= 0) errors.push(invalidValue(`${here}.value`, value, 'must be greater than zero'));
    if (periodSeconds <= 0) {
      errors.push(invalidValue(`${here}.periodSeconds`, periodSeconds, 'must be greater than zero'));
    }
    if (periodSeconds > LONGEST_PERIOD_SECONDS) {
      const detail = `must be less than or equal to ${LONGEST_PERIOD_SECONDS}`;
      errors.push(invalidValue(`${here}.periodSeconds`, periodSeconds, detail));
    }
  }
  return errors;
}
