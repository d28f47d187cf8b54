/** The default Roles and who has them (upstream: bootstrappolicy/namespace_policy.go). */
import type { PolicyRule } from '../../../api/index.ts';
import { events, read, rule } from './rule.ts';

export interface NamespaceRole {
  readonly namespace: string;
  readonly name: string;
  readonly rules: readonly PolicyRule[];
  /** As in `clusterBindings`; undefined: there is no binding. */
  readonly subjects?: string;
}

function leaderLocking(component: string): NamespaceRole {
  return {
    namespace: 'kube-system',
    name: `system::leader-locking-${component}`,
    rules: [rule('watch', 'core', 'configmaps'), rule('get update', 'core', 'configmaps', component)],
    subjects: `u:system:${component} s:${component}`,
  };
}

export const namespaceRoles: readonly NamespaceRole[] = [
  {
    namespace: 'kube-system',
    name: 'extension-apiserver-authentication-reader',
    rules: [rule(read, 'core', 'configmaps', 'extension-apiserver-authentication')],
  },
  {
    namespace: 'kube-system',
    name: 'system:controller:bootstrap-signer',
    rules: [rule(read, 'core', 'secrets')],
    subjects: 's:bootstrap-signer',
  },
  {
    namespace: 'kube-system',
    name: 'system:controller:cloud-provider',
    rules: [rule('create get list update watch', 'core', 'configmaps')],
    subjects: 's:cloud-provider',
  },
  {
    namespace: 'kube-system',
    name: 'system:controller:token-cleaner',
    rules: [rule('delete get list watch', 'core', 'secrets'), events],
    subjects: 's:token-cleaner',
  },
  leaderLocking('kube-controller-manager'),
  leaderLocking('kube-scheduler'),
  {
    namespace: 'kube-public',
    name: 'system:controller:bootstrap-signer',
    rules: [rule(read, 'core', 'configmaps'), rule('update', 'core', 'configmaps', 'cluster-info'), events],
    subjects: 's:bootstrap-signer',
  },
];
