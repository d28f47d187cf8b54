/** What the server checks of the schemas of definitions besides their kind's own rules: defaults, patterns and expressions. */
import { CustomResourceDefinition, type JSONSchemaProps, type ValidationRule } from '../../api/index.ts';
import { refuse } from '../../apiserver/outcome.ts';
import { type FieldError, goSyntax, invalid, invalidValue, isJsonObject, type Json, notSupported, required } from '../../meta/index.ts';
import { compileRegexp } from '../../meta/regexp/index.ts';
import { applyDefaults } from './defaults.ts';
import { schemaPaths } from './definitions/validation.ts';
import { fieldAt } from './definitions/version-validation.ts';
import { prune } from './prune.ts';
import { type CostSheet, createCostSheet, shapeOf } from './rule-cost.ts';
import { rulesOf } from './rules.ts';
import { additionalOf, isEmbedded, itemsOf, type Schema } from './schema.ts';
import { validateValue } from './validate.ts';

/** Throws 422 where a default, a pattern or a rule in one of its schemas is wrong. */
export function checkSchemas({ metadata, spec: { versions } }: CustomResourceDefinition): void {
  const found: Found = { shape: [], rules: [] };
  const seen = new Set<string>();
  const paths = schemaPaths(versions);
  versions.forEach((version, index) => {
    const schema = version.schema?.openAPIV3Schema;
    const path = paths[index] ?? '';
    if (schema === undefined || seen.has(path)) return;
    seen.add(path);
    const costs = createCostSheet(path);
    checkSchema(schema, { path, isResource: true, uncorrelatable: undefined, times: 1, costs }, found);
    found.rules.push(...costs.errors());
  });
  // Rules of a schema that isn't right are no matter yet.
  const errors = found.shape.length > 0 ? found.shape : found.rules;
  if (errors.length > 0) refuse(invalid(CustomResourceDefinition, metadata.name, errors));
}

/** What is wrong with a schema, and with what its rules say. */
interface Found {
  readonly shape: FieldError[];
  readonly rules: FieldError[];
}

interface Where {
  readonly path: string;
  readonly isResource: boolean;
  /** Of the schema within which a new value's old one can't be told; undefined: it can. */
  readonly uncorrelatable: string | undefined;
  /** How many such values an object can have. */
  readonly times: number;
  readonly costs: CostSheet;
}

function checkSchema(schema: Schema, where: Where, found: Found): void {
  const { path, uncorrelatable } = where;
  checkDefault(schema, path, found.shape);
  if (schema.pattern) {
    const compiled = compileRegexp(schema.pattern);
    const words = "must be a valid regular expression, but isn't: ";
    if ('error' in compiled) found.shape.push(invalidValue(`${path}.pattern`, schema.pattern, words + compiled.error));
  }
  checkRules(schema, where, found);
  const below = (child: Schema | undefined, part: string, more: Partial<Where> = {}): void => {
    if (child === undefined) return;
    checkSchema(child, { ...where, path: `${path}.${part}`, isResource: isEmbedded(child), ...more }, found);
  };
  const times = where.times * shapeOf(schema).size;
  const ofFields = schema['x-kubernetes-map-type'] === 'atomic' ? (uncorrelatable ?? path) : uncorrelatable;
  for (const [name, field] of Object.entries(schema.properties ?? {})) below(field, `properties[${name}]`, { uncorrelatable: ofFields });
  const isMap = schema['x-kubernetes-list-type'] === 'map';
  below(itemsOf(schema), 'items', { uncorrelatable: isMap ? uncorrelatable : (uncorrelatable ?? path), times });
  below(additionalOf(schema), 'additionalProperties', { times });
}

function checkRules(schema: Schema, where: Where, { shape, rules }: Found): void {
  const { path, isResource, uncorrelatable, times, costs } = where;
  rulesOf(schema, isResource).forEach((compiled, index) => {
    const { rule, program, message, usesOldSelf } = compiled;
    const at = `${path}.x-kubernetes-validations[${index}]`;
    const before = shape.length;
    checkWords(rule, at, shape);
    checkFieldPath(rule, schema, `${at}.fieldPath`, shape);
    if (shape.length > before) return;
    const add = (field: string, detail: string): void => {
      rules.push({ type: 'Invalid', field: `${at}.${field}`, shown: goRule(rule), detail });
    };
    rules.push(...costs.add(compiled, schema, times, at));
    if ('error' in program) add('rule', program.error);
    if (message !== undefined && 'error' in message) add('messageExpression', message.error);
    if (usesOldSelf && uncorrelatable !== undefined) {
      const detail = `oldSelf cannot be used on the uncorrelatable portion of the schema within ${uncorrelatable}`;
      rules.push(invalidValue(`${at}.rule`, rule.rule, detail));
    }
    if (rule.optionalOldSelf !== undefined && !usesOldSelf) {
      rules.push(
        invalidValue(`${at}.optionalOldSelf`, rule.optionalOldSelf, 'may not be set if oldSelf is not used in rule'),
      );
    }
  });
}

const reasons = ['FieldValueDuplicate', 'FieldValueForbidden', 'FieldValueInvalid', 'FieldValueRequired'];

const hasLineBreaks = (text: string): boolean => /[\n\r]/.test(text);

/** What a rule says apart from its meaning. */
function checkWords({ rule = '', message = '', messageExpression = '', reason }: ValidationRule, at: string, errors: FieldError[]): void {
  if (rule.trim() === '') errors.push(required(`${at}.rule`, 'rule is not specified'));
  else if (message !== '' && message.trim() === '') {
    errors.push(invalidValue(`${at}.message`, message, 'message must be non-empty if specified'));
  } else if (hasLineBreaks(message.trim())) {
    errors.push(invalidValue(`${at}.message`, message, 'message must not contain line breaks'));
  } else if (hasLineBreaks(rule.trim()) && message === '') {
    errors.push(required(`${at}.message`, 'message must be specified if rule contains line breaks'));
  }
  if (messageExpression !== '' && messageExpression.trim() === '') {
    errors.push(required(`${at}.messageExpression`, 'messageExpression must be non-empty if specified'));
  }
  if (reason !== undefined && !reasons.includes(reason)) errors.push(notSupported(`${at}.reason`, reason, reasons));
}

function checkFieldPath({ fieldPath = '' }: ValidationRule, schema: Schema, at: string, errors: FieldError[]): void {
  if (fieldPath === '') return;
  if (fieldPath.trim() === '') errors.push(invalidValue(at, fieldPath, 'fieldPath must be non-empty if specified'));
  if (hasLineBreaks(fieldPath)) errors.push(invalidValue(at, fieldPath, 'fieldPath must not contain line breaks'));
  if ('error' in fieldAt(schema, fieldPath, true)) errors.push(invalidValue(at, fieldPath, 'fieldPath must be a valid path'));
}

/** The rule as Go prints it, which upstream shows as the value. */
function goRule({
  rule,
  message = '',
  messageExpression = '',
  reason,
  fieldPath = '',
  optionalOldSelf,
}: ValidationRule): string {
  const text = JSON.stringify;
  const pointer = (type: string, value: unknown) =>
    value === undefined ? `(*${type})(nil)` : `(*${type})(0xc000000000)`;
  const parts = [
    `Rule:${text(rule ?? '')}`,
    `Message:${text(message)}`,
    `MessageExpression:${text(messageExpression)}`,
    `Reason:${pointer('apiextensions.FieldValueErrorReason', reason)}`,
    `FieldPath:${text(fieldPath)}`,
    `OptionalOldSelf:${pointer('bool', optionalOldSelf)}`,
  ];
  return `apiextensions.ValidationRule{${parts.join(', ')}}`;
}

function checkDefault(schema: JSONSchemaProps, path: string, errors: FieldError[]): void {
  const value: Json | undefined = schema.default;
  if (value === undefined) return;
  const at = `${path}.default`;
  const found: FieldError[] = [];
  if (isJsonObject(value)) {
    let isPruned = false;
    prune(value, schema, () => {
      isPruned = true;
    });
    if (isPruned) errors.push({ ...invalidValue(at, null, 'must not have unknown fields'), shown: goSyntax(value) });
    validateValue(applyDefaults(value, schema), schema, '', undefined, found);
  } else validateValue(value, schema, '', undefined, found);
  for (const error of found) {
    const field = error.field === '<nil>' ? at : `${at}.${error.field}`;
    errors.push({ ...error, field, detail: error.detail.replace(/^ in body/, `${at} in body`) });
  }
}
