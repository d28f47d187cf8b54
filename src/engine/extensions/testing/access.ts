/** A server with access control, for tests: who asks is said by name, or by a token. */

import type { ApiFeatures } from '../../apiserver/index.ts';
import { type Answer, startServer } from '../../apiserver/testing/harness.ts';
import { profiles } from '../../cluster/profiles.ts';
import type { ApiRequest, Json, Method, User } from '../../meta/index.ts';
import { featuresOf } from '../registry.ts';

const withoutNodes = [...profiles.minimal.extensions, 'access-reviews', 'authentication', 'impersonation', 'rbac'];

/** Authorization by Node and RBAC; the NodeRestriction plugin, which is tested on its own, is left out. */
export const accessFeatures: ApiFeatures = {
  ...featuresOf([...withoutNodes, 'node-authorization']),
  admission: featuresOf(withoutNodes).admission,
};

export const admin: User = { name: 'kubernetes-admin', groups: ['system:masters'] };
export const rbacPath = '/apis/rbac.authorization.k8s.io/v1';

export function userNamed(name: string, ...groups: readonly string[]): User {
  return { name, groups };
}

export function startAccessServer(features: Partial<ApiFeatures> = {}) {
  const harness = startServer({ features: { ...accessFeatures, ...features } });

  /** One request as a user. */
  function as(
    user: User,
    method: Method,
    url: string,
    body?: Json,
    headers: ApiRequest['headers'] = {},
  ): Promise<Answer> {
    return harness.ask(method, url, body, headers, user);
  }

  /** Makes a binding, and the role it binds when rules are given. */
  async function grant(
    name: string,
    subjects: readonly Json[],
    rules: readonly Json[] | { readonly role: string },
    namespace = '',
  ): Promise<void> {
    const place = namespace === '' ? rbacPath : `${rbacPath}/namespaces/${namespace}`;
    const kind = namespace === '' ? 'ClusterRole' : 'Role';
    if ('role' in rules) {
      const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: rules.role };
      await as(admin, 'POST', `${place}/${namespace === '' ? 'cluster' : ''}rolebindings`, {
        metadata: { name },
        subjects,
        roleRef,
      });
      return;
    }
    await as(admin, 'POST', `${place}/${kind.toLowerCase()}s`, { metadata: { name }, rules });
    const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind, name };
    await as(admin, 'POST', `${place}/${kind.toLowerCase()}bindings`, { metadata: { name }, subjects, roleRef });
  }

  return { ...harness, as, grant };
}

export const subject = (kind: 'User' | 'Group', name: string): Json => ({ kind, name });
