import { ClusterRole, ClusterRoleBinding, type PolicyRule } from '../../sdk/index.ts';
import type { Installation } from './install.ts';

/** What a service account may do everywhere: a role of its name, and the binding. */
export const allow = (account: string, namespace: string, rules: readonly PolicyRule[]): readonly Installation[] => [
  (client) => client.create(ClusterRole, { metadata: { name: account }, rules }),
  (client) =>
    client.create(ClusterRoleBinding, {
      metadata: { name: account },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: account },
      subjects: [{ kind: 'ServiceAccount', name: account, namespace }],
    }),
];
