/** Who may do what. Authorizers are called in turn; the first with an opinion decides, and no opinion at all is a no. */
import { forbidden, type Status, type User } from '../meta/index.ts';
import { refuse } from './outcome.ts';
import type { NonResourceInfo, ResourceInfo } from './request-info.ts';

/** An action to be authorized: a request's info, or the attributes of a review. Verbs are any word (`impersonate`, `bind`). */
export type AccessAttributes = ResourceAccess | NonResourceInfo;

export interface ResourceAccess extends Omit<ResourceInfo, 'verb' | 'path' | 'version' | 'proxyPath'> {
  readonly verb: string;
}

export type Decision = 'allow' | 'deny' | 'no-opinion';

export interface Verdict {
  readonly decision: Decision;
  /** Why, for people; '' when there is nothing to say. */
  readonly reason: string;
}

export type Authorizer = (user: User, attributes: AccessAttributes) => Verdict;

export const allowed: Verdict = { decision: 'allow', reason: '' };
export const noOpinion: Verdict = { decision: 'no-opinion', reason: '' };

/** Members of `system:masters` may do anything. */
export const privilegedGroup: Authorizer = (user) => (user.groups.includes('system:masters') ? allowed : noOpinion);

/** The mode AlwaysAllow (upstream: --authorization-mode). */
export const alwaysAllow: Authorizer = () => allowed;

/** One authorizer of several. Without an opinion its reason is what all of them said. */
export function union(authorizers: readonly Authorizer[]): Authorizer {
  return (user, attributes) => {
    let reasons = '';
    for (const authorizer of authorizers) {
      const verdict = authorizer(user, attributes);
      if (verdict.decision !== 'no-opinion') return verdict;
      if (verdict.reason !== '') reasons = reasons === '' ? verdict.reason : `${reasons}\n${verdict.reason}`;
    }
    return reasons === '' ? noOpinion : { decision: 'no-opinion', reason: reasons };
  };
}

/** Why it is allowed. Throws 403, worded as RBAC's denials are, unless the authorizer allows it. */
export function authorize(authorizer: Authorizer, user: User, attributes: AccessAttributes): Verdict {
  const verdict = authorizer(user, attributes);
  if (verdict.decision !== 'allow') refuse(accessDenied(user, attributes, verdict.reason));
  return verdict;
}

/** The 403 for a user who may not do this (upstream: endpoints/handlers/responsewriters/errors.go). */
export function accessDenied(user: User, attributes: AccessAttributes, reason: string): Status {
  const who = `User ${JSON.stringify(user.name)} cannot ${attributes.verb}`;
  const why = reason === '' ? '' : `: ${reason}`;
  if (!attributes.isResource) {
    return forbidden({ group: '', plural: '' }, '', `${who} path ${JSON.stringify(attributes.path)}${why}`);
  }
  const { group, resource, subresource, namespace, name } = attributes;
  const what = subresource === '' ? resource : `${resource}/${subresource}`;
  const where = namespace === '' ? 'at the cluster scope' : `in the namespace ${JSON.stringify(namespace)}`;
  const words = `${who} resource ${JSON.stringify(what)} in API group ${JSON.stringify(group)} ${where}${why}`;
  return forbidden({ group, plural: resource }, name, words);
}
