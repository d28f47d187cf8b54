/** Checks of policies and bindings apart from their expressions (upstream: pkg/apis/admissionregistration/validation). */
import {
  checkDnsSubdomain,
  checkQualifiedName,
  type FieldError,
  forbiddenField,
  invalidValue,
  notSupported,
  required,
} from '../../../meta/index.ts';
import type {
  ParamRef,
  ValidatingAdmissionPolicyBindingSpec,
  ValidatingAdmissionPolicySpec,
} from '../../generated/types.ts';
import { validateSelector } from '../../selector-validation.ts';
import { validateMatch } from './match-resources.ts';

const REASONS = ['Forbidden', 'Invalid', 'RequestEntityTooLarge', 'Unauthorized'];

export function validatePolicy(spec: ValidatingAdmissionPolicySpec | undefined): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (spec === undefined) return [required('spec')];
  const { failurePolicy = 'Fail', paramKind, matchConstraints } = spec;
  if (failurePolicy !== 'Fail' && failurePolicy !== 'Ignore') {
    errors.push(notSupported('spec.failurePolicy', failurePolicy, ['Fail', 'Ignore']));
  }
  if (paramKind !== undefined) {
    if (!paramKind.apiVersion) errors.push(required('spec.paramKind.apiVersion'));
    if (!paramKind.kind) errors.push(required('spec.paramKind.kind'));
  }
  if (matchConstraints === undefined) errors.push(required('spec.matchConstraints'));
  else {
    validateMatch(matchConstraints, 'spec.matchConstraints', errors);
    if ((matchConstraints.resourceRules ?? []).length === 0) {
      errors.push(required('spec.matchConstraints.resourceRules'));
    }
  }
  conditionErrors(spec, errors);
  variableErrors(spec, errors);
  validationErrors(spec, errors);
  return errors;
}

function conditionErrors({ matchConditions = [] }: ValidatingAdmissionPolicySpec, errors: FieldError[]): void {
  const seen = new Set<string>();
  if (matchConditions.length > 64) {
    errors.push({
      type: 'TooMany',
      field: 'spec.matchConditions',
      value: matchConditions.length,
      detail: 'must have at most 64 items',
    });
  }
  matchConditions.forEach(({ name, expression }, index) => {
    const at = `spec.matchConditions[${index}]`;
    if (!expression?.trim()) errors.push(required(`${at}.expression`));
    if (!name) errors.push(required(`${at}.name`));
    else for (const problem of checkQualifiedName(name)) errors.push(invalidValue(`${at}.name`, name, problem));
    if (seen.has(name)) errors.push({ type: 'Duplicate', field: `${at}.name`, value: name, detail: '' });
    seen.add(name);
  });
}

function variableErrors({ variables = [] }: ValidatingAdmissionPolicySpec, errors: FieldError[]): void {
  const seen = new Set<string>();
  variables.forEach(({ name, expression }, index) => {
    const at = `spec.variables[${index}]`;
    if (!name) errors.push(required(`${at}.name`, 'name is not specified'));
    else if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) {
      errors.push(invalidValue(`${at}.name`, name, 'name is not a valid CEL identifier'));
    }
    if (!expression?.trim()) errors.push(required(`${at}.expression`, 'expression is not specified'));
    if (seen.has(name)) errors.push({ type: 'Duplicate', field: `${at}.name`, value: name, detail: '' });
    seen.add(name);
  });
}

function validationErrors(spec: ValidatingAdmissionPolicySpec, errors: FieldError[]): void {
  const { validations = [], auditAnnotations = [] } = spec;
  if (validations.length === 0 && auditAnnotations.length === 0) {
    const detail = 'validations or auditAnnotations must contain at least one item';
    errors.push(required('spec.validations', detail), required('spec.auditAnnotations', detail));
  }
  validations.forEach(({ expression, message, messageExpression, reason }, index) => {
    const at = `spec.validations[${index}]`;
    if (!expression?.trim()) errors.push(required(`${at}.expression`, 'expression is not specified'));
    if (message !== undefined && message.trim() === '') {
      errors.push(invalidValue(`${at}.message`, message, 'message must be non-empty if specified'));
    } else if (message?.includes('\n')) {
      errors.push(invalidValue(`${at}.message`, message, 'message must not contain line breaks'));
    } else if (message === undefined && expression?.trim().includes('\n')) {
      errors.push(required(`${at}.message`, 'message must be specified if expression contains line breaks'));
    }
    if (messageExpression !== undefined && messageExpression.trim() === '') {
      errors.push(invalidValue(`${at}.messageExpression`, messageExpression, 'must be non-empty if specified'));
    }
    if (reason !== undefined && !REASONS.includes(reason)) errors.push(notSupported(`${at}.reason`, reason, REASONS));
  });
  const keys = new Set<string>();
  auditAnnotations.forEach(({ key, valueExpression }, index) => {
    const at = `spec.auditAnnotations[${index}]`;
    if (!key) errors.push(required(`${at}.key`));
    if (keys.has(key)) errors.push({ type: 'Duplicate', field: `${at}.key`, value: key, detail: '' });
    keys.add(key);
    if (!valueExpression?.trim()) errors.push(required(`${at}.valueExpression`, 'valueExpression is not specified'));
  });
}

export function validateBinding(spec: ValidatingAdmissionPolicyBindingSpec | undefined): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (!spec?.policyName) errors.push(required('spec.policyName'));
  else {
    for (const problem of checkDnsSubdomain(spec.policyName)) {
      errors.push(invalidValue('spec.policyName', spec.policyName, problem));
    }
  }
  if (spec?.paramRef !== undefined) paramErrors(spec.paramRef, errors);
  if (spec?.matchResources !== undefined) validateMatch(spec.matchResources, 'spec.matchResources', errors);
  actionErrors(spec?.validationActions ?? [], errors);
  return errors;
}

function paramErrors({ name, selector, parameterNotFoundAction }: ParamRef, errors: FieldError[]): void {
  const path = 'spec.paramRef';
  if (name) {
    for (const problem of checkDnsSubdomain(name)) errors.push(invalidValue(`${path}.name`, name, problem));
    if (selector !== undefined) {
      errors.push(forbiddenField(`${path}.name`, 'name and selector are mutually exclusive'));
    }
  } else if (selector === undefined) errors.push(required(path, 'one of name or selector must be specified'));
  validateSelector(selector, `${path}.selector`, errors);
  if (!parameterNotFoundAction) errors.push(required(`${path}.parameterNotFoundAction`));
  else if (parameterNotFoundAction !== 'Allow' && parameterNotFoundAction !== 'Deny') {
    errors.push(notSupported(`${path}.parameterNotFoundAction`, parameterNotFoundAction, ['Allow', 'Deny']));
  }
}

const ACTIONS = ['Audit', 'Deny', 'Warn'];

function actionErrors(actions: readonly string[], errors: FieldError[]): void {
  const path = 'spec.validationActions';
  if (actions.length === 0) errors.push(required(path));
  const seen = new Set<string>();
  actions.forEach((action, index) => {
    if (!ACTIONS.includes(action)) errors.push(notSupported(`${path}[${index}]`, action, ACTIONS));
    if (seen.has(action)) errors.push({ type: 'Duplicate', field: `${path}[${index}]`, value: action, detail: '' });
    seen.add(action);
  });
  if (seen.has('Deny') && seen.has('Warn')) {
    const detail =
      'must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)';
    errors.push(invalidValue(path, [...actions], detail));
  }
}
