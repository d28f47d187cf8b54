/** Whether a write fits into the quotas of its namespace, and what they have used up then (upstream: plugin/resourcequota/controller.go). */
import type { ResourceQuota } from '../../api/index.ts';
import {
  type Amounts,
  amountsOf,
  describeAmounts,
  exceeding,
  increaseOf,
  onlyOf,
  type QuotaEvaluator,
  sumOf,
  textsOf,
  withoutZeros,
} from '../../api/quota/index.ts';
import type { Attributes } from '../../apiserver/admission/admission.ts';
import { refuse } from '../../apiserver/outcome.ts';
import { forbidden, type KubeObject } from '../../meta/index.ts';

/** One write that is to be charged. */
export interface Charge {
  readonly attributes: Attributes;
  readonly object: KubeObject;
  readonly evaluator: QuotaEvaluator;
}

/** The quotas with what the write uses; the same ones where it uses nothing of them. Throws 403 when it doesn't fit. */
export function charged(quotas: readonly ResourceQuota[], charge: Charge, nowMs: number): readonly ResourceQuota[] {
  const { object, evaluator, attributes } = charge;
  const refused = (why: string): never => refuse(forbidden(attributes.resource, attributes.name, why));
  const concerned = quotas.filter((quota) => concerns(quota, charge, refused));
  if (concerned.length === 0) return quotas;
  const usage = evaluator.usage(object, nowMs);
  const negative = [...usage].filter(([, { nanos }]) => nanos < 0n).map(([name]) => name);
  if (negative.length > 0) refused(`quota usage is negative for resource(s): ${negative.sort().join(',')}`);
  const { old } = attributes;
  const increase = old === undefined ? usage : increaseOf(usage, evaluator.usage(old, nowMs));
  return quotas.map((quota) => {
    if (!concerned.includes(quota)) return quota;
    const counted = old !== undefined && evaluator.inScope(old, quota);
    const requested = withoutZeros(onlyOf(counted ? increase : usage, new Set(Object.keys(quota.status.hard ?? {}))));
    return requested.size === 0 ? quota : withUsed(quota, requested, refused);
  });
}

type Refused = (why: string) => never;

function concerns(quota: ResourceQuota, { object, evaluator }: Charge, refused: Refused): boolean {
  const { name } = quota.metadata;
  const { hard = {}, used = {} } = quota.status;
  const restricted = Object.keys(hard).filter((each) => evaluator.counts(each));
  if (restricted.length === 0 || !evaluator.inScope(object, quota)) return false;
  const missing = evaluator.missing(object, restricted);
  if (missing !== undefined) refused(`failed quota: ${name}: ${missing}`);
  if (restricted.some((each) => used[each] === undefined)) {
    refused(`status unknown for quota: ${name}, resources: ${restricted.sort().join(',')}`);
  }
  return true;
}

function withUsed(quota: ResourceQuota, requested: Amounts, refused: Refused): ResourceQuota {
  const { metadata, status } = quota;
  const hard = amountsOf(status.hard);
  const before = amountsOf(status.used);
  const used = sumOf(before, requested);
  const exceeded = exceeding(onlyOf(used, new Set(requested.keys())), hard);
  if (exceeded.size > 0) {
    const [wanted, now, most] = [requested, before, hard].map((amounts) => describeAmounts(onlyOf(amounts, exceeded)));
    refused(`exceeded quota: ${metadata.name}, requested: ${wanted}, used: ${now}, limited: ${most}`);
  }
  return { ...quota, status: { ...status, used: textsOf(used) } };
}
