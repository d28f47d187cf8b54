/** Impersonation: Impersonate-User, -Uid, -Group and -Extra-… (upstream: endpoints/filters/impersonation.go). */

import { type Authorizer, authorize, type ResourceAccess } from '../../apiserver/authorization.ts';
import { refuse } from '../../apiserver/outcome.ts';
import { type ApiRequest, internalError, type User } from '../../meta/index.ts';
import { accountGroups, splitAccountUserName } from '../authentication/service-account.ts';

const extraPrefix = 'impersonate-extra-';
const anonymous = 'system:anonymous';
const authenticated = 'system:authenticated';
const unauthenticated = 'system:unauthenticated';

interface Wanted {
  readonly user: string;
  readonly uid: string;
  readonly groups: readonly string[];
  readonly extra: readonly (readonly [key: string, values: readonly string[]])[];
}

/** Whom the request is to be done as: the user themselves unless its headers name another. Throws 403, and 500 as upstream. */
export function impersonate(authorizer: Authorizer, user: User, request: ApiRequest): User {
  const wanted = wantedOf(request.headers);
  if (wanted === undefined) return user;
  const account = splitAccountUserName(wanted.user);
  const mayBe = (resource: string, name: string, more: Partial<ResourceAccess> = {}): void => {
    const asked = { isResource: true, verb: 'impersonate', group: '', resource, subresource: '', namespace: '', name };
    authorize(authorizer, user, { ...asked, isResource: true, ...more });
  };
  const group = 'authentication.k8s.io';
  if (account === undefined) mayBe('users', wanted.user);
  else mayBe('serviceaccounts', account.name, { namespace: account.namespace });
  for (const name of wanted.groups) mayBe('groups', name);
  for (const [key, values] of wanted.extra) {
    for (const value of values) mayBe('userextras', value, { group, subresource: key });
  }
  if (wanted.uid !== '') mayBe('uids', wanted.uid, { group });
  return {
    name: wanted.user,
    groups: groupsOf(wanted, account?.namespace),
    ...(wanted.uid !== '' && { uid: wanted.uid }),
    ...(wanted.extra.length > 0 && { extra: Object.fromEntries(wanted.extra) }),
  };
}

/** Groups that are named count; without any, those the user has by being who they are. */
function groupsOf({ user, groups }: Wanted, accountNamespace: string | undefined): readonly string[] {
  const own = groups.length > 0 ? groups : accountNamespace === undefined ? [] : accountGroups(accountNamespace);
  if (own.includes(authenticated) || own.includes(unauthenticated)) return own;
  return [...own, user === anonymous ? unauthenticated : authenticated];
}

/** Headers given more than once hold a value a line. */
function wantedOf(headers: ApiRequest['headers']): Wanted | undefined {
  const user = headers['impersonate-user'] ?? '';
  const uid = headers['impersonate-uid'] ?? '';
  const groups = linesOf(headers['impersonate-group']);
  const extra: [string, readonly string[]][] = [];
  for (const name in headers) {
    if (name.startsWith(extraPrefix)) extra.push([keyOf(name.slice(extraPrefix.length)), linesOf(headers[name])]);
  }
  if (user === '' && uid === '' && groups.length === 0 && extra.length === 0) return undefined;
  if (user === '')
    refuse(internalError('requested impersonation of groups, uid or extra without impersonating a user'));
  return { user, uid, groups, extra: extra.sort(([a], [b]) => (a < b ? -1 : 1)) };
}

function linesOf(value: string | undefined): readonly string[] {
  return value === undefined ? [] : value.split('\n').filter((line) => line !== '');
}

/** Keys hold what headers can't, so they come escaped. */
function keyOf(escaped: string): string {
  try {
    return decodeURIComponent(escaped).toLowerCase();
  } catch {
    return escaped;
  }
}
