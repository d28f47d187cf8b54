/** Evaluates the expressions of webhooks' matchConditions. */
import type { Attributes } from '../../apiserver/admission/admission.ts';
import type { KubeObject } from '../../meta/index.ts';
import { tryRun } from '../cel/index.ts';
import { type Compiled, compileCondition } from '../validating-admission-policies/compiled.ts';
import { requestActivation } from '../validating-admission-policies/variables.ts';
import type { Webhook } from './match.ts';

/** What each condition of a webhook says, or why it says nothing. */
export function evaluateConditions(webhook: Webhook, object: KubeObject | undefined, attributes: Attributes): readonly (boolean | string)[] {
  const values = { get: requestActivation(object, attributes, undefined) };
  return conditionsOf(webhook).map(({ expression, program }) => {
    if ('error' in program) return `compilation error: ${program.error}`;
    const result = tryRun(program, values);
    if ('error' in result) return `expression '${expression}' resulted in error: ${result.error}`;
    return typeof result.value === 'boolean' ? result.value : 'cel expression must evaluate to a bool';
  });
}

interface Condition {
  readonly expression: string;
  readonly program: Compiled;
}

/** Kept as long as the webhook is the same. */
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
