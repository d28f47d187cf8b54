/** Checks of what an autoscaler measures: one source, and a target that fits it. */
import {
  checkDnsLabel,
  checkPathSegment,
  type FieldError,
  forbiddenField,
  invalidValue,
  notSupported,
  quantityValue,
  required,
} from '../../../meta/index.ts';
import { validateContainerResourceName } from '../../../api/core/v1/resource-names.ts';
import type { MetricIdentifier, MetricSpec, MetricTarget } from '../../../api/generated/types.ts';
import { validateReference } from './reference.ts';

const TYPES = ['ContainerResource', 'External', 'Object', 'Pods', 'Resource'];
const FIELDS: Readonly<Record<string, (typeof SOURCES)[number]>> = {
  Object: 'object',
  Pods: 'pods',
  Resource: 'resource',
  External: 'external',
  ContainerResource: 'containerResource',
};
/** In the order upstream looks for them; only the first one found is checked. */
const SOURCES = ['object', 'external', 'pods', 'resource', 'containerResource'] as const;

/** `path` is `spec.metrics[0]`. */
export function validateMetric(spec: MetricSpec, path: string): readonly FieldError[] {
  const { type = '' } = spec;
  const errors: FieldError[] = [];
  if (type === '') errors.push(required(`${path}.type`, 'must specify a metric source type'));
  if (!TYPES.includes(type)) errors.push(notSupported(`${path}.type`, type, TYPES));
  const present = SOURCES.filter((source) => spec[source] !== undefined);
  const [first] = present;
  if (first !== undefined) errors.push(...validateSource(spec, first, `${path}.${first}`));
  const expected = FIELDS[type];
  if (expected === undefined) errors.push(notSupported(`${path}.type`, type, TYPES));
  else if (spec[expected] === undefined) {
    errors.push(required(`${path}.${expected}`, 'must populate information for the given metric source'));
  }
  if (present.length === 1) return errors;
  const others = present.filter((source) => source !== expected);
  return [
    ...errors,
    ...others.map((each) => forbiddenField(`${path}.${each}`, 'must populate the given metric source only')),
  ];
}

function validateSource(spec: MetricSpec, source: (typeof SOURCES)[number], path: string): readonly FieldError[] {
  const target = spec[source]?.target;
  const at = `${path}.target`;
  const { value, averageValue, averageUtilization } = target ?? {};
  const errors: FieldError[] = [];
  if (source === 'object') errors.push(...validateReference(spec.object?.describedObject, `${path}.describedObject`));
  if (source === 'resource' || source === 'containerResource') {
    if (!spec[source]?.name) errors.push(required(`${path}.name`, 'must specify a resource name'));
    else if (source === 'containerResource') validateContainerResourceName(spec[source]?.name ?? '', `${path}.name`, errors);
    if (source === 'containerResource') errors.push(...validateContainer(spec.containerResource?.container, path));
  } else errors.push(...validateIdentifier(spec[source]?.metric, `${path}.metric`));
  errors.push(...validateTarget(target, at));
  switch (source) {
    case 'object':
      if (value !== undefined || averageValue !== undefined) return errors;
      return [...errors, required(`${at}.averageValue`, 'must set either a target value or averageValue')];
    case 'external':
      if (value === undefined && averageValue === undefined) {
        const detail = 'must set either a target value for metric or a per-pod target';
        return [...errors, required(`${at}.averageValue`, detail)];
      }
      if (value === undefined || averageValue === undefined) return errors;
      return [
        ...errors,
        forbiddenField(`${at}.value`, 'may not set both a target value for metric and a per-pod target'),
      ];
    case 'pods':
      if (averageValue !== undefined) return errors;
      return [...errors, required(`${at}.averageValue`, 'must specify a positive target averageValue')];
    default:
      if (averageUtilization === undefined && averageValue === undefined) {
        const detail = 'must set either a target raw value or a target utilization';
        return [...errors, required(`${at}.averageUtilization`, detail)];
      }
      if (averageUtilization === undefined || averageValue === undefined) return errors;
      return [
        ...errors,
        forbiddenField(`${at}.averageValue`, 'may not set both a target raw value and a target utilization'),
      ];
  }
}

function validateContainer(container: string | undefined, path: string): readonly FieldError[] {
  if (!container) return [required(`${path}.container`, 'must specify a container')];
  return checkDnsLabel(container).map((message) => invalidValue(`${path}.container`, container, message));
}

function validateIdentifier(metric: MetricIdentifier | undefined, path: string): readonly FieldError[] {
  if (!metric?.name) return [required(`${path}.name`, 'must specify a metric name')];
  return checkPathSegment(metric.name).map((message) => invalidValue(`${path}.name`, metric.name, message));
}

function validateTarget(target: MetricTarget | undefined, path: string): readonly FieldError[] {
  const { type = '', averageUtilization } = target ?? {};
  const errors: FieldError[] = [];
  if (type === '') errors.push(required(`${path}.type`, 'must specify a metric target type'));
  if (!['Utilization', 'Value', 'AverageValue'].includes(type)) {
    errors.push(invalidValue(`${path}.type`, type, 'must be either Utilization, Value, or AverageValue'));
  }
  for (const field of ['value', 'averageValue'] as const) {
    const amount = target?.[field];
    if (amount === undefined || (quantityValue(amount) > 0 && !amount.startsWith('-'))) continue;
    errors.push({ type: 'Invalid', field: `${path}.${field}`, shown: amount, detail: 'must be positive' });
  }
  if (averageUtilization !== undefined && averageUtilization < 1) {
    errors.push(invalidValue(`${path}.averageUtilization`, averageUtilization, 'must be greater than 0'));
  }
  return errors;
}
