/** Service accounts as users (upstream: apiserver pkg/authentication/serviceaccount). */
import type { ServiceAccount } from '../../api/index.ts';
import type { User } from '../../meta/index.ts';

const prefix = 'system:serviceaccount:';

/** `system:serviceaccount:<namespace>:<name>` */
export function accountUserName(namespace: string, name: string): string {
  return `${prefix}${namespace}:${name}`;
}

/** The groups a service account of a namespace is in, as long as it hasn't been authenticated. */
export function accountGroups(namespace: string): readonly string[] {
  return ['system:serviceaccounts', `system:serviceaccounts:${namespace}`];
}

/** Namespace and name of a service account's user name; undefined for other names. */
export function splitAccountUserName(name: string): { readonly namespace: string; readonly name: string } | undefined {
  if (!name.startsWith(prefix)) return undefined;
  const [namespace = '', account = '', more] = name.slice(prefix.length).split(':');
  return namespace === '' || account === '' || more !== undefined ? undefined : { namespace, name: account };
}

/** The user that a token of this account stands for. */
export function accountUser({ metadata }: ServiceAccount, extra: NonNullable<User['extra']>): User {
  const { name, namespace = '', uid } = metadata;
  const groups = [...accountGroups(namespace), 'system:authenticated'];
  return { name: accountUserName(namespace, name), uid, groups, ...(Object.keys(extra).length > 0 && { extra }) };
}
