/** Who the parts of the control plane are to the API server. */
import type { User } from '../meta/index.ts';

/** Controllers whose service account isn't named after them (upstream: cmd/kube-controller-manager/names, the clients they are given). */
const accounts: Readonly<Record<string, string>> = {
  'cloud-node': 'node-controller',
  'cloud-node-lifecycle': 'node-controller',
  daemonset: 'daemon-set-controller',
  endpoints: 'endpoint-controller',
  'garbage-collector': 'generic-garbage-collector',
  'horizontal-pod-autoscaler': 'horizontal-pod-autoscaler',
  'node-lifecycle': 'node-controller',
  'node-route': 'route-controller',
  'persistentvolume-binder': 'persistent-volume-binder',
  'persistentvolume-expander': 'expand-controller',
  'pod-gc': 'pod-garbage-collector',
  replicationcontroller: 'replication-controller',
  'root-ca-cert-publisher': 'root-ca-cert-publisher',
  serviceaccount: 'service-account-controller',
  'taint-eviction': 'node-controller',
  // Upstream's drivers bring roles of their own; what this one needs, these accounts may.
  'volume-provisioner': 'persistent-volume-binder',
  'volume-resizer': 'expand-controller',
};

/** The service account in kube-system that a controller of the controller manager uses. */
export function controllerUser(name: string): User {
  return serviceAccountUser('kube-system', accounts[name] ?? `${name}-controller`);
}

/** A service account as its token says who it is. */
export function serviceAccountUser(namespace: string, account: string): User {
  return {
    name: `system:serviceaccount:${namespace}:${account}`,
    groups: ['system:serviceaccounts', `system:serviceaccounts:${namespace}`, 'system:authenticated'],
  };
}

/** The controller manager itself: it follows kinds for all of its controllers. */
export const controllerManager: User = { name: 'system:kube-controller-manager', groups: ['system:authenticated'] };

/** The user of a controller from outside: it runs with the rights of an administrator. */
export function guestUser(name: string): User {
  const { name: account, groups } = controllerUser(name);
  return { name: account, groups: ['system:masters', ...groups] };
}
