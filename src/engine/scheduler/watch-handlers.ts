/** Turns what the watches say into changes of cache and queue, and into events that may wake pods. */
import { deepEqual, hasEnded, hasShrunk, type Kind, type KubeObject, type Node, type NodeChange, type Pod, type PodInfo } from '../sdk/index.ts';
import type { InformerHandlers } from '../sdk/internal.ts';
import type { SchedulerCache } from './cache.ts';
import { podInfoOf } from './pod-info.ts';
import type { SchedulingQueue } from './queue.ts';

export interface WatchTargets {
  readonly cache: SchedulerCache;
  readonly queue: SchedulingQueue;
  /** Pods that name another scheduler are left alone. */
  readonly schedulerNames: readonly string[];
  /** The trace event on whose behalf a handler runs. */
  cause(): number;
}

/** Pods: assigned ones are booked, others queued; finished ones hold nothing. */
export function podHandlers({ cache, queue, schedulerNames, cause }: WatchTargets): InformerHandlers<Pod> {
  /** Uids of the assigned pods that the watch has shown. */
  const known = new Set<string>();

  function place(pod: Pod): void {
    const { uid } = pod.metadata;
    const nodeName = pod.spec.nodeName ?? '';
    if (hasEnded(pod)) {
      queue.remove(uid);
      release(uid);
    } else if (nodeName !== '') {
      const info = podInfoOf(pod, cache.pod(uid) ?? queue.get(uid));
      queue.remove(uid);
      const before = cache.pod(uid);
      cache.setPod(info, nodeName);
      const labelsChanged = before !== undefined && !deepEqual(before.pod.metadata.labels, pod.metadata.labels);
      const isSmaller = before !== undefined && hasShrunk(before.requests, info.requests);
      if (labelsChanged || isSmaller) queue.wake({ type: 'assigned-pod-update', before, pod: info });
      else if (!known.has(uid)) queue.wake({ type: 'assigned-pod-add', pod: info });
      known.add(uid);
    } else if (schedulerNames.includes(pod.spec.schedulerName ?? '') && !cache.isAssumed(uid)) {
      queue.add(podInfoOf(pod), cause());
    }
  }

  function release(uid: string): void {
    const booked: PodInfo | undefined = cache.pod(uid);
    if (booked === undefined) return;
    cache.removePod(uid);
    known.delete(uid);
    queue.wake({ type: 'assigned-pod-delete', pod: booked });
  }

  return {
    added: place,
    updated(before, now) {
      if (before.metadata.uid !== now.metadata.uid) {
        queue.remove(before.metadata.uid);
        release(before.metadata.uid);
      }
      const queued = queue.get(now.metadata.uid);
      const waits = queued !== undefined && (now.spec.nodeName ?? '') === '' && !hasEnded(now);
      if (!waits) return place(now);
      const sameSpec = before.spec === now.spec || deepEqual(before.spec, now.spec);
      const sameLabels = deepEqual(before.metadata.labels, now.metadata.labels);
      queue.update(sameSpec ? { ...queued, pod: now } : podInfoOf(now), !sameSpec || !sameLabels);
    },
    deleted(pod) {
      queue.remove(pod.metadata.uid);
      release(pod.metadata.uid);
    },
  };
}

/** Nodes: kept in the cache; those changes that may let a pod in wake the queue. */
export function nodeHandlers({ cache, queue }: WatchTargets): InformerHandlers<Node> {
  return {
    added(node) {
      cache.setNode(node);
      queue.wake({ type: 'node-add', node });
    },
    updated(before, node) {
      cache.setNode(node);
      const changed = nodeChanges(before, node);
      if (changed.length > 0) queue.wake({ type: 'node-update', before, node, changed });
    },
    deleted(node) {
      cache.removeNode(node.metadata.name);
      queue.wake({ type: 'node-delete', node });
    },
  };
}

/** Objects of a kind that plugins read: every change may wake the pods that such a plugin has rejected. */
export function objectHandlers({ queue }: WatchTargets, kind: Kind): InformerHandlers<KubeObject> {
  const wake = (before?: KubeObject, now?: KubeObject): void => queue.wake({ type: 'object', kind, before, now });
  return { added: (now) => wake(undefined, now), updated: wake, deleted: (last) => wake(last) };
}

function nodeChanges(before: Node, node: Node): readonly NodeChange[] {
  const changes: NodeChange[] = [];
  if (!deepEqual(before.status.allocatable, node.status.allocatable)) changes.push('allocatable');
  if (!deepEqual(before.metadata.labels, node.metadata.labels)) changes.push('labels');
  const cordonChanged = (before.spec.unschedulable ?? false) !== (node.spec.unschedulable ?? false);
  if (cordonChanged || !deepEqual(before.spec.taints, node.spec.taints)) changes.push('taints');
  if (!deepEqual(conditionStates(before), conditionStates(node))) changes.push('conditions');
  return changes;
}

/** Heartbeats only move times: they wake no pod. */
function conditionStates({ status: { conditions = [] } }: Node): Readonly<Record<string, string>> {
  return Object.fromEntries(conditions.map(({ type, status }) => [type, status]));
}
