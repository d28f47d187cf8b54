/** What the server checks of definitions and their objects besides their own kinds' rules: expressions, and that nothing new comes while one goes. */
import { CustomResourceDefinition, type JSONSchemaProps, type ValidationRule } from '../../api/index.ts';
import type { PluginFactory } from '../../apiserver/admission/admission.ts';
import { refuse } from '../../apiserver/outcome.ts';
import { isOf } from '../../apiserver/resource.ts';
import { type FieldError, failure, invalid, invalidValue, isJsonObject, type Json } from '../../meta/index.ts';
import { compileRegexp } from '../../meta/regexp/index.ts';
import { applyDefaults } from './defaults.ts';
import { prune } from './prune.ts';
import { type CostSheet, createCostSheet, shapeOf } from './rule-cost.ts';
import { rulesOf } from './rules.ts';
import { additionalOf, isEmbedded, itemsOf, type Schema } from './schema.ts';
import { validateValue } from './validate.ts';

export const customResourceDefinitions: PluginFactory = ({ resources }) => ({
  name: 'CustomResourceDefinitions',
  validate(object, { operation, resource, old, subresource }) {
    if (resource.definition.custom !== undefined && operation === 'CREATE') {
      const { group, version, plural } = CustomResourceDefinition;
      const crd = resources.find(group, version, plural)?.cache.get(`${resource.plural}.${resource.group}`);
      if (crd?.metadata.deletionTimestamp === undefined) return;
      const message = 'create not allowed while custom resource definition is terminating';
      refuse(failure(405, 'MethodNotAllowed', message, { group: resource.group, kind: resource.plural }));
    }
    if (object === undefined || subresource !== '' || !isOf(CustomResourceDefinition, object)) return;
    if (old !== undefined && isOf(CustomResourceDefinition, old) && old.spec === object.spec) return;
    const errors: FieldError[] = [];
    object.spec.versions.forEach((version, index) => {
      const schema = version.schema?.openAPIV3Schema;
      const path = `spec.versions[${index}].schema.openAPIV3Schema`;
      if (schema === undefined) return;
      const costs = createCostSheet(path);
      checkSchema(schema, { path, isResource: true, correlatable: true, times: 1, costs }, errors);
      errors.push(...costs.errors());
    });
    if (errors.length > 0) refuse(invalid(CustomResourceDefinition, object.metadata.name, errors));
  },
});

interface Where {
  readonly path: string;
  readonly isResource: boolean;
  /** Whether an old value can be told for a new one. */
  readonly correlatable: boolean;
  /** How many such values an object can have. */
  readonly times: number;
  readonly costs: CostSheet;
}

function checkSchema(schema: Schema, where: Where, errors: FieldError[]): void {
  const { path, correlatable } = where;
  checkRules(schema, where, errors);
  checkDefault(schema, path, errors);
  if (schema.pattern) {
    const compiled = compileRegexp(schema.pattern);
    const words = "must be a valid regular expression, but isn't: ";
    if ('error' in compiled) errors.push(invalidValue(`${path}.pattern`, schema.pattern, words + compiled.error));
  }
  const below = (child: Schema | undefined, part: string, more: Partial<Where> = {}): void => {
    if (child === undefined) return;
    checkSchema(child, { ...where, path: `${path}.${part}`, isResource: isEmbedded(child), ...more }, errors);
  };
  const times = where.times * shapeOf(schema).size;
  for (const [name, field] of Object.entries(schema.properties ?? {})) below(field, `properties[${name}]`);
  const isMap = schema['x-kubernetes-list-type'] === 'map';
  below(itemsOf(schema), 'items', { correlatable: correlatable && isMap, times });
  below(additionalOf(schema), 'additionalProperties', { times });
}

function checkRules(schema: Schema, where: Where, errors: FieldError[]): void {
  const { path, isResource, correlatable, times, costs } = where;
  rulesOf(schema, isResource).forEach((compiled, index) => {
    const { rule, program, message, usesOldSelf } = compiled;
    const at = `${path}.x-kubernetes-validations[${index}]`;
    const add = (field: string, detail: string): void => {
      errors.push({ type: 'Invalid', field: `${at}.${field}`, shown: goRule(rule), detail });
    };
    if (rule.rule === undefined || rule.rule.trim() === '') {
      errors.push({ type: 'Required', field: `${at}.rule`, detail: 'rule is not specified' });
      return;
    }
    if ('error' in program) add('rule', `compilation failed: ${program.error}`);
    if (usesOldSelf && !correlatable) {
      add('rule', `oldSelf cannot be used on the uncorrelatable portion of the schema within ${path}`);
    }
    if (message !== undefined && 'error' in message) {
      add('messageExpression', `messageExpression compilation failed: ${message.error}`);
    }
    if (rule.optionalOldSelf !== undefined && !usesOldSelf && !('error' in program)) {
      errors.push(
        invalidValue(`${at}.optionalOldSelf`, rule.optionalOldSelf, 'may not be set if oldSelf is not used in rule'),
      );
    }
    if (rule.message?.includes('\n')) {
      errors.push(invalidValue(`${at}.message`, rule.message, 'message must not contain line breaks'));
    }
    checkReason(rule, `${at}.reason`, errors);
    costs.add(compiled, schema, times, at);
  });
}

const REASONS = ['FieldValueRequired', 'FieldValueInvalid', 'FieldValueForbidden', 'FieldValueDuplicate'];

function checkReason({ reason }: ValidationRule, at: string, errors: FieldError[]): void {
  if (reason === undefined || REASONS.includes(reason)) return;
  const supported = [...REASONS].sort().map((each) => JSON.stringify(each));
  errors.push({ type: 'NotSupported', field: at, value: reason, detail: `supported values: ${supported.join(', ')}` });
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
    prune(value, schema, (field) => errors.push(invalidValue(at, value, `must not have unknown fields: ${field}`)));
    validateValue(applyDefaults(value, schema), schema, '', undefined, found);
  } else validateValue(value, schema, '', undefined, found);
  for (const error of found) {
    const field = error.field === '<nil>' ? at : `${at}.${error.field}`;
    errors.push({ ...error, field, detail: error.detail.replace(/^ in body/, `${at} in body`) });
  }
}
