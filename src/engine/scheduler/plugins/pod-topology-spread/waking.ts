/** Queueing hints: which changes may let in a pod that a hard constraint has rejected (upstream podtopologyspread/plugin.go). */
import { type ClusterEvent, deepEqual, type Node, type Pod } from 'converge/sdk';
import { type Constraint, ownConstraints } from './constraints.ts';

export function wokenBy(event: ClusterEvent, pod: Pod): boolean {
  const constraints = ownConstraints(pod, 'DoNotSchedule');
  switch (event.type) {
    case 'pod-update':
      return !deepEqual(event.before.pod.metadata.labels, event.pod.pod.metadata.labels);
    case 'assigned-pod-add':
    case 'assigned-pod-delete':
      return isNear(event.pod.pod, pod) && constraints.some(({ matches }) => matches(event.pod.pod.metadata.labels));
    case 'assigned-pod-update':
      return isNear(event.pod.pod, pod) && constraints.some((each) => differs(each, event.before.pod, event.pod.pod));
    case 'node-add':
    case 'node-delete':
      return hasKeys(event.node, constraints);
    case 'node-update':
      return nodeHelps(event.before, event.node, constraints);
    case 'object':
      return false;
  }
}

function isNear(other: Pod, pod: Pod): boolean {
  return other.metadata.namespace === pod.metadata.namespace;
}

function differs({ matches }: Constraint, before: Pod, now: Pod): boolean {
  return matches(before.metadata.labels) !== matches(now.metadata.labels);
}

function hasKeys({ metadata: { labels = {} } }: Node, constraints: readonly Constraint[]): boolean {
  return constraints.every(({ topologyKey }) => Object.hasOwn(labels, topologyKey));
}

/** It enters or leaves the domains, or moves from one to another. */
function nodeHelps(before: Node, now: Node, constraints: readonly Constraint[]): boolean {
  const isIn = hasKeys(now, constraints);
  if (hasKeys(before, constraints) !== isIn) return true;
  const { labels: old = {} } = before.metadata;
  const { labels = {} } = now.metadata;
  return isIn && constraints.some(({ topologyKey }) => old[topologyKey] !== labels[topologyKey]);
}
