/** The Pods of a DaemonSet, node by node. */
import { hasEnded, type Pod, timeMsOf } from 'converge/sdk';
import { targetNodeOf } from './node-fit.ts';

/** By the name of the node that they are on or meant for; of each node in the order in which they are to be kept. */
export type PodsByNode = ReadonlyMap<string, readonly Pod[]>;

/** Pods that are leaving and those that have ended are among them; one that has ended and is leaving isn't. */
export function podsByNode(pods: readonly Pod[]): PodsByNode {
  const groups = new Map<string, Pod[]>();
  for (const pod of pods) {
    // It has ended and is about to go: nothing is left to do for it.
    if (pod.metadata.deletionTimestamp !== undefined && hasEnded(pod)) continue;
    const nodeName = targetNodeOf(pod);
    if (nodeName === undefined) continue;
    const group = groups.get(nodeName);
    if (group === undefined) groups.set(nodeName, [pod]);
    else group.push(pod);
  }
  for (const group of groups.values()) if (group.length > 1) group.sort(assignedAndOlderFirst);
  return groups;
}

/** (upstream podByCreationTimestampAndPhase) */
function assignedAndOlderFirst(a: Pod, b: Pod): number {
  const [left, right] = [Number(Boolean(a.spec.nodeName)), Number(Boolean(b.spec.nodeName))];
  if (left !== right) return right - left;
  const age = timeMsOf(a.metadata.creationTimestamp) - timeMsOf(b.metadata.creationTimestamp);
  if (age !== 0) return age;
  return a.metadata.name < b.metadata.name ? -1 : 1;
}
