/** DaemonSets beside a scenario's own. The loop that is judged looks after them as well. */
import type { NeighbourDraw, NeighbourStep, Target } from '../types.ts';
import { otherNamespace, suffix } from './pods.ts';

interface SetOptions {
  readonly name: string;
  readonly namespace: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly selector: unknown;
  readonly finalizers?: readonly string[];
  readonly nodeSelector?: Readonly<Record<string, string>>;
}

function setStep({ name, namespace, labels, selector, finalizers, nodeSelector }: SetOptions): NeighbourStep {
  const spec = { containers: [{ name: 'main', image: 'busybox:1.37', command: ['sleep', '3600'] }], ...(nodeSelector && { nodeSelector }) };
  const object = {
    metadata: { name, namespace, ...(finalizers && { finalizers }) },
    spec: { selector, updateStrategy: { type: 'OnDelete' }, template: { metadata: { labels }, spec } },
    status: { currentNumberScheduled: 0, desiredNumberScheduled: 0, numberMisscheduled: 0, numberReady: 0 },
  };
  return { do: 'create', kind: 'DaemonSet', object };
}

/** The same name and labels in another namespace. */
export const namesake: NeighbourDraw = (_, target) => ({
  words: 'a DaemonSet of the same name in another namespace',
  steps: [setStep({ name: target.name, namespace: otherNamespace(target), labels: target.labels, selector: target.selector })],
});

/** Its Pods' labels match the target's selector too. */
export const overlapping: NeighbourDraw = (_, target) => ({
  words: 'a DaemonSet whose Pods match as well',
  steps: [
    setStep({
      name: `${target.name}-canary`,
      namespace: target.namespace,
      labels: { ...target.labels, track: 'canary' },
      selector: { matchExpressions: [{ key: 'track', operator: 'In', values: ['canary'] }] },
    }),
  ],
});

/** No node has the label that it selects. */
export const nowhere: NeighbourDraw = (_, target) => ({
  words: 'a DaemonSet that no node fits',
  steps: [setStep({ ...beside(target, 'gpu'), nodeSelector: { gpu: 'yes' } })],
});

/** It is on its way out, and its finalizer keeps it. */
export const setBeingDeleted: NeighbourDraw = (_, target) => ({
  words: 'a DaemonSet that is being deleted',
  steps: [
    setStep({ ...beside(target, 'old'), finalizers: ['example.com/hold'], nodeSelector: { disk: 'ssd' } }),
    { do: 'delete', kind: 'DaemonSet', key: `${target.namespace}/${target.name}-old` },
  ],
});

/** A Pod on a node of the target's, whose controller has the target's name and is of another kind. */
export const podOfNamesake: NeighbourDraw = (random, target) => {
  const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: target.name, uid: `replicaset-${suffix(random)}`, controller: true };
  const metadata = { name: `${target.name}-${suffix(random)}`, namespace: target.namespace, labels: { app: `${target.name}-web` }, ownerReferences: [owner] };
  const spec = { nodeName: 'node-1', containers: [{ name: 'main', image: 'busybox:1.37', command: ['sleep', '3600'] }] };
  return { words: 'a Pod of a ReplicaSet of the same name', steps: [{ do: 'create', kind: 'Pod', object: { metadata, spec, status: {} } }] };
};

function beside({ name, namespace }: Target, suffix: string): SetOptions {
  const app = { app: `${name}-${suffix}` };
  return { name: `${name}-${suffix}`, namespace, labels: app, selector: { matchLabels: app } };
}

export const daemonSetNeighbours: readonly NeighbourDraw[] = [namesake, overlapping, nowhere, setBeingDeleted, podOfNamesake];
