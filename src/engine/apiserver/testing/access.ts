/** A server with access control, for tests: who asks is said by name, or by a token. */
import type { ApiRequest, Json, Method, User } from '../../meta/index.ts';
import { coreAdmission } from '../admission/registry.ts';
import { accountSecrets } from '../authentication/account-secrets.ts';
import { identityReviews } from '../authentication/reviews.ts';
import { bootstrapRoles } from '../authorization/bootstrap/hook.ts';
import { rbacEscalation } from '../authorization/escalation.ts';
import { accessReviews } from '../authorization/reviews.ts';
import type { ApiFeatures } from '../features.ts';
import { fullAccess } from '../full-access.ts';
import { type Answer, startServer, testFeatures } from './harness.ts';

export const accessFeatures: ApiFeatures = {
  ...testFeatures,
  admission: [...coreAdmission, accountSecrets, rbacEscalation],
  hooks: [bootstrapRoles],
  access: fullAccess,
  unstored: [...accessReviews, ...identityReviews],
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
