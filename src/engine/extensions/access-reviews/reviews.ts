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
import type { AccessAttributes } from '../../apiserver/authorization.ts';
import type { Context } from '../../apiserver/context.ts';
import { decodeObject } from '../../apiserver/decode-object.ts';
import { refuse } from '../../apiserver/outcome.ts';
import { isOf } from '../../apiserver/resource.ts';
import { answerReview } from '../../apiserver/review-answer.ts';
import type { UnstoredKind } from '../../apiserver/unstored.ts';
import { badRequest, type FieldError, invalid, invalidValue, type User } from '../../meta/index.ts';
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
  throwIfWrong(context, [...subjectErrors(spec), ...questionErrors(spec)]);
  answerReview(context, review, { spec, status: statusFor(context, subjectOf(spec), attributesOf(spec)) });
}

function reviewLocally(context: Context): void {
  const review = decodeObject(context);
  if (!isOf(LocalSubjectAccessReview, review)) throw new Error('not a LocalSubjectAccessReview');
  const spec = review.spec ?? {};
  const { namespace } = context.info;
  const errors = [...subjectErrors(spec)];
  if (spec.nonResourceAttributes !== undefined) {
    const detail = 'disallowed on this kind of request';
    errors.push(invalidValue('spec.nonResourceAttributes', { ...spec.nonResourceAttributes }, detail));
  } else errors.push(...questionErrors(spec));
  throwIfWrong(context, errors);
  if (spec.resourceAttributes?.namespace !== namespace) {
    refuse(badRequest(`spec.resourceAttributes.namespace must match namespace: ${namespace}`));
  }
  answerReview(context, review, { spec, status: statusFor(context, subjectOf(spec), attributesOf(spec)) });
}

function reviewSelf(context: Context): void {
  const review = decodeObject(context);
  if (!isOf(SelfSubjectAccessReview, review)) throw new Error('not a SelfSubjectAccessReview');
  const spec = review.spec ?? {};
  throwIfWrong(context, questionErrors(spec));
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
  if (resourceAttributes !== undefined && nonResourceAttributes !== undefined) {
    const detail = 'cannot be specified in combination with resourceAttributes';
    return [invalidValue('spec.nonResourceAttributes', { ...nonResourceAttributes }, detail)];
  }
  if (resourceAttributes !== undefined || nonResourceAttributes !== undefined) return [];
  const detail = 'exactly one of nonResourceAttributes or resourceAttributes must be specified';
  return [invalidValue('spec.resourceAttributes', null, detail)];
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
