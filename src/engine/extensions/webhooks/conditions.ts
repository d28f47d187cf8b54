/** A webhook's matchConditions: expressions that all have to be true for it to be called (upstream: plugin/webhook/matchconditions). */

import type { Attributes } from '../../apiserver/admission/admission.ts';
import type { Outcome } from '../../apiserver/outcome.ts';
import { forbidden, type KubeObject } from '../../meta/index.ts';
import { tryRun } from '../cel/index.ts';
import { type Compiled, compileCondition } from '../validating-admission-policies/compiled.ts';
import { requestActivation } from '../validating-admission-policies/variables.ts';
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
  const compiled = new WeakMap<Webhook, readonly Condition[]>();

  function conditionsOf(webhook: Webhook): readonly Condition[] {
    const known = compiled.get(webhook);
    if (known !== undefined) return known;
    const conditions = (webhook.matchConditions ?? []).map(({ expression }) => ({
      expression,
      program: compileCondition(expression),
    }));
    compiled.set(webhook, conditions);
    return conditions;
  }

  return {
    ask(webhook, object, attributes, done) {
      if ((webhook.matchConditions ?? []).length === 0) return done({ ok: true });
      const results = evaluateAll(conditionsOf(webhook), object, attributes);
      const errors = results.filter((result) => typeof result === 'string');
      if (results.includes(false)) return done({ ok: false });
      if (errors.length === 0) return done({ ok: true });
      if (webhook.failurePolicy === 'Ignore') return done({ ok: false });
      const why = errors.length === 1 ? (errors[0] ?? '') : `[${errors.join(', ')}]`;
      done({ status: forbidden(attributes.resource, attributes.name, why) });
    },
  };
}

interface Condition {
  readonly expression: string;
  readonly program: Compiled;
}

/** What each condition says, or why it says nothing. */
function evaluateAll(
  conditions: readonly Condition[],
  object: KubeObject | undefined,
  attributes: Attributes,
): readonly (boolean | string)[] {
  const values = { get: requestActivation(object, attributes, undefined) };
  return conditions.map(({ expression, program }) => {
    if ('error' in program) return `compilation error: ${program.error}`;
    const result = tryRun(program, values);
    if ('error' in result) return `expression '${expression}' resulted in error: ${result.error}`;
    return typeof result.value === 'boolean' ? result.value : 'cel expression must evaluate to a bool';
  });
}
