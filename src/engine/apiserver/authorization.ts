/** Who may do what. Authorizers are asked in turn; the first with an opinion decides, and no opinion at all is a no. */
import { forbidden, type User } from '../meta/index.ts';
import { refuse } from './outcome.ts';
import type { RequestInfo } from './request-info.ts';

export type Decision = 'allow' | 'deny' | 'no-opinion';
export type Authorizer = (user: User, info: RequestInfo) => Decision;

/** Members of `system:masters` may do anything. */
export const privilegedGroup: Authorizer = (user) => (user.groups.includes('system:masters') ? 'allow' : 'no-opinion');

/** The mode AlwaysAllow (upstream: --authorization-mode). */
export const alwaysAllow: Authorizer = () => 'allow';

/** Throws 403, worded as RBAC's denials are, unless an authorizer allows it. */
export function authorize(authorizers: readonly Authorizer[], user: User, info: RequestInfo): void {
  for (const authorizer of authorizers) {
    const decision = authorizer(user, info);
    if (decision === 'allow') return;
    if (decision === 'deny') break;
  }
  const who = `User ${JSON.stringify(user.name)} cannot ${info.verb}`;
  if (!info.isResource) refuse(forbidden({ group: '', plural: '' }, '', `${who} path ${JSON.stringify(info.path)}`));
  const { group, resource, subresource, namespace, name } = info;
  const what = subresource === '' ? resource : `${resource}/${subresource}`;
  const where = namespace === '' ? 'at the cluster scope' : `in the namespace ${JSON.stringify(namespace)}`;
  const why = `${who} resource ${JSON.stringify(what)} in API group ${JSON.stringify(group)} ${where}`;
  refuse(forbidden({ group, plural: what }, name, why));
}
