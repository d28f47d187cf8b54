/** A webhook's matchConditions: expressions that all have to be true for it to be asked (upstream: plugin/webhook/matchconditions). */
import { forbidden, type KubeObject } from '../../../meta/index.ts';
import { compile, DYN, fromJson, type Program, tryRun, type Value } from '../../cel/index.ts';
import { asJson } from '../../codec.ts';
import type { Outcome } from '../../outcome.ts';
import type { Attributes } from '../admission.ts';
import type { Webhook } from './match.ts';
import { reviewOf } from './review.ts';

const variables = new Map([
  ['object', DYN],
  ['oldObject', DYN],
  ['request', DYN],
]);

export interface Conditions {
  /** Whether the webhook is to be asked; 403 where that can't be found out and it insists. */
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
      program: compile(expression, variables),
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
  readonly program: Program | { readonly error: string };
}

/** What each condition says, or why it says nothing. */
function evaluateAll(
  conditions: readonly Condition[],
  object: KubeObject | undefined,
  attributes: Attributes,
): readonly (boolean | string)[] {
  const { request = null } = reviewOf(object, attributes, '', ['v1']);
  const values = new Map<string, Value>([
    ['object', object === undefined ? null : fromJson(asJson(object))],
    ['oldObject', attributes.old === undefined ? null : fromJson(asJson(attributes.old))],
    ['request', fromJson(request)],
  ]);
  return conditions.map(({ expression, program }) => {
    if ('error' in program) return `compilation error: ${program.error}`;
    const result = tryRun(program, values);
    if ('error' in result) return `expression '${expression}' resulted in error: ${result.error}`;
    return typeof result.value === 'boolean' ? result.value : 'cel expression must evaluate to a bool';
  });
}
