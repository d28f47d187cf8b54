/** Checks of policies and bindings apart from their expressions (upstream: pkg/apis/admissionregistration/validation). */
import {
  checkDns1035Label,
  checkDnsSubdomain,
  checkPathSegment,
  checkQualifiedName,
  type FieldError,
  forbiddenField,
  invalidValue,
  required,
} from '../../../meta/index.ts';
import type {
  ParamKind,
  ParamRef,
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBindingSpec,
  ValidatingAdmissionPolicySpec,
} from '../../../api/generated/types.ts';
import { validateSelector } from '../../../api/selector-validation.ts';
import { checkOneOf, checkUnique, validateMatch, validateMatchConditions, wrongList } from './match-resources.ts';

const reasons = ['Forbidden', 'Invalid', 'RequestEntityTooLarge'];

/** What is wrong with a policy. */
export function validatePolicy({ metadata, spec }: ValidatingAdmissionPolicy): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (spec === undefined) return [required('spec')];
  const { failurePolicy = 'Fail', paramKind, matchConstraints, matchConditions = [] } = spec;
  checkOneOf(failurePolicy, ['Fail', 'Ignore'], 'spec.failurePolicy', errors);
  if (paramKind !== undefined) paramKindErrors(paramKind, 'spec.paramKind', errors);
  if (matchConstraints === undefined) errors.push(required('spec.matchConstraints'));
  else {
    validateMatch(matchConstraints, 'spec.matchConstraints', errors);
    if ((matchConstraints.resourceRules ?? []).length === 0) errors.push(required('spec.matchConstraints.resourceRules'));
  }
  validateMatchConditions(matchConditions, 'spec.matchConditions', errors);
  variableErrors(spec, errors);
  validationErrors(spec, errors);
  annotationErrors(metadata.name ?? '', spec, errors);
  return errors;
}

function paramKindErrors({ apiVersion = '', kind = '' }: ParamKind, path: string, errors: FieldError[]): void {
  const check = (field: string, value: string, problems: readonly string[], words = ''): void => {
    if (problems.length > 0) errors.push(invalidValue(`${path}.${field}`, value, words + problems.join(',')));
  };
  const [group = '', version, ...more] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion];
  if (apiVersion === '') errors.push(required(`${path}.apiVersion`));
  else if (more.length > 0) check('apiVersion', apiVersion, [`unexpected GroupVersion string: ${apiVersion}`]);
  else {
    if (group !== '') check('apiVersion', group, checkDnsSubdomain(group));
    if (!version) check('apiVersion', apiVersion, ['version must be specified']);
    else check('apiVersion', version, checkDns1035Label(version));
  }
  if (kind === '') errors.push(required(`${path}.kind`));
  else check('kind', kind, checkDns1035Label(kind.toLowerCase()), 'may have mixed case, but should otherwise match: ');
}

const reserved =
  'true,false,null,in,as,break,const,continue,else,for,function,if,import,let,loop,package,namespace,return,var,void,while'.split(',');

function variableErrors({ variables = [] }: ValidatingAdmissionPolicySpec, errors: FieldError[]): void {
  variables.forEach(({ name, expression }, index) => {
    const at = `spec.variables[${index}]`;
    if (!name?.trim()) errors.push(required(`${at}.name`, 'name is not specified'));
    else if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) || reserved.includes(name)) {
      errors.push(invalidValue(`${at}.name`, name, 'name is not a valid CEL identifier'));
    }
    if (!expression?.trim()) errors.push(required(`${at}.expression`, 'expression is not specified'));
  });
}

function validationErrors(spec: ValidatingAdmissionPolicySpec, errors: FieldError[]): void {
  const { validations = [], auditAnnotations = [] } = spec;
  if (validations.length === 0 && auditAnnotations.length === 0) {
    const detail = 'validations or auditAnnotations must contain at least one item';
    errors.push(required('spec.validations', detail), required('spec.auditAnnotations', detail));
  }
  validations.forEach(({ expression, message = '', messageExpression = '', reason }, index) => {
    const at = `spec.validations[${index}]`;
    if (!expression?.trim()) errors.push(required(`${at}.expression`, 'expression is not specified'));
    if (messageExpression !== '' && messageExpression.trim() === '') {
      errors.push(invalidValue(`${at}.messageExpression`, messageExpression, 'must be non-empty if specified'));
    }
    if (message !== '' && message.trim() === '') {
      errors.push(invalidValue(`${at}.message`, message, 'message must be non-empty if specified'));
    } else if (/[\n\r]/.test(message.trim())) {
      errors.push(invalidValue(`${at}.message`, message, 'message must not contain line breaks'));
    }
    if (reason !== undefined) checkOneOf(reason, reasons, `${at}.reason`, errors);
  });
}

const mostAnnotations = 20;
const longestValue = 5 * 1024;

function annotationErrors(policy: string, { auditAnnotations = [] }: ValidatingAdmissionPolicySpec, errors: FieldError[]): void {
  if (auditAnnotations.length > mostAnnotations) {
    const shown = auditAnnotations.map(({ key = '', valueExpression = '' }) => {
      return `admissionregistration.AuditAnnotation{Key:${JSON.stringify(key)}, ValueExpression:${JSON.stringify(valueExpression)}}`;
    });
    const error = invalidValue('spec.auditAnnotations', null, `must not have more than ${mostAnnotations} auditAnnotations`);
    errors.push({ ...error, shown: `[]admissionregistration.AuditAnnotation{${shown.join(', ')}}` });
  }
  auditAnnotations.forEach(({ key = '', valueExpression = '' }, index) => {
    const at = `spec.auditAnnotations[${index}]`;
    const whole = `${policy}/${key}`;
    if (policy === '') errors.push(invalidValue(`${at}.key`, key, 'requires metadata.name be non-empty'));
    else for (const problem of checkQualifiedName(whole)) errors.push(invalidValue(`${at}.key`, whole, problem));
    const { length } = valueExpression.trim();
    if (length === 0) errors.push(required(`${at}.valueExpression`, 'valueExpression is not specified'));
    if (length > longestValue) errors.push(required(`${at}.valueExpression`, `must not exceed ${longestValue} bytes in length`));
  });
  checkUnique(auditAnnotations.map(({ key }) => key), (index) => `spec.auditAnnotations[${index}].key`, errors);
}

/** What is wrong with a policy’s status, which says what its expressions are warned of. */
export function validatePolicyStatus({ status }: ValidatingAdmissionPolicy): readonly FieldError[] {
  return (status?.typeChecking?.expressionWarnings ?? []).flatMap(({ warning, fieldRef }, index) => {
    const at = `status.typeChecking.expressionWarnings[${index}]`;
    return [...(warning ? [] : [required(`${at}.warning`)]), ...(fieldRef?.trim() ? [] : [required(`${at}.fieldRef`)])];
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
  const exclusive = 'name and selector are mutually exclusive';
  for (const problem of checkPathSegment(name ?? '')) errors.push(invalidValue(`${path}.name`, name ?? '', problem));
  if (name && selector !== undefined) errors.push(forbiddenField(`${path}.name`, exclusive));
  validateSelector(selector, `${path}.selector`, errors);
  if (name && selector !== undefined) errors.push(forbiddenField(`${path}.selector`, exclusive));
  if (!name && selector === undefined) errors.push(required(path, 'one of name or selector must be specified'));
  if (!parameterNotFoundAction) errors.push(required(`${path}.parameterNotFoundAction`));
  else checkOneOf(parameterNotFoundAction, ['Deny', 'Allow'], `${path}.parameterNotFoundAction`, errors);
}

const knownActions = ['Audit', 'Deny', 'Warn'];

function actionErrors(actions: readonly string[], errors: FieldError[]): void {
  const path = 'spec.validationActions';
  const at = (index: number): string => `${path}[${index}]`;
  actions.forEach((action, index) => checkOneOf(action, knownActions, at(index), errors));
  checkUnique(actions, at, errors);
  if (actions.includes('Deny') && actions.includes('Warn')) {
    const detail =
      'must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)';
    errors.push(wrongList(path, actions, detail, 'admissionregistration.ValidationAction'));
  }
  if (actions.length === 0) errors.push(required(path, 'at least one validation action is required'));
}
