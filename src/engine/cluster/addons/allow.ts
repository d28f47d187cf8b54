import { ClusterRole, ClusterRoleBinding, type PolicyRule } from '../../sdk/index.ts';
import type { Installation } from './install.ts';

/** What a service account may do everywhere: a role, by default of its name, and the binding. */
export const allow = (account: string, namespace: string, rules: readonly PolicyRule[], role = account): readonly Installation[] => [
  (client) => client.create(ClusterRole, { metadata: { name: role }, rules }),
  (client) =>
    client.create(ClusterRoleBinding, {
      metadata: { name: role },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: role },
      subjects: [{ kind: 'ServiceAccount', name: account, namespace }],
    }),
];
