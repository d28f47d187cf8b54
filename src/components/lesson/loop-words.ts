import { tr } from '../../lesson/words/words.ts';
import { loopNames } from '../../viz/loop-names.ts';

/** `controller/replicaset`: "ReplicaSet loop", as **Trace** has it; `kubelet/node-2`: "kubelet of node-2". */
export function loopWords(component: string): string {
  const [role = '', name] = component.split('/');
  if (name === undefined) return role;
  return role === 'controller' ? tr(loopNames[name] ?? '{name} loop', { name }) : tr('{role} of {name}', { role, name });
}
