/** A loop's component as texts name it. */
const kinds: Readonly<Record<string, string>> = { replicaset: 'ReplicaSet controller', daemonset: 'DaemonSet controller', statefulset: 'StatefulSet controller' };

/** `controller/replicaset`: "ReplicaSet controller"; `kubelet/node-2`: "kubelet of node-2". */
export function loopWords(component: string): string {
  const [role = '', name] = component.split('/');
  if (name === undefined) return role;
  return role === 'controller' ? (kinds[name] ?? `${name} controller`) : `${role} of ${name}`;
}
