import { milliValue, quantityValue } from '../../../../meta/index.ts';
import type { Container, PodSpec } from '../../../generated/types.ts';

/** How a pod fares when memory runs short: Guaranteed, Burstable or BestEffort (pkg/apis/core/v1/helper/qos). */
export function qosClass(spec: PodSpec): 'Guaranteed' | 'Burstable' | 'BestEffort' {
  const containers = [...spec.containers, ...(spec.initContainers ?? [])];
  if (containers.every(asksNothing)) return 'BestEffort';
  return containers.every(isGuaranteed) ? 'Guaranteed' : 'Burstable';
}

const RESOURCES = ['cpu', 'memory'] as const;

function asksNothing({ resources = {} }: Container): boolean {
  const { limits = {}, requests = {} } = resources;
  return RESOURCES.every((name) => isZero(limits[name]) && isZero(requests[name]));
}

function isGuaranteed({ resources = {} }: Container): boolean {
  const { limits = {}, requests = {} } = resources;
  return RESOURCES.every((name) => {
    const limit = limits[name];
    const request = requests[name] ?? limit;
    return (
      limit !== undefined && request !== undefined && milliValue(limit) > 0 && milliValue(limit) === milliValue(request)
    );
  });
}

function isZero(quantity: string | undefined): boolean {
  return quantity === undefined || quantityValue(quantity) === 0;
}
