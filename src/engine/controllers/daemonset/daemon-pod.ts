/** The Pod that a DaemonSet makes for a node: bound by the scheduler, which may choose only that node. */
import { type Affinity, type DaemonSet, type Draft, type Pod, podFromTemplate } from 'converge/sdk';
import { tolerationsOf } from './node-fit.ts';

/** As the template says, with the tolerations that each daemon has, and for this node alone. */
export function podFor(set: DaemonSet, nodeName: string): Draft<Pod> {
  const draft = podFromTemplate(set, set.spec.template);
  const affinity = onlyOn(nodeName, draft.spec.affinity);
  return { ...draft, spec: { ...draft.spec, tolerations: tolerationsOf(set), affinity } };
}

/** The required node terms give way to one that names the node. (upstream ReplaceDaemonSetPodNodeNameNodeAffinity) */
function onlyOn(nodeName: string, affinity: Affinity | undefined): Affinity {
  const matchFields = [{ key: 'metadata.name', operator: 'In', values: [nodeName] }];
  const required = { nodeSelectorTerms: [{ matchFields }] };
  const nodeAffinity = { ...affinity?.nodeAffinity, requiredDuringSchedulingIgnoredDuringExecution: required };
  return { ...affinity, nodeAffinity };
}
