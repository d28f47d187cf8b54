/** Reviews: whether a user may do something (upstream: registry/authorization). */
import {
  LocalSubjectAccessReview,
  type NonResourceAttributes,
  type ResourceAttributes,
  SelfSubjectAccessReview,
  SelfSubjectRulesReview,
  SubjectAccessReview,
  type SubjectAccessReviewSpec,
  type SubjectAccessReviewStatus,
} from '../../api/index.ts';
import { validateOperands, validateRequirement } from '../../api/selector-validation.ts';
import type { AccessAttributes } from '../../apiserver/authorization.ts';
import type { Context } from '../../apiserver/context.ts';
import { decodeObject } from '../../apiserver/decode-object.ts';
import { refuse } from '../../apiserver/outcome.ts';
import { isOf } from '../../apiserver/resource.ts';
import { answerReview } from '../../apiserver/review-answer.ts';
import type { UnstoredKind } from '../../apiserver/unstored.ts';
import { badRequest, type FieldError, invalid, invalidValue, type JsonObject, type KubeObject, required, type User } from '../../meta/index.ts';
import { nodeNameOf } from '../node-authorization/authorizer.ts';
import { createRbac } from '../rbac/rbac.ts';

interface Question {
  readonly resourceAttributes?: ResourceAttributes;
  readonly nonResourceAttributes?: NonResourceAttributes;
}

function reviewSubject(context: Context): void {
  const review = decodeObject(context);
  if (!isOf(SubjectAccessReview, review)) throw new Error('not a SubjectAccessReview');
  const spec = review.spec ?? {};
  throwIfWrong(context, [...questionErrors(spec), ...subjectErrors(spec), ...metadataErrors(review)]);
  answerReview(context, review, { spec, status: statusFor(context, subjectOf(spec), attributesOf(spec)) });
}

function reviewLocally(context: Context): void {
  const review = decodeObject(context);
  if (!isOf(LocalSubjectAccessReview, review)) throw new Error('not a LocalSubjectAccessReview');
  const spec = review.spec ?? {};
  const { resourceAttributes, nonResourceAttributes } = spec;
  const errors = [...questionErrors(spec), ...subjectErrors(spec), ...metadataErrors(review)];
  const { namespace = '' } = resourceAttributes ?? {};
  if (resourceAttributes !== undefined && namespace !== context.info.namespace) {
    errors.push(invalidValue('spec.resourceAttributes.namespace', namespace, 'must match metadata.namespace'));
  }
  if (nonResourceAttributes !== undefined) errors.push(wrongPath(nonResourceAttributes, 'disallowed on this kind of request'));
  throwIfWrong(context, errors);
  answerReview(context, review, { spec, status: statusFor(context, subjectOf(spec), attributesOf(spec)) });
}

function reviewSelf(context: Context): void {
  const review = decodeObject(context);
  if (!isOf(SelfSubjectAccessReview, review)) throw new Error('not a SelfSubjectAccessReview');
  const spec = review.spec ?? {};
  throwIfWrong(context, [...questionErrors(spec), ...metadataErrors(review)]);
  answerReview(context, review, { spec, status: statusFor(context, context.user, attributesOf(spec)) });
}

function reviewRules(context: Context): void {
  const review = decodeObject(context);
  if (!isOf(SelfSubjectRulesReview, review)) throw new Error('not a SelfSubjectRulesReview');
  const namespace = review.spec?.namespace ?? '';
  if (namespace === '') refuse(badRequest('no namespace on request'));
  const { user } = context;
  const { rules, errors } = createRbac(context.parts.resources).rulesFor(user, namespace);
  const all = user.groups.includes('system:masters') ? [{ verbs: ['*'] }] : [];
  const failures = [...errors];
  if (nodeNameOf(user) !== undefined) failures.unshift('node authorizer does not support user rule resolution');
  const status = {
    resourceRules: [
      ...all.map(({ verbs }) => ({ verbs, apiGroups: ['*'], resources: ['*'] })),
      ...rules.filter(({ resources = [] }) => resources.length > 0),
    ],
    nonResourceRules: [
      ...all.map(({ verbs }) => ({ verbs, nonResourceURLs: ['*'] })),
      ...rules
        .filter(({ nonResourceURLs = [] }) => nonResourceURLs.length > 0)
        .map(({ verbs, nonResourceURLs = [] }) => ({ verbs, nonResourceURLs })),
    ],
    incomplete: false,
    ...(failures.length > 0 && { evaluationError: failures.join(', ') }),
  };
  answerReview(context, review, { spec: {}, status });
}

function statusFor(context: Context, user: User, attributes: AccessAttributes): SubjectAccessReviewStatus {
  const { decision, reason } = context.parts.access.authorize(user, attributes);
  return {
    allowed: decision === 'allow',
    ...(decision === 'deny' && { denied: true }),
    ...(reason !== '' && { reason }),
  };
}

function subjectOf({ user = '', groups = [], uid, extra }: SubjectAccessReviewSpec): User {
  return { name: user, groups, ...(uid !== undefined && { uid }), ...(extra !== undefined && { extra }) };
}

function attributesOf({ resourceAttributes, nonResourceAttributes }: Question): AccessAttributes {
  if (resourceAttributes === undefined) {
    const { verb = '', path = '' } = nonResourceAttributes ?? {};
    return { isResource: false, verb, path };
  }
  const { verb = '', group = '', resource = '', subresource = '', namespace = '', name = '' } = resourceAttributes;
  return { isResource: true, verb, group, resource, subresource, namespace, name };
}

function subjectErrors({ user = '', groups = [] }: SubjectAccessReviewSpec): readonly FieldError[] {
  const somebody = user !== '' || groups.length > 0;
  return somebody ? [] : [invalidValue('spec.user', user, 'at least one of user or group must be specified')];
}

function questionErrors({ resourceAttributes, nonResourceAttributes }: Question): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (resourceAttributes !== undefined && nonResourceAttributes !== undefined) {
    errors.push(wrongPath(nonResourceAttributes, 'cannot be specified in combination with resourceAttributes'));
  }
  if (resourceAttributes === undefined && nonResourceAttributes === undefined) {
    const detail = 'exactly one of nonResourceAttributes or resourceAttributes must be specified';
    errors.push(invalidValue('spec.resourceAttributes', null, detail));
  }
  const { fieldSelector, labelSelector } = resourceAttributes ?? {};
  selectorErrors(fieldSelector, 'spec.resourceAttributes.fieldSelector', errors);
  fieldSelector?.requirements?.forEach((requirement, index) => {
    const at = `spec.resourceAttributes.fieldSelector.requirements[${index}]`;
    if (!requirement.key) errors.push(required(`${at}.key`, 'must be specified'));
    validateOperands(requirement, at, errors);
  });
  selectorErrors(labelSelector, 'spec.resourceAttributes.labelSelector', errors);
  labelSelector?.requirements?.forEach((requirement, index) => {
    validateRequirement(requirement, `spec.resourceAttributes.labelSelector.requirements[${index}]`, errors);
  });
  return errors;
}

interface Selector {
  readonly rawSelector?: string;
  readonly requirements?: readonly object[];
}

function selectorErrors(selector: Selector | undefined, path: string, errors: FieldError[]): void {
  if (selector === undefined) return;
  const { rawSelector = '', requirements = [] } = selector;
  if (rawSelector !== '' && requirements.length > 0) {
    errors.push(invalidValue(`${path}.rawSelector`, rawSelector, 'may not specified at the same time as requirements'));
  }
  if (rawSelector === '' && requirements.length === 0) {
    errors.push(required(`${path}.requirements`, `when ${path} is specified, requirements or rawSelector is required`));
  }
}

/** As Go prints it. */
function wrongPath({ path = '', verb = '' }: NonResourceAttributes, detail: string): FieldError {
  const shown = `authorization.NonResourceAttributes{Path:${JSON.stringify(path)}, Verb:${JSON.stringify(verb)}}`;
  return { ...invalidValue('spec.nonResourceAttributes', null, detail), shown };
}

/** Of a review's metadata there may be the namespace where it has one. */
function metadataErrors({ kind, metadata }: KubeObject): readonly FieldError[] {
  const { managedFields: _, namespace, ...rest } = metadata;
  const isLocal = kind === LocalSubjectAccessReview.kind;
  const set = Object.entries(isLocal ? rest : { ...rest, namespace }).filter(([, value]) => value !== undefined && value !== null && value !== '');
  if (set.length === 0) return [];
  const shown = namespace === undefined ? Object.fromEntries(set) : { ...Object.fromEntries(set), namespace };
  return [invalidValue('metadata', shown as JsonObject, `must be empty${isLocal ? ' except for namespace' : ''}`)];
}

function throwIfWrong({ resource }: Context, errors: readonly FieldError[]): void {
  if (errors.length > 0) refuse(invalid(resource.definition, '', errors));
}

export const accessReviews: readonly UnstoredKind[] = [
  { definition: LocalSubjectAccessReview, answers: { create: reviewLocally } },
  { definition: SelfSubjectAccessReview, answers: { create: reviewSelf } },
  { definition: SelfSubjectRulesReview, answers: { create: reviewRules } },
  { definition: SubjectAccessReview, answers: { create: reviewSubject } },
];
