/** The Pod that a DaemonSet makes for a node: bound by the scheduler, which may choose only that node. */
import { type Affinity, type DaemonSet, type Draft, type Pod, podFromTemplate } from 'converge/sdk';
import { revisionLabel } from '../shared/revisions.ts';
import { tolerationsOf } from './node-fit.ts';

const templateGeneration = 'deprecated.daemonset.template.generation';

/** Makes drafts for one revision of the template. */
export function draftsOf(set: DaemonSet, hash: string): (nodeName: string) => Draft<Pod> {
  const { template } = set.spec;
  const generation = set.metadata.annotations?.[templateGeneration];
  const labels = {
    ...template.metadata?.labels,
    ...(generation !== undefined && { 'pod-template-generation': generation }),
    [revisionLabel]: hash,
  };
  const spec = { ...template.spec, tolerations: tolerationsOf(set) };
  const draft = podFromTemplate(set, { ...template, metadata: { ...template.metadata, labels }, spec });
  return (nodeName) => ({ ...draft, spec: { ...spec, affinity: onlyOn(nodeName, spec.affinity) } });
}

/** The required node terms give way to one that names the node. (upstream ReplaceDaemonSetPodNodeNameNodeAffinity) */
function onlyOn(nodeName: string, affinity: Affinity | undefined): Affinity {
  const matchFields = [{ key: 'metadata.name', operator: 'In', values: [nodeName] }];
  const required = { nodeSelectorTerms: [{ matchFields }] };
  const nodeAffinity = { ...affinity?.nodeAffinity, requiredDuringSchedulingIgnoredDuringExecution: required };
  return { ...affinity, nodeAffinity };
}
