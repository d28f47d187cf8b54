/** Users can't grant more rights than they have: checks of writes to roles and bindings (upstream: registry/rbac/*\/policybased). */
import { ClusterRole, ClusterRoleBinding, type PolicyRule, Role, RoleBinding } from '../../api/index.ts';
import type { Attributes, PluginFactory } from '../../apiserver/admission/admission.ts';
import { refuse } from '../../apiserver/outcome.ts';
import { isOf } from '../../apiserver/resource.ts';
import { deepEqual, forbidden, type KubeObject, notFound, type User } from '../../meta/index.ts';
import { describeRules, goList, missingRules } from './policy-rules.ts';
import { createRbac, type Rbac } from './rbac.ts';
import { rbacIndexOf } from './rbac-index.ts';

const group = 'rbac.authorization.k8s.io';

/** Called like an admission plugin that validates: after the other plugins, before anything is written. */
export const rbacEscalation: PluginFactory = ({ resources }) => {
  const index = rbacIndexOf(resources);
  const rbac = createRbac(resources);

  function checkRole(role: Role | ClusterRole, attributes: Attributes): void {
    const { old, user, name } = attributes;
    const before = old !== undefined && (isOf(Role, old) || isOf(ClusterRole, old)) ? old : undefined;
    const aggregates = isOf(ClusterRole, role) && role.aggregationRule !== undefined;
    if (before !== undefined && deepEqual(before.rules ?? [], role.rules ?? []) && sameAggregation(before, role))
      return;
    if (mayAnyway('escalate', attributes.resource.plural, name, attributes)) return;
    // Who lets others fill a role must have every right there is.
    if (aggregates && !sameAggregation(before, role)) {
      const everything = [
        { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
        { verbs: ['*'], nonResourceURLs: ['*'] },
      ];
      const lacking = lacks(rbac, user, attributes.namespace, everything);
      if (lacking !== undefined) {
        const why = 'must have cluster-admin privileges to use the aggregationRule';
        refuse(forbidden(attributes.resource, name, why));
      }
    }
    confirm(role.rules ?? [], attributes);
  }

  function checkBinding(binding: RoleBinding | ClusterRoleBinding, attributes: Attributes): void {
    const { old, name } = attributes;
    const before = old !== undefined && (isOf(RoleBinding, old) || isOf(ClusterRoleBinding, old)) ? old : undefined;
    const same = before !== undefined && deepEqual(before.roleRef, binding.roleRef);
    if (same && deepEqual(before.subjects ?? [], binding.subjects ?? [])) return;
    const { kind, name: roleName } = binding.roleRef;
    if (mayAnyway('bind', kind === 'Role' ? 'roles' : 'clusterroles', roleName, attributes)) return;
    const rules = index.rulesOf(binding.roleRef, attributes.namespace);
    if (typeof rules === 'string') {
      return refuse(notFound({ group, plural: kind === 'Role' ? 'role' : 'clusterrole' }, roleName));
    }
    confirm(rules, { ...attributes, name });
  }

  /** Members of system:masters, and who has the verb that is made for it. */
  function mayAnyway(verb: string, resource: string, name: string, { user, namespace }: Attributes): boolean {
    if (user.groups.includes('system:masters')) return true;
    const asked = { isResource: true, verb, group, resource, subresource: '', namespace, name } as const;
    return rbac.authorize(user, asked).decision === 'allow';
  }

  function confirm(rules: readonly PolicyRule[], { user, namespace, resource, name }: Attributes): void {
    const why = lacks(rbac, user, namespace, rules);
    if (why !== undefined) refuse(forbidden(resource, name, why));
  }

  return {
    name: 'RBACEscalation',
    validate(object, attributes) {
      if (object === undefined || attributes.operation === 'DELETE' || attributes.resource.group !== group) return;
      if (isOf(Role, object) || isOf(ClusterRole, object)) checkRole(object, attributes);
      else if (isOf(RoleBinding, object) || isOf(ClusterRoleBinding, object)) checkBinding(object, attributes);
    },
  };
};

function sameAggregation(before: KubeObject | undefined, now: KubeObject): boolean {
  const ruleOf = (role: KubeObject | undefined) =>
    role !== undefined && isOf(ClusterRole, role) ? role.aggregationRule : undefined;
  return deepEqual(ruleOf(before) ?? null, ruleOf(now) ?? null);
}

/** Why a user may not give these rules away; undefined when they hold them all. */
function lacks(rbac: Rbac, user: User, namespace: string, wanted: readonly PolicyRule[]): string | undefined {
  const { rules, errors } = rbac.rulesFor(user, namespace);
  const missing = missingRules(rules, wanted);
  if (missing.length === 0) return undefined;
  const who = `user ${JSON.stringify(user.name)} (groups=${goList(user.groups)})`;
  const what = `${who} is attempting to grant RBAC permissions not currently held:\n${describeRules(missing).join('\n')}`;
  return errors.length === 0 ? what : `${what}; resolution errors: [${errors.join(' ')}]`;
}
