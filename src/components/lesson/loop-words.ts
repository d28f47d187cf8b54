import { type English, tr } from '../../lesson/words/words.ts';

/** A loop's component as texts name it. */
const kinds: Readonly<Record<string, English>> = { replicaset: 'ReplicaSet controller', daemonset: 'DaemonSet controller', statefulset: 'StatefulSet controller' };

/** `controller/replicaset`: "ReplicaSet controller"; `kubelet/node-2`: "kubelet of node-2". */
export function loopWords(component: string): string {
  const [role = '', name] = component.split('/');
  if (name === undefined) return role;
  return role === 'controller' ? tr(kinds[name] ?? '{name} controller', { name }) : tr('{role} of {name}', { role, name });
}
