/** Checks of webhooks that change and of those that refuse (upstream: pkg/apis/admissionregistration/validation). */
import { checkDnsSubdomain, type FieldError, invalidValue, notSupported, required } from '../../../meta/index.ts';
import type {
  MatchCondition,
  MutatingWebhook,
  RuleWithOperations,
  ValidatingWebhook,
  WebhookClientConfig,
} from '../../generated/types.ts';
import { validateSelector } from '../../selector-validation.ts';

const versions = ['v1', 'v1beta1'];
const operations = ['*', 'CONNECT', 'CREATE', 'DELETE', 'UPDATE'];
const scopes = ['*', 'Cluster', 'Namespaced'];

/** What is wrong with the webhooks of a configuration. */
export function validateWebhooks(webhooks: readonly (MutatingWebhook | ValidatingWebhook)[]): readonly FieldError[] {
  const names = new Set<string>();
  return webhooks.flatMap((webhook, index) => {
    const path = `webhooks[${index}]`;
    const errors = validateWebhook(webhook, path);
    if (names.has(webhook.name)) {
      errors.push({ type: 'Duplicate', field: `${path}.name`, value: webhook.name, detail: '' });
    }
    names.add(webhook.name);
    return errors;
  });
}

function validateWebhook(webhook: MutatingWebhook | ValidatingWebhook, path: string): FieldError[] {
  const errors: FieldError[] = [...validateName(webhook.name, `${path}.name`)];
  const { failurePolicy = 'Fail', matchPolicy = 'Equivalent', sideEffects, timeoutSeconds = 10 } = webhook;
  (webhook.rules ?? []).forEach((rule, index) => {
    errors.push(...validateRule(rule, `${path}.rules[${index}]`));
  });
  oneOf(failurePolicy, ['Fail', 'Ignore'], `${path}.failurePolicy`, errors);
  oneOf(matchPolicy, ['Equivalent', 'Exact'], `${path}.matchPolicy`, errors);
  if (!sideEffects) errors.push(required(`${path}.sideEffects`, 'must specify one of None, NoneOnDryRun'));
  else oneOf(sideEffects, ['None', 'NoneOnDryRun'], `${path}.sideEffects`, errors);
  if (timeoutSeconds < 1 || timeoutSeconds > 30) {
    const detail = 'the timeout value must be between 1 and 30 seconds';
    errors.push(invalidValue(`${path}.timeoutSeconds`, timeoutSeconds, detail));
  }
  validateSelector(webhook.namespaceSelector, `${path}.namespaceSelector`, errors);
  validateSelector(webhook.objectSelector, `${path}.objectSelector`, errors);
  errors.push(...validateClient(webhook.clientConfig ?? {}, `${path}.clientConfig`));
  errors.push(...validateVersions(webhook.admissionReviewVersions ?? [], `${path}.admissionReviewVersions`));
  if ('reinvocationPolicy' in webhook && webhook.reinvocationPolicy !== undefined) {
    oneOf(webhook.reinvocationPolicy, ['IfNeeded', 'Never'], `${path}.reinvocationPolicy`, errors);
  }
  return [...errors, ...validateConditions(webhook.matchConditions ?? [], `${path}.matchConditions`)];
}

function oneOf(value: string, supported: readonly string[], field: string, errors: FieldError[]): void {
  if (!supported.includes(value)) errors.push(notSupported(field, value, supported));
}

function validateName(name: string | undefined, field: string): readonly FieldError[] {
  if (!name) return [required(field)];
  if (checkDnsSubdomain(name).length > 0 || name.split('.').length < 3) {
    return [invalidValue(field, name, 'should be a domain with at least three segments separated by dots')];
  }
  return [];
}

function validateRule(rule: RuleWithOperations, path: string): readonly FieldError[] {
  const errors: FieldError[] = [];
  const listed = (values: readonly string[] = [], field: string, alone: string): void => {
    if (values.length === 0) errors.push(required(`${path}.${field}`));
    if (values.length > 1 && values.includes('*')) {
      errors.push(invalidValue(`${path}.${field}`, [...values], `if '*' is present, must not specify other ${alone}`));
    }
  };
  listed(rule.operations, 'operations', 'operations');
  for (const [index, operation] of (rule.operations ?? []).entries()) {
    oneOf(operation, operations, `${path}.operations[${index}]`, errors);
  }
  listed(rule.apiGroups, 'apiGroups', 'API groups');
  listed(rule.apiVersions, 'apiVersions', 'API versions');
  for (const [index, version] of (rule.apiVersions ?? []).entries()) {
    if (version === '') errors.push(required(`${path}.apiVersions[${index}]`));
  }
  const { resources = [], scope = '*' } = rule;
  if (resources.length === 0) errors.push(required(`${path}.resources`));
  if (resources.includes('*/*') && resources.length > 1) {
    const detail = "if '*/*' is present, must not specify other resources";
    errors.push(invalidValue(`${path}.resources`, [...resources], detail));
  }
  for (const [index, resource] of resources.entries()) {
    if (resource === '') errors.push(required(`${path}.resources[${index}]`));
  }
  oneOf(scope, scopes, `${path}.scope`, errors);
  return errors;
}

/** `converge:` is where functions of the page are: there is no host that could have a certificate. */
function validateClient({ url, service }: WebhookClientConfig, path: string): readonly FieldError[] {
  if ((url === undefined) === (service === undefined)) {
    return [required(path, 'exactly one of url or service is required')];
  }
  const errors: FieldError[] = [];
  if (url !== undefined) {
    const form = 'desired format: https://host[/path]';
    const [, scheme = '', rest = ''] = /^([a-z][a-z0-9+.-]*):(.*)$/i.exec(url) ?? [];
    const host = rest.replace(/^\/\//, '').split(/[/?#]/)[0] ?? '';
    if (scheme === 'converge' && host !== '') return [];
    if (scheme !== 'https') {
      errors.push(invalidValue(`${path}.url`, scheme, `'https' is the only allowed URL scheme; ${form}`));
    }
    if (host === '') errors.push(invalidValue(`${path}.url`, '', `host must be specified; ${form}`));
    if (host.includes('@')) {
      errors.push(
        invalidValue(`${path}.url`, host.split('@')[0] ?? '', 'user information is not permitted in the URL'),
      );
    }
    if (rest.includes('#')) {
      errors.push(invalidValue(`${path}.url`, rest.split('#')[1] ?? '', 'fragments are not permitted in the URL'));
    }
    if (rest.includes('?')) {
      const query = (rest.split('?')[1] ?? '').split('#')[0] ?? '';
      errors.push(invalidValue(`${path}.url`, query, 'query parameters are not permitted in the URL'));
    }
  }
  if (service !== undefined) {
    if (!service.name) errors.push(required(`${path}.service.name`));
    if (!service.namespace) errors.push(required(`${path}.service.namespace`));
    const { port = 443, path: route } = service;
    if (port < 1 || port > 65535) {
      errors.push(
        invalidValue(`${path}.service.port`, port, 'port is not valid: must be between 1 and 65535, inclusive'),
      );
    }
    if (route !== undefined && !route.startsWith('/')) {
      errors.push(invalidValue(`${path}.service.path`, route, "must start with a '/'"));
    }
  }
  return errors;
}

function validateVersions(given: readonly string[], field: string): readonly FieldError[] {
  if (given.length === 0) return [required(field, `must specify one of ${versions.join(', ')}`)];
  if (given.some((version) => versions.includes(version))) return [];
  return [invalidValue(field, [...given], `must include at least one of ${versions.join(', ')}`)];
}

const mostConditions = 64;

function validateConditions(conditions: readonly MatchCondition[], path: string): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (conditions.length > mostConditions) {
    const detail = `must have at most ${mostConditions} items`;
    errors.push({ type: 'TooMany', field: path, value: conditions.length, detail });
  }
  const names = new Set<string>();
  for (const [index, { name, expression }] of conditions.entries()) {
    if (!expression?.trim()) errors.push(required(`${path}[${index}].expression`));
    if (!name) errors.push(required(`${path}[${index}].name`));
    else if (names.has(name)) {
      errors.push({ type: 'Duplicate', field: `${path}[${index}].name`, value: name, detail: '' });
    }
    names.add(name);
  }
  return errors;
}
