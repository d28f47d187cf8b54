/** A webhook's matchConditions: expressions that all have to be true for it to be called (upstream: plugin/webhook/matchconditions). */

import type { Attributes } from '../../apiserver/admission/admission.ts';
import type { Outcome } from '../../apiserver/outcome.ts';
import { forbidden, type KubeObject } from '../../meta/index.ts';
import { lateExpressions } from '../late/late-expressions.ts';
import type { Evaluator } from './evaluate-conditions.ts';
import type { Webhook } from './match.ts';

export interface Conditions {
  /** Whether the webhook is to be called; 403 where that can't be decided and its failure policy is Fail. */
  ask(
    webhook: Webhook,
    object: KubeObject | undefined,
    attributes: Attributes,
    done: (applies: Outcome<boolean>) => void,
  ): void;
}

/** Remembers what it has compiled as long as the webhook is the same. */
export function createConditions(): Conditions {
  let evaluate: Evaluator | undefined;
  return {
    ask(webhook, object, attributes, done) {
      if ((webhook.matchConditions ?? []).length === 0) return done({ ok: true });
      evaluate ??= lateExpressions().createEvaluator();
      const results = evaluate(webhook, object, attributes);
      const errors = results.filter((result) => typeof result === 'string');
      if (results.includes(false)) return done({ ok: false });
      if (errors.length === 0) return done({ ok: true });
      if (webhook.failurePolicy === 'Ignore') return done({ ok: false });
      const why = errors.length === 1 ? (errors[0] ?? '') : `[${errors.join(', ')}]`;
      done({ status: forbidden(attributes.resource, attributes.name, why) });
    },
  };
}
