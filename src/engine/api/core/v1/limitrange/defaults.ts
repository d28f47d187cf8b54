import type { LimitRange, LimitRangeItem, LimitRangeSpec } from '../../../generated/types.ts';

const NO_SPEC: LimitRangeSpec = { limits: [] };

/** A container's default limit is the most it may have; its default request is that limit, or else the least. */
export function setDefaults(range: LimitRange): LimitRange {
  const { spec = NO_SPEC } = range;
  const limits = (spec.limits ?? []).map(defaultItem);
  if (spec === range.spec && limits.every((item, index) => item === spec.limits?.[index])) return range;
  return { ...range, spec: { ...spec, limits } };
}

function defaultItem(item: LimitRangeItem): LimitRangeItem {
  if (item.type !== 'Container') return item;
  const limits = { ...item.max, ...item.default };
  const requests = { ...item.min, ...limits, ...item.defaultRequest };
  const same = isAsLong(limits, item.default) && isAsLong(requests, item.defaultRequest);
  if (same) return item;
  return {
    ...item,
    ...(Object.keys(limits).length > 0 && { default: limits }),
    ...(Object.keys(requests).length > 0 && { defaultRequest: requests }),
  };
}

function isAsLong(filled: object, given: object = {}): boolean {
  return Object.keys(filled).length === Object.keys(given).length;
}
