/** Pods of one revision of the template: their labels say which. */
import type { DaemonSet, Draft, Pod } from 'converge/sdk';
import { revisionLabel } from '../shared/revisions.ts';
import { podFor } from './daemon-pod.ts';

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
  const labeled = { ...template, metadata: { ...template.metadata, labels } };
  const ofRevision = { ...set, spec: { ...set.spec, template: labeled } };
  return (nodeName) => podFor(ofRevision, nodeName);
}
