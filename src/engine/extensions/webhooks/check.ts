/** A configuration whose matchConditions can't be compiled is refused when it is written (upstream: pkg/apis/admissionregistration/validation). */
import { MutatingWebhookConfiguration, ValidatingWebhookConfiguration } from '../../api/index.ts';
import { refuse } from '../../apiserver/outcome.ts';
import { isOf } from '../../apiserver/resource.ts';
import { type FieldError, invalid, invalidValue, type KubeObject } from '../../meta/index.ts';
import { lateExpressions } from '../late/late-expressions.ts';
import type { Webhook } from './match.ts';

/** Throws 422. `old`: what is stored; its own expressions pass. */
export function checkConditions(object: KubeObject, old: KubeObject | undefined): void {
  const before = new Set(expressionsOf(old).map(({ expression }) => expression));
  const errors: FieldError[] = [];
  for (const { expression, field } of expressionsOf(object)) {
    if (before.has(expression)) continue;
    const program = lateExpressions().compileCondition(expression);
    if ('error' in program) errors.push(invalidValue(field, expression, program.error));
  }
  const kind = isOf(MutatingWebhookConfiguration, object)
    ? MutatingWebhookConfiguration
    : ValidatingWebhookConfiguration;
  if (errors.length > 0) refuse(invalid(kind, object.metadata.name, errors));
}

interface Expression {
  readonly expression: string;
  readonly field: string;
}

function expressionsOf(object: KubeObject | undefined): readonly Expression[] {
  return webhooksOf(object).flatMap(({ matchConditions = [] }, webhook) =>
    matchConditions.map(({ expression }, index) => ({
      expression,
      field: `webhooks[${webhook}].matchConditions[${index}].expression`,
    })),
  );
}

function webhooksOf(object: KubeObject | undefined): readonly Webhook[] {
  if (object === undefined) return [];
  if (isOf(MutatingWebhookConfiguration, object)) return object.webhooks ?? [];
  return isOf(ValidatingWebhookConfiguration, object) ? (object.webhooks ?? []) : [];
}
