/** A webhook's matchConditions: expressions that all have to be true for it to be called (upstream: plugin/webhook/matchconditions). */

import type { Attributes } from '../../apiserver/admission/admission.ts';
import type { Outcome } from '../../apiserver/outcome.ts';
import { forbidden, type KubeObject } from '../../meta/index.ts';
import { lateExpressions } from '../late/late-expressions.ts';
import type { Webhook } from './match.ts';

/** Whether the webhook is to be called; 403 where that can't be decided and its failure policy is Fail. */
export function whetherToCall(webhook: Webhook, object: KubeObject | undefined, attributes: Attributes): Outcome<boolean> {
  if ((webhook.matchConditions ?? []).length === 0) return { ok: true };
  const results = lateExpressions().evaluateConditions(webhook, object, attributes);
  const errors = results.filter((result) => typeof result === 'string');
  if (results.includes(false)) return { ok: false };
  if (errors.length === 0) return { ok: true };
  if (webhook.failurePolicy === 'Ignore') return { ok: false };
  const why = errors.length === 1 ? (errors[0] ?? '') : `[${errors.join(', ')}]`;
  return { status: forbidden(attributes.resource, attributes.name, why) };
}
