/** Checks of webhooks that change and of those that refuse (upstream: pkg/apis/admissionregistration/validation). */
import {
  checkDns1035Label,
  checkDnsSubdomain,
  duplicate,
  type FieldError,
  invalidValue,
  required,
} from '../../../meta/index.ts';
import type { MutatingWebhook, ValidatingWebhook, WebhookClientConfig } from '../../../api/generated/types.ts';
import { validateSelector } from '../../../api/selector-validation.ts';
import { checkOneOf, validateAdmissionRule, validateMatchConditions, wrongList } from './match-resources.ts';

const versions = ['v1', 'v1beta1'];

/** What is wrong with the webhooks of a configuration. */
export function validateWebhooks(webhooks: readonly (MutatingWebhook | ValidatingWebhook)[]): readonly FieldError[] {
  const names = new Set<string>();
  return webhooks.flatMap((webhook, index) => {
    const path = `webhooks[${index}]`;
    const errors = validateWebhook(webhook, path);
    if (webhook.name && names.has(webhook.name)) errors.push(duplicate(`${path}.name`, webhook.name));
    names.add(webhook.name);
    return errors;
  });
}

function validateWebhook(webhook: MutatingWebhook | ValidatingWebhook, path: string): FieldError[] {
  const errors: FieldError[] = [];
  const { failurePolicy = 'Fail', matchPolicy = 'Equivalent', sideEffects, timeoutSeconds = 10, rules = [] } = webhook;
  nameErrors(webhook.name, `${path}.name`, errors);
  rules.forEach((rule, index) => validateAdmissionRule(rule, `${path}.rules[${index}]`, errors));
  checkOneOf(failurePolicy, ['Fail', 'Ignore'], `${path}.failurePolicy`, errors);
  checkOneOf(matchPolicy, ['Equivalent', 'Exact'], `${path}.matchPolicy`, errors);
  if (sideEffects === undefined) errors.push(required(`${path}.sideEffects`, 'must specify one of None, NoneOnDryRun'));
  else checkOneOf(sideEffects, ['None', 'NoneOnDryRun'], `${path}.sideEffects`, errors);
  if (timeoutSeconds < 1 || timeoutSeconds > 30) {
    const detail = 'the timeout value must be between 1 and 30 seconds';
    errors.push(invalidValue(`${path}.timeoutSeconds`, timeoutSeconds, detail));
  }
  validateSelector(webhook.namespaceSelector, `${path}.namespaceSelector`, errors);
  validateSelector(webhook.objectSelector, `${path}.objectSelector`, errors);
  if ('reinvocationPolicy' in webhook && webhook.reinvocationPolicy !== undefined) {
    checkOneOf(webhook.reinvocationPolicy, ['IfNeeded', 'Never'], `${path}.reinvocationPolicy`, errors);
  }
  clientErrors(webhook.clientConfig ?? {}, `${path}.clientConfig`, errors);
  validateMatchConditions(webhook.matchConditions ?? [], `${path}.matchConditions`, errors);
  versionErrors(webhook.admissionReviewVersions ?? [], `${path}.admissionReviewVersions`, errors);
  return errors;
}

function nameErrors(name: string | undefined, field: string, errors: FieldError[]): void {
  const problems = checkDnsSubdomain(name ?? '');
  if (!name) errors.push(required(field));
  else if (problems.length > 0) errors.push(invalidValue(field, name, problems.join(',')));
  else if (name.split('.').length < 3) {
    errors.push(invalidValue(field, name, 'should be a domain with at least three segments separated by dots'));
  }
}

function clientErrors({ url, service }: WebhookClientConfig, path: string, errors: FieldError[]): void {
  if ((url === undefined) === (service === undefined)) {
    errors.push(required(path, 'exactly one of url or service is required'));
  } else if (url !== undefined) urlErrors(url, `${path}.url`, errors);
  else if (service !== undefined) serviceErrors(service, `${path}.service`, errors);
}

const form = '; desired format: https://host[/path]';

/** `converge:` is where functions of the page are: there is no host that could have a certificate. */
function urlErrors(url: string, path: string, errors: FieldError[]): void {
  const [, scheme = '', rest = ''] = /^([a-z][a-z0-9+.-]*):(.*)$/i.exec(url) ?? [];
  const [, user, host = '', port = '', query, fragment] = /^(?:\/\/(?:([^/?#]*)@)?([^/?#]*?)(:[^/?#\]]*)?)?(?=[/?#]|$)[^?#]*(?:\?([^#]*))?(?:#(.*))?$/.exec(rest) ?? [];
  if (scheme === 'converge' && /^(?:\/\/)?[^/?#]/.test(rest)) return;
  if (!/^:?\d*$/.test(port)) {
    errors.push(required(path, `url must be a valid URL: parse ${JSON.stringify(url)}: invalid port ${JSON.stringify(port)} after host${form}`));
    return;
  }
  if (scheme !== 'https') errors.push(invalidValue(path, scheme, `'https' is the only allowed URL scheme${form}`));
  if (host + port === '') errors.push(invalidValue(path, '', `host must be specified${form}`));
  if (user !== undefined) errors.push(invalidValue(path, user, 'user information is not permitted in the URL'));
  if (fragment) errors.push(invalidValue(path, fragment, 'fragments are not permitted in the URL'));
  if (query) errors.push(invalidValue(path, query, 'query parameters are not permitted in the URL'));
}

type Service = NonNullable<WebhookClientConfig['service']>;

/** Upstream takes the name for the namespace and the namespace for the name: whoever lacks one is asked for the other. */
function serviceErrors({ name, namespace, port = 443, path: route = '' }: Service, path: string, errors: FieldError[]): void {
  if (!namespace) errors.push(required(`${path}.name`, 'service name is required'));
  if (!name) errors.push(required(`${path}.namespace`, 'service namespace is required'));
  if (port < 1 || port > 65535) {
    errors.push(invalidValue(`${path}.port`, port, 'port is not valid: must be between 1 and 65535, inclusive'));
  }
  if (route === '' || route === '/') return;
  const wrong = (detail: string): void => {
    errors.push(invalidValue(`${path}.path`, route, detail));
  };
  if (route === '//') return wrong('segment[0] may not be empty');
  if (!route.startsWith('/')) wrong("must start with a '/'");
  const steps = route.slice(1).replace(/\/$/, '').split('/');
  steps.forEach((step, index) => {
    if (step === '') wrong(`segment[${index}] may not be empty`);
    else for (const problem of checkDnsSubdomain(step)) wrong(`segment[${index}]: ${problem}`);
  });
}

function versionErrors(wanted: readonly string[], field: string, errors: FieldError[]): void {
  if (wanted.length === 0) return void errors.push(required(field, `must specify one of ${versions.join(', ')}`));
  const seen = new Set<string>();
  wanted.forEach((version, index) => {
    const problems = seen.has(version) ? ['duplicate version'] : checkDns1035Label(version);
    seen.add(version);
    for (const problem of problems) errors.push(invalidValue(`${field}[${index}]`, version, problem));
  });
  if (wanted.some((version) => versions.includes(version))) return;
  errors.push(wrongList(field, wanted, `must include at least one of ${versions.join(', ')}`));
}
