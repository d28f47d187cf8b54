/** Rules of webhooks' configurations, of ValidatingAdmissionPolicies and of their bindings. */
import type { JsonObject } from '../../src/engine/meta/index.ts';
import {
  duplicate,
  forbidden,
  goList,
  invalid,
  invalidGo,
  isNo1035Label,
  isNoLabelValue,
  isNoQualifiedName,
  isNoSelectorOperator,
  isNoSubdomain,
  required,
  tooMany,
  unsupported,
} from './messages.ts';
import { creates, differs, type Rule, unreachable, updates, updatesStatus, upstream } from './rule.ts';
import { admissionRule, webhook } from './valid-objects.ts';

const file = 'pkg/apis/admissionregistration/validation/validation.go';
const ofValidating = upstream('ValidatingWebhookConfiguration', file);
const ofMutating = upstream('MutatingWebhookConfiguration', file);
const ofPolicy = upstream('ValidatingAdmissionPolicy', file);
const ofBinding = upstream('ValidatingAdmissionPolicyBinding', file);
const ofName = upstream('ValidatingWebhookConfiguration', 'staging/src/k8s.io/apimachinery/pkg/util/validation/validation.go');
const ofClient = upstream('ValidatingWebhookConfiguration', 'staging/src/k8s.io/apiserver/pkg/util/webhook/validation.go');
const webhooksHere = 'extensions/validation/admission/webhooks.ts';
const rulesHere = 'extensions/validation/admission/match-resources.ts';
const policyHere = 'extensions/validation/admission/policies.ts';
const compiledHere = 'extensions/validating-admission-policies/check.ts';

const hook = (fields: JsonObject): JsonObject => ({ webhooks: [{ ...webhook, ...fields }] });
const rule = (fields: JsonObject): JsonObject => hook({ rules: [{ ...admissionRule, ...fields }] });
const h = 'webhooks[0]';
const r = 'webhooks[0].rules[0]';
const wrongSelector: JsonObject = { matchExpressions: [{ key: 'a', operator: 'x' }] };
const condition = { name: 'c', expression: 'true' };
const undeclared = (name: string, column = 1): string =>
  `compilation failed: ERROR: <input>:1:${column}: undeclared reference to '${name}' (in container '')\n | ${name}\n | ${'.'.repeat(column - 1)}^`;

/** What is the same of webhooks that refuse and of those that change. */
const webhookRules: readonly Rule[] = [
  creates('a policy for failures is known', hook({ failurePolicy: 'x' }), unsupported(`${h}.failurePolicy`, 'x', 'Fail', 'Ignore')),
  creates('a way to match is known', hook({ matchPolicy: 'x' }), unsupported(`${h}.matchPolicy`, 'x', 'Equivalent', 'Exact')),
  creates('side effects are named', hook({ sideEffects: null }), required(`${h}.sideEffects`, 'must specify one of None, NoneOnDryRun')),
  creates('there are none', hook({ sideEffects: 'Some' }), unsupported(`${h}.sideEffects`, 'Some', 'None', 'NoneOnDryRun')),
  creates('a call takes at least a second', hook({ timeoutSeconds: 0 }), invalid(`${h}.timeoutSeconds`, 0, 'the timeout value must be between 1 and 30 seconds')),
  creates('at most 30', hook({ timeoutSeconds: 31 }), invalid(`${h}.timeoutSeconds`, 31, 'the timeout value must be between 1 and 30 seconds')),
  creates('a selector of namespaces is one', hook({ namespaceSelector: wrongSelector }), invalid(`${h}.namespaceSelector.matchExpressions[0].operator`, 'x', isNoSelectorOperator)),
  creates('a selector of objects is one', hook({ objectSelector: wrongSelector }), invalid(`${h}.objectSelector.matchExpressions[0].operator`, 'x', isNoSelectorOperator)),
  creates('it is somewhere', hook({ clientConfig: {} }), required(`${h}.clientConfig`, 'exactly one of url or service is required')),
  creates(
    'in one place',
    hook({ clientConfig: { url: 'https://a.b', service: { name: 's', namespace: 'n' } } }),
    required(`${h}.clientConfig`, 'exactly one of url or service is required'),
  ),
];

const oneOfVersions = 'must specify one of v1, v1beta1';
const form = '; desired format: https://host[/path]';
const url = (text: string): JsonObject => hook({ clientConfig: { url: text } });
const u = `${h}.clientConfig.url`;
const service = (fields: JsonObject): JsonObject => hook({ clientConfig: { service: { name: 's', namespace: 'n', ...fields } } });
const s = `${h}.clientConfig.service`;

const webhookFunctions = [
  ofValidating('validateValidatingWebhookConfiguration', webhooksHere, [
    creates('names are unique', { webhooks: [webhook, webhook] }, duplicate('webhooks[1].name', 'a.b.c')),
  ]),
  ofMutating('validateMutatingWebhookConfiguration', webhooksHere, [
    creates('names are unique', { webhooks: [webhook, webhook] }, duplicate('webhooks[1].name', 'a.b.c')),
  ]),
  ofValidating('validateValidatingWebhook', webhooksHere, webhookRules),
  ofMutating('validateMutatingWebhook', webhooksHere, [
    ...webhookRules,
    creates('a policy for a second call is known', hook({ reinvocationPolicy: 'x' }), unsupported(`${h}.reinvocationPolicy`, 'x', 'IfNeeded', 'Never')),
  ]),
  ofName('IsFullyQualifiedName', webhooksHere, [
    creates('there is a name', hook({ name: '' }), required(`${h}.name`)),
    creates('it is a subdomain', hook({ name: 'A.b.c' }), invalid(`${h}.name`, 'A.b.c', isNoSubdomain)),
    creates('it has three parts', hook({ name: 'a.b' }), invalid(`${h}.name`, 'a.b', 'should be a domain with at least three segments separated by dots')),
  ]),
  ofValidating('validateAdmissionReviewVersions', webhooksHere, [
    creates('versions of reviews are named', hook({ admissionReviewVersions: [] }), required(`${h}.admissionReviewVersions`, oneOfVersions)),
    creates('each once', hook({ admissionReviewVersions: ['v1', 'v1'] }), invalid(`${h}.admissionReviewVersions[1]`, 'v1', 'duplicate version')),
    creates('a version is a label', hook({ admissionReviewVersions: ['v1', '1'] }), invalid(`${h}.admissionReviewVersions[1]`, '1', isNo1035Label)),
    creates('the server knows one', hook({ admissionReviewVersions: ['v2'] }), invalidGo(`${h}.admissionReviewVersions`, goList(['v2']), 'must include at least one of v1, v1beta1')),
  ]),
  ofClient('ValidateWebhookURL', webhooksHere, [
    creates('a URL is one', url('https://a:b'), required(u, `url must be a valid URL: parse "https://a:b": invalid port ":b" after host${form}`)),
    creates('it is safe', url('http://a.b'), invalid(u, 'http', `'https' is the only allowed URL scheme${form}`)),
    creates('it has a host', url('https:///a'), invalid(u, '', `host must be specified${form}`)),
    creates('no user', url('https://u@a.b'), invalid(u, 'u', 'user information is not permitted in the URL')),
    creates('no fragment', url('https://a.b/#f'), invalid(u, 'f', 'fragments are not permitted in the URL')),
    creates('no parameters', url('https://a.b/?q'), invalid(u, 'q', 'query parameters are not permitted in the URL')),
  ]),
  ofClient('ValidateWebhookService', webhooksHere, [
    creates('a service has a name; upstream names the other field', service({ name: '' }), required(`${s}.namespace`, 'service namespace is required')),
    creates('a namespace; upstream names the other field', service({ namespace: '' }), required(`${s}.name`, 'service name is required')),
    creates('a port', service({ port: 0 }), invalid(`${s}.port`, 0, 'port is not valid: must be between 1 and 65535, inclusive')),
    creates('a path isn’t two slashes', service({ path: '//' }), invalid(`${s}.path`, '//', 'segment[0] may not be empty')),
    creates('it begins with one', service({ path: 'ab' }), invalid(`${s}.path`, 'ab', "must start with a '/'")),
    creates('no part is empty', service({ path: '/a//b' }), invalid(`${s}.path`, '/a//b', 'segment[1] may not be empty')),
    creates('a part is a subdomain', service({ path: '/A' }), invalid(`${s}.path`, '/A', `segment[0]: ${isNoSubdomain}`)),
  ]),
];

const ruleFunctions = [
  ofValidating('validateRuleWithOperations', rulesHere, [
    creates('there are operations', rule({ operations: [] }), required(`${r}.operations`)),
    creates('all are all', rule({ operations: ['*', 'CREATE'] }), invalidGo(`${r}.operations`, goList(['*', 'CREATE'], 'admissionregistration.OperationType'), "if '*' is present, must not specify other operations")),
    creates('an operation is known', rule({ operations: ['x'] }), unsupported(`${r}.operations[0]`, 'x', '*', 'CONNECT', 'CREATE', 'DELETE', 'UPDATE')),
  ]),
  ofValidating('validateRule', rulesHere, [
    creates('there are groups', rule({ apiGroups: [] }), required(`${r}.apiGroups`)),
    creates('all groups are all', rule({ apiGroups: ['*', 'a'] }), invalidGo(`${r}.apiGroups`, goList(['*', 'a']), "if '*' is present, must not specify other API groups")),
    creates('there are versions', rule({ apiVersions: [] }), required(`${r}.apiVersions`)),
    creates('all versions are all', rule({ apiVersions: ['*', 'v1'] }), invalidGo(`${r}.apiVersions`, goList(['*', 'v1']), "if '*' is present, must not specify other API versions")),
    creates('a version isn’t empty', rule({ apiVersions: [''] }), required(`${r}.apiVersions[0]`)),
    creates('a scope is known', rule({ scope: 'x' }), unsupported(`${r}.scope`, 'x', '*', 'Cluster', 'Namespaced')),
  ]),
  ofValidating('validateResources', rulesHere, [
    creates('there are resources', rule({ resources: [] }), required(`${r}.resources`)),
    creates('a resource isn’t empty', rule({ resources: [''] }), required(`${r}.resources[0]`)),
    creates('all parts of a resource are all', rule({ resources: ['pods/*', 'pods/log'] }), invalid(`${r}.resources[1]`, 'pods/log', "if 'pods/*' is present, must not specify pods/log")),
    creates('a part of all resources is all', rule({ resources: ['*/log', 'pods/log'] }), invalid(`${r}.resources[1]`, 'pods/log', "if '*/log' is present, must not specify pods/log")),
    creates('everything is all', rule({ resources: ['*/*', 'pods'] }), invalidGo(`${r}.resources`, goList(['*/*', 'pods']), "if '*/*' is present, must not specify other resources")),
    creates('all resources are all', rule({ resources: ['*', 'pods'] }), invalidGo(`${r}.resources`, goList(['*', 'pods']), "if '*' is present, must not specify other resources without subresources")),
  ]),
  ofValidating('validateResourcesNoSubResources', rulesHere, [
    unreachable('no kind that is served has rules without subresources', creates('there are resources', {})),
    unreachable('no kind that is served has rules without subresources', creates('a resource isn’t empty', {})),
    unreachable('no kind that is served has rules without subresources', creates('it is no part of one', {})),
    unreachable('no kind that is served has rules without subresources', creates('all are all', {})),
  ]),
  ofValidating('validateMatchConditions', webhooksHere, [
    creates(
      '64 conditions at most',
      hook({ matchConditions: Array.from({ length: 65 }, (_, index) => ({ name: `c${index}`, expression: 'true' })) }),
      tooMany(`${h}.matchConditions`, 65, 64),
    ),
    creates('their names are unique', hook({ matchConditions: [condition, condition] }), duplicate(`${h}.matchConditions[1].name`, 'c')),
  ]),
  ofValidating('validateMatchCondition', webhooksHere, [
    creates('a condition says something', hook({ matchConditions: [{ name: 'c', expression: ' ' }] }), required(`${h}.matchConditions[0].expression`)),
    creates('it has a name', hook({ matchConditions: [{ expression: 'true' }] }), required(`${h}.matchConditions[0].name`)),
    creates('a qualified one', hook({ matchConditions: [{ ...condition, name: '-' }] }), invalid(`${h}.matchConditions[0].name`, '-', isNoQualifiedName)),
  ]),
  ofValidating('validateMatchConditionsExpression', 'extensions/webhooks/check.ts', [
    creates('it can be compiled', hook({ matchConditions: [{ name: 'c', expression: 'x' }] }), invalid(`${h}.matchConditions[0].expression`, 'x', undeclared('x'))),
    creates('it is true or false', hook({ matchConditions: [{ name: 'c', expression: '1' }] }), invalid(`${h}.matchConditions[0].expression`, '1', 'must evaluate to bool but got int')),
    updates(
      'one that is stored stays',
      hook({ matchConditions: [condition] }),
      hook({ matchConditions: [condition, { name: 'd', expression: 'x' }] }),
      invalid(`${h}.matchConditions[1].expression`, 'x', undeclared('x')),
    ),
  ]),
];

const spec = (fields: JsonObject): JsonObject => ({ spec: fields });
const constraints = (fields: JsonObject): JsonObject => spec({ matchConstraints: { resourceRules: [admissionRule], ...fields } });
const validation = (fields: JsonObject): JsonObject => spec({ validations: [{ expression: 'true', ...fields }] });
const annotation = (fields: JsonObject): JsonObject => spec({ auditAnnotations: [{ key: 'k', valueExpression: '"v"', ...fields }] });
const paramKind = (fields: JsonObject): JsonObject => spec({ paramKind: { apiVersion: 'v1', kind: 'ConfigMap', ...fields } });
const m = 'spec.matchConstraints';
const v = 'spec.validations[0]';
const a = 'spec.auditAnnotations[0]';
const p = 'spec.paramKind';
const nothing = 'validations or auditAnnotations must contain at least one item';
const annotations21 = Array.from({ length: 21 }, (_, index) => ({ key: `k${index}`, valueExpression: '"v"' }));
const goAnnotation = ({ key, valueExpression }: { readonly key: string; readonly valueExpression: string }): string =>
  `admissionregistration.AuditAnnotation{Key:${JSON.stringify(key)}, ValueExpression:${JSON.stringify(valueExpression)}}`;

const policyFunctions = [
  ofPolicy('validateValidatingAdmissionPolicySpec', policyHere, [
    unreachable('it gets its default first', creates('there is a policy for failures', spec({ failurePolicy: null }))),
    creates('a policy for failures is known', spec({ failurePolicy: 'x' }), unsupported('spec.failurePolicy', 'x', 'Fail', 'Ignore')),
    creates('it is about something', spec({ matchConstraints: null }), required(m)),
    creates('about resources', spec({ matchConstraints: { resourceRules: null } }), required(`${m}.resourceRules`)),
    creates('it checks something', spec({ validations: [] }), required('spec.validations', nothing), required('spec.auditAnnotations', nothing)),
    creates(
      '20 annotations at most',
      spec({ auditAnnotations: annotations21 }),
      invalidGo('spec.auditAnnotations', `[]admissionregistration.AuditAnnotation{${annotations21.map(goAnnotation).join(', ')}}`, 'must not have more than 20 auditAnnotations'),
    ),
    creates('their keys are unique', spec({ auditAnnotations: [annotations21[0] ?? null, annotations21[0] ?? null] }), duplicate('spec.auditAnnotations[1].key', 'k0')),
  ]),
  ofPolicy('validateParamKind', policyHere, [
    creates('a kind of parameters has a version', paramKind({ apiVersion: '' }), required(`${p}.apiVersion`)),
    creates('of two parts at most', paramKind({ apiVersion: 'a/b/c' }), invalid(`${p}.apiVersion`, 'a/b/c', 'unexpected GroupVersion string: a/b/c')),
    creates('a group is a subdomain', paramKind({ apiVersion: 'A/v1' }), invalid(`${p}.apiVersion`, 'A', isNoSubdomain)),
    creates('the version isn’t empty', paramKind({ apiVersion: 'a/' }), invalid(`${p}.apiVersion`, 'a/', 'version must be specified')),
    creates('it is a label', paramKind({ apiVersion: 'a/1' }), invalid(`${p}.apiVersion`, '1', isNo1035Label)),
    creates('there is a kind', paramKind({ kind: '' }), required(`${p}.kind`)),
    creates('it is a label but for capitals', paramKind({ kind: '1' }), invalid(`${p}.kind`, '1', `may have mixed case, but should otherwise match: ${isNo1035Label}`)),
  ]),
  ofPolicy('validateMatchResources', rulesHere, [
    unreachable('it gets its default first', creates('there is a way to match', constraints({ matchPolicy: null }))),
    creates('a way to match is known', constraints({ matchPolicy: 'x' }), unsupported(`${m}.matchPolicy`, 'x', 'Equivalent', 'Exact')),
    unreachable('it gets its default first', creates('there is a selector of namespaces', constraints({ namespaceSelector: null }))),
    creates('it is one', constraints({ namespaceSelector: { matchLabels: { a: '-' } } }), invalid(`${m}.namespaceSelector.matchLabels`, '-', isNoLabelValue)),
    unreachable('it gets its default first', creates('there is a selector of objects', constraints({ objectSelector: null }))),
    creates('it is one, too', constraints({ objectSelector: { matchLabels: { a: '-' } } }), invalid(`${m}.objectSelector.matchLabels`, '-', isNoLabelValue)),
    creates('a rule that takes away is one', constraints({ excludeResourceRules: [{ ...admissionRule, apiGroups: [] }] }), required(`${m}.excludeResourceRules[0].apiGroups`)),
  ]),
  ofPolicy('validateNamedRuleWithOperations', rulesHere, [
    creates(
      'a name of a resource is a part of a path',
      constraints({ resourceRules: [{ ...admissionRule, resourceNames: ['a/b'] }] }),
      invalid(`${m}.resourceRules[0].resourceNames[0]`, 'a/b', "may not contain '/'"),
    ),
    creates('names are unique', constraints({ resourceRules: [{ ...admissionRule, resourceNames: ['a', 'a'] }] }), duplicate(`${m}.resourceRules[0].resourceNames[1]`, 'a')),
  ]),
  ofPolicy('validateVariable', policyHere, [
    creates('a variable has a name', spec({ variables: [{ name: '', expression: '1' }] }), required('spec.variables[0].name', 'name is not specified')),
    creates('it can stand in an expression', spec({ variables: [{ name: 'in', expression: '1' }] }), invalid('spec.variables[0].name', 'in', 'name is not a valid CEL identifier')),
    creates('it says something', spec({ variables: [{ name: 'n', expression: ' ' }] }), required('spec.variables[0].expression', 'expression is not specified')),
    creates('it can be compiled', spec({ variables: [{ name: 'n', expression: 'x' }] }), invalid('spec.variables[0].expression', 'x', undeclared('x'))),
  ]),
  ofPolicy('validateValidation', policyHere, [
    creates('a check says something', validation({ expression: ' ' }), required(`${v}.expression`, 'expression is not specified')),
    creates('an expression of a message isn’t empty', validation({ messageExpression: ' ' }), invalid(`${v}.messageExpression`, ' ', 'must be non-empty if specified')),
    creates('a message isn’t empty', validation({ message: ' ' }), invalid(`${v}.message`, ' ', 'message must be non-empty if specified')),
    creates('it is one line', validation({ message: 'a\nb' }), invalid(`${v}.message`, 'a\nb', 'message must not contain line breaks')),
    unreachable('upstream asks for what can’t be', creates('an expression of several lines has a message', validation({ expression: 'true\n&& true' }))),
    creates('a reason is known', validation({ reason: 'x' }), unsupported(`${v}.reason`, 'x', 'Forbidden', 'Invalid', 'RequestEntityTooLarge')),
  ]),
  ofPolicy('convertCELErrorToValidationError', compiledHere, [
    creates('a check can be compiled', validation({ expression: 'x' }), invalid(`${v}.expression`, 'x', undeclared('x'))),
    creates('it is true or false', validation({ expression: '1' }), invalid(`${v}.expression`, '1', 'must evaluate to bool but got int')),
    creates('a message is a text', validation({ messageExpression: '1' }), invalid(`${v}.messageExpression`, '1', 'must evaluate to string but got int')),
    unreachable('compiling never asks for a value', creates('an error that something is missing', {})),
    unreachable('compiling never fails by itself', creates('an error within', {})),
    unreachable('compiling has errors of one kind', creates('another error', {})),
  ]),
  ofPolicy('validateAuditAnnotation', policyHere, [
    creates('with the policy’s name a key is a qualified name', annotation({ key: '-' }), invalid(`${a}.key`, 'a/-', isNoQualifiedName)),
    creates('a policy has a name', { metadata: { name: null }, ...annotation({}) }, required('metadata.name', 'name or generateName is required'), invalid(`${a}.key`, 'k', 'requires metadata.name be non-empty')),
    creates('a value says something', annotation({ valueExpression: ' ' }), required(`${a}.valueExpression`, 'valueExpression is not specified')),
    creates('in 5 KiB', annotation({ valueExpression: `"${'v'.repeat(5120)}"` }), required(`${a}.valueExpression`, 'must not exceed 5120 bytes in length')),
    creates('it can be compiled', annotation({ valueExpression: 'x' }), invalid(`${a}.valueExpression`, 'x', undeclared('x'))),
    creates('it is a text, or nothing', annotation({ valueExpression: '1' }), invalid(`${a}.valueExpression`, '1', 'must evaluate to one of [string null_type] but got int')),
    unreachable('compiling never asks for a value', creates('an error that something is missing', {})),
    unreachable('compiling never fails by itself', creates('an error within', {})),
  ]),
  ofPolicy('validateExpressionWarning', policyHere, [
    updatesStatus('a warning says something', {}, { typeChecking: { expressionWarnings: [{ fieldRef: 'spec', warning: '' }] } }, required('status.typeChecking.expressionWarnings[0].warning')),
  ]),
  ofPolicy('validateFieldRef', policyHere, [
    updatesStatus('it names a field', {}, { typeChecking: { expressionWarnings: [{ fieldRef: '', warning: 'w' }] } }, required('status.typeChecking.expressionWarnings[0].fieldRef')),
    differs(
      'a path of JSONPath isn’t read here: only the server itself writes such warnings',
      updatesStatus('by a path', {}, { typeChecking: { expressionWarnings: [{ fieldRef: '[', warning: 'w' }] } }),
    ),
  ]),
];

const param = (fields: JsonObject): JsonObject => spec({ paramRef: { name: 'n', parameterNotFoundAction: 'Deny', ...fields } });
const q = 'spec.paramRef';
const both = 'name and selector are mutually exclusive';

const bindingFunctions = [
  ofBinding('validateValidatingAdmissionPolicyBindingSpec', policyHere, [
    creates('a binding is of a policy', spec({ policyName: '' }), required('spec.policyName')),
    creates('its name is a subdomain', spec({ policyName: 'A' }), invalid('spec.policyName', 'A', isNoSubdomain)),
    creates('what it is about is right', spec({ matchResources: { matchPolicy: 'x' } }), unsupported('spec.matchResources.matchPolicy', 'x', 'Equivalent', 'Exact')),
  ]),
  ofBinding('validateValidationActions', policyHere, [
    creates('an action is known', spec({ validationActions: ['x'] }), unsupported('spec.validationActions[0]', 'x', 'Audit', 'Deny', 'Warn')),
    creates('each once', spec({ validationActions: ['Deny', 'Deny'] }), duplicate('spec.validationActions[1]', 'Deny')),
    creates(
      'what is refused isn’t warned of',
      spec({ validationActions: ['Deny', 'Warn'] }),
      invalidGo(
        'spec.validationActions',
        goList(['Deny', 'Warn'], 'admissionregistration.ValidationAction'),
        'must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)',
      ),
    ),
    creates('there is an action', spec({ validationActions: [] }), required('spec.validationActions', 'at least one validation action is required')),
  ]),
  ofBinding('validateParamRef', policyHere, [
    creates('a parameter’s name is a part of a path', param({ name: 'a/b' }), invalid(`${q}.name`, 'a/b', "may not contain '/'")),
    creates('by name or by labels', param({ selector: {} }), forbidden(`${q}.name`, both), forbidden(`${q}.selector`, both)),
    creates('a selector is one', param({ name: null, selector: wrongSelector }), invalid(`${q}.selector.matchExpressions[0].operator`, 'x', isNoSelectorOperator)),
    creates('by one of them', param({ name: null }), required(q, 'one of name or selector must be specified')),
    creates('it says what happens where there is none', param({ parameterNotFoundAction: null }), required(`${q}.parameterNotFoundAction`)),
    creates('that is known', param({ parameterNotFoundAction: 'x' }), unsupported(`${q}.parameterNotFoundAction`, 'x', 'Deny', 'Allow')),
  ]),
];

export const admissionRules = [...webhookFunctions, ...ruleFunctions, ...policyFunctions, ...bindingFunctions];
